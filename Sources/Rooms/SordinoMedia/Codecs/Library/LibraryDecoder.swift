import CAVCodec
import SordinoSignal

/// Decodes packets with libavcodec.
///
/// Sources: the headers of libavcodec; what each codec needs to be told stands in `LibraryCodec`.
final class LibraryDecoder: PacketDecoder {
    let outputEncoding: SampleEncoding
    let framesPerPacketLimit: Int
    let prerollPacketCount: Int
    let firstPacketTells: Bool

    private let handle: OpaquePointer
    private let codec: FourCC
    private let channelCount: Int
    private let kind: LibraryCodec

    /// Opens a decoder.
    ///
    /// - Throws: `unsupported` if the library is not there or does not decode this.
    init(_ kind: LibraryCodec, _ format: MediaFormat, extradata: [UInt8]) throws(MediaError) {
        guard format.channelCount <= kind.channelLimit, format.sampleRate <= 1_000_000 else {
            throw .unsupported(.dataFormat("\(format.name)"))
        }
        var handle: OpaquePointer?
        var result = Int32(CAV_ABSENT)
        for name in kind.decoderNames {
            result = extradata.withUnsafeBufferPointer { cookie in
                var source = cav_source(
                    sample_rate: Int32(format.sampleRate), channel_count: Int32(format.channelCount),
                    bits_per_sample: Int32(kind.bitsPerCodedSample ?? min(64, format.bitsPerChannel)),
                    block_bytes: Int32(format.bytesPerPacket), cookie: cookie.baseAddress, cookie_size: cookie.count)
                return cav_decoder_open(&handle, name, &source, nil, 0)
            }
            if handle != nil { break }
        }
        guard let handle else {
            throw .unsupported(.dataFormat("\(format.name): \(LibraryCodec.text(result))"))
        }
        self.handle = handle
        self.kind = kind
        codec = format.codec
        channelCount = format.channelCount
        outputEncoding = kind.outputEncoding(format)
        framesPerPacketLimit = kind.framesPerPacketLimit(format)
        prerollPacketCount = kind.prerollPacketCount
        firstPacketTells = kind.isKnownByDecoding || format.channelCount > 2
    }

    deinit { cav_decoder_close(handle) }

