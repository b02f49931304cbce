import SordinoMedia

/// The end of the file before and the beginning of the file behind, of an album without gaps.
///
/// An encoder that receives them codes the seam as if there were none. They are counted as priming and remainder, so
/// that players leave them out.
struct GaplessNeighbours {
    /// Packets before the seam: an encoder that has begun with silence needs some until its choices forget it.
    private static let packetCountBefore = 8
    /// Packets behind the seam: the last frames overlap with two, and the encoder looks ahead into a third.
    private static let packetCountAfter = 3

    /// Frames before the first; nil for none.
    private(set) var before: FrameMemory?
    /// Frames behind the last; nil for none.
    private(set) var after: FrameMemory?

    /// Indicates whether there are none.
    var isAlone: Bool { before?.frameCount ?? 0 == 0 && after?.frameCount ?? 0 == 0 }

    /// Reads as many frames as the encoder's choices at the seam depend on; none for formats whose packets do not.
    init(
        _ request: ConversionRequest, _ plan: ConversionPlan, _ writer: MediaWriter, _ target: ConversionFormat
    ) throws(ToolFailure) {
        let format = writer.description.format
        guard writer.description.primingFrameCount > 0, format.framesPerPacket > 0 else { return }
        let (head, tail) = (Self.packetCountBefore, Self.packetCountAfter)
        if let path = request.gaplessBefore {
            before = try Self.end(of: path, head * format.framesPerPacket, plan, target)
        }
        if let path = request.gaplessAfter {
            after = try Self.beginning(of: path, tail * format.framesPerPacket, plan, target)
        }
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
    ) throws(ToolFailure) -> FrameMemory? {
        let conversion = try open(path, plan, target) { _ in 0 }
        let piece = memory(target, frameCount)
        while let piece, piece.frameCount < frameCount {
            let frames = try conversion.next()
            if frames.frameCount == 0 { break }
            piece.append(frames)
        }
        return piece
    }

    private static func end(
        of path: String, _ frameCount: Int, _ plan: ConversionPlan, _ target: ConversionFormat
    ) throws(ToolFailure) -> FrameMemory? {
        let conversion = try open(path, plan, target) { reader in
            // Somewhat more than is needed, for the resampler's sake.
            let needed = Double(frameCount) * reader.format.sampleRate / target.media.sampleRate + 4096
            return max(0, reader.frameCount - Int64(needed))
        }
        let piece = memory(target, frameCount)
        while let piece {
            let frames = try conversion.next()
            if frames.frameCount == 0 { break }
            piece.appendLast(frames)
        }
        return piece
    }

    private static func memory(_ target: ConversionFormat, _ frameCount: Int) -> FrameMemory? {
        target.pcm.map { FrameMemory($0, channelCount: target.media.channelCount, frameCapacity: frameCount) }
    }
}
