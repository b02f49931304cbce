/// The packet that was decoded last: its frames wait here until they are read.
final class DecodedPacket {
    private let decoder: any PacketDecoder
    private let map: PacketMap
    private let channelCount: Int
    private let samples: UnsafeMutableRawBufferPointer
    /// The first frame held, counted like those that are heard, and how many there are.
    private var firstFrame: Int64 = 0
    private var frameCount = 0
    /// The packet that continues what the decoder has seen.
    private var nextPacket: Int64 = 0

    init(_ decoder: any PacketDecoder, _ map: PacketMap, channelCount: Int) {
        self.decoder = decoder
        self.map = map
        self.channelCount = channelCount
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
    /// - Parameter bytes: Brings the bytes of a place in the audio; fewer at the end.
    /// - Returns: Whether the frame is held. If not, the file has become shorter.
    func decode(
        frame: Int64, bytes: (_ offset: Int64, _ byteCount: Int) throws(MediaError) -> UnsafeRawBufferPointer
    ) throws(MediaError) -> Bool {
        let wanted = map.packet(ofFrame: frame)
        if wanted != nextPacket {
            decoder.reset()
            nextPacket = max(0, wanted - Int64(decoder.prerollPacketCount))
        }
        while nextPacket <= wanted {
            let place = map.place(ofPacket: nextPacket)
            let packet = try bytes(place.offset, place.byteCount)
            frameCount = 0
            guard packet.count >= place.byteCount else { return false }
            firstFrame = map.firstFrame(ofPacket: nextPacket)
            frameCount = try decoder.decode(packet, into: samples)
            nextPacket += 1
        }
        return frame >= firstFrame && frame < firstFrame + Int64(frameCount)
    }
}
