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

    /// A channel's last sample, and its place in the table of steps.
    fileprivate struct Channel {
        var sample: Int32 = 0
        var stepIndex = 0
    }

    private var channels: [Channel]

    private init(channelCount: Int) { channels = Array(repeating: Channel(), count: channelCount) }

    @Sendable static func make(_ format: MediaFormat, _: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        guard format.bytesPerPacket == 34 * format.channelCount, format.framesPerPacket == 64 else {
            throw .unsupported(
                .dataFormat("IMA 4:1 in packets of \(format.bytesPerPacket) bytes and \(format.framesPerPacket) frames")
            )
        }
        return IMA4Decoder(channelCount: format.channelCount)
    }

    /// Starts again from silence.
    package func reset() { channels = Array(repeating: Channel(), count: channels.count) }

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

extension IMA4Decoder.Channel {
    /// Takes a block's header.
    ///
    /// A sample that agrees with it keeps its lower bits, which the header has no room for.
    fileprivate mutating func begin(_ header: UInt16) {
        let upper = Int32(Int16(bitPattern: header & 0xFF80))
        let index = min(Int(header & 0x7F), Self.steps.count - 1)
        if index != stepIndex || abs(upper - sample) > 0x7F { sample = upper }
        stepIndex = index
    }

    /// The sample that a difference of four bits leads to.
    fileprivate mutating func next(_ code: UInt8) -> Int16 {
        let step = Self.steps[stepIndex]
        var difference = step >> 3
        if code & 4 != 0 { difference += step }
        if code & 2 != 0 { difference += step >> 1 }
        if code & 1 != 0 { difference += step >> 2 }
        sample = max(-32768, min(32767, code & 8 != 0 ? sample - difference : sample + difference))
        stepIndex = max(0, min(Self.steps.count - 1, stepIndex + Self.stepChanges[Int(code & 7)]))
        return Int16(truncatingIfNeeded: sample)
    }

    /// Small differences make the next step smaller, large ones larger.
    private static let stepChanges = [-1, -1, -1, -1, 2, 4, 6, 8]

    /// The 89 steps of the IMA's recommendation, each about a tenth larger than the one before.
    private static let steps: [Int32] = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97,
        107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796,
        876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871,
        5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623,
        27086, 29794, 32767,
    ]
}
