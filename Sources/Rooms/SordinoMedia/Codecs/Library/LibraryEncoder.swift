import CAVCodec
import SordinoSignal

/// The description of an encoder for libavcodec.
package struct LibraryEncoding: Sendable {
    /// The library's encoders, the first that is there is taken.
    let encoderNames: [String]
    /// Channels that the codec takes at most.
    let channelLimit: Int
    /// Rates that it takes; none stands for any.
    let sampleRates: [Int]
    /// Bits of a sample that it takes, for those that lose none; the first is taken if the format names none.
    let losslessBits: [Int]
    /// The cookie in Core Audio's form, from the library's.
    let cookie: @Sendable ([UInt8]) -> [UInt8]?
    /// Indicates whether other loudspeakers than those of the frames are refused.
    var isExact = false
    /// The options of every encoder for this number of channels.
    var channelOptions: @Sendable (Int) -> [(key: String, value: String)] = { _ in [] }
    /// The encoder's options in the library's words.
    var options: @Sendable (EncodingOptions) -> [(key: String, value: String)] = { _ in [] }

    /// Indicates whether an encoder is there; loads the library.
    package var isAvailable: Bool { encoderNames.contains { cav_has_encoder($0) } }

    static let aac = LibraryEncoding(
        encoderNames: ["aac"], channelLimit: 8, sampleRates: AudioSpecificConfig.sampleRates, losslessBits: [],
        cookie: { AudioSpecificConfig.cookie($0) },
        options: { asked in
            var options: [(key: String, value: String)] = []
            if let effort = asked.effort { options.append(("aac_coder", effort < 48 ? "fast" : "twoloop")) }
            if asked.rateControl == .variable {
                // 118 is the library's unit of quality; 0.1 to 2 of them are about 32 to 256 kbit/s in stereo.
                let quality = 118 * (0.1 + 1.9 * Double(asked.variableQuality) / 127)
                options += [("flags", "+qscale"), ("global_quality", "\(Int(quality.rounded()))")]
            }
            return options
        })
    static let alac = LibraryEncoding(
        encoderNames: ["alac"], channelLimit: 8, sampleRates: [], losslessBits: [16, 24],
        cookie: { ALACConfig.inside(Array($0.dropFirst(12))) ?? ALACConfig.inside($0) }, isExact: true,
        options: { asked in asked.effort.map { [("compression_level", "\($0 * 2 / 127)")] } ?? [] })
    static let flac = LibraryEncoding(
        encoderNames: ["flac"], channelLimit: 8, sampleRates: [], losslessBits: [16, 24],
        cookie: { info in FLACStreamInfo.cookie(info) },
        options: { asked in asked.effort.map { [("compression_level", "\($0 * 8 / 127)")] } ?? [] })
    static let opus = LibraryEncoding(
        encoderNames: ["libopus"], channelLimit: 8, sampleRates: [48000, 24000, 16000, 12000, 8000], losslessBits: [],
        cookie: { $0 },
        // Unless the channels' order is given, RFC 7845, 5.1.1.2, some versions of the library rotate 5 and 7 channels.
        channelOptions: { $0 > 2 ? [("mapping_family", "1")] : [] },
        options: { asked in
            var options: [(key: String, value: String)] = []
            if let effort = asked.effort { options.append(("compression_level", "\(effort * 10 / 127)")) }
            switch asked.rateControl {
            case .constant: options.append(("vbr", "off"))
            case .longTermAverage, .variableConstrained: options.append(("vbr", "constrained"))
            case .variable: options.append(("vbr", "on"))
            case nil: break
            }
            return options
        })

    /// Makes an encoder.
    ///
    /// - Throws: `unsupported` if the library is not there or does not encode this.
    func make(_ format: MediaFormat, _ options: EncodingOptions) throws(MediaError) -> any PacketEncoder {
        try LibraryEncoder(self, format, options)
    }
}

/// Encodes packets with libavcodec.
final class LibraryEncoder: PacketEncoder {
    private(set) var format: MediaFormat
    private(set) var cookie: [UInt8]?
    let primingFrameCount: Int
    let inputEncoding: SampleEncoding

