import SordinoMedia

/// Frames as bytes, with their number.
struct FramePiece {
    var bytes: [UInt8] = []
    var frameCount = 0
}

/// The end of the file before and the beginning of the file behind, of an album without gaps.
///
/// An encoder that receives them codes the seam as if there were none. They are counted as priming and remainder, so
/// that players leave them out.
struct GaplessNeighbours {
    /// Packets whose frames overlap with those of others, at each end.
    private static let packetCount = 2

    private(set) var before = FramePiece()
    private(set) var after = FramePiece()

    /// Indicates whether there are none.
    var isAlone: Bool { before.frameCount == 0 && after.frameCount == 0 }

    /// Reads as many frames as the encoder's packets overlap with; none for formats whose packets do not.
    init(
        _ request: ConversionRequest, _ plan: ConversionPlan, _ writer: MediaWriter, _ target: ConversionFormat
    ) throws(ToolFailure) {
        let format = writer.description.format
        guard writer.description.primingFrameCount > 0, format.framesPerPacket > 0 else { return }
        let frameCount = Self.packetCount * format.framesPerPacket
        if let path = request.gaplessBefore { before = try Self.end(of: path, frameCount, plan, target) }
        if let path = request.gaplessAfter { after = try Self.beginning(of: path, frameCount, plan, target) }
    }

    private static func open(
        _ path: String, _ plan: ConversionPlan, _ target: ConversionFormat, from: (MediaReader) -> Int64
    ) throws(ToolFailure) -> FrameConversion {
        let reader: MediaReader
        do throws(MediaError) { reader = try MediaReader(path: path) } catch { throw ToolFailure(error, opening: path) }
        do throws(ConversionError) {
            return try FrameConversion(
                reader, to: target, plan.settings, inputLayout: plan.inputLayout, firstFrame: from(reader))
        } catch { throw ToolFailure(error) }
    }

    private static func beginning(
        of path: String, _ frameCount: Int, _ plan: ConversionPlan, _ target: ConversionFormat
    ) throws(ToolFailure) -> FramePiece {
        let conversion = try open(path, plan, target) { _ in 0 }
        var piece = FramePiece()
        let width = target.pcm?.bytesPerFrame(channelCount: target.media.channelCount) ?? 0
        while piece.frameCount < frameCount {
            let (bytes, count) = try conversion.next()
            if count == 0 { break }
            let taken = min(count, frameCount - piece.frameCount)
            piece.bytes += bytes.prefix(taken * width)
            piece.frameCount += taken
        }
        return piece
    }

    private static func end(
        of path: String, _ frameCount: Int, _ plan: ConversionPlan, _ target: ConversionFormat
    ) throws(ToolFailure) -> FramePiece {
        let conversion = try open(path, plan, target) { reader in
            // Somewhat more than is needed, for the resampler's sake.
            let needed = Double(frameCount) * reader.format.sampleRate / target.media.sampleRate + 4096
            return max(0, reader.frameCount - Int64(needed))
        }
        var piece = FramePiece()
        let width = target.pcm?.bytesPerFrame(channelCount: target.media.channelCount) ?? 0
        while true {
            let (bytes, count) = try conversion.next()
            if count == 0 { break }
            piece.bytes += bytes
            piece.frameCount += count
        }
        let surplus = max(0, piece.frameCount - frameCount)
        piece.bytes.removeFirst(surplus * width)
        piece.frameCount -= surplus
        return piece
    }
}
