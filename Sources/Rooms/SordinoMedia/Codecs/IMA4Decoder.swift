import SordinoSignal

/// Decodes Apple's form of the 4:1 compression of the IMA: 64 frames of a channel in 34 bytes.
///
/// A packet holds one such block for each channel: two bytes with the last sample's upper nine bits and the step's
/// index, then 64 differences of four bits, the lower half of a byte first.
/// Source: IMA Digital Audio Focus Group, "Recommended Practices for Enhancing Digital Audio Compatibility" 3.00;
/// Apple Technote 1081.
package final class IMA4Decoder: PacketDecoder {
    /// Decoded samples are 16-bit integers.
    package let kind = SampleBlock.Kind.int16
    /// Every packet has as many.
    package let framesPerPacketLimit = 64
    /// None: a block's header lacks the lower seven bits of the last sample, and no number of blocks is sure to restore
    /// them.
    package let prerollPacketCount = 0

    /// Packets at the beginning of a stream that are decoded for a jump behind them: some six minutes, in tens of
    /// milliseconds.
    ///
    /// After a jump further on the samples are off by a constant of at most 127 of 32768.
    static let exactPacketCount: Int64 = 1 << 18

    private var channels: [IMA4Channel]
    private let frames: PlanarFrames

    private init(channelCount: Int) {
        channels = Array(repeating: IMA4Channel(), count: channelCount)
        frames = PlanarFrames(.int16, channelCount: channelCount, capacity: framesPerPacketLimit)
    }

    @Sendable static func make(_ format: MediaFormat, _: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        guard format.bytesPerPacket == 34 * format.channelCount, format.framesPerPacket == 64 else {
            throw .unsupported(
                .dataFormat("IMA 4:1 in packets of \(format.bytesPerPacket) bytes and \(format.framesPerPacket) frames")
            )
        }
        return IMA4Decoder(channelCount: format.channelCount)
    }

    /// All packets from the first on: only they restore the lower bits.
    package func firstPacket(toHear packet: Int64) -> Int64 { packet <= Self.exactPacketCount ? 0 : packet }

    /// Starts again from silence.
    package func reset() { channels = Array(repeating: IMA4Channel(), count: channels.count) }

    /// Decodes the 64 frames of a packet; damaged packets sound damaged, none is refused but a short one.
    package func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames {
        guard packet.count >= 34 * channels.count else {
            throw .malformed(at: Int64(packet.count), because: "an IMA 4:1 packet has only \(packet.count) bytes")
        }
        for index in channels.indices {
            var channel = channels[index]
            let plane = frames.planes[index].assumingMemoryBound(to: Int16.self)
            let block = UnsafeRawBufferPointer(rebasing: packet[(34 * index)..<(34 * index + 34)])
            channel.begin(UInt16(block[0]) << 8 | UInt16(block[1]))
            for byte in 0..<32 {
                plane[2 * byte] = channel.next(block[2 + byte] & 0x0F)
                plane[2 * byte + 1] = channel.next(block[2 + byte] >> 4)
            }
            channels[index] = channel
        }
        return DecodedFrames(frames.block, frameCount: framesPerPacketLimit)
    }
}
