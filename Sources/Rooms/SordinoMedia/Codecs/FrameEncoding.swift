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
    private let samples: UnsafeMutableRawBufferPointer
    private let bytesPerFrame: Int

    init(_ encoder: any PacketEncoder) {
        self.encoder = encoder
        var shape = PCMShape(encoder.inputEncoding, isInterleaved: true)
        let bits = encoder.format.bitsPerChannel
        if !shape.encoding.isFloat, bits > 0, bits < shape.bitCount { shape.bitCount = bits }
        self.shape = shape
        bytesPerFrame = shape.bytesPerFrame(channelCount: encoder.format.channelCount)
        samples = .allocate(byteCount: Self.framesAtOnce * bytesPerFrame, alignment: 64)
    }

    deinit { samples.deallocate() }

    /// Encodes frames that `stage` puts where the encoder takes them from.
    ///
    /// - Parameter stage: Gets the place, the first frame and how many.
    func encode(
        frameCount: Int, from stage: (UnsafeMutableRawPointer, _ first: Int, _ count: Int) -> Void,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard let base = samples.baseAddress else { return }
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.framesAtOnce)
            stage(base, done, count)
            takenFrameCount += Int64(count)
            try encoder.encode(base, frameCount: count, packets: packets)
            done += count
        }
    }

    /// Encodes frames of a block; those that lie as the encoder takes them are not moved.
    func encode(
        _ block: SampleBlock, atFrame first: Int, frameCount: Int, packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard block.isInterleaved || block.channelCount == 1, shape.encoding.isStored(as: block.kind) else {
            try encode(
                frameCount: frameCount,
                from: { place, done, count in
                    SampleCodec.encode(shape.encoding, block, atFrame: first + done, frameCount: count, into: place)
                }, packets: packets)
            return
        }
        takenFrameCount += Int64(frameCount)
        try encoder.encode(block.buffers[0] + first * bytesPerFrame, frameCount: frameCount, packets: packets)
    }

    /// Ends the input and hands out the remaining packets.
    func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        try encoder.finish(packets: packets)
    }
}
