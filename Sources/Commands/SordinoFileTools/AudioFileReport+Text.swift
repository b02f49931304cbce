import SordinoCommandLine
import SordinoMedia

extension AudioFileReport {
    /// The report as text of several lines.
    ///
    /// - Parameter withInfo: Whether the info dictionary follows.
    package func text(withInfo: Bool) -> String {
        var lines = [
            "File:           \(foreignText(path))", "File type ID:   \(fileType.characters)",
            "Num Tracks:     \(trackCount)",
            "----",
            "Data format:    \(DataFormatText.line(format))",
            layout.map { "                Channel layout: \(ChannelLayoutText.name(of: $0))" }
                ?? "                no channel layout.",
            "estimated duration: \(TextField.fixed(seconds, 6)) sec", "audio bytes: \(byteCount)",
            "audio packets: \(packetCount)", "bit rate: \(bitRate) bits per second",
            "packet size upper bound: \(packetByteBound)", "maximum packet size: \(largestPacketByteCount)",
            "audio data file offset: \(dataStart)", isOptimized ? "optimized" : "not optimized",
        ]
        if let gapless {
            lines.append(
                "audio \(gapless.valid) valid frames + \(gapless.priming) priming + \(gapless.remainder) remainder = "
                    + "\(gapless.valid + gapless.priming + gapless.remainder)")
        }
        if let sourceDepth { lines.append("source bit depth: \(sourceDepth)") }
        if !formats.isEmpty {
            lines.append("format list:")
            for (number, format) in formats.enumerated() {
                lines.append("[\(TextField.right(number, width: 2))] format:\t \(DataFormatText.line(format))")
                let layout = layout ?? ChannelLayout.usual(channelCount: format.channelCount)
                if let layout { lines.append("Channel layout: \(ChannelLayoutText.name(of: layout))") }
            }
        }
        lines += marks
        if withInfo, !info.isEmpty {
            lines.append("info dictionary:")
            lines += info.map { "    \(TextField.left(foreignText($0.key), width: 33)): \"\(foreignText($0.value))\"" }
        }
        lines.append("----")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The report in three lines.
    package var brief: String {
        "\(foreignText(path)), \(fileType.characters), Num Tracks:     1\n----\n"
            + "\(TextField.fixed(seconds, 3)) sec, format:  \(DataFormatText.line(format))\n"
    }

    private var marks: [String] {
        var lines: [String] = []
        if !markers.isEmpty {
            lines.append("markers:")
            lines += markers.map { mark in
                "    \(TextField.right(Int(mark.id), width: 4)) at frame \(TextField.fixed(mark.framePosition, 0))"
                    + " (\(TextField.fixed(mark.framePosition / format.sampleRate, 6)) sec)"
                    + (mark.name.isEmpty ? "" : ": \"\(foreignText(mark.name))\"")
            }
        }
        if !regions.isEmpty {
            lines.append("regions:")
            lines += regions.map { region in
                let places = region.markers.map { TextField.fixed($0.framePosition, 0) }.joined(separator: " to ")
                return "    \(TextField.right(Int(region.id), width: 4)) frames \(places)"
                    + (region.name.isEmpty ? "" : ": \"\(foreignText(region.name))\"")
            }
        }
        if !chapters.isEmpty {
            lines.append("chapters:")
            lines += chapters.map { "    \(TextField.fixed($0.startSeconds, 6)) sec: \"\(foreignText($0.title))\"" }
        }
        return lines
    }
}
