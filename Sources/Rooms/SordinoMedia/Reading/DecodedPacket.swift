/// The packet that was decoded last: its frames wait here until they are read.
final class DecodedPacket {
    /// A file whose first packets are all damaged holds no audio of its codec.
    private static let hopelessPacketCount = 32

    private let decoder: any PacketDecoder
    private let packets: any PacketSource
    private let channelCount: Int
    /// Frames that decoding makes of one that the container counts: 2 where it does not know of a doubled rate.
    private let framesPerCounted: Int64
    private let samples: UnsafeMutableRawBufferPointer
    /// The first frame held, priming included, and how many there are.
    private var firstFrame: Int64 = 0
    private var frameCount = 0
    private var hasDecoded = false
    /// Packets that could not be decoded; silence stands for them.
    private(set) var damagedPacketCount: Int64 = 0

    init(_ decoder: any PacketDecoder, _ packets: any PacketSource, channelCount: Int, framesPerCounted: Int64) {
        self.decoder = decoder
        self.packets = packets
        self.channelCount = channelCount
        self.framesPerCounted = framesPerCounted
        samples = .allocate(
            byteCount: decoder.framesPerPacketLimit * channelCount * decoder.outputEncoding.byteCount, alignment: 64)
    }

    deinit { samples.deallocate() }

    /// Copies frames from `position` on that are held, and returns how many: 0 if their packet is to be decoded first.
    func copy(_ position: Int64, _ wanted: Int, into block: SampleBlock, atFrame target: Int) -> Int {
        guard position >= firstFrame, position < firstFrame + Int64(frameCount), let base = samples.baseAddress else {
            return 0
        }
        let skipped = Int(position - firstFrame)
        let count = min(wanted, frameCount - skipped)
        let encoding = decoder.outputEncoding
        SampleCodec.decode(
            encoding, base + skipped * channelCount * encoding.byteCount, frameCount: count, into: block,
            atFrame: target)
        return count
    }

    /// Decodes until a frame is held; after a jump some packets before it come first.
    ///
    /// - Returns: Whether the frame is held. If not, there are no more.
    /// - Throws: `io`; `malformed` if nothing of the file can be decoded.
    func decode(frame: Int64) throws(MediaError) -> Bool {
        if frame < firstFrame || frame > firstFrame + Int64(frameCount) || !hasDecoded {
            guard try jump(to: frame / framesPerCounted) else { return false }
        }
        while let packet = try packets.next() {
            firstFrame = packet.firstFrame * framesPerCounted
            frameCount = 0
            let counted = packet.frameCount * Int(framesPerCounted)
            let limit = min(counted, decoder.framesPerPacketLimit)
            do {
                frameCount = min(try decoder.decode(packet.bytes, into: samples), limit)
                hasDecoded = true
            } catch {
                damagedPacketCount += 1
                if !hasDecoded, damagedPacketCount >= Self.hopelessPacketCount { throw error }
            }
            fillUp(limit)
            if frame < firstFrame + Int64(frameCount) { return frame >= firstFrame }
        }
        return false
    }

    private func jump(to frame: Int64) throws(MediaError) -> Bool {
        guard let wanted = try packets.packet(ofFrame: frame) else { return false }
        decoder.reset()
        try packets.seek(toPacket: max(0, wanted - Int64(decoder.prerollPacketCount)))
        return true
    }

    /// Silence for frames that a damaged packet did not give, so that those behind it keep their places.
    private func fillUp(_ limit: Int) {
        guard frameCount < limit else { return }
        let bytesPerFrame = channelCount * decoder.outputEncoding.byteCount
        UnsafeMutableRawBufferPointer(rebasing: samples[(frameCount * bytesPerFrame)..<(limit * bytesPerFrame)])
            .initializeMemory(as: UInt8.self, repeating: 0)
        frameCount = limit
    }
}
