/// The data that an AAC decoder needs, as MPEG-4 packs it.
///
/// Source: ISO/IEC 14496-3, 1.6.2.1 (AudioSpecificConfig), 1.6.3 (tables), and 14496-1, 7.2.6 (descriptors).
package struct AudioSpecificConfig: Equatable, Sendable {
    /// The kind of audio: 2 is low complexity, 5 and 29 high efficiency, 23 low delay, 39 enhanced low delay, 42
    /// extended high efficiency (USAC).
    package var objectType = 2
    /// The rate of the core codec.
    package var sampleRate = 44100
    /// Channels as table 1.19 numbers them; 0 if the stream describes them itself.
    package var channelConfiguration = 2
    /// Indicates whether spectral band replication is announced; it doubles the rate.
    package var hasReplication = false
    /// Indicates whether parametric stereo is announced; it makes two channels of one.
    package var hasParametricStereo = false
    /// The rate with spectral band replication.
    package var extendedSampleRate = 0
    /// Indicates whether a packet has 960 frames instead of 1024, or 480 instead of 512.
    package var hasShortFrames = false
    /// All bytes, for the decoder.
    package private(set) var bytes: [UInt8] = []

    /// The rates of table 1.18.
    package static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    /// The channels of table 1.19.
    package static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8]

    /// The number of channels, if the configuration alone determines it.
    package var channelCount: Int? {
        guard channelConfiguration > 0, channelConfiguration < Self.channelCounts.count else { return nil }
        let count = Self.channelCounts[channelConfiguration]
        return count > 0 ? (count == 1 && hasParametricStereo ? 2 : count) : nil
    }

    /// Frames of a packet at the rate that is heard.
    package var framesPerPacket: Int {
        let core = objectType == 23 || objectType == 39 ? (hasShortFrames ? 480 : 512) : hasShortFrames ? 960 : 1024
        return hasReplication && extendedSampleRate > sampleRate ? 2 * core : core
    }

    /// The codec in Core Audio's codes.
    package var codec: FourCC {
        switch objectType {
        case 23: "aacl"
        case 39: hasReplication ? "aacf" : "aace"
        case 42: "usac"
        default: hasParametricStereo ? "aacp" : hasReplication ? "aach" : "aac "
        }
    }

    /// Names of audio object types that are stored like AAC and have no decoder here (ISO/IEC 14496-3, table 1.17).
    static let undecoded: [Int: String] = [
        6: "scalable AAC", 7: "TwinVQ", 8: "CELP", 9: "HVXC", 19: "error-resilient AAC with long-term prediction",
        20: "error-resilient scalable AAC", 21: "error-resilient TwinVQ", 22: "BSAC", 24: "error-resilient CELP",
        25: "error-resilient HVXC", 26: "HILN", 27: "parametric audio", 36: "MPEG-4 ALS", 37: "MPEG-4 SLS",
        38: "MPEG-4 SLS without a core", 42: "Extended High Efficiency AAC",
    ]

    /// Describes low complexity AAC of a format, or another kind if the format's code is of that kind.
    package init(_ format: MediaFormat) {
        sampleRate = Int(max(1, min(format.sampleRate, 8_000_000)))
        let count = format.channelCount
        channelConfiguration = count < 7 ? count : Self.channelCounts.firstIndex(of: count) ?? 0
        switch format.codec {
        case "aacl": objectType = 23
        case "aace": objectType = 39
        default: break
        }
        var bits = BitBuilder()
        Self.put(objectType: objectType, &bits)
        Self.put(rate: sampleRate, &bits)
        bits.put(channelConfiguration, 4)
        hasShortFrames = format.framesPerPacket == 960 || format.framesPerPacket == 480
        bits.put(hasShortFrames ? 1 : 0, 1)
        // No core coder; the extension flag is set for error-resilient kinds and followed by three unused tools.
        if objectType == 39 {
            bits.put(0, 8)
        } else {
            bits.put(0, 1)
            bits.put(objectType == 23 ? 1 : 0, 1)
            if objectType == 23 { bits.put(0, 4) }
        }
        bytes = bits.bytes
    }

    /// Describes the fields in the header of an ADTS frame.
    package init(profile: Int, rateIndex: Int, channelConfiguration: Int) {
        objectType = profile + 1
        sampleRate = rateIndex < Self.sampleRates.count ? Self.sampleRates[rateIndex] : 44100
        self.channelConfiguration = channelConfiguration
        bytes = [
            UInt8(truncatingIfNeeded: objectType << 3 | rateIndex >> 1),
            UInt8(truncatingIfNeeded: (rateIndex & 1) << 7 | channelConfiguration << 3),
        ]
    }

    /// Reads a configuration; nil if there is none in the bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes.count <= 1 << 12 else { return nil }
        var bits = BitReader(bytes)
        self.init(&bits)
        self.bytes = bytes
    }

    /// Reads a configuration where it lies in other bits.
    ///
    /// - Parameter bits: Ends behind the parts of it that are known here.
    package init?(_ bits: inout BitReader) {
        objectType = Self.objectType(&bits)
        sampleRate = Self.rate(&bits)
        channelConfiguration = bits.bits(4)
        if objectType == 5 || objectType == 29 {
            hasReplication = true
            hasParametricStereo = objectType == 29
            extendedSampleRate = Self.rate(&bits)
            objectType = Self.objectType(&bits)
            if objectType == 22 { bits.skip(4) }
        }
        guard objectType > 0, sampleRate > 0, !bits.isPast else { return nil }
        hasShortFrames = bits.flag()
        if objectType == 39 {
            takeEnhancedLowDelay(&bits)
        } else if [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(objectType) {
            takeGeneral(&bits)
        }
        // Backward compatible signalling behind the rest.
        guard !hasReplication, objectType < 39, bits.left >= 16, bits.bits(11) == 0x2B7 else { return }
        guard Self.objectType(&bits) == 5 else { return }
        hasReplication = bits.flag()
        guard hasReplication else { return }
        extendedSampleRate = Self.rate(&bits)
        if bits.left >= 12, bits.bits(11) == 0x548 { hasParametricStereo = bits.flag() }
    }

    private mutating func takeGeneral(_ bits: inout BitReader) {
        if bits.flag() { bits.skip(14) }
        let isExtended = bits.flag()
        if channelConfiguration == 0 { takeProgram(&bits) }
        if objectType == 6 || objectType == 20 { bits.skip(3) }
        guard isExtended else { return }
        if objectType == 22 { bits.skip(16) }
        if [17, 19, 20, 23].contains(objectType) { bits.skip(3) }
        bits.skip(1)
    }

    /// Channels that the configuration lists one by one (4.4.1.1).
    private mutating func takeProgram(_ bits: inout BitReader) {
        bits.skip(10)
        let counts = [4, 4, 4, 2, 3, 4].map { bits.bits($0) }
        for width in [4, 4, 3] where bits.flag() { bits.skip(width) }
        var channels = 0
        for _ in 0..<(counts[0] + counts[1] + counts[2]) {
            channels += bits.flag() ? 2 : 1
            bits.skip(4)
        }
        channels += counts[3]
        bits.skip(4 * counts[3] + 4 * counts[4] + 5 * counts[5])
        bits.skip((8 - bits.position % 8) % 8)
        bits.skip(8 * bits.bits(8))
        programChannelCount = channels
    }

    /// Channels of a configuration that lists them; 0 otherwise.
    package private(set) var programChannelCount = 0

    private mutating func takeEnhancedLowDelay(_ bits: inout BitReader) {
        bits.skip(3)
        hasReplication = bits.flag()
        if hasReplication { extendedSampleRate = bits.flag() ? 2 * sampleRate : sampleRate }
    }

    private static func objectType(_ bits: inout BitReader) -> Int {
        let type = bits.bits(5)
        return type == 31 ? 32 + bits.bits(6) : type
    }

    private static func rate(_ bits: inout BitReader) -> Int {
        let index = bits.bits(4)
        if index == 15 { return bits.bits(24) }
        return index < sampleRates.count ? sampleRates[index] : 0
    }

    private static func put(objectType: Int, _ bits: inout BitBuilder) {
        if objectType < 32 {
            bits.put(objectType, 5)
        } else {
            bits.put(31, 5)
            bits.put(objectType - 32, 6)
        }
    }

    private static func put(rate: Int, _ bits: inout BitBuilder) {
        if let index = sampleRates.firstIndex(of: rate) {
            bits.put(index, 4)
        } else {
            bits.put(15, 4)
            bits.put(rate, 24)
        }
    }
}