    private let handle: OpaquePointer
    private let kind: LibraryEncoding
    let takesPlanes: Bool
    /// For each channel of the encoder the channel of the frames.
    private let order: [Int]
    private let isReordered: Bool
    private let framesPerBlock: Int
    /// A block of samples as the library takes it: one plane, or one for each channel behind the other.
    private let block: UnsafeMutableRawBufferPointer
    private var filled = 0

    init(_ kind: LibraryEncoding, _ asked: MediaFormat, _ options: EncodingOptions) throws(MediaError) {
        let rate = Int(max(0, min(asked.sampleRate, 1_000_000)))
        let bits = asked.bitsPerChannel > 0 ? asked.bitsPerChannel : kind.losslessBits.first ?? 0
        guard Double(rate) == asked.sampleRate, rate > 0, asked.channelCount <= kind.channelLimit,
            kind.sampleRates.isEmpty || kind.sampleRates.contains(rate),
            kind.losslessBits.isEmpty || kind.losslessBits.contains(bits)
        else { throw .unsupported(.dataFormat("there is no encoder for \(asked.name)")) }
        let sample: SampleEncoding =
            kind.losslessBits.isEmpty ? .float32(.native) : bits <= 16 ? .int16(.native) : .int32(.native)
        let usual = EncodingRange.of(asked.codec)?.usualBitRate(
            sampleRate: asked.sampleRate, channelCount: asked.channelCount)
        let bitRate = options.bitRate > 0 ? options.bitRate : usual ?? 0
        var handle: OpaquePointer?
        var result = Int32(CAV_ABSENT)
        var map: [Int]?
        let layouts = EncoderLayout.candidates(
            mask: options.layoutMask, channelCount: asked.channelCount, mayMove: kind.losslessBits.isEmpty,
            isExact: kind.isExact)
        for (name, layout) in kind.encoderNames.flatMap({ name in layouts.map { (name, $0) } }) {
            var target = cav_target(
                sample_rate: Int32(rate), channel_count: Int32(asked.channelCount), mask: UInt64(layout.mask),
                bit_rate: Int64(bitRate), bits_per_sample: Int32(kind.losslessBits.isEmpty ? 0 : bits),
                sample: sample.isFloat ? CAV_FLOAT32 : sample.byteCount == 2 ? CAV_INT16 : CAV_INT32)
            result = Self.open(
                &handle, name, &target, kind.options(options) + kind.channelOptions(asked.channelCount))
            map = layout.map
            if handle != nil { break }
        }
        guard let handle else {
            throw .unsupported(.dataFormat("\(asked.name): \(LibraryCodec.text(result))"))
        }
        var shape = cav_shape()
        cav_encoder_shape(handle, &shape)
        let isAsAsked =
            sample.isFloat
            ? shape.sample == CAV_FLOAT32 : shape.sample == (sample.byteCount == 2 ? CAV_INT16 : CAV_INT32)
        guard isAsAsked else {
            cav_encoder_close(handle)
            throw .unsupported(.dataFormat("\(asked.name): the encoder does not accept these samples"))
        }
        self.handle = handle
        self.kind = kind
        inputEncoding = sample
        var order = map ?? Array(0..<asked.channelCount)
        let given = options.channelOrder
        if given.count == order.count { order = order.map { given[$0] } }
        self.order = order
        isReordered = order != Array(0..<asked.channelCount)
        takesPlanes = shape.is_planar
        framesPerBlock = shape.frame_size > 0 ? Int(shape.frame_size) : 4096
        primingFrameCount = Int(max(0, shape.priming))
        cookie = shape.cookie.flatMap { kind.cookie([UInt8](UnsafeBufferPointer(start: $0, count: shape.cookie_size))) }
        format = MediaFormat(
            codec: asked.codec, sampleRate: asked.sampleRate, channelCount: asked.channelCount, bytesPerPacket: 0,
            framesPerPacket: framesPerBlock, bitsPerChannel: kind.losslessBits.isEmpty ? 0 : bits)
        format.codecFlags = kind.losslessBits.isEmpty ? 0 : FLACStreamInfo.flag(bitsPerChannel: bits)
        block = .allocate(byteCount: framesPerBlock * asked.channelCount * sample.byteCount, alignment: 64)
    }

