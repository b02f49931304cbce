import CPlugIns

/// Reads the lines with which `cplugins_list` answers, whose fields tabs separate.
///
/// - `P` id, name, maker, folder, library, version: a plug-in begins.
/// - `c` class, label · `f` feature as a tag · `r` required feature.
/// - `p` index, `i` or `o`, kind, marks, symbol, name, minimum, maximum, initial value, group, its name, unit, bytes: a
///   port of kind `c` control, `a` audio, `v` control voltage, `m` messages with MIDI, `e` other messages. Marks: `t`
///   toggled, `i` integer, `e` enumeration, `l` logarithmic, `r` a multiple of the rate, `o` optional, `L` latency, `h`
///   hidden, `s` side chain, `x` expensive to change, `E` enabled, `F` free-wheeling.
/// - `s` value, name: a named value of the port before. `.` ends the plug-in.
/// - `B` URI, label, `s` with a state: a preset · `v` symbol, value.
/// - `!` file, reason: left out · `?` file, complaint: read nevertheless · `-` sentence: what else is left out.
package struct PlugInList: Sendable {
    /// The plug-ins, in the order of the list.
    package var plugIns: [PlugInDescription] = []
    /// The presets, if the list is one of presets.
    package var presets: [PlugInPreset] = []
    /// A sentence for each file that was left out.
    package var problems: [String] = []

    /// Reads a list; lines that are malformed are ignored.
    package init(_ text: String, kind: PlugInDescription.Kind) {
        var present: PlugInDescription?
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard let letter = fields.first else { continue }
            switch (letter, fields.count) {
            case ("P", 7...):
                add(present, isWhole: kind == .clap)
                present = PlugInDescription(
                    kind: kind, id: fields[1], name: fields[2],
                    maker: fields[3].isEmpty ? (kind == .lv2 ? "LV2" : "CLAP") : fields[3], bundle: fields[4],
                    binary: fields[5], version: Self.version(fields[6]))
            case ("c", 3...):
                present?.classes.append(fields[1].split(separator: "#").last.map(String.init) ?? "")
                if !fields[2].isEmpty { present?.tags.append(fields[2]) }
            case ("f", 2...): present?.tags.append(fields[1])
            case ("r", 2...): present?.requiredFeatures.append(fields[1])
            case ("p", 14...):
                guard Int(fields[1]) == present?.ports.count else { continue }
                present?.ports.append(Self.port(fields))
            case ("s", 3...):
                guard let value = Float(fields[1]), let last = present?.ports.indices.last else { continue }
                present?.ports[last].points.append((value, fields[2]))
            case (".", _):
                add(present, isWhole: true)
                present = nil
            case ("B", 4...): presets.append(PlugInPreset(uri: fields[1], name: fields[2], hasState: fields[3] == "s"))
            case ("v", 3...):
                guard let value = Float(fields[2]), let last = presets.indices.last else { continue }
                presets[last].values.append((fields[1], value))
            case ("!", 3...): problems.append("\(fields[1]) is left out: \(fields[2])")
            case ("?", 3...): problems.append("\(fields[1]) is read, but malformed: \(fields[2])")
            case ("-", 2...): problems.append(fields[1])
            default: continue
            }
        }
        add(present, isWhole: kind == .clap)
    }

    private mutating func add(_ plugIn: PlugInDescription?, isWhole: Bool) {
        guard isWhole, let plugIn else { return }
        plugIns.append(plugIn)
    }

    private static func port(_ fields: [String]) -> PlugInPort {
        func number(_ index: Int) -> Float { Float(fields[index]).flatMap { $0.isFinite ? $0 : nil } ?? 0 }
        var port = PlugInPort()
        port.isInput = fields[2] == "i"
        port.content =
            switch fields[3] {
            case "c": .control
            case "a": .audio
            case "v": .voltage
            case "m", "e": .messages
            default: .other
            }
        if fields[2] == "?" { port.content = .other }
        port.marks = Set(fields[4])
        if fields[3] == "m" { port.marks.insert("M") }
        (port.symbol, port.name) = (fields[5], fields[6].isEmpty ? fields[5] : fields[6])
        (port.minimum, port.maximum) = (number(7), number(8))
        if port.marks.contains("t") { (port.minimum, port.maximum) = (0, 1) }
        if port.maximum < port.minimum { port.maximum = port.minimum }
        port.initial = min(max(number(9), port.minimum), port.maximum)
        (port.group, port.groupName, port.unit) = (fields[10], fields[11], fields[12])
        port.byteCount = UInt32(min(max(number(13), 0), 1e8))
        return port
    }

    /// The number of a version: of "1.2.3" the three parts, of "2.4" the last two.
    static func version(_ text: String) -> UInt32 {
        let parts = text.split(separator: ".").prefix(3).map { UInt32($0.prefix { $0.isNumber }) ?? 0 }
        let padded = Array(repeating: 0, count: 3 - parts.count) + parts
        return min(padded[0], 0xFFFF) << 16 | min(padded[1], 0xFF) << 8 | min(padded[2], 0xFF)
    }
}

/// A preset of an LV2 plug-in.
package struct PlugInPreset: Sendable {
    /// The URI of the preset.
    package let uri: String
    /// The name for display.
    package let name: String
    /// Indicates whether the preset has a state beside the values of ports.
    package let hasState: Bool
    /// Values by the symbols of ports.
    package var values: [(symbol: String, value: Float)] = []
}
