/// Describes universal packets for people.
package enum MessageText {
    /// Returns a line about one packet: its kind, its channel from 1 on, and its values.
    ///
    /// - Parameter words: The words of one packet.
    package static func line(of words: [UInt32]) -> String {
        guard let first = words.first, words.count >= UniversalPacket.wordCount(ofFirst: first) else {
            return "incomplete packet"
        }
        let group = first >> 24 & 0xF
        let place = group == 0 ? "" : "group \(group + 1) "
        switch UniversalPacket.Kind(rawValue: first >> 28) {
        case .utility: return utility(first)
        case .system: return place + system(first)
        case .channelVoice1:
            guard let message = UniversalPacket.channelMessage(first) else { return place + hexadecimal(words) }
            return place + line(of: message)
        case .channelVoice2: return place + channel2(first, words[1])
        case .data64: return place + exclusive(words)
        case .data128: return place + "system exclusive, 8 bits: " + hexadecimal(words)
        case .flexData: return place + "flex data: " + hexadecimal(words)
        case .stream: return "stream message \(first >> 16 & 0x3FF): " + hexadecimal(words)
        case nil: return place + "reserved: " + hexadecimal(words)
        }
    }

    /// Returns a line about a channel message of MIDI 1.0.
    package static func line(of message: ChannelMessage) -> String {
        let head = "channel \(message.channel + 1) "
        switch message.kind {
        case .noteOn where message.data2 == 0: return head + "note off \(noteName(message.data1)) velocity 0"
        case .noteOff: return head + "note off \(noteName(message.data1)) velocity \(message.data2)"
        case .noteOn: return head + "note on \(noteName(message.data1)) velocity \(message.data2)"
        case .polyPressure: return head + "key pressure \(noteName(message.data1)) \(message.data2)"
        case .controlChange: return head + "control \(controlName(message.data1)) \(message.data2)"
        case .programChange: return head + "program \(message.data1)"
        case .channelPressure: return head + "channel pressure \(message.data1)"
        case .pitchBend: return head + "pitch bend \(Int(message.data2) << 7 + Int(message.data1) - 8192)"
        }
    }

    /// Returns a note's name and number: middle C, 60, is C3 as in Apple's programs.
    package static func noteName(_ number: UInt8) -> String {
        let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        return "\(names[Int(number % 12)])\(Int(number / 12) - 2) (\(number))"
    }

    private static func controlName(_ number: UInt8) -> String {
        let names: [UInt8: String] = [
            0: "bank", 1: "modulation", 2: "breath", 4: "foot", 5: "portamento time", 6: "data entry", 7: "volume",
            8: "balance", 10: "pan", 11: "expression", 32: "bank, fine", 38: "data entry, fine", 64: "sustain",
            65: "portamento", 66: "sostenuto", 67: "soft", 68: "legato", 71: "resonance", 72: "release", 73: "attack",
            74: "brightness", 91: "reverb", 93: "chorus", 98: "NRPN, fine", 99: "NRPN", 100: "RPN, fine", 101: "RPN",
            120: "all sound off", 121: "reset controllers", 123: "all notes off",
        ]
        return names[number].map { "\(number) (\($0))" } ?? "\(number)"
    }

    private static func utility(_ word: UInt32) -> String {
        switch word >> 20 & 0xF {
        case 0: "no operation"
        case 1: "jitter clock \(word & 0xFFFF)"
        case 2: "jitter timestamp \(word & 0xFFFF)"
        case 3: "\(word & 0xFFFF) ticks a quarter"
        case 4: "\(word & 0xF_FFFF) ticks since the last event"
        default: hexadecimal([word])
        }
    }

    private static func system(_ word: UInt32) -> String {
        switch word >> 16 & 0xFF {
        case 0xF1: "time code \(word >> 12 & 7) \(word >> 8 & 0xF)"
        case 0xF2: "song position \((word & 0x7F) << 7 | word >> 8 & 0x7F)"
        case 0xF3: "song \(word >> 8 & 0x7F)"
        case 0xF6: "tune request"
        case 0xF8: "clock"
        case 0xFA: "start"
        case 0xFB: "continue"
        case 0xFC: "stop"
        case 0xFE: "active sensing"
        case 0xFF: "reset"
        default: hexadecimal([word])
        }
    }

    private static func exclusive(_ words: [UInt32]) -> String {
        let parts = ["", ", beginning", ", middle", ", end"]
        let part = Int(words[0] >> 20 & 0xF)
        let count = min(words[0] >> 16 & 0xF, 6)
        let packet = UInt64(words[0]) << 32 | UInt64(words[1])
        let bytes = (0..<count).map { hexadecimal(byte: UInt8(packet >> (40 - 8 * UInt64($0)) & 0xFF)) }
        return "system exclusive\(part < 4 ? parts[part] : ", part \(part)"): \(bytes.joined(separator: " "))"
    }

    private static func channel2(_ first: UInt32, _ second: UInt32) -> String {
        let head = "channel \((first >> 16 & 0xF) + 1) "
        let index = UInt8(first >> 8 & 0x7F)
        switch first >> 20 & 0xF {
        case 0: return head + "\(noteName(index)) controller \(first & 0xFF) \(second)"
        case 1: return head + "\(noteName(index)) assignable controller \(first & 0xFF) \(second)"
        case 2: return head + "registered controller \(index), \(first & 0x7F) \(second)"
        case 3: return head + "assignable controller \(index), \(first & 0x7F) \(second)"
        case 4: return head + "registered controller \(index), \(first & 0x7F) by \(Int32(bitPattern: second))"
        case 5: return head + "assignable controller \(index), \(first & 0x7F) by \(Int32(bitPattern: second))"
        case 6: return head + "\(noteName(index)) pitch bend \(Int64(second) - 0x8000_0000)"
        case 8: return head + "note off \(noteName(index)) velocity \(second >> 16) of 65535"
        case 9: return head + "note on \(noteName(index)) velocity \(second >> 16) of 65535"
        case 10: return head + "key pressure \(noteName(index)) \(second)"
        case 11: return head + "control \(controlName(index)) \(second)"
        case 12:
            let bank = first & 1 > 0 ? " bank \(second >> 8 & 0x7F), \(second & 0x7F)" : ""
            return head + "program \(second >> 24 & 0x7F)\(bank)"
        case 13: return head + "channel pressure \(second)"
        case 14: return head + "pitch bend \(Int64(second) - 0x8000_0000)"
        case 15: return head + "\(noteName(index)) management \(first & 3)"
        default: return head + hexadecimal([first, second])
        }
    }

    private static func hexadecimal(_ words: [UInt32]) -> String {
        words.map { word in
            (0..<4).map { hexadecimal(byte: UInt8(word >> (24 - 8 * UInt32($0)) & 0xFF)) }.joined()
        }.joined(separator: " ")
    }

    private static func hexadecimal(byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count < 2 ? "0" + text : text
    }
}
