import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoPolicy
import SordinoService
import SordinoSession

/// `audioctl voice`: the voice processing of running programs, and the person's choice of their microphone modes.
struct VoiceCommand {
    let arguments: Arguments

    /// `voice`, `voice APP MODE`.
    func run(_ controller: DeviceController) throws(BusError) -> Commands.Status {
        let words = arguments.words
        guard words.count == 1 else { return try choose(words[1], words[2], controller) }
        repeat {
            let status = try controller.status()
            if arguments.isJSON {
                for line in Self.json(status) { ToolOutput.say(line + "\n") }
            } else {
                let text = Self.text(status)
                let isScreen = arguments.follows && Terminal.output.isTerminal
                ToolOutput.draw((isScreen ? "\u{1B}[H\u{1B}[J" : "") + text)
            }
            if arguments.follows { sleep(1) }
        } while arguments.follows
        return .done
    }

    private func choose(_ name: String, _ word: String, _ controller: DeviceController) throws(BusError)
        -> Commands.Status
    {
        guard let mode = try? MicrophoneMode(wire: .text(word)) else {
            ToolOutput.complain(
                "audioctl: a microphone mode is standard, wide or isolation, not \"\(foreignText(word))\"\n")
            return .misused
        }
        let text = StatusText(status: try controller.status())
        guard let app = text.why(name)?.first else {
            ToolOutput.complain(
                "audioctl: no program \"\(foreignText(name))\" has a session; \"audioctl status\" lists the programs\n")
            return .refused
        }
        try controller.happen(.microphoneMode(app.app, mode))
        return .done
    }

    /// A line for each voice that runs, with number and name of its program.
    private static func json(_ status: DeviceStatus) -> [String] {
        status.apps.flatMap { app in
            app.voices.map { voice in
                var record = WireRecord()
                record.add("app", app.app)
                record.add("name", app.name)
                if case .record(let fields) = voice.wireValue { record.add(fields) }
                return JSON.line(.record(record))
            }
        }
    }

    /// For people: a few lines for each voice.
    private static func text(_ status: DeviceStatus) -> String {
        let voices = status.apps.flatMap { app in app.voices.map { (app, $0) } }
        if voices.isEmpty { return "no program records with voice processing\n" }
        return voices.map { app, voice in
            let title = "\(app.app.number) \(foreignText(app.name)): \(headline(voice))"
            return Terminal.output.colour(title, .strong) + "\n"
                + lines(voice).map { "  \(Terminal.field($0, 11)) \($1)\n" }.joined()
        }.joined()
    }

    private static func headline(_ voice: VoiceCondition) -> String {
        if voice.isMuted { return "muted" }
        if voice.isBypassed { return "bypassed" }
        if voice.isDoubleTalk { return "double talk" }
        return voice.isSpeech ? "somebody speaks" : voice.isEcho ? "the loudspeakers are heard" : "quiet"
    }

    private static func lines(_ voice: VoiceCondition) -> [(String, String)] {
        let mode = MicrophoneMode.wireNames.first { $0.value == voice.mode }?.name ?? ""
        var lines = [
            ("mode", "\(mode), \(fixed(voice.sampleRate, 0)) Hz, \(fixed(voice.latencySeconds * 1_000, 1)) ms late"),
            ("level", "\(decibels(voice.inputDecibels)) in, \(decibels(voice.outputDecibels)) out"),
            (
                "echo",
                voice.echoReturnLoss == 0 && !voice.isEcho
                    ? "none heard yet" : "\(fixed(voice.echoReturnLoss, 1)) dB taken away by the filter"
            ),
            (
                "delay",
                "\(fixed(voice.delaySeconds * 1_000, 1)) ms, clocks \(fixed(voice.driftPerMillion, 1)) ppm apart, "
                    + "path changed \(voice.pathChanges) times"
            ),
            ("noise", decibels(voice.noiseDecibels)),
            ("gain", voice.isLevelled ? "\(fixed(voice.gainDecibels, 1)) dB" : "off"),
        ]
        if let level = voice.duckingLevel {
            let names: [UInt: String] = [0: "default", 10: "min", 20: "mid", 30: "max"]
            lines.append(("others", "turned down (\(names[level] ?? "\(level)"))"))
        }
        return lines
    }

    private static func decibels(_ value: Double) -> String {
        value <= -119.5 ? "silence" : "\(fixed(value, 1)) dBFS"
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        let factor = digits == 0 ? 1.0 : pow(10, Double(digits))
        let text = "\((value * factor).rounded() / factor)"
        return digits == 0 && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
