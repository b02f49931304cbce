/// The header of a frame, from which the beginning of the next one follows.
protocol SyncHeader: Equatable, Sendable {
    /// Bytes that are needed to read a header.
    static var headerByteCount: Int { get }
    /// Its first byte, which is looked for.
    static var firstByte: UInt8 { get }
    /// Reads a header at an offset; nil if the bytes are no header or not all there.
    init?(_ bytes: RawSpan, at: Int)
    /// Bytes from this header to the next.
    var byteCount: Int { get }
    /// Bytes before the packet itself.
    var packetStart: Int { get }
    /// Frames of audio that it holds.
    var frameCount: Int { get }
    /// Returns whether two headers can stand in one stream.
    func continues(_ other: Self) -> Bool
    /// Indicates whether the frame belongs to the packet of the one before it.
    var isContinuation: Bool { get }
}

/// Walks from frame to frame by their headers; other bytes between them are skipped.
struct SyncFramer<Header: SyncHeader>: PacketFramer {
    let first: Header
    private var isInStep = false
    /// The maximum number of frames in a packet: eight programmes of E-AC-3, each with eight additional substreams.
    private static var frameLimit: Int { 8 * 9 }
    /// The number of dependent frames in the previous packet.
    ///
    /// The next packet is expected to have as many, so that its end is known without the header behind it.
    private var continuationCount = 0

    init(_ first: Header) { self.first = first }

    /// Finds the next frame: a header, and outside a run of frames a second one behind it.
    mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        let least = Header.headerByteCount
        guard bytes.byteCount >= least else { return isEnd ? .skip(bytes.byteCount) : .more(least) }
        guard let header = Header(bytes, at: 0), header.continues(first), !header.isContinuation else {
            isInStep = false
            return search(bytes, isEnd: isEnd)
        }
        var end = header.byteCount
        var count = 0
        while true {
            guard bytes.byteCount >= end else { return .more(end) }
            if isInStep, count == continuationCount { break }
            guard bytes.byteCount >= end + least else {
                if !isEnd { return .more(end + least) }
                break
            }
            guard let next = Header(bytes, at: end) else {
                if !isInStep { return .skip(1) }
                break
            }
            guard next.isContinuation, count + 1 < Self.frameLimit else { break }
            end += next.byteCount
            count += 1
        }
        isInStep = true
        continuationCount = count
        return .packet(header.packetStart..<end, byteCount: end, frameCount: header.frameCount)
    }

    private func search(_ bytes: RawSpan, isEnd: Bool) -> FramingStep {
        var at = 1
        while at + Header.headerByteCount <= bytes.byteCount {
            if bytes.byte(at) == Header.firstByte, let header = Header(bytes, at: at), header.continues(first),
                !header.isContinuation
            {
                return .skip(at)
            }
            at += 1
        }
        return .skip(isEnd ? bytes.byteCount : at)
    }

    /// Finds the beginning of a run of frames in bytes that may be something else.
    ///
    /// - Returns: nil if none begins here; otherwise the first header, or the number of bytes that are needed to
    ///   decide.
    static func begins(_ bytes: RawSpan, at start: Int, chain: Int, isEnd: Bool) -> (header: Header?, wanted: Int)? {
        guard let first = Header(bytes, at: start), !first.isContinuation else { return nil }
        var at = start
        for index in 0..<chain {
            guard at + Header.headerByteCount <= bytes.byteCount else {
                let wanted = at + Header.headerByteCount
                let least = chain == ElementaryStream.strictChain ? ElementaryStream.lastChain : 1
                if wanted > ParserLimits.pieceByteCount { return index >= least ? (first, 0) : nil }
                if !isEnd { return (nil, wanted) }
                return index >= least && at <= bytes.byteCount ? (first, 0) : nil
            }
            guard let header = Header(bytes, at: at), header.isContinuation || header.continues(first) else {
                return nil
            }
            at += header.byteCount
        }
        return (first, 0)
    }
}

/// The header of a frame of AC-3 or Enhanced AC-3.
///
/// Source: ETSI TS 102 366, 4.3 (syncinfo, bsi), table 4.13 (frame sizes), and E.1.2 for the enhanced form.
struct AC3Header: SyncHeader {
    static var headerByteCount: Int { 7 }
    static var firstByte: UInt8 { 0x0B }

    /// Indicates whether the form is the enhanced one.
    var isEnhanced: Bool
    /// Frames of audio a second.
    var sampleRate: Int
    /// Channels, the one for low frequencies included.
    var channelCount: Int
    var byteCount: Int
    var frameCount: Int
    var isContinuation: Bool
    var packetStart: Int { 0 }

