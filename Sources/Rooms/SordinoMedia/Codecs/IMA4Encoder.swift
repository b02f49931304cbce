import SordinoSignal

/// Makes packets of Apple's form of the 4:1 compression of the IMA: 64 frames of a channel in 34 bytes.
///
/// Each difference is the nearest that the step allows, and the encoder continues from the sample that the decoder will
/// compute, so that errors do not add up. Source: as `IMA4Decoder`.
package final class IMA4Encoder: PacketEncoder {
    package let format: MediaFormat
    package let cookie: [UInt8]? = nil
    package let primingFrameCount = 0
    package let inputEncoding = SampleEncoding.int16(.native)

    private static let framesPerPacket = 64
    private static let bytesPerChannel = 34
    private let channelCount: Int
    private let channels: UnsafeMutableBufferPointer<IMA4Channel>
    /// Frames that wait for the rest of their packet, interleaved, and how many.
    private let waiting: UnsafeMutablePointer<Int16>
    private var waitingFrameCount = 0
    /// A packet, and behind it room for the copy that an unpaired channel encodes beside itself.
    private let packet: UnsafeMutablePointer<UInt8>
    private let tables = IMA4Tables()

    private init(_ asked: MediaFormat) {
        let count = asked.channelCount
        format = MediaFormat(
            codec: .appleIMA4, sampleRate: asked.sampleRate, channelCount: count,
            bytesPerPacket: Self.bytesPerChannel * count, framesPerPacket: Self.framesPerPacket)
        channelCount = count
        channels = .allocate(capacity: count)
        channels.initialize(repeating: IMA4Channel())
        waiting = .allocate(capacity: Self.framesPerPacket * count)
        packet = .allocate(capacity: Self.bytesPerChannel * (count + 1))
    }

    deinit {
        channels.deallocate()
        waiting.deallocate()
        packet.deallocate()
    }

    @Sendable static func make(_ format: MediaFormat, _: EncodingOptions) throws(MediaError) -> any PacketEncoder {
        IMA4Encoder(format)
    }

    package func encode(
        _ frames: SampleBlock, atFrame first: Int, frameCount: Int,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        let bytesPerFrame = 2 * channelCount
        let samples = UnsafeRawPointer(frames.buffers[0] + first * bytesPerFrame)
        var done = 0
        while done < frameCount {
            let left = samples + done * bytesPerFrame
            if waitingFrameCount == 0, frameCount - done >= Self.framesPerPacket {
                try send(left.assumingMemoryBound(to: Int16.self), packets)
                done += Self.framesPerPacket
                continue
            }
            let count = min(frameCount - done, Self.framesPerPacket - waitingFrameCount)
            UnsafeMutableRawPointer(waiting + waitingFrameCount * channelCount)
                .copyMemory(from: left, byteCount: count * bytesPerFrame)
            waitingFrameCount += count
            done += count
            if waitingFrameCount == Self.framesPerPacket { try sendWaiting(packets) }
        }
    }

    /// The last packet is filled up with its last frame, which costs less than a jump to silence.
    package func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        guard waitingFrameCount > 0 else { return }
        for at in waitingFrameCount * channelCount..<Self.framesPerPacket * channelCount {
            waiting[at] = waiting[at - channelCount]
        }
        try sendWaiting(packets)
    }

    private func sendWaiting(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        waitingFrameCount = 0
        try send(waiting, packets)
    }

    private func send(
        _ samples: UnsafePointer<Int16>, _ packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        for index in stride(from: 0, to: channelCount, by: 2) {
            encode(samples, index, index + 1 < channelCount ? index + 1 : nil)
        }
        let bytes = UnsafeRawBufferPointer(start: packet, count: format.bytesPerPacket)
        try packets(EncodedPacket(bytes: bytes, frameCount: Self.framesPerPacket))
    }

    /// The header has room for the upper nine bits of the sample, so encoder and decoder both begin there or where they
    /// are.
    private func putHeader(_ index: Int) {
        let channel = channels[index]
        let upper = UInt16(bitPattern: Int16(truncatingIfNeeded: channel.sample)) & 0xFF80
        let header = upper | UInt16(truncatingIfNeeded: channel.stepIndex)
        packet[Self.bytesPerChannel * index] = UInt8(header >> 8)
        packet[Self.bytesPerChannel * index + 1] = UInt8(header & 0xFF)
    }

    /// Encodes two channels side by side: each code of a channel waits for the one before it, those of two do not.
    ///
    /// A channel that is alone is its own neighbour, whose codes go behind the packet.
    private func encode(_ samples: UnsafePointer<Int16>, _ index: Int, _ neighbour: Int?) {
        putHeader(index)
        if let neighbour { putHeader(neighbour) }
        var (left, right) = (channels[index], channels[neighbour ?? index])
        let distance = (neighbour ?? index) - index
        let count = channelCount
        let tables = tables
        let first = packet + Self.bytesPerChannel * index + 2
        let second = first + Self.bytesPerChannel
        var at = index
        for byte in 0..<Self.framesPerPacket / 2 {
            let low = left.code(for: Int32(samples[at]), tables)
            let lowRight = right.code(for: Int32(samples[at &+ distance]), tables)
            at &+= count
            let high = left.code(for: Int32(samples[at]), tables)
            let highRight = right.code(for: Int32(samples[at &+ distance]), tables)
            at &+= count
            first[byte] = UInt8(truncatingIfNeeded: high << 4 | low)
            second[byte] = UInt8(truncatingIfNeeded: highRight << 4 | lowRight)
        }
        channels[index] = left
        if let neighbour { channels[neighbour] = right }
    }
}

