import SordinoPolicy

/// The default devices of the person or of the session manager, read from the metadata.
///
/// Pure. Source: WirePlumber's and PulseAudio's keys in the metadata object "default": `default.audio.sink` is the sink
/// in force, `default.configured.audio.sink` the one that was chosen; likewise for sources. Values are
/// `{"name":"NODE"}`.
package enum DefaultDevices {
    /// The name of the metadata object that session managers keep.
    package static let object = "default"

    /// UIDs of the ports of the default sink and of the default source, as far as they are there.
    package static func ports(in mirror: GraphMirror, of catalog: PortCatalog) -> [String] {
        [("sink", PortDirection.output), ("source", .input)].compactMap { kind, direction in
            guard let values = mirror.metadata[object]?[0],
                let value = values["default.audio.\(kind)"] ?? values["default.configured.audio.\(kind)"],
                let name = name(in: value)
            else { return nil }
            let ports = catalog.present.filter {
                $0.port.direction == direction && mirror.nodes[$0.node]?.properties["node.name"] == name
            }
            // A session manager without another sink makes a receiver the default by itself.
            let isWanted = values["default.configured.audio.\(kind)"].flatMap { self.name(in: $0) } == name
            if ports.contains(where: \.port.isOffered), !isWanted { return nil }
            // A card's node has several sockets: the one that it leads to.
            return (ports.first { $0.route?.isActive == true } ?? ports.first)?.port.uid
        }
    }

    /// The name in a value such as `{ "name": "alsa_output.pci" }`; nil for anything else.
    package static func name(in value: String) -> String? {
        let text = value.drop { $0.isWhitespace }
        // Older session managers wrote the name alone.
        guard text.first == "{" else { return text.isEmpty ? nil : String(text) }
        guard let key = firstRange(of: "\"name\"", in: text) else { return nil }
        var rest = text[key.upperBound...].drop { $0.isWhitespace }
        guard rest.popFirst() == ":" else { return nil }
        rest = rest.drop { $0.isWhitespace }
        guard rest.popFirst() == "\"" else { return nil }
        var name = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return name.isEmpty ? nil : name
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                name.append(escaped)
            default: name.append(character)
            }
        }
        return nil
    }

    private static func firstRange(of word: String, in text: Substring) -> Range<Substring.Index>? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(word) { return start..<text.index(start, offsetBy: word.count) }
            start = text.index(after: start)
        }
        return nil
    }
}