    private static func open(
        _ handle: inout OpaquePointer?, _ name: String, _ target: inout cav_target,
        _ options: [(key: String, value: String)]
    ) -> Int32 {
        LibraryCodec.withOptions(options) { cav_encoder_open(&handle, name, &target, $0, $1) }
    }

    deinit {
        cav_encoder_close(handle)
        block.deallocate()
    }

    func encode(
        _ frames: SampleBlock, atFrame first: Int, frameCount: Int,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, framesPerBlock - filled)
            store(frames, atFrame: first + done, count)
            filled += count
            done += count
            if filled == framesPerBlock { try send(packets) }
        }
    }

    func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        if filled > 0 { try send(packets) }
        try check(cav_encoder_send(handle, nil, 0))
        try receive(packets)
    }

    /// Puts frames into the block.
    private func store(_ frames: SampleBlock, atFrame first: Int, _ frameCount: Int) {
        guard let base = block.baseAddress else { return }
        let channelCount = format.channelCount
        let byteCount = inputEncoding.byteCount
        if takesPlanes {
            for channel in 0..<channelCount {
                (base + (channel * framesPerBlock + filled) * byteCount)
                    .copyMemory(
                        from: frames.buffers[order[channel]] + first * byteCount, byteCount: frameCount * byteCount)
            }
            return
        }
        let samples = UnsafeRawPointer(frames.buffers[0] + first * channelCount * byteCount)
        let target = base + filled * channelCount * byteCount
        guard isReordered, channelCount > 1 else {
            target.copyMemory(from: samples, byteCount: frameCount * channelCount * byteCount)
            return
        }
        func part<Sample: BitwiseCopyable>(_: Sample.Type) {
            for channel in 0..<channelCount {
                let source = samples.assumingMemoryBound(to: Sample.self) + order[channel]
                let place = target.assumingMemoryBound(to: Sample.self) + channel
                for frame in 0..<frameCount { place[frame &* channelCount] = source[frame &* channelCount] }
            }
        }
        if byteCount == 2 { part(Int16.self) } else { part(Int32.self) }
    }

    private func send(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        let stride = framesPerBlock * inputEncoding.byteCount
        let planes = (0..<(takesPlanes ? format.channelCount : 1)).map { plane in
            block.baseAddress.map { UnsafeRawPointer($0 + plane * stride) }
        }
        let result = planes.withUnsafeBufferPointer { cav_encoder_send(handle, $0.baseAddress, Int32(filled)) }
        filled = 0
        try check(result)
        try receive(packets)
    }

    private func receive(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        while true {
            guard let nothing = UnsafePointer<UInt8>(bitPattern: 8) else { return }
            var packet = cav_packet(bytes: nothing, size: 0, duration: 0, new_cookie: nil, new_cookie_size: 0)
            let result = cav_encoder_receive(handle, &packet)
            if result == Int32(CAV_AGAIN) || result == Int32(CAV_END) { return }
            try check(result)
            if let changed = packet.new_cookie {
                cookie = kind.cookie([UInt8](UnsafeBufferPointer(start: changed, count: packet.new_cookie_size)))
            }
            // FLAC sends its final header at its end, in a packet without bytes.
            guard packet.size > 0 else { continue }
            // A lossless codec ends with a packet of fewer frames; the others fill their last packet up.
            let isShort = !kind.losslessBits.isEmpty && packet.duration > 0
            try packets(
                EncodedPacket(
                    bytes: UnsafeRawBufferPointer(start: packet.bytes, count: packet.size),
                    frameCount: isShort ? Int(packet.duration) : framesPerBlock))
        }
    }

    private func check(_ result: Int32) throws(MediaError) {
        guard result < 0, result != Int32(CAV_AGAIN), result != Int32(CAV_END) else { return }
        throw .unsupported(.operation("the encoder stopped: \(LibraryCodec.text(result))"))
    }
}
