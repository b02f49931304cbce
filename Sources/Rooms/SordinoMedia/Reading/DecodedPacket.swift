/// The packet that was decoded last: its frames wait here until they are read.
final class DecodedPacket {
    private let decoding: ConcealingDecoder
    private let packets: any PacketSource
    /// Decoded frames for each one that the container counts: 2 where the container does not count a doubled rate.
    private let framesPerCounted: Int64
    /// The result of decoding: the decoder's own planes.
    private var frames: DecodedFrames?
    /// The first frame held, priming included, and how many there are; behind those of the decoder comes silence.
    private var firstFrame: Int64 = 0
    private var frameCount = 0
    /// The packet that the decoder is ready for; nil after a failure.
    private var nextPacket: Int64? = 0
    /// Indicates whether it has been shown all packets before that one.
    private var knowsAll = true

    init(_ decoder: any PacketDecoder, _ packets: any PacketSource, framesPerCounted: Int64) {
        decoding = ConcealingDecoder(decoder)
        self.packets = packets
        self.framesPerCounted = framesPerCounted
    }

    /// Packets that could not be decoded; silence stands for them.
    var damagedPacketCount: Int64 { decoding.damagedPacketCount }

    /// Indicates whether all samples so far have the sum that the stream states; nil where none was compared.
    var isTrue: Bool? { decoder.isTrue }

    private var decoder: any PacketDecoder { decoding.codec }

    /// Compares the samples with the stream's sum, from the first frame on.
    func checkSignature() { decoder.checkSignature() }

    /// Copies frames from `position` on that are held, and returns how many: 0 if their packet is to be decoded first.
    func copy(_ position: Int64, _ wanted: Int, into block: SampleBlock, atFrame target: Int) -> Int {
        guard position >= firstFrame, position < firstFrame + Int64(frameCount) else { return 0 }
        let skipped = Int(position - firstFrame)
        let count = min(wanted, frameCount - skipped)
        let decoded = max(0, min(count, (frames?.frameCount ?? 0) - skipped))
        if decoded > 0 {
            frames?.block.copyPlanes(fromFrame: skipped, frameCount: decoded, into: block, atFrame: target)
        }
        if decoded < count { block.putSilence(atFrame: target + decoded, frameCount: count - decoded) }
        return count
    }

    /// Decodes until a frame is held; after a jump some packets before it come first.
    ///
    /// - Returns: Whether the frame is held. If not, there are no more.
    /// - Throws: `io`; `malformed` if nothing of the file can be decoded.
    func decode(frame: Int64) throws(MediaError) -> Bool {
        if frame < firstFrame || frame > firstFrame + Int64(frameCount) || !decoding.hasDecoded || nextPacket == nil {
            guard try jump(to: frame / framesPerCounted) else { return false }
        }
        while let packet = try packets.next() {
            firstFrame = packet.firstFrame * framesPerCounted
            nextPacket = packet.number + 1
            // Silence replaces the frames of a damaged packet, so that those behind it keep their places.
            frameCount = min(packet.frameCount * Int(framesPerCounted), decoder.framesPerPacketLimit)
            frames = nil
            frames = try decoding.decode(packet.bytes)
            if frame < firstFrame + Int64(frameCount) { return frame >= firstFrame }
        }
        return false
    }

    /// Lets the decoder go until a frame is wanted again, if the samples stay the same.
    ///
    /// - Parameter isOver: Whether the frame behind the last one read will not be wanted next.
    func rest(isOver: Bool) {
        // The packet that is held would be decoded again.
        guard let next = nextPacket, decoder.rest(before: next, isOver: isOver) else { return }
        (frames, frameCount) = (nil, 0)
        nextPacket = nil
    }

    private func jump(to frame: Int64) throws(MediaError) -> Bool {
        (frames, frameCount) = (nil, 0)
        guard let wanted = try packets.packet(ofFrame: frame) else { return false }
        let first = decoder.firstPacket(toHear: wanted)
        if let next = nextPacket, (first...wanted).contains(next), first > 0 || knowsAll {
            // A short way on: the decoder has already decoded all packets that it would decode after a jump.
            try packets.seek(toPacket: next)
            return true
        }
        nextPacket = nil
        knowsAll = first == 0
        if knowsAll { decoder.reset() } else { decoder.flush() }
        try packets.seek(toPacket: first)
        return true
    }
}
