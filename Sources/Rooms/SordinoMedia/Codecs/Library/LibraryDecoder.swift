import CAVCodec
import SordinoRealtime
import SordinoSignal

/// Decodes packets with libavcodec.
///
/// Sources: the headers of libavcodec; the needs of each codec are in `LibraryCodec`.
final class LibraryDecoder: PacketDecoder {
    let kind: SampleBlock.Kind
    let framesPerPacketLimit: Int
    let prerollPacketCount: Int
    let firstPacketStatesFormat: Bool

    /// Nil while it rests.
    private var handle: OpaquePointer?
    private let format: MediaFormat
    private let extradata: [UInt8]
    /// The decoders, the one in use and those that might take its place.
    private var names: [String]
    private var isPrepared = false
    /// Indicates whether the first packet decides without being asked for it.
    private let choosesByFirstPacket: Bool
    private let channelCount: Int
    private let library: LibraryCodec
    /// The frames of packets that the library does not decode into one piece of the planes that are wanted.
    private var gathered: PlanarFrames?

    /// Opens a decoder.
    ///
    /// - Parameter isLive: Whether packets may come without a container; `prepare` is called where they do not.
    /// - Throws: `unsupported` if the library is not there or does not decode this.
    init(_ library: LibraryCodec, _ format: MediaFormat, extradata: [UInt8], isLive: Bool = false) throws(MediaError) {
        guard (1...library.channelLimit).contains(format.channelCount),
            SoundLimits.accepts(sampleRate: format.sampleRate), format.hasPossiblePackets
        else {
            throw .unsupported(.dataFormat("\(format.name)"))
        }
        let live = isLive ? library.liveNames : nil
        names = live ?? library.decoderNames
        choosesByFirstPacket = live == nil
        handle = try Self.opened(library, names, format, extradata)
        self.library = library
        self.format = format
        self.extradata = extradata
        channelCount = format.channelCount
        kind = library.kind(format)
        framesPerPacketLimit = library.framesPerPacketLimit(format)
        prerollPacketCount = library.prerollPacketCount
        firstPacketStatesFormat = library.isKnownByDecoding || format.channelCount > 2
    }

    deinit { close() }

    private static func opened(
        _ library: LibraryCodec, _ names: [String], _ format: MediaFormat, _ extradata: [UInt8]
    ) throws(MediaError) -> OpaquePointer {
        var handle: OpaquePointer?
        var result = Int32(CAV_ABSENT)
        for name in names {
            result = extradata.withUnsafeBufferPointer { cookie in
                var source = cav_source(
                    sample_rate: Int32(format.sampleRate), channel_count: Int32(format.channelCount),
                    bits_per_sample: Int32(library.bitsPerCodedSample ?? min(64, max(0, format.bitsPerChannel))),
                    block_bytes: Int32(format.bytesPerPacket), cookie: cookie.baseAddress, cookie_size: cookie.count)
                return LibraryCodec.withOptions(library.options) { cav_decoder_open(&handle, name, &source, $0, $1) }
            }
            if let handle { return handle }
        }
        throw .unsupported(.dataFormat("\(format.name): \(LibraryCodec.text(result))"))
    }

    func firstPacket(toHear packet: Int64) -> Int64 {
        packet <= library.exactPacketCount ? 0 : max(0, packet - Int64(prerollPacketCount))
    }

    func reset() {
        // Reopened, because some decoders of the library keep the overlap of their transform after a flush.
        if !reopen() { forget() }
    }

    func flush() {
        // libavcodec 63 loses the options of AC-3 in a flush: its loudness and noise would be others behind a jump.
        if library.options.isEmpty || !reopen() { forget() }
    }

    func rest(before packet: Int64, isOver: Bool) -> Bool {
        let exactCount = library.exactPacketCount
        let isExact = exactCount == 0 || packet <= min(exactCount, PacketLimits.replayedPacketCount)
        guard isOver || isExact else { return false }
        close()
        gathered = nil
        return true
    }

    private func close() {
        if let handle { cav_decoder_close(handle) }
        handle = nil
    }

    /// Makes the decoder again; false if there is no memory for a second one.
    private func reopen() -> Bool {
        guard let fresh = try? Self.opened(library, names, format, extradata) else { return false }
        close()
        handle = fresh
        return true
    }

    /// The decoder, made again after a rest.
    private func awake() throws(MediaError) -> OpaquePointer {
        if let handle { return handle }
        let made = try Self.opened(library, names, format, extradata)
        handle = made
        return made
    }

    var firstPacketDecides: Bool { library.preferredNames != nil }

    func prepare(forFirst packet: UnsafeRawBufferPointer) {
        guard !isPrepared, let preferred = library.preferredNames, let first = packet.first else { return }
        isPrepared = true
        let before = names
        names = preferred(first)
        if names != before, !reopen() { names = before }
    }

    private func forget() { if let handle { cav_decoder_flush(handle) } }

