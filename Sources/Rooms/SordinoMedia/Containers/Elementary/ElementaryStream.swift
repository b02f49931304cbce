/// Looks for the first frame of a stream that has no container.
enum ElementaryStream {
    enum Finding {
        /// So many bytes are needed to decide.
        case more(Int)
        /// So many bytes begin no frame.
        case nothing(Int)
        /// MPEG audio: where, and bytes of its first frame.
        case mpeg(Int, MPEGAudioFramer, Int)
        case adts(Int, ADTSFramer)
        case flac(Int)
        case ac3(Int, AC3Header)
        /// LOAS: where, and bytes of its first frame.
        case loas(Int, Int)
        case gsm(Int)
    }

    /// Frames that must follow one another where something else comes before them: programs and pictures hold three by
    /// chance, one in five.
    static let strictChain = 8
    /// Frames that are enough where the input ends behind them.
    static let lastChain = 3
    /// Frames of MPEG audio that are enough behind a part of one, as where a station was joined: of 12,000 files that
    /// are no sound none has two alike so near its beginning.
    private static let joinedChain = 2
    /// Frames of MPEG audio that are enough behind a tag, whose file holds nothing but sound and the bytes that damaged
    /// the tag.
    private static let taggedChain = 4

    /// The number of bytes examined first.
    ///
    /// More are requested only if these may begin a frame, so that the format of a slow stream is known early.
    static let firstLook = 16
    /// The number of bytes examined after bytes that begin no frame.
    static let nextLook = 512

    /// Returns the number of bytes of the next look, where a look at `bytes` needed `count` to decide.
    ///
    /// A caller looks at exactly so many, unless the input ends before: what is found must not depend on how many more
    /// are already there.
    static func look(_ count: Int, after bytes: RawSpan) -> Int {
        min(ParserLimits.pieceByteCount, max(count, bytes.byteCount + 1))
    }

    /// The bytes before those that are looked through.
    struct Before {
        /// Bytes since the beginning, or since the tag, that began no frame.
        var byteCount: Int
        /// Indicates whether a tag came before them.
        var hasTag: Bool
        /// Indicates whether something that is no frame came before.
        var isStrict: Bool
    }

    /// Searches the bytes for the first frame.
    static func find(_ bytes: RawSpan, isEnd: Bool, _ before: Before) -> Finding {
        let isStrict = before.isStrict
        var at = 0
        // A candidate behind other bytes must not hide a later one: bytes that only look like a frame would ask for
        // more and more.
        var wanted: Int?
        func more(_ count: Int, _ chain: Int) -> Finding? {
            if chain < strictChain { return .more(count) }
            wanted = min(wanted ?? count, count)
            return nil
        }
        // Seven bytes are enough for the longest header.
        let last = bytes.byteCount - (isEnd ? 4 : 7)
        while at <= last {
            let first = bytes.byte(at)
            let chain = isStrict || at > 0 ? strictChain : 2
            if first == 0x66, bytes.code(at) == "fLaC" { return .flac(at) }
            if first == AC3Header.firstByte {
                switch SyncFramer<AC3Header>.begins(bytes, at: at, chain: chain, isEnd: isEnd) {
                case (let header?, _)?: return .ac3(at, header)
                case (nil, let count)?: if let answer = more(count, chain) { return answer }
                case nil: break
                }
            } else if first == LOASHeader.firstByte {
                switch SyncFramer<LOASHeader>.begins(bytes, at: at, chain: max(chain, lastChain), isEnd: isEnd) {
                case (let header?, _)? where header.hasConfig: return .loas(at, header.byteCount)
                case (nil, let count)?: if let answer = more(count, chain) { return answer }
                default: break
                }
            } else if at == 0, !isStrict, isGSM(bytes, isEnd: isEnd) {
                if bytes.byteCount < gsmByteCount, !isEnd { return .more(gsmByteCount) }
                return .gsm(at)
            }
            if first == 0xFF {
                switch adts(bytes, at, chain, isEnd) {
                case .no: break
                case .perhaps(let count): if let answer = more(count, chain) { return answer }
                case .yes: if let header = ADTSHeader(bytes, at: at) { return .adts(at, ADTSFramer(header)) }
                }
                if let header = MPEGAudioHeader(bytes.big(at, UInt32.self)) {
                    switch mpeg(bytes, at, header, chain, isEnd, before) {
                    case .no: break
                    case .perhaps(let count): if let answer = more(count, chain) { return answer }
                    case .yes(let free):
                        let framer = MPEGAudioFramer(header, freeByteCount: free)
                        if let count = framer.byteCount(header) { return .mpeg(at, framer, count) }
                    }
                }
            }
            at += 1
        }
        // Larger and larger looks, so that all of them together are not much more than the last.
        if let wanted, !isEnd { return .more(max(wanted, bytes.byteCount + bytes.byteCount / 4)) }
        return .nothing(max(1, isEnd ? bytes.byteCount : at))
    }

