import SordinoCommandLine
import SordinoPolicy
import SordinoSession

/// Commands that make one event happen.
enum Happenings {
    /// The event that a command names; nil when the command is another one.
    static func event(_ words: [String]) throws(CommandMisuse) -> Event? {
        let value = words.dropFirst().first
        switch words[0] {
        case "volume" where value != nil: return try volume(words)
        case "ringer" where value != nil: return .ringer(silent: try choose(words, ["silent": true, "on": false]))
        case "lock" where value != nil: return .screen(locked: try choose(words, ["on": true, "off": false]))
        case "route" where value != nil: return .userPicked(portUID: value ?? "")
        case "call" where value == "ring":
            let style = words.count > 2 ? words[2] : "fullScreen"
            guard words.count <= 3, let style = try? CallStyle(wire: .text(style)) else { throw misuse(words) }
            return .callRings(style)
        case "call":
            return try choose(words, ["accept": .callAccepted, "decline": .callDeclined, "end": .callEnded])
        case "alarm": return try choose(words, ["start": .alarmStarts, "stop": .alarmAcknowledged])
        case "assistant":
            guard words.count == 2, let phase = try? AssistantPhase(wire: .text(words[1])) else { throw misuse(words) }
            return .assistant(phase)
        case "injection": return .microphoneInjection(enabled: try choose(words, ["on": true, "off": false]))
        case "microphone": return .microphoneMuted(try choose(words, ["muted": true, "open": false]))
        case "emergency": return .emergency(sounding: try choose(words, ["on": true, "off": false]))
        case "app":
            guard words.count == 3, let app = Int(words[1]), let state = try? Lifecycle(wire: .text(words[2])) else {
                throw misuse(words)
            }
            return .appMoved(AppID(app), state)
        case "remote":
            guard words.count >= 3, let app = Int(words[1]), let key = keys[words[2]],
                let command = try? RemoteCommand(wire: .text(([key] + words.dropFirst(3)).joined(separator: " ")))
            else { throw misuse(words) }
            return .remoteCommand(AppID(app), command)
        default: return nil
        }
    }

    /// Keys by the words for them; some have a number behind them.
    private static let keys = [
        "play": "play", "pause": "pause", "toggle": "togglePlayPause", "stop": "stop", "next": "nextTrack",
        "previous": "previousTrack", "forward": "skipForward", "back": "skipBackward", "position": "changePosition",
        "rate": "changeRate",
    ]

    private static func volume(_ words: [String]) throws(CommandMisuse) -> Event {
        guard words.count == 2 else { throw misuse(words) }
        if let key = try? VolumeKey(wire: .text(words[1])) { return .volumeKey(key) }
        guard let volume = Float(words[1]), (0...1).contains(volume) else {
            throw CommandMisuse(sentence: "the volume \"\(words[1])\" is not within 0 to 1")
        }
        return .volumeSet(volume)
    }

    private static func choose<Value>(_ words: [String], _ values: [String: Value]) throws(CommandMisuse) -> Value {
        guard words.count == 2, let value = values[words[1]] else { throw misuse(words) }
        return value
    }

    static func misuse(_ words: [String]) -> CommandMisuse {
        let command = words.first ?? ""
        if Arguments.grammar.usage(ofCommand: command) != nil {
            return CommandMisuse(sentence: "\"\(words.joined(separator: " "))\" is not understood")
        }
        let near = Arguments.grammar.command(near: command).map { "; did you mean \"\($0)\"?" } ?? ""
        return CommandMisuse(sentence: "there is no command \"\(command)\"\(near)")
    }
}
