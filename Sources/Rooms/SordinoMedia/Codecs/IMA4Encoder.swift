import SordinoSignal

/// Makes packets of Apple's form of the IMA's 4:1 compression: 64 frames of a channel in 34 bytes.
///
/// Each difference is the nearest that the step allows, and the encoder hears what its decoder will hear, so that errors
/// do not add up. Source: as `IMA4Decoder`.
package final class IMA4Encoder: PacketEncoder {
    package let format: MediaFormat
    package let cookie: [UInt8]? = nil
    package let primingFrameCount = 0
    package let inputEncoding = SampleEncoding.int16(.native)

    private static let framesPerPacket = 64
    private var channels: [IMA4Channel]
    /// Frames that wait for the rest of their packet, interleaved.
    private var waiting: [Int16] = []
    private var packet: [UInt8]

    private init(_ asked: MediaFormat) {
        let count = asked.channelCount
        format = MediaFormat(
            codec: .appleIMA4, sampleRate: asked.sampleRate, channelCount: count, bytesPerPacket: 34 * count,
            framesPerPacket: Self.framesPerPacket)
        channels = Array(repeating: IMA4Channel(), count: count)
        packet = Array(repeating: 0, count: 34 * count)
        waiting.reserveCapacity(Self.framesPerPacket * count)
    }

    @Sendable static func make(_ format: MediaFormat, _: EncodingOptions) throws(MediaError) -> any PacketEncoder {
        IMA4Encoder(format)
    }

    package func encode(
        _ samples: UnsafeRawPointer, frameCount: Int, packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        let all = UnsafeRawBufferPointer(start: samples, count: 2 * frameCount * channels.count)
        let whole = Self.framesPerPacket * channels.count
        for at in 0..<frameCount * channels.count {
            waiting.append(all.loadUnaligned(fromByteOffset: 2 * at, as: Int16.self))
            if waiting.count == whole { try send(packets) }
        }
    }

    /// The last packet is filled up with its last frame, which costs less than a jump to silence.
    package func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        guard !waiting.isEmpty else { return }
        let last = Array(waiting.suffix(channels.count))
        while waiting.count < Self.framesPerPacket * channels.count { waiting += last }
        try send(packets)
    }

    private func send(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        for index in channels.indices { encode(channel: index) }
        waiting.removeAll(keepingCapacity: true)
        var failure: MediaError?
        packet.withUnsafeBytes { bytes in
            do throws(MediaError) {
                try packets(EncodedPacket(bytes: bytes, frameCount: Self.framesPerPacket))
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func encode(channel index: Int) {
        var channel = channels[index]
        let start = 34 * index
        // The header has room for the upper nine bits, so encoder and decoder both begin there or where they are.
        let header = UInt16(bitPattern: Int16(truncatingIfNeeded: channel.sample)) & 0xFF80 | UInt16(channel.stepIndex)
        packet[start] = UInt8(header >> 8)
        packet[start + 1] = UInt8(header & 0xFF)
        for byte in 0..<32 {
            let low = channel.code(for: Int32(waiting[2 * byte * channels.count + index]))
            let high = channel.code(for: Int32(waiting[(2 * byte + 1) * channels.count + index]))
            packet[start + 2 + byte] = high << 4 | low
        }
        channels[index] = channel
    }
}

extension IMA4Channel {
    /// The code that comes nearest to a sample; the channel goes on from what the code means.
    fileprivate mutating func code(for wanted: Int32) -> UInt8 {
        var code: UInt8 = wanted < sample ? 8 : 0
        var left = abs(wanted - sample)
        let step = Self.steps[stepIndex]
        for (bit, part) in [(UInt8(4), step), (2, step >> 1), (1, step >> 2)] where left >= part {
            code |= bit
            left -= part
        }
        _ = next(code)
        return code
    }
}