    /// The number of bytes by which GSM 6.10 is recognised: 16 frames, a third of a second.
    private static let gsmByteCount = 33 * 16

    /// Returns whether every 33 bytes begin with the four bits that mark a frame of GSM 6.10.
    private static func isGSM(_ bytes: RawSpan, isEnd: Bool) -> Bool {
        if isEnd, bytes.byteCount < 33 * 8 || bytes.byteCount % 33 != 0 { return false }
        return stride(from: 0, to: bytes.byteCount, by: 33).allSatisfy { bytes.byte($0) >> 4 == 0xD }
    }

    private enum Answer {
        case no
        /// So many bytes would decide.
        case perhaps(Int)
        /// With the bytes of a frame of a free format.
        case yes(Int)
    }

    private static func adts(_ bytes: RawSpan, _ start: Int, _ chain: Int, _ isEnd: Bool) -> Answer {
        guard let first = ADTSHeader(bytes, at: start) else { return .no }
        var at = start
        for index in 0..<chain {
            guard at + ADTSHeader.byteCount <= bytes.byteCount else {
                let wanted = at + ADTSHeader.byteCount
                let isEnough = chain < strictChain || index >= lastChain
                if wanted > ParserLimits.pieceByteCount { return isEnough ? .yes(0) : .no }
                if !isEnd { return .perhaps(wanted) }
                return at == bytes.byteCount && isEnough ? .yes(0) : .no
            }
            guard let header = ADTSHeader(bytes, at: at), header.continues(first) else {
                // A tag may follow the only frame.
                return .no
            }
            at += header.byteCount
        }
        return .yes(0)
    }

    private static func mpeg(
        _ bytes: RawSpan, _ start: Int, _ first: MPEGAudioHeader, _ chain: Int, _ isEnd: Bool, _ before: Before
    ) -> Answer {
        var free = 0
        let isStrict = chain >= strictChain
        // A free format states no length that could prove wrong: any table of equal distances looks like it.
        guard !isStrict || first.bitRate > 0 else { return .no }
        var chain = chain
        if isStrict {
            if first.layer == 1 {
                // Frames of layer 1 are short and their headers are made of ones: many have to follow.
                chain *= 4
            } else if let byteCount = first.byteCount, before.byteCount + start < byteCount {
                chain = joinedChain
            } else if before.hasTag {
                chain = taggedChain
            }
        }
        if first.bitRate == 0 {
            guard let found = freeByteCount(bytes, start, first) else {
                let wanted = start + 2 * freeLimit + 8
                return !isEnd && bytes.byteCount < wanted && wanted <= ParserLimits.pieceByteCount
                    ? .perhaps(wanted) : .no
            }
            free = found
        }
        let framer = MPEGAudioFramer(first, freeByteCount: free)
        let least = isStrict ? lastChain : 1
        var at = start
        for index in 0..<chain {
            guard at + 4 <= bytes.byteCount else {
                if !isEnd, at + 4 <= ParserLimits.pieceByteCount { return .perhaps(at + 4) }
                return isEnd && at <= bytes.byteCount + 4 && index >= least ? .yes(free) : .no
            }
            guard let header = MPEGAudioHeader(bytes.big(at, UInt32.self)), let count = framer.byteCount(header),
                !isStrict || header.isAlike(first)
            else {
                // A tag may follow the only frame.
                return index >= least && isEnd && bytes.code(at).rawValue >> 8 == 0x544147 ? .yes(free) : .no
            }
            if index == 0, isStrict, isPattern(bytes, at, count) { return .no }
            at += count
        }
        return .yes(free)
    }

    /// Returns whether a frame's header comes again and again inside of it, as the entries of a table do.
    private static func isPattern(_ bytes: RawSpan, _ start: Int, _ byteCount: Int) -> Bool {
        let header = bytes.big(start, UInt32.self)
        var count = 0
        for at in start + 4..<max(start + 4, min(start + byteCount, bytes.byteCount) - 3)
        where bytes.byte(at) == 0xFF && bytes.big(at, UInt32.self) == header { count += 1 }
        return count > 1
    }

    /// Frames of a free format are looked for up to this length.
    private static let freeLimit = 8192

    /// The distance to the next header of the same kind, behind which a third one stands.
    private static func freeByteCount(_ bytes: RawSpan, _ start: Int, _ first: MPEGAudioHeader) -> Int? {
        var distance = 24
        while distance <= freeLimit, start + distance + 4 <= bytes.byteCount {
            defer { distance += 1 }
            guard bytes.byte(start + distance) == 0xFF,
                let second = MPEGAudioHeader(bytes.big(start + distance, UInt32.self)), second.continues(first)
            else { continue }
            let plain = distance - (first.isPadded ? first.slotByteCount : 0)
            let third = start + distance + plain + (second.isPadded ? second.slotByteCount : 0)
            guard third + 4 <= bytes.byteCount else { return third >= bytes.byteCount ? nil : plain }
            if let next = MPEGAudioHeader(bytes.big(third, UInt32.self)), next.continues(first) { return plain }
        }
        return nil
    }
}