extension AudioSpecificConfig {
    /// The configuration in a cookie: alone, or in an elementary stream descriptor as Core Audio and MPEG-4 files have
    /// it.
    package static func inside(_ cookie: [UInt8]) -> [UInt8]? {
        guard let first = cookie.first else { return nil }
        if first != 0x03 && first != 0x04 { return cookie.count >= 2 ? cookie : nil }
        var at = 0
        while at < cookie.count {
            let tag = cookie[at]
            at += 1
            var byteCount = 0
            for _ in 0..<4 {
                guard at < cookie.count else { return nil }
                let byte = cookie[at]
                at += 1
                byteCount = byteCount << 7 | Int(byte & 0x7F)
                if byte & 0x80 == 0 { break }
            }
            switch tag {
            case 0x03:
                guard at + 3 <= cookie.count else { return nil }
                let flags = cookie[at + 2]
                at += 3
                if flags & 0x80 != 0 { at += 2 }
                if flags & 0x40 != 0, at < cookie.count { at += 1 + Int(cookie[at]) }
                if flags & 0x20 != 0 { at += 2 }
            case 0x04: at += 13
            case 0x05:
                guard byteCount >= 2, at + byteCount <= cookie.count else { return nil }
                return Array(cookie[at..<at + byteCount])
            default: at += byteCount
            }
        }
        return nil
    }

    /// The elementary stream descriptor that Core Audio calls the cookie of AAC.
    ///
    /// - Parameters:
    ///   - config: The configuration; none for codecs that have none.
    ///   - objectType: The type of the stream; 0x40 is audio of MPEG-4.
    ///   - bitRate: The mean in bits a second, 0 if it is not known.
    package static func cookie(_ config: [UInt8], objectType: UInt8 = 0x40, bitRate: Int = 0) -> [UInt8] {
        func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
            [
                tag, 0x80 | UInt8(body.count >> 21 & 0x7F), 0x80 | UInt8(body.count >> 14 & 0x7F),
                0x80 | UInt8(body.count >> 7 & 0x7F), UInt8(body.count & 0x7F),
            ] + body
        }
        let rate = UInt32(clamping: bitRate)
        let rates = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rate >> $0) }
        // 0x15 is an audio stream; the buffer is that of two packets of 768 bytes.
        let own = config.isEmpty ? [] : descriptor(0x05, config)
        let decoder = descriptor(0x04, [objectType, 0x15, 0, 0x18, 0] + rates + rates + own)
        return descriptor(0x03, [0, 0, 0] + decoder + descriptor(0x06, [0x02]))
    }
}
