import SordinoMedia

/// The types of files and the data formats that each can have, from the registries and writers.
package enum FormatList {
    /// The list as text; may load libavcodec to find out its encoders.
    package static var text: String {
        var lines = ["Audio file and data formats:"]
        let containers = Containers.writable.sorted {
            $0.fileType.characters.lowercased() < $1.fileType.characters.lowercased()
        }
        for container in containers {
            let endings = container.extensions.map { "." + $0 }.joined(separator: ", ")
            lines.append("'\(container.fileType.characters)' = \(container.name) (\(endings))")
            lines += wrapped(names(container))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the reason for which no file of this name can be written; nil if one can, or if only `type` decides.
    package static func refusal(toWrite path: String, type: UInt32? = nil) -> String? {
        let container =
            type.map { Containers.named(FourCC(rawValue: $0)) } ?? Containers.forExtension(FilePath(path).pathExtension)
        guard let container, container.makeWriter == nil else { return nil }
        return "\(container.name) files can be read but not written"
    }

    private static func names(_ container: Container) -> [String] {
        let linear = Containers.writableEncodings(in: container).map(DataFormatText.name)
        let codecs = Containers.writableCodecs(in: container).filter { $0 != .linearPCM }
        return linear + codecs.map { "'\($0.characters)'" }
    }

    private static func wrapped(_ names: [String]) -> [String] {
        let (first, next) = ("           data_formats: ", String(repeating: " ", count: 25))
        var lines: [String] = []
        var line = first
        for name in names {
            if line.count + name.count > 78 {
                lines.append(line)
                line = next
            }
            line += name + " "
        }
        return lines + [line]
    }
}
