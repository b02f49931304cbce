import SordinoCodecs

/// An encoder of one stream in SordinoCodecs, as its adapter sees it.
protocol StreamEncoding: AnyObject {
    /// Frames of every packet but the last.
    var framesPerPacket: Int { get }
    /// Frames that decoding gives before the first that was taken.
    var primingFrameCount: Int { get }
    /// The cookie in Core Audio's form; more complete after the last packet.
    var cookie: [UInt8]? { get }

    /// Encodes the frames of one packet, fewer only at the end of a codec without loss.
    ///
    /// - Parameter planes: Planes of Float, or of Int32 for codecs without loss.
    /// - Returns: The packet, valid until the next call.
    func packet(_ planes: UnsafePointer<UnsafeRawPointer>, frameCount: Int) throws(CodecError) -> UnsafeRawBufferPointer
    /// Returns a packet that is left after the last frames; nil if there is none, or no more.
    func rest() -> UnsafeRawBufferPointer?
}

/// Encodes packets with an encoder of SordinoCodecs: gathers the frames of each packet, in planes of floats, or of
/// integers for codecs without loss.
final class OwnEncoder: PacketEncoder {
    let format: MediaFormat
    var cookie: [UInt8]? { core.cookie }
    var primingFrameCount: Int { core.primingFrameCount }
    let inputEncoding: SampleEncoding
    var takesPlanes: Bool { true }
    let layout: ChannelLayout?

    private let core: any StreamEncoding
    /// Indicates planes of integers; the last packet may then have fewer frames.
    private let isLossless: Bool
    /// Bits by which integers are moved down from full scale.
    private let shift: Int32
    /// For each channel of the encoder the channel of the frames.
    private let order: [Int]
    private let planes: UnsafeMutablePointer<UnsafeRawPointer>
    private let memory: UnsafeMutablePointer<Int32>
    private var filled = 0

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - asked: The format of the packets.
    ///   - bits: The significant bits of integers; 0 for floats.
    ///   - order: For each channel of the encoder the channel of the frames; none for the same order.
    ///   - layout: The loudspeakers of the channels in packets; nil if the container states them.
    init(
        _ core: any StreamEncoding, _ asked: MediaFormat, bits: Int = 0, order: [Int] = [],
        layout: ChannelLayout? = nil
    ) {
        (self.core, self.layout) = (core, layout)
        isLossless = bits > 0
        inputEncoding = bits == 0 ? .float32(.native) : bits <= 16 ? .int16(.native) : .int32(.native)
        shift = bits == 0 ? 0 : Int32((bits <= 16 ? 16 : 32) - bits)
        let channelCount = asked.channelCount
        self.order = order.isEmpty ? Array(0..<channelCount) : order
        var format = MediaFormat(
            codec: asked.codec, sampleRate: asked.sampleRate, channelCount: channelCount,
            bytesPerPacket: asked.bytesPerPacket, framesPerPacket: core.framesPerPacket, bitsPerChannel: bits)
        format.codecFlags = FLACStreamInfo.flag(bitsPerChannel: bits)
        self.format = format
        memory = .allocate(capacity: core.framesPerPacket * channelCount)
        memory.initialize(repeating: 0, count: core.framesPerPacket * channelCount)
        planes = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            (planes + channel).initialize(to: UnsafeRawPointer(memory + channel * core.framesPerPacket))
        }
    }

    deinit {
        planes.deallocate()
        memory.deallocate()
    }

    func encode(
        _ frames: SampleBlock, atFrame first: Int, frameCount: Int,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, core.framesPerPacket - filled)
            for channel in order.indices {
                take(
                    frames.buffers[order[channel]], atFrame: first + done, count,
                    into: memory + (channel * core.framesPerPacket + filled))
            }
            filled += count
            done += count
            if filled == core.framesPerPacket { try send(packets) }
        }
    }

    /// Puts samples of `inputEncoding` where the encoder takes them.
    private func take(
        _ source: UnsafeMutableRawPointer, atFrame first: Int, _ count: Int, into plane: UnsafeMutablePointer<Int32>
    ) {
        guard isLossless else {
            return UnsafeMutableRawPointer(plane).copyMemory(from: source + 4 * first, byteCount: 4 * count)
        }
        if inputEncoding.byteCount == 2 {
            let from = source.assumingMemoryBound(to: Int16.self) + first
            for frame in 0..<count { plane[frame] = Int32(from[frame]) &>> shift }
        } else {
            let from = source.assumingMemoryBound(to: Int32.self) + first
            for frame in 0..<count { plane[frame] = from[frame] &>> shift }
        }
    }

    private func send(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        // The encoder counts the frames of the sound alone, so that no packet of silence follows the last needed one.
        let frameCount = filled
        filled = 0
        let packet: UnsafeRawBufferPointer
        do throws(CodecError) { packet = try core.packet(planes, frameCount: frameCount) } catch {
            throw MediaError(error)
        }
        try packets(EncodedPacket(bytes: packet, frameCount: isLossless ? frameCount : core.framesPerPacket))
    }

    func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        if filled > 0 {
            if !isLossless {
                for channel in order.indices {
                    (memory + (channel * core.framesPerPacket + filled)).update(
                        repeating: 0, count: core.framesPerPacket - filled)
                }
            }
            try send(packets)
        }
        while let rest = core.rest() {
            try packets(EncodedPacket(bytes: rest, frameCount: core.framesPerPacket))
        }
    }
}
