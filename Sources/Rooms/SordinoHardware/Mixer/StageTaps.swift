import SordinoPolicy

/// The taps of all programs on a stage, and whom they silence.
struct StageTaps {
    private var taps: [ProgramID: [ProgramTap]] = [:]
    /// The programs that are not heard: on one output, or on all (nil).
    private var muted: [ProgramID: Set<String?>] = [:]

    var isEmpty: Bool { taps.isEmpty }

    /// Replaces the taps of a program.
    mutating func set(_ new: [ProgramTap], of program: ProgramID) {
        taps[program] = new.isEmpty ? nil : new
        muted = [:]
        for tap in taps.values.joined() where tap.mutes {
            for app in tap.apps { muted[.app(app), default: []].insert(tap.portUID) }
        }
    }

    /// Returns whether a program has taps.
    func has(_ program: ProgramID) -> Bool { taps[program] != nil }

    /// Returns whether a program is not heard on an output.
    func mutes(_ program: ProgramID, portUID: String) -> Bool {
        guard let ports = muted[program] else { return false }
        return ports.contains(nil) || ports.contains(portUID)
    }

    /// Returns the taps that a stream reads and that take the sound of another, each with its first input channel.
    func taking(_ source: StreamDescription, by reader: StreamDescription) -> [(tap: ProgramTap, firstChannel: Int)] {
        guard case .app(let app) = source.program, source.outputChannels > 0, let own = taps[reader.program] else {
            return []
        }
        var firstChannel = reader.microphoneChannels
        var found: [(tap: ProgramTap, firstChannel: Int)] = []
        for place in reader.taps {
            if let tap = own.first(where: { $0.number == place.number }), tap.channelCount == place.channelCount,
                tap.isRead, tap.apps.contains(app)
            {
                found.append((tap, firstChannel))
            }
            firstChannel += place.channelCount
        }
        return found
    }
}
