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
    /// Frames that wait for the rest of their packet, interleaved, and how many.
    private var waiting: [Int16]
    private var waitingFrameCount = 0
    private var packet: [UInt8]

    private init(_ asked: MediaFormat) {
        let count = asked.channelCount
        format = MediaFormat(
            codec: .appleIMA4, sampleRate: asked.sampleRate, channelCount: count, bytesPerPacket: 34 * count,
            framesPerPacket: Self.framesPerPacket)
        channels = Array(repeating: IMA4Channel(), count: count)
        packet = Array(repeating: 0, count: 34 * count)
        waiting = Array(repeating: 0, count: Self.framesPerPacket * count)
    }

    @Sendable static func make(_ format: MediaFormat, _: EncodingOptions) throws(MediaError) -> any PacketEncoder {
        IMA4Encoder(format)
    }

    package func encode(
        _ samples: UnsafeRawPointer, frameCount: Int, packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        let bytesPerFrame = 2 * channels.count
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.framesPerPacket - waitingFrameCount)
            let part = UnsafeRawBufferPointer(start: samples + done * bytesPerFrame, count: count * bytesPerFrame)
            let offset = waitingFrameCount * bytesPerFrame
            waiting.withUnsafeMutableBytes { room in
                UnsafeMutableRawBufferPointer(rebasing: room[offset...]).copyMemory(from: part)
            }
            waitingFrameCount += count
            done += count
            if waitingFrameCount == Self.framesPerPacket { try send(packets) }
        }
    }

    /// The last packet is filled up with its last frame, which costs less than a jump to silence.
    package func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        guard waitingFrameCount > 0 else { return }
        let count = channels.count
        for at in waitingFrameCount * count..<waiting.count { waiting[at] = waiting[at - count] }
        try send(packets)
    }

    private func send(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        for index in channels.indices { encode(channel: index) }
        waitingFrameCount = 0
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
        let count = channels.count
        waiting.withUnsafeBufferPointer { samples in
            IMA4Channel.steps.withUnsafeBufferPointer { steps in
                packet.withUnsafeMutableBufferPointer { bytes in
                    guard let samples = samples.baseAddress, let steps = steps.baseAddress,
                        let bytes = bytes.baseAddress
                    else { return }
                    var at = index
                    for byte in start + 2..<start + 34 {
                        let low = channel.code(for: Int32(samples[at]), steps)
                        let high = channel.code(for: Int32(samples[at &+ count]), steps)
                        bytes[byte] = UInt8(truncatingIfNeeded: high << 4 | low)
                        at &+= 2 &* count
                    }
                }
            }
        }
        channels[index] = channel
    }
}

extension IMA4Channel {
    /// The code that comes nearest to a sample; the channel goes on from what the code means.
    @inline(__always)
    fileprivate mutating func code(for wanted: Int32, _ steps: UnsafePointer<Int32>) -> Int32 {
        let step = steps[stepIndex]
        // All ones below 0, else 0: to flip a number with it and subtract it is to change its sign.
        let sign = (wanted &- sample) >> 31
        var left = ((wanted &- sample) ^ sign) &- sign
        var difference = step >> 3
        var code: Int32 = 0
        if left >= step { (code, left, difference) = (4, left &- step, difference &+ step) }
        if left >= step >> 1 { (code, left, difference) = (code | 2, left &- step >> 1, difference &+ step >> 1) }
        if left >= step >> 2 { (code, difference) = (code | 1, difference &+ step >> 2) }
        sample = max(-32768, min(32767, sample &+ ((difference ^ sign) &- sign)))
        // -1 for codes below 4, then 2, 4, 6, 8.
        let change = code < 4 ? -1 : 2 &* Int(code &- 3)
        stepIndex = max(0, min(Self.lastStepIndex, stepIndex &+ change))
        return code | sign & 8
    }

    /// The index of the largest step.
    private static var lastStepIndex: Int { 88 }
}
