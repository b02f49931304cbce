/// Decodes the packets of an Apple Lossless stream to samples, bit for bit.
///
/// Packets do not depend on each other. Source: Apple's reference of Apple Lossless.
package final class ALACDecoder {
    /// The description of the stream.
    package let cookie: ALACCookie
    /// Frames of the last packet.
    package private(set) var frameCount = 0

    private var samples: UnsafeMutablePointer<Int32>
    private var sampleCount: Int
    private var stride: Int
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity: Int
    let coefficients: UnsafeMutablePointer<Int16>

    /// Prepares for a stream.
    ///
    /// - Parameter cookie: A cookie that `ALACCookie` reads.
    /// - Throws: `damaged` if the cookie is.
    package convenience init(cookie: [UInt8]) throws(CodecError) { self.init(try ALACCookie(cookie)) }

    /// Prepares for a stream.
    package init(_ cookie: ALACCookie) {
        var cookie = cookie
        cookie.channelCount = max(1, min(8, cookie.channelCount))
        cookie.framesPerPacket = max(1, min(ALACCookie.frameLimit, cookie.framesPerPacket))
        cookie.remainderBitLimit = max(1, min(24, cookie.remainderBitLimit))
        cookie.bitsPerChannel = max(1, min(32, cookie.bitsPerChannel))
        self.cookie = cookie
        // A packet that has more frames makes the planes longer.
        stride = ALACPrediction.margin + min(cookie.framesPerPacket, 8192) + 16
        sampleCount = stride * cookie.channelCount
        samples = .allocate(capacity: sampleCount)
        samples.initialize(repeating: 0, count: sampleCount)
        byteCapacity = PaddedBitInput.padding + 1024 + stride * cookie.channelCount * 4
        bytes = .allocate(capacity: byteCapacity)
        coefficients = .allocate(capacity: 64)
        coefficients.initialize(repeating: 0, count: 64)
    }

    deinit {
        samples.deallocate()
        bytes.deallocate()
        coefficients.deallocate()
    }

    /// Channels of the stream.
    package var channelCount: Int { cookie.channelCount }
    /// The rate, in frames a second.
    package var sampleRate: Int { cookie.sampleRate }
    /// Bits of a sample.
    package var bitsPerChannel: Int { cookie.bitsPerChannel }
    /// Frames of each packet but the last.
    package var framesPerPacket: Int { cookie.framesPerPacket }

    /// The samples of a channel of the last packet, in the stream's order (see `ALACLayout`), in its lowest
    /// `bitsPerChannel` bits with their sign, until the next call.
    package func plane(_ channel: Int) -> UnsafePointer<Int32> {
        UnsafePointer(start(max(0, min(channel, channelCount - 1))))
    }

    func start(_ channel: Int) -> UnsafeMutablePointer<Int32> { samples + (channel &* stride &+ ALACPrediction.margin) }

    /// Decodes one packet.
    ///
    /// - Parameter packet: The packet's bytes; those behind its end mark are ignored.
    /// - Returns: Frames of sound, 0 to `framesPerPacket`, in planes. Channels that the packet lacks are silent.
    /// - Throws: `damaged` if the packet breaks the format's rules, `unsupported` for coupled channels and programs.
    package func decode(_ packet: UnsafeRawBufferPointer) throws(CodecError) -> Int {
        prepare(packet)
        var input = PaddedBitInput(bytes, byteCount: packet.count)
        var channel = 0
        var count: Int?
        elements: while true {
            guard input.position + 3 <= input.count else {
                throw .damaged("a packet without its end", bit: input.count)
            }
            let kind = input.bits(3)
            switch kind {
            case 0, 1, 3:
                let width = kind == 1 ? 2 : 1
                guard channel + width <= channelCount else {
                    throw .damaged("more channels than the stream has", bit: input.position - 3)
                }
                let found = try element(&input, channel, isPair: kind == 1)
                guard count == nil || count == found else {
                    throw .damaged("channels of different lengths", bit: input.position)
                }
                count = found
                channel += width
            case 4: skipData(&input)
            case 6:
                var bytes = input.bits(4)
                if bytes == 15 { bytes += input.bits(8) - 1 }
                input.position = min(input.position + bytes * 8, input.count + 64)
            case 7: break elements
            default: throw .unsupported("coupled channels or a program's description in Apple Lossless")
            }
            guard !input.isPast else { throw .damaged("a packet that is cut", bit: input.count) }
        }
        guard let count else { throw .damaged("a packet without channels", bit: 0) }
        for missing in channel..<max(channel, channelCount) { start(missing).update(repeating: 0, count: count) }
        frameCount = count
        return count
    }

    /// Puts silence in the planes, in place of a packet that is damaged or lost.
    ///
    /// - Returns: Its frames, `framesPerPacket`.
    package func conceal() -> Int {
        reserve(framesPerPacket)
        for channel in 0..<channelCount { start(channel).update(repeating: 0, count: framesPerPacket) }
        frameCount = framesPerPacket
        return framesPerPacket
    }

    /// Begins anew; packets do not depend on each other.
    package func reset() { frameCount = 0 }

    /// Begins after a jump; packets do not depend on each other.
    package func flush() { frameCount = 0 }

    /// Makes room for frames, and keeps those that are there.
    func reserve(_ frameCount: Int) {
        let needed = ALACPrediction.margin + frameCount + 16
        guard needed > stride else { return }
        let longer: UnsafeMutablePointer<Int32> = .allocate(capacity: needed * channelCount)
        longer.initialize(repeating: 0, count: needed * channelCount)
        for channel in 0..<channelCount {
            (longer + channel * needed).update(from: samples + channel * stride, count: stride)
        }
        samples.deallocate()
        (samples, stride, sampleCount) = (longer, needed, needed * channelCount)
    }

    private func prepare(_ packet: UnsafeRawBufferPointer) {
        if packet.count + PaddedBitInput.padding > byteCapacity {
            bytes.deallocate()
            byteCapacity = packet.count + PaddedBitInput.padding
            bytes = .allocate(capacity: byteCapacity)
        }
        if let base = packet.baseAddress {
            bytes.update(from: base.assumingMemoryBound(to: UInt8.self), count: packet.count)
        }
        (bytes + packet.count).update(repeating: 0, count: PaddedBitInput.padding)
    }

    private func skipData(_ input: inout PaddedBitInput) {
        _ = input.bits(4)
        let isAligned = input.bits(1) == 1
        var count = input.bits(8)
        if count == 255 { count += input.bits(8) }
        if isAligned { input.position = (input.position + 7) & ~7 }
        input.position = min(input.position + count * 8, input.count + 64)
    }
}