    func reset() { cav_decoder_flush(handle) }

    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutableRawBufferPointer
    ) throws(MediaError) -> Int {
        var frameCount = 0
        var rest = packet
        repeat {
            let part = kind.partByteCount.flatMap { count in rest.first.map { min(rest.count, max(1, count($0))) } }
            try send(UnsafeRawBufferPointer(rebasing: rest[..<(part ?? rest.count)]))
            while let block = try receive() {
                frameCount += store(block, samples, atFrame: frameCount)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(part ?? rest.count)...])
        } while !rest.isEmpty
        return frameCount
    }

    func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome? {
        try send(packet)
        var outcome: PacketOutcome?
        while let block = try receive() {
            guard block.channel_count > 0, block.channel_count <= Int32(kind.channelLimit), block.sample_rate > 0 else {
                continue
            }
            let mask = UInt32(truncatingIfNeeded: block.mask)
            let hasLayout = block.mask == UInt64(mask) && mask.nonzeroBitCount == Int(block.channel_count)
            outcome = PacketOutcome(
                codec: kind.heardAs ?? codec, sampleRate: Double(block.sample_rate),
                channelCount: Int(block.channel_count),
                layout: hasLayout && block.channel_count > 2 ? ChannelLayout(bitmap: mask) : nil)
        }
        return outcome
    }

    private func send(_ packet: UnsafeRawBufferPointer) throws(MediaError) {
        let result = cav_decoder_send(handle, packet.baseAddress?.assumingMemoryBound(to: UInt8.self), packet.count)
        // A packet that is not taken because output waits cannot be: all of it has been taken after each packet.
        guard result >= 0 else { throw .malformed(at: 0, because: "the decoder says: \(LibraryCodec.text(result))") }
    }

    private func receive() throws(MediaError) -> cav_block? {
        guard let planes = Self.noPlanes else { return nil }
        var block = cav_block(
            frame_count: 0, channel_count: 0, sample_rate: 0, sample: CAV_FLOAT32, is_planar: false, bits: 0, mask: 0,
            planes: planes)
        let result = cav_decoder_receive(handle, &block)
        if result >= 0 { return block }
        if result == Int32(CAV_AGAIN) || result == Int32(CAV_END) { return nil }
        throw .malformed(at: 0, because: "the decoder says: \(LibraryCodec.text(result))")
    }

    private static var noPlanes: UnsafePointer<UnsafePointer<UInt8>?>? { UnsafePointer(bitPattern: 8) }

    /// Puts a block's samples behind those of the packet that are there, and returns the frames stored.
    private func store(_ block: cav_block, _ samples: UnsafeMutableRawBufferPointer, atFrame first: Int) -> Int {
        let frameCount = min(Int(block.frame_count), framesPerPacketLimit - first)
        let blockChannels = Int(block.channel_count)
        guard frameCount > 0, blockChannels > 0, let base = samples.baseAddress else { return 0 }
        let target = base + first * channelCount * outputEncoding.byteCount
        if channelCount == 1, blockChannels > 1, outputEncoding.isFloat, block.is_planar, block.sample == CAV_FLOAT32 {
            mixToOne(block, target, frameCount)
            return frameCount
        }
        for channel in 0..<channelCount {
            // A stream whose channels change keeps those that it began with; one channel is heard in all.
            let from: Int? = channel < blockChannels ? channel : blockChannels == 1 ? 0 : nil
            guard let from else {
                fill(target, channel, frameCount)
                continue
            }
            guard let plane = block.planes[block.is_planar ? from : 0] else { continue }
            let skipped = block.is_planar ? 0 : from
            let stride = block.is_planar ? 1 : blockChannels
            copy(UnsafeRawPointer(plane), block.sample, skipped, stride, target, channel, frameCount)
        }
        return frameCount
    }

    /// A stream that began with one channel and goes on with two is heard with both.
    private func mixToOne(_ block: cav_block, _ target: UnsafeMutableRawPointer, _ frameCount: Int) {
        guard let left = block.planes[0], let right = block.planes[1] else { return }
        let both = (UnsafeRawPointer(left), UnsafeRawPointer(right))
        for frame in 0..<frameCount {
            let sum =
                both.0.load(fromByteOffset: 4 * frame, as: Float.self)
                + both.1.load(fromByteOffset: 4 * frame, as: Float.self)
            target.storeBytes(of: 0.5 * sum, toByteOffset: 4 * frame, as: Float.self)
        }
    }

    private func fill(_ target: UnsafeMutableRawPointer, _ channel: Int, _ frameCount: Int) {
        for frame in 0..<frameCount {
            let at = (frame * channelCount + channel) * outputEncoding.byteCount
            if outputEncoding.byteCount == 2 {
                target.storeBytes(of: 0, toByteOffset: at, as: Int16.self)
            } else {
                target.storeBytes(of: 0, toByteOffset: at, as: Int32.self)
            }
        }
    }

    private func copy(
        _ plane: UnsafeRawPointer, _ sample: cav_sample, _ skipped: Int, _ stride: Int,
        _ target: UnsafeMutableRawPointer, _ channel: Int, _ frameCount: Int
    ) {
        func weave<From: BitwiseCopyable, To: BitwiseCopyable>(_: From.Type, _: To.Type, _ convert: (From) -> To) {
            let source = plane.assumingMemoryBound(to: From.self) + skipped
            let woven = target.assumingMemoryBound(to: To.self) + channel
            let count = channelCount
            for frame in 0..<frameCount { woven[frame &* count] = convert(source[frame &* stride]) }
        }
        switch (sample, outputEncoding.isFloat, outputEncoding.byteCount) {
        case (CAV_INT16, false, 2): weave(Int16.self, Int16.self) { $0 }
        case (CAV_INT32, false, 2): weave(Int32.self, Int16.self) { Int16(truncatingIfNeeded: $0 >> 16) }
        case (CAV_UINT8, false, 2): weave(UInt8.self, Int16.self) { (Int16($0) - 128) << 8 }
        case (CAV_FLOAT32, false, 2):
            weave(Float.self, Int16.self) { Int16(max(-32768, min(32767, ($0 * 32768).rounded(.toNearestOrEven)))) }
        case (CAV_INT16, false, _): weave(Int16.self, Int32.self) { Int32($0) << 16 }
        case (CAV_INT32, false, _): weave(Int32.self, Int32.self) { $0 }
        case (CAV_UINT8, false, _): weave(UInt8.self, Int32.self) { (Int32($0) - 128) << 24 }
        case (CAV_FLOAT32, true, _): weave(Float.self, Float.self) { $0 }
        case (CAV_INT16, true, _): weave(Int16.self, Float.self) { Float($0) * 0x1p-15 }
        case (CAV_INT32, true, _): weave(Int32.self, Float.self) { Float($0) * 0x1p-31 }
        case (CAV_UINT8, true, _): weave(UInt8.self, Float.self) { Float(Int($0) - 128) * 0x1p-7 }
        case (CAV_FLOAT64, true, _): weave(Double.self, Float.self) { Float($0) }
        default: fill(target, channel, frameCount)
        }
    }
}