    /// Rates by their code.
    static let sampleRates = [48000, 44100, 32000]
    /// Channels by their mode, without the one for low frequencies.
    static let channelCounts = [2, 1, 2, 3, 3, 4, 4, 5]
    private static let bitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    init?(_ bytes: RawSpan, at: Int) {
        guard bytes.byteCount >= at + Self.headerByteCount, bytes.big(at, UInt16.self) == 0x0B77 else { return nil }
        let (third, fifth, sixth) = (bytes.byte(at + 2), bytes.byte(at + 4), bytes.byte(at + 5))
        let identification = Int(sixth >> 3)
        guard identification <= 16 else { return nil }
        isEnhanced = identification > 10
        let rateCode = Int(fifth >> 6)
        if isEnhanced {
            let type = Int(third >> 6)
            guard type != 3 else { return nil }
            isContinuation = type == 1 || third >> 3 & 7 != 0
            byteCount = 2 * (Int(bytes.big(at + 2, UInt16.self) & 0x7FF) + 1)
            let blockCode = Int(fifth >> 4 & 3)
            guard rateCode < 3 || blockCode < 3 else { return nil }
            sampleRate = rateCode < 3 ? Self.sampleRates[rateCode] : [24000, 22050, 16000][blockCode]
            frameCount = 256 * (rateCode < 3 ? [1, 2, 3, 6][blockCode] : 6)
            channelCount = Self.channelCounts[Int(fifth >> 1 & 7)] + Int(fifth & 1)
        } else {
            let sizeCode = Int(fifth & 63)
            guard rateCode < 3, sizeCode < 38 else { return nil }
            let halved = max(0, identification - 8)
            let kilobits = Self.bitRates[sizeCode / 2]
            switch rateCode {
            case 0: byteCount = 4 * kilobits
            case 1: byteCount = 2 * (kilobits * 96000 / 44100 + sizeCode % 2)
            default: byteCount = 6 * kilobits
            }
            sampleRate = Self.sampleRates[rateCode] >> halved
            isContinuation = false
            frameCount = 1536
            let mode = Int(bytes.byte(at + 6) >> 5)
            // Mixing levels stand before the bit for low frequencies.
            let skipped = (mode & 1 != 0 && mode != 1 ? 2 : 0) + (mode & 4 != 0 ? 2 : 0) + (mode == 2 ? 2 : 0)
            channelCount = Self.channelCounts[mode] + Int(bytes.byte(at + 6) >> UInt8(4 - skipped) & 1)
        }
        guard byteCount > Self.headerByteCount else { return nil }
    }

    func continues(_ other: AC3Header) -> Bool { isEnhanced == other.isEnhanced && sampleRate == other.sampleRate }
}

/// The header of a frame of LOAS: AAC whose packets need not begin at whole bytes.
///
/// Source: ISO/IEC 14496-3, 1.7.2 (AudioSyncStream) and 1.7.3 (StreamMuxConfig).
struct LOASHeader: SyncHeader {
    static var headerByteCount: Int { 4 }
    static var firstByte: UInt8 { 0x56 }

    var byteCount: Int
    /// Indicates whether the frame describes the stream.
    var hasConfig: Bool
    var packetStart: Int { 0 }
    var frameCount: Int { framesPerPacket }
    var isContinuation: Bool { false }
    private var framesPerPacket = 1024

    init?(_ bytes: RawSpan, at: Int) {
        guard bytes.byteCount >= at + Self.headerByteCount, bytes.big(at, UInt16.self) & 0xFFE0 == 0x56E0 else {
            return nil
        }
        byteCount = Int(bytes.big(at + 1, UInt16.self) & 0x1FFF) + 3
        hasConfig = bytes.byte(at + 3) & 0x80 == 0
        guard byteCount > Self.headerByteCount else { return nil }
    }

    func continues(_ other: LOASHeader) -> Bool { true }

    /// Returns the decoder's configuration in a frame that has one; nil for unusual ones that are not supported.
    static func config(_ frame: [UInt8]) -> (config: AudioSpecificConfig, packetsPerFrame: Int)? {
        var bits = BitReader(frame)
        bits.skip(24)
        guard !bits.flag() else { return nil }
        let version = bits.bits(1)
        if version == 1, bits.flag() { return nil }
        func value() -> Int {
            let count = bits.bits(2)
            return (0...count).reduce(0) { sum, _ in sum << 8 | bits.bits(8) }
        }
        if version == 1 { _ = value() }
        bits.skip(1)
        let subframes = bits.bits(6) + 1
        guard bits.bits(4) == 0, bits.bits(3) == 0 else { return nil }
        if version == 1 { _ = value() }
        guard let config = AudioSpecificConfig(&bits) else { return nil }
        return (config, subframes)
    }
}
