/// The kind of sound that a session makes, by which ducking is configured.
package enum SoundClass: String, CaseIterable, Hashable, Sendable {
    /// A conversation: playAndRecord in a chat mode.
    case call
    /// Any other session that records.
    case recording
    /// A spoken direction: the mode voicePrompt, and playback that turns others down.
    case prompt
    /// A podcast or audio book: the mode spokenAudio.
    case speech
    /// A film: the modes moviePlayback and shortFormVideo.
    case film
    /// Any other playback, also over several routes.
    case music
    /// Sound of the categories `ambient` and `soloAmbient`.
    case game
}

extension SessionConfiguration {
    /// The class of the sound, derived from category and mode; a rule in the device's configuration may replace it.
    package var soundClass: SoundClass {
        switch category {
        case .record: return .recording
        case .playAndRecord: return supportedMode.isVoice ? .call : .recording
        case .ambient, .soloAmbient: return supportedMode == .voicePrompt ? .prompt : .game
        case .playback, .multiRoute, .audioProcessing: break
        }
        switch supportedMode {
        case .voicePrompt: return .prompt
        case .spokenAudio: return .speech
        case .moviePlayback, .shortFormVideo: return .film
        default: return ducksOthers ? .prompt : .music
        }
    }
}

/// The depth and times of a duck between two classes of sound.
package struct DuckPair: Hashable, Sendable {
    /// The class that turns others down; nil is every class.
    package var ducker: SoundClass?
    /// The class that is turned down; nil is every class.
    package var ducked: SoundClass?
    /// The factor of the ducked session's gain, 0 to 1; 1 does not duck.
    package var gain: Float
    /// The time to get there, in seconds; nil is that of all ducks.
    package var attackSeconds: Double?
    /// The time back, in seconds; nil is that of all ducks.
    package var releaseSeconds: Double?

    package init(
        ducker: SoundClass?, ducked: SoundClass?, gain: Float, attackSeconds: Double? = nil,
        releaseSeconds: Double? = nil
    ) {
        (self.ducker, self.ducked, self.gain) = (ducker, ducked, gain)
        (self.attackSeconds, self.releaseSeconds) = (attackSeconds, releaseSeconds)
    }

    /// The number of classes that the pair names, a named ducker first: the most exact pair holds.
    package var exactness: Int { (ducker == nil ? 0 : 2) + (ducked == nil ? 0 : 1) }

    func applies(_ ducker: SoundClass, over ducked: SoundClass) -> Bool {
        (self.ducker ?? ducker) == ducker && (self.ducked ?? ducked) == ducked
    }
}

/// The rules of one program, beside those of all.
package struct ProgramRule: Hashable, Sendable {
    /// The identifier or the name that the program declares, or `*` for all that no other rule names.
    package var program: String
    /// The class of its sound; nil is that of its session.
    package var soundClass: SoundClass?
    /// Indicates whether others may turn it down.
    package var isDucked: Bool?
    /// Indicates whether it may turn others down.
    package var ducks: Bool?
    /// Indicates whether it may interrupt other programs; otherwise its session mixes.
    package var interrupts: Bool?
    /// Indicates whether anybody, calls included, may interrupt it.
    package var isInterrupted: Bool?
    /// The category and options that replace those which the program asks for.
    package var forced: ForcedCategory?
    /// Indicates whether it may record.
    package var recording: RecordingRule?
    /// The zone that it begins in; nil is the main one.
    package var zone: String?

    package init(program: String) { self.program = program }

    /// The session that a program is held to.
    package struct ForcedCategory: Hashable, Sendable {
        package var category: Category
        @Bits package var options: CategoryOptions

        package init(_ category: Category, _ options: CategoryOptions = []) {
            (self.category, self.options) = (category, options)
        }
    }

    /// Takes from another rule what this one leaves open.
    mutating func fill(from other: ProgramRule) {
        soundClass = soundClass ?? other.soundClass
        isDucked = isDucked ?? other.isDucked
        ducks = ducks ?? other.ducks
        interrupts = interrupts ?? other.interrupts
        isInterrupted = isInterrupted ?? other.isInterrupted
        forced = forced ?? other.forced
        recording = recording ?? other.recording
        zone = zone ?? other.zone
    }
}

/// The answer to a program's request to record.
package enum RecordingRule: String, CaseIterable, Hashable, Sendable {
    /// The program may record, and the person is not asked.
    case allow
    /// The person is asked once, and the answer is remembered.
    case ask
    /// No: microphones deliver silence.
    case deny
}

/// The use of a Bluetooth headset's profile for calls, which takes its music profile away from everybody.
package enum CallProfileUse: String, CaseIterable, Hashable, Sendable {
    /// Whenever a session allows it, as on iOS.
    case asked
    /// Only in the chat modes.
    case conversations
    /// By the telephone alone.
    case never
}

/// The program that switches a sound card into its profile for telephone calls ("Voice Call").
package enum TelephoneProfileUse: String, CaseIterable, Hashable, Sendable {
    /// The service, unless callaudiod or the session manager does it.
    case auto
    /// The service in any case.
    case service
    /// Not the service; it also leaves the sockets and microphones of cards alone in calls.
    case never
}

/// A room, or a seat of a car: ports of its own, with a controlling session and interruptions of its own.
package struct Zone: Hashable, Sendable {
    /// The zone of all ports that no other zone names.
    package static let main = "main"

    package var name: String
    /// The name shown to people; nil is `name`.
    package var title: String?
    /// UIDs, device UIDs or types of ports.
    package var ports: [String] = []
    /// Indicates whether calls interrupt what plays here.
    package var isInterruptedByCalls = false
    /// Indicates whether alarms interrupt what plays here.
    package var isInterruptedByAlarms = false

    package init(name: String) { self.name = name }

    /// Returns whether the zone names a port.
    package func includes(_ port: Port) -> Bool {
        ports.contains { $0 == port.uid || $0 == port.deviceUID || $0 == port.type.rawValue }
    }
}
