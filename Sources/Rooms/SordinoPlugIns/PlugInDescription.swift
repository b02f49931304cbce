/// A plug-in of Linux as its list describes it: kind, codes, names, ports.
package struct PlugInDescription: Sendable, Equatable {
    /// The interface that the plug-in has.
    package enum Kind: Int32, Sendable {
        /// Libraries that Turtle describes.
        case lv2 = 1
        /// Libraries that describe themselves.
        case clap = 2
    }

    /// The interface of the plug-in.
    package let kind: Kind
    /// The URI of an LV2 plug-in, the id of a CLAP plug-in.
    package let id: String
    /// The name for display.
    package let name: String
    /// The author's name; for a plug-in without one, the name of its interface.
    package let maker: String
    /// The folder of an LV2 plug-in.
    package let bundle: String
    /// The library with the plug-in's code.
    package let binary: String
    /// The version: major, minor and bug fix as 0xMMMMmmbb.
    package let version: UInt32
    /// Words for the kind of plug-in.
    package internal(set) var tags: [String] = []
    /// The features without which an LV2 plug-in does not run.
    package internal(set) var requiredFeatures: [String] = []
    /// The class of an LV2 plug-in.
    var classes: [String] = []
    /// The ports of an LV2 plug-in; those of a CLAP plug-in are known when it is made.
    package internal(set) var ports: [PlugInPort] = []
}

/// A port of an LV2 plug-in.
package struct PlugInPort: Sendable, Equatable {
    /// The kind of data in a port.
    package enum Content: Sendable {
        case control, audio, voltage, messages, other
    }

    /// Indicates whether the plug-in reads it.
    package var isInput = true
    /// The kind of data in it.
    package var content = Content.other
    /// The name for programs.
    package var symbol = ""
    /// The name for display.
    package var name = ""
    /// The smallest value, for 44.1 kHz where it depends on the rate.
    package var minimum: Float = 0
    /// The largest value, for 44.1 kHz where it depends on the rate.
    package var maximum: Float = 1
    /// The value with which an instance begins.
    package var initial: Float = 0
    /// The URI of its group; empty without one.
    package var group = ""
    /// The name of its group.
    package var groupName = ""
    /// The unit's name in the vocabulary of LV2, or "=" and a symbol.
    package var unit = ""
    /// Bytes that a port of messages needs at least.
    package var byteCount: UInt32 = 0
    /// The letters of its properties, which `PlugInList` explains.
    package var marks: Set<Character> = []
    /// The values that have names.
    package var points: [(value: Float, name: String)] = []

    package static func == (one: PlugInPort, other: PlugInPort) -> Bool {
        one.symbol == other.symbol && one.name == other.name && one.isInput == other.isInput
            && one.content == other.content && one.marks == other.marks && one.minimum == other.minimum
            && one.maximum == other.maximum && one.initial == other.initial
    }

    /// Indicates whether programs set it as a parameter.
    package var isParameter: Bool {
        content == .control && isInput && marks.isDisjoint(with: ["E", "F"])
    }
    /// Indicates whether programs can only read it.
    package var isMeter: Bool { content == .control && !isInput && !marks.contains("L") }
}

extension PlugInDescription {
    private func has(_ content: PlugInPort.Content, input: Bool, mark: Character? = nil) -> Bool {
        ports.contains {
            $0.content == content && $0.isInput == input && (mark.map($0.marks.contains) ?? true)
        }
    }

    /// Indicates whether the plug-in sends MIDI.
    package var sendsMIDI: Bool {
        kind == .clap ? tags.contains("note-effect") : has(.messages, input: false, mark: "M")
    }

    /// The type of its audio unit; nil for a plug-in that is none.
    package var type: StaticString? {
        if kind == .clap {
            if tags.contains("instrument") { return "aumu" }
            if tags.contains("audio-effect") { return tags.contains("note-effect") ? "aumf" : "aufx" }
            return tags.contains("note-effect") || tags.contains("note-detector") ? "aumi" : "aufx"
        }
        let takesMIDI = has(.messages, input: true, mark: "M")
        let (takesSound, makesSound) = (has(.audio, input: true), has(.audio, input: false))
        if makesSound, takesMIDI, !takesSound || classes.contains("InstrumentPlugin") { return "aumu" }
        if takesSound { return takesMIDI ? "aumf" : "aufx" }
        if makesSound { return "augn" }
        return takesMIDI || sendsMIDI ? "aumi" : nil
    }

    private func key(of port: Int) -> String { (ports[port].marks.contains("s") ? "s" : "m") + ports[port].group }

    /// The bus of each audio port: those of a group together, side chains last; and the names of the busses.
    func busses(isInput: Bool) -> (numbers: [Int: Int], names: [String]) {
        let found = ports.indices.filter { ports[$0].content == .audio && ports[$0].isInput == isInput }
        let sorted = found.filter { !ports[$0].marks.contains("s") } + found.filter { ports[$0].marks.contains("s") }
        var order: [String] = []
        for index in sorted where !order.contains(key(of: index)) { order.append(key(of: index)) }
        // More than there are places for are one bus.
        guard order.count <= 32 else { return (Dictionary(uniqueKeysWithValues: found.map { ($0, 0) }), [""]) }
        let numbers = found.map { index in (index, order.firstIndex(of: key(of: index)) ?? 0) }
        let names = order.enumerated().map { number, group in
            if group.hasPrefix("s") { return "Side chain" }
            let name = found.first { key(of: $0) == group }.map { ports[$0].groupName } ?? ""
            return !name.isEmpty ? name : number > 0 ? "Bus \(number + 1)" : isInput ? "Input" : "Output"
        }
        return (Dictionary(uniqueKeysWithValues: numbers), names)
    }

    /// The code of the maker: "L" or "C" for the interface, and three letters that stand for the id without its last
    /// part.
    package var manufacturerCode: UInt32 {
        let end = id.lastIndex { kind == .lv2 ? "/#:".contains($0) : $0 == "." } ?? id.endIndex
        let first = UInt32((kind == .lv2 ? UnicodeScalar("L") : UnicodeScalar("C")).value)
        return first << 24 | Self.letters(3, of: id[..<end])
    }

    /// The code of the plug-in: four letters that stand for its id.
    package var subtypeCode: UInt32 { Self.letters(4, of: id[...]) }

    /// Letters and digits made of a text's FNV-1a hash of 64 bits, of which each step takes the rest of a division by
    /// 62.
    private static func letters(_ count: Int, of text: Substring) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // The upper half is mixed in, since the lowest bits of the hash depend on few bits of the text.
        hash ^= hash >> 32
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        var code: UInt32 = 0
        for _ in 0..<count {
            code = code << 8 | UInt32(alphabet[Int(hash % 62)])
            hash /= 62
        }
        return code
    }
}
