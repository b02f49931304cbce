import SordinoJSON
import SordinoMedia

extension AudioFileReport {
    /// The report as an XML element `audio_file`.
    package func xml(withInfo: Bool) -> String {
        var lines = [
            "  <audio_file>", element("file_name", path, 4), element("file_type", "'\(fileType.characters)'", 4),
            "    <tracks>", "      <track>", element("num_channels", format.channelCount, 8),
            element("sample_rate", TextField.fixed(format.sampleRate, 0), 8),
            element("format_type", format.codec.characters, 8),
            element("format_flags", TextField.flags(format.basicDescription.mFormatFlags), 8),
            element("bits_per_channel", format.bitsPerChannel, 8),
            element("bytes_per_packet", format.bytesPerPacket, 8),
            element("frames_per_packet", format.framesPerPacket, 8),
            element("duration", TextField.fixed(seconds, 6), 8),
            element("audio_bytes", byteCount, 8), element("audio_packets", packetCount, 8),
            element("bit_rate", bitRate, 8), element("packet_size_upper_bound", packetByteBound, 8),
            element("max_packet_size", largestPacketByteCount, 8), element("audio_data_offset", dataStart, 8),
            element("optimized", isOptimized ? 1 : 0, 8),
        ]
        if let layout { lines.append(element("channel_layout", ChannelLayoutText.name(of: layout), 8)) }
        if let sourceDepth { lines.append(element("source_bit_depth", sourceDepth, 8)) }
        if let gapless {
            lines += [
                "        <packet_table_info>", element("valid_frames", gapless.valid, 10),
                element("priming_frames", gapless.priming, 10), element("remainder_frames", gapless.remainder, 10),
                element("total_frames", gapless.valid + gapless.priming + gapless.remainder, 10),
                "        </packet_table_info>",
            ]
        }
        for mark in markers {
            lines += [
                "        <marker>", element("id", mark.id, 10),
                element("frame", TextField.fixed(mark.framePosition, 0), 10), element("name", mark.name, 10),
                "        </marker>",
            ]
        }
        for chapter in chapters {
            lines += [
                "        <chapter>", element("start", TextField.fixed(chapter.startSeconds, 6), 10),
                element("title", chapter.title, 10), "        </chapter>",
            ]
        }
        lines += ["      </track>", "    </tracks>"]
        if withInfo, !info.isEmpty {
            lines.append("    <info_dictionary>")
            lines += info.map {
                "      <key name=\"\(Self.escaped($0.key))\">\(Self.escaped($0.value))</key>"
            }
            lines.append("    </info_dictionary>")
        }
        lines.append("  </audio_file>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Several reports as one document.
    package static func document(_ elements: [String]) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<audio_info>\n" + elements.joined() + "</audio_info>\n"
    }

    private func element(_ name: String, _ value: some Any, _ indent: Int) -> String {
        String(repeating: " ", count: indent) + "<\(name)>\(Self.escaped("\(value)"))</\(name)>"
    }

    /// Text as XML has it; characters that no document may hold become blanks.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\r": result += "&#xD;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 32 || scalar.value == 0xFFFE: result += " "
            case _ where scalar.steersTerminal: result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension AudioFileReport {
    /// The report as a JSON object.
    package var json: JSONText {
        var fields: [(String, JSONText)] = [
            ("file", .text(path)), ("fileType", .text(fileType.characters)),
            ("format", Self.json(format)), ("seconds", .decimal(seconds)), ("bytes", .number(byteCount)),
            ("packets", .number(packetCount)), ("bitRate", .number(bitRate)),
            ("packetSizeUpperBound", .number(Int64(packetByteBound))),
            ("maximumPacketSize", .number(Int64(largestPacketByteCount))), ("dataOffset", .number(dataStart)),
            ("optimized", .flag(isOptimized)),
        ]
        fields.append(("channelLayout", layout.map { .text(ChannelLayoutText.name(of: $0)) } ?? .null))
        if let sourceDepth { fields.append(("sourceBitDepth", .text(sourceDepth))) }
        if let gapless {
            fields.append(("validFrames", .number(gapless.valid)))
            fields.append(("primingFrames", .number(gapless.priming)))
            fields.append(("remainderFrames", .number(gapless.remainder)))
        }
        if !formats.isEmpty { fields.append(("formats", .list(formats.map(Self.json)))) }
        if !markers.isEmpty {
            fields.append(
                (
                    "markers",
                    .list(
                        markers.map { mark in
                            .object([
                                ("id", .number(Int64(mark.id))), ("frame", .decimal(mark.framePosition)),
                                ("name", .text(mark.name)),
                            ])
                        })
                ))
        }
        if !regions.isEmpty {
            fields.append(
                (
                    "regions",
                    .list(
                        regions.map { region in
                            .object([
                                ("id", .number(Int64(region.id))), ("name", .text(region.name)),
                                ("frames", .list(region.markers.map { .decimal($0.framePosition) })),
                            ])
                        })
                ))
        }
        if !chapters.isEmpty {
            fields.append(
                (
                    "chapters",
                    .list(
                        chapters.map { .object([("seconds", .decimal($0.startSeconds)), ("title", .text($0.title))]) })
                ))
        }
        var keys = Set<String>()
        fields.append(
            ("info", .object(info.filter { keys.insert($0.key).inserted }.map { ($0.key, .text($0.value)) })))
        return .object(fields)
    }

    private static func json(_ format: MediaFormat) -> JSONText {
        .object([
            ("codec", .text(format.codec.characters)), ("sampleRate", .decimal(format.sampleRate)),
            ("channels", .number(Int64(format.channelCount))),
            ("flags", .number(Int64(format.basicDescription.mFormatFlags))),
            ("bitsPerChannel", .number(Int64(format.bitsPerChannel))),
            ("bytesPerPacket", .number(Int64(format.bytesPerPacket))),
            ("framesPerPacket", .number(Int64(format.framesPerPacket))),
            ("description", .text(DataFormatText.line(format).trimmed)),
        ])
    }
}

extension String {
    /// Without blanks at the beginning.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
