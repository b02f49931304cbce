import SordinoSignal

/// Apple's form of the IMA's 4:1 compression: 64 frames of a channel in 34 bytes.
///
/// A packet holds one such block for each channel: two bytes with the last sample's upper nine bits and the step's
/// index, then 64 differences of four bits, the lower half of a byte first.
/// Source: IMA Digital Audio Focus Group, "Recommended Practices for Enhancing Digital Audio Compatibility" 3.00;
/// Apple Technote 1081.
package final class IMA4Decoder: PacketDecoder {
    /// 16-bit integers.
    package let outputEncoding = SampleEncoding.int16(.native)
    /// Every packet has as many.
    package let framesPerPacketLimit = 64
    /// None: what a block's header leaves out of the last sample, its lower seven bits, no number of blocks brings back.
    ///
    /// After a jump the samples are off by a constant of at most 127 of 32768.
    package let prerollPacketCount = 0

    private var channels: [IMA4Channel]

    private init(channelCount: Int) { channels = Array(repeating: IMA4Channel(), count: channelCount) }

    @Sendable static func make(_ format: MediaFormat, _: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        guard format.bytesPerPacket == 34 * format.channelCount, format.framesPerPacket == 64 else {
            throw .unsupported(
                .dataFormat("IMA 4:1 in packets of \(format.bytesPerPacket) bytes and \(format.framesPerPacket) frames")
            )
        }
        return IMA4Decoder(channelCount: format.channelCount)
    }

    /// Starts again from silence.
    package func reset() { channels = Array(repeating: IMA4Channel(), count: channels.count) }

    /// Decodes the 64 frames of a packet; damaged packets sound damaged, none is refused but a short one.
    package func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutableRawBufferPointer
    ) throws(MediaError) -> Int {
        guard packet.count >= 34 * channels.count else {
            throw .malformed(at: Int64(packet.count), because: "an IMA 4:1 packet has only \(packet.count) bytes")
        }
        precondition(samples.count >= 128 * channels.count, "an IMA 4:1 packet needs room for 64 frames")
        for index in channels.indices {
            var channel = channels[index]
            let block = UnsafeRawBufferPointer(rebasing: packet[(34 * index)..<(34 * index + 34)])
            channel.begin(UInt16(block[0]) << 8 | UInt16(block[1]))
            for byte in 0..<32 {
                for half in 0..<2 {
                    let sample = channel.next(block[2 + byte] >> UInt8(4 * half) & 0x0F)
                    let at = (2 * byte + half) * channels.count + index
                    samples.storeBytes(of: sample, toByteOffset: 2 * at, as: Int16.self)
                }
            }
            channels[index] = channel
        }
        return 64
    }
}