    func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames {
        if choosesByFirstPacket { prepare(forFirst: packet) }
        gathered?.empty()
        var last: cav_block?
        var rest = packet
        repeat {
            let part = library.partByteCount.flatMap { count in rest.first.map { min(rest.count, max(1, count($0))) } }
            try send(UnsafeRawBufferPointer(rebasing: rest[..<(part ?? rest.count)]))
            while let block = try receive() {
                if let last { gather(last) }
                last = block
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(part ?? rest.count)...])
        } while !rest.isEmpty
        if let last {
            if gathered?.isEmpty ?? true, let planes = planes(of: last) {
                return DecodedFrames(planes, frameCount: Int(last.frame_count))
            }
            gather(last)
        }
        let frames = room
        return DecodedFrames(frames.block, frameCount: frames.count)
    }

    func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome? {
        try send(packet)
        var outcome: PacketOutcome?
        while let block = try receive() {
            guard block.channel_count > 0, block.channel_count <= Int32(library.channelLimit), block.sample_rate > 0
            else {
                continue
            }
            let mask = UInt32(truncatingIfNeeded: block.mask)
            let hasLayout = block.mask == UInt64(mask) && mask.nonzeroBitCount == Int(block.channel_count)
            outcome = PacketOutcome(
                codec: codec(ofDecoded: block), sampleRate: Double(block.sample_rate),
                channelCount: Int(block.channel_count),
                layout: hasLayout && block.channel_count > 2 ? ChannelLayout(bitmap: mask) : nil)
        }
        return outcome
    }

    /// Returns the codec of a decoded packet: high efficiency AAC without signalling is only detected by decoding.
    private func codec(ofDecoded block: cav_block) -> FourCC {
        let declared = library.heardAs ?? format.codec
        guard declared == Codec.aac.id, Double(block.sample_rate) >= 2 * format.sampleRate else { return declared }
        let isParametric = format.channelCount == 1 && block.channel_count == 2
        return isParametric ? Codec.highEfficiencyAAC2.id : Codec.highEfficiencyAAC.id
    }

    private func send(_ packet: UnsafeRawBufferPointer) throws(MediaError) {
        let result = cav_decoder_send(
            try awake(), packet.baseAddress?.assumingMemoryBound(to: UInt8.self), packet.count)
        // A packet that is not taken because output waits cannot be: all of it has been taken after each packet.
        guard result >= 0 else { throw .malformed(at: 0, because: "the decoder says: \(LibraryCodec.text(result))") }
    }

    private func receive() throws(MediaError) -> cav_block? {
        guard let planes = Self.noPlanes else { return nil }
        var block = cav_block(
            frame_count: 0, channel_count: 0, sample_rate: 0, sample: CAV_FLOAT32, is_planar: false, bits: 0, mask: 0,
            planes: planes)
        let result = cav_decoder_receive(try awake(), &block)
        if result >= 0 { return block }
        if result == Int32(CAV_AGAIN) || result == Int32(CAV_END) { return nil }
        throw .malformed(at: 0, because: "the decoder says: \(LibraryCodec.text(result))")
    }

    private static var noPlanes: UnsafePointer<UnsafePointer<UInt8>?>? { UnsafePointer(bitPattern: 8) }

    /// The library's planes, if they are those that are wanted.
    private func planes(of block: cav_block) -> SampleBlock? {
        guard Int(block.channel_count) == channelCount, block.is_planar || channelCount == 1,
            block.encoding == kind.encoding,
            (0...framesPerPacketLimit).contains(Int(block.frame_count))
        else { return nil }
        return SampleBlock(
            kind, channelCount: channelCount, isInterleaved: false,
            buffers: UnsafeRawPointer(block.planes).assumingMemoryBound(to: UnsafeMutableRawPointer.self))
    }

    /// The memory in which frames are gathered.
    private var room: PlanarFrames {
        if let gathered { return gathered }
        let made = PlanarFrames(kind, channelCount: channelCount, capacity: framesPerPacketLimit)
        gathered = made
        return made
    }

    /// Puts a block's frames behind those of the packet that are there.
    private func gather(_ block: cav_block) {
        let frames = room
        let frameCount = min(Int(block.frame_count), frames.room)
        let blockChannels = Int(block.channel_count)
        guard frameCount > 0, blockChannels > 0, let first = block.planes[0] else { return }
        if blockChannels == channelCount, !block.is_planar {
            SampleCodec.decode(
                block.encoding, first, frameCount: frameCount, into: frames.block, atFrame: frames.end)
            frames.put(frameCount)
            return
        }
        guard block.is_planar || blockChannels == 1 else {
            // A stream of woven frames whose channels change.
            let apart = PlanarFrames(kind, channelCount: blockChannels, capacity: frameCount)
            SampleCodec.decode(block.encoding, first, frameCount: frameCount, into: apart.block, atFrame: 0)
            gather(frames, frameCount, kind.encoding, blockChannels) { UnsafeRawPointer(apart.planes[$0]) }
            return
        }
        gather(frames, frameCount, block.encoding, blockChannels) { UnsafeRawPointer(block.planes[$0]) }
    }

    /// Puts planes behind the frames that are there.
    ///
    /// A stream whose channels change keeps those that it began with; one channel is heard in all, two in one that was
    /// alone.
    private func gather(
        _ frames: PlanarFrames, _ frameCount: Int, _ encoding: SampleEncoding, _ planeCount: Int,
        _ plane: (Int) -> UnsafeRawPointer?
    ) {
        for channel in 0..<channelCount {
            let from: Int? = channel < planeCount ? channel : planeCount == 1 ? 0 : nil
            guard let from, let source = plane(from) else {
                frames.block(channel: channel).putSilence(atFrame: frames.end, frameCount: frameCount)
                continue
            }
            SampleCodec.decode(
                encoding, source, frameCount: frameCount, into: frames.block(channel: channel), atFrame: frames.end)
        }
        if channelCount == 1, planeCount > 1, kind == .float32, encoding == kind.encoding, let other = plane(1) {
            let right = other.assumingMemoryBound(to: Float.self)
            let heard = frames.floats[0] + frames.end
            for frame in 0..<frameCount { heard[frame] = 0.5 * (heard[frame] + right[frame]) }
        }
        frames.put(frameCount)
    }
}

extension cav_block {
    /// The storage of the samples.
    fileprivate var encoding: SampleEncoding {
        switch sample {
        case CAV_UINT8: .uint8
        case CAV_INT16: .int16(.native)
        case CAV_INT32: .int32(.native)
        case CAV_FLOAT64: .float64(.native)
        default: .float32(.native)
        }
    }
}