/// The steps, and for each code the change of the index into them.
private struct IMA4Tables {
    let steps: UnsafePointer<Int32>
    /// Eight places for each step: where the codes 0 to 7 lead.
    let next: UnsafePointer<UInt8>

    /// The tables, which stay for as long as the program runs.
    init() { self = Self.shared }

    private init(steps: UnsafePointer<Int32>, next: UnsafePointer<UInt8>) { (self.steps, self.next) = (steps, next) }

    nonisolated(unsafe) private static let shared: IMA4Tables = {
        let all = IMA4Channel.steps
        let steps = UnsafeMutablePointer<Int32>.allocate(capacity: all.count)
        let next = UnsafeMutablePointer<UInt8>.allocate(capacity: 8 * all.count)
        for index in all.indices {
            (steps + index).initialize(to: all[index])
            for (code, change) in IMA4Channel.stepChanges.enumerated() {
                (next + 8 * index + code).initialize(to: UInt8(max(0, min(all.count - 1, index + change))))
            }
        }
        return IMA4Tables(steps: steps, next: next)
    }()
}

extension IMA4Channel {
    /// Returns the code that comes nearest to a sample, and moves the channel to the sample that the code stands for.
    ///
    /// Without a jump, since nothing foretells which way it would go: a number less than 0, shifted to its sign, is all
    /// ones.
    @inline(__always)
    fileprivate mutating func code(for wanted: Int32, _ tables: IMA4Tables) -> Int32 {
        let step = tables.steps[stepIndex]
        // To flip a number with all ones and subtract them is to change its sign.
        let sign = (wanted &- sample) >> 31
        var left = ((wanted &- sample) ^ sign) &- sign
        let isBelowStep = (left &- step) >> 31
        var difference = step >> 3 &+ step & ~isBelowStep
        left = left &- step & ~isBelowStep
        let isBelowHalf = (left &- step >> 1) >> 31
        difference = difference &+ step >> 1 & ~isBelowHalf
        left = left &- step >> 1 & ~isBelowHalf
        let isBelowQuarter = (left &- step >> 2) >> 31
        difference = difference &+ step >> 2 & ~isBelowQuarter
        var code = 7 &+ isBelowStep << 2
        code = code &+ isBelowHalf << 1
        code = code &+ isBelowQuarter
        sample = max(-32768, min(32767, sample &+ ((difference ^ sign) &- sign)))
        stepIndex = Int(tables.next[8 &* stepIndex &+ Int(code)])
        return code | sign & 8
    }
}
