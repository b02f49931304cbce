/// Frames on their way into an encoder, the same for a converter and for a file: the shape of the samples, and the
/// number taken.
final class FrameEncoding {
    /// Frames that are put into an encoder's samples at a time.
    private static let framesAtOnce = 2048

    let encoder: any PacketEncoder
    /// The shape of the samples that the encoder takes, and their significant bits.
    let shape: PCMShape
    /// Frames taken so far.
    private(set) var takenFrameCount: Int64 = 0
    /// Memory in the shape that the encoder takes; interleaved frames lie in one plane.
    private let samples: PlanarFrames
    /// Interleaved frames before they become planes, where they have other numbers than the encoder takes.
    private lazy var woven = PlanarFrames(
        samples.kind, channelCount: 1, capacity: Self.framesAtOnce * channelCount, isSilent: false)
    private let channelCount: Int

    init(_ encoder: any PacketEncoder) {
        self.encoder = encoder
        channelCount = encoder.format.channelCount
        let isInterleaved = !encoder.takesPlanes || channelCount == 1
        var shape = PCMShape(encoder.inputEncoding, isInterleaved: isInterleaved)
        let bits = encoder.format.bitsPerChannel
        if !shape.encoding.isFloat, bits > 0, bits < shape.bitCount { shape.bitCount = bits }
        self.shape = shape
        samples = PlanarFrames(
            shape.memoryKind ?? .float32, channelCount: isInterleaved ? 1 : channelCount,
            capacity: Self.framesAtOnce * (isInterleaved ? channelCount : 1), isSilent: false)
    }

    /// Encodes frames that `stage` puts where the encoder takes them from.
    ///
    /// - Parameter stage: Gets memory in the shape that the encoder takes, the first frame and how many.
    func encode(
        frameCount: Int, from stage: (SampleBlock, _ first: Int, _ count: Int) -> Void,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        let staged = SampleBlock(
            samples.kind, channelCount: channelCount, isInterleaved: shape.isInterleaved, buffers: samples.block.buffers
        )
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.framesAtOnce)
            stage(staged, done, count)
            takenFrameCount += Int64(count)
            try encoder.encode(staged, atFrame: 0, frameCount: count, packets: packets)
            done += count
        }
    }

    /// Encodes frames of a block; those that lie as the encoder takes them are not moved.
    func encode(
        _ block: SampleBlock, atFrame first: Int, frameCount: Int, packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        let isStored = shape.encoding.isStored(as: block.kind)
        if isStored, block.isInterleaved == shape.isInterleaved || channelCount == 1 {
            takenFrameCount += Int64(frameCount)
            return try encoder.encode(block, atFrame: first, frameCount: frameCount, packets: packets)
        }
        try encode(
            frameCount: frameCount, from: { put(block, atFrame: first + $1, $2, into: $0, isStored: isStored) },
            packets: packets)
    }

    /// Brings frames of a block into the shape that the encoder takes.
    private func put(
        _ block: SampleBlock, atFrame first: Int, _ frameCount: Int, into staged: SampleBlock, isStored: Bool
    ) {
        if staged.isInterleaved {
            SampleCodec.encode(
                shape.encoding, block, atFrame: first, frameCount: frameCount, into: staged.buffers[0])
        } else if block.isInterleaved {
            var frames = UnsafeRawPointer(block.buffers[0]) + first * channelCount * block.kind.byteCount
            if !isStored {
                let memory = woven.planes[0]
                SampleCodec.encode(shape.encoding, block, atFrame: first, frameCount: frameCount, into: memory)
                frames = UnsafeRawPointer(memory)
            }
            SampleCodec.decode(shape.encoding, frames, frameCount: frameCount, into: staged, atFrame: 0)
        } else {
            for channel in 0..<channelCount {
                SampleCodec.encode(
                    shape.encoding, block.plane(channel), atFrame: first, frameCount: frameCount,
                    into: staged.buffers[channel])
            }
        }
    }

    /// Ends the input and hands out the remaining packets.
    func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        try encoder.finish(packets: packets)
    }
}
