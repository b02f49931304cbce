import AVFAudio
import Foundation
import SordinoBus
import SordinoCommandLine
import SordinoService
import SordinoSession

/// `audioctl setup`: the outputs with their loudspeakers, and a tone from each loudspeaker of one, as it is called out.
///
/// The tone is played as any program would: a session of its own for several routes, which interrupts others meanwhile,
/// and a player whose one channel is assigned to the loudspeaker.
struct SetupCommand {
    let arguments: Arguments

    /// Reads the words behind `setup`: nothing, a port, a port and the number of a loudspeaker.
    func run() throws(CommandMisuse) -> Commands.Status {
        let words = arguments.words.dropFirst()
        if words.count >= 2, let first = words.dropFirst().first, Int(first) == nil {
            return try keep(words[words.startIndex], Array(words.dropFirst()))
        }
        guard words.count <= 2 else { throw Happenings.misuse(arguments.words) }
        let status: DeviceStatus
        do throws(BusError) { status = try DeviceController(arguments.bus).status() } catch {
            return Commands(arguments: arguments).complain(error)
        }
        guard let uid = words.first else {
            list(status)
            return .done
        }
        guard let port = outputs(status).first(where: { $0.uid == uid }) else {
            ToolOutput.complain(
                "audioctl: there is no output port \"\(foreignText(uid))\"; \"audioctl setup\" lists the ports\n")
            return .refused
        }
        let names = port.channels.map { foreignText($0) }
        var numbers = Array(names.indices)
        if words.count == 2, let word = words.last {
            let number = Int(try CommandMisuse.number(word, "number of a loudspeaker", in: 1...64))
            guard number <= names.count else {
                ToolOutput.complain(
                    "audioctl: \"\(foreignText(uid))\" has only \(counted(names.count, "loudspeaker"))\n")
                return .refused
            }
            numbers = [number - 1]
        }
        do {
            try play(numbers, ofPort: uid, names)
            return .done
        } catch {
            ToolOutput.complain("audioctl: \(foreignText((error as NSError).localizedDescription))\n")
            return .refused
        }
    }

    // MARK: Keeping

    /// Keeps the places of an output's loudspeakers, or forgets them with the word "usual", and has the service read them.
    private func keep(_ uid: String, _ words: [String]) throws(CommandMisuse) -> Commands.Status {
        let isForgotten = words == ["usual"]
        guard isForgotten || SpeakerLayouts.layout(words) != nil else {
            let known = SpeakerLayouts.places.map(\.word).joined(separator: ", ")
            throw CommandMisuse(
                sentence: "\"\(words.joined(separator: " "))\" is no list of places; there are \(known), - and usual")
        }
        guard !uid.contains("="), !uid.contains("\n"), !uid.hasPrefix("#"), !uid.hasPrefix("[") else {
            throw CommandMisuse(sentence: "\"\(uid)\" is no output port; \"audioctl setup\" lists the ports")
        }
        guard let path = PolicyFiles.speakersPath else {
            ToolOutput.complain("audioctl: there is no home folder to keep the loudspeakers in\n")
            return .refused
        }
        let before = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var lines = before.split(whereSeparator: \.isNewline).map(String.init).filter { line in
            line.split(separator: "=").first?.trimmingCharacters(in: .whitespaces) != uid
        }
        if !isForgotten { lines.append("\(uid) = \(words.joined(separator: " "))") }
        do {
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            ToolOutput.complain("audioctl: \(foreignText(path)) cannot be written\n")
            return .refused
        }
        do throws(BusError) {
            try DeviceController(arguments.bus).reload()
            return .done
        } catch {
            return Commands(arguments: arguments).complain(error)
        }
    }

    // MARK: The present state

    private func outputs(_ status: DeviceStatus) -> [DeviceStatus.Port] {
        status.ports.filter { $0.direction == .output }
    }

    private func list(_ status: DeviceStatus) {
        for port in outputs(status) {
            if arguments.isJSON {
                ToolOutput.say(JSON.line(port.wireValue) + "\n")
                continue
            }
            ToolOutput.say("\(foreignText(port.name))  \(foreignText(port.uid))\n")
            for (index, loudspeaker) in port.channels.enumerated() {
                ToolOutput.say("  \(index + 1)  \(foreignText(loudspeaker))\n")
            }
        }
    }

    // MARK: The tone

    /// Plays the tone on some loudspeakers, one after the other.
    private func play(_ numbers: [Int], ofPort uid: String, _ names: [String]) throws {
        // The session is that of the service that was asked for the ports.
        if case .at(let address) = arguments.bus { setenv("DBUS_SESSION_BUS_ADDRESS", address, 1) }
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.multiRoute)
        try session.setActive(true)
        defer { try? session.setActive(false, options: .notifyOthersOnDeactivation) }
        let port = session.currentRoute.outputs.first { $0.uid == uid }
        guard let channels = port?.channels else {
            throw ToolError("\"\(uid)\" cannot be one of several routes; pick it with \"audioctl route \(uid)\"")
        }
        for number in numbers where number < channels.count {
            ToolOutput.say("\(number + 1)  \(names[number])\n")
            let player = try AVAudioPlayer(data: ToneFile.data(isLow: channels[number].channelLabel == 4))
            player.channelAssignments = [channels[number]]
            guard player.play() else {
                throw ToolError("the tone cannot be played on \"\(uid)\"; \"audioctl why audioctl\" may tell why")
            }
            while player.isPlaying { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02)) }
        }
    }

    private struct ToolError: LocalizedError {
        let errorDescription: String?
        init(_ sentence: String) { errorDescription = sentence }
    }
}

/// The test tone as a WAVE file: a second of a sine at -20 dB of full scale that comes and goes within 20 ms.
enum ToneFile {
    /// - Parameter isLow: 50 Hz for a loudspeaker of effects, which gives nothing higher; else 440 Hz.
    static func data(isLow: Bool) -> Data {
        let (rate, hertz) = (48_000, isLow ? 50.0 : 440.0)
        var samples: [Int16] = []
        for frame in 0..<rate {
            let fade = min(1, Double(min(frame, rate - 1 - frame)) / 960)
            samples.append(Int16((3_276 * fade * sin(2 * .pi * hertz * Double(frame) / Double(rate))).rounded()))
        }
        var bytes: [UInt8] = []
        func put(_ text: String) { bytes += Array(text.utf8) }
        func put(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += Array($0) } }
        put("RIFF")
        put(UInt32(36 + 2 * rate))
        put("WAVEfmt ")
        put(UInt32(16))
        put(UInt16(1))
        put(UInt16(1))
        put(UInt32(rate))
        put(UInt32(2 * rate))
        put(UInt16(2))
        put(UInt16(16))
        put("data")
        put(UInt32(2 * rate))
        for sample in samples { put(sample) }
        return Data(bytes)
    }
}
