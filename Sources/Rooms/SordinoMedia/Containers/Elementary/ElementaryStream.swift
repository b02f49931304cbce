/// Looks for the first frame of a stream that has no container.
enum ElementaryStream {
    enum Finding {
        /// It takes so many bytes to tell.
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

    /// Frames that must follow one another where something else comes before them.
    private static let strictChain = 3

    /// Looks through bytes.
    ///
    /// - Parameter isStrict: Whether something that is no frame came before.
    static func find(_ bytes: RawSpan, isEnd: Bool, isStrict: Bool) -> Finding {
        var at = 0
        let last = bytes.byteCount - 4
        while at <= last {
            let first = bytes.byte(at)
            let chain = isStrict || at > 0 ? strictChain : 2
            if first == 0x66, bytes.code(at) == "fLaC" { return .flac(at) }
            if first == AC3Header.firstByte {
                switch SyncFramer<AC3Header>.begins(bytes, at: at, chain: chain, isEnd: isEnd) {
                case (let header?, _)?: return .ac3(at, header)
                case (nil, let wanted)?: return .more(wanted)
                case nil: break
                }
            } else if first == LOASHeader.firstByte {
                switch SyncFramer<LOASHeader>.begins(bytes, at: at, chain: strictChain, isEnd: isEnd) {
                case (let header?, _)? where header.hasConfig: return .loas(at, header.byteCount)
                case (nil, let wanted)?: return .more(wanted)
                default: break
                }
            } else if at == 0, !isStrict, isGSM(bytes, isEnd: isEnd) {
                return .gsm(at)
            }
            if first == 0xFF {
                switch adts(bytes, at, chain, isEnd) {
                case .no: break
                case .perhaps(let count): return .more(count)
                case .yes: if let header = ADTSHeader(bytes, at: at) { return .adts(at, ADTSFramer(header)) }
                }
                if let header = MPEGAudioHeader(bytes.big(at, UInt32.self)) {
                    switch mpeg(bytes, at, header, chain, isEnd) {
                    case .no: break
                    case .perhaps(let count): return .more(count)
                    case .yes(let free):
                        let framer = MPEGAudioFramer(header, freeByteCount: free)
                        if let count = framer.byteCount(header) { return .mpeg(at, framer, count) }
                    }
                }
            }
            at += 1
        }
        return .nothing(max(1, isEnd ? bytes.byteCount : at))
    }

    /// Whether every 33 bytes begin with the four bits that mark a frame of GSM 6.10.
    private static func isGSM(_ bytes: RawSpan, isEnd: Bool) -> Bool {
        guard bytes.byteCount >= 33 * 8, !isEnd || bytes.byteCount % 33 == 0 else { return false }
        return stride(from: 0, to: bytes.byteCount, by: 33).allSatisfy { bytes.byte($0) >> 4 == 0xD }
    }

    private enum Answer {
        case no
        /// So many bytes tell.
        case perhaps(Int)
        /// With the bytes of a frame of a free format.
        case yes(Int)
    }

    private static func adts(_ bytes: RawSpan, _ start: Int, _ chain: Int, _ isEnd: Bool) -> Answer {
        guard let first = ADTSHeader(bytes, at: start) else { return .no }
        var at = start
        for _ in 0..<chain {
            guard at + ADTSHeader.byteCount <= bytes.byteCount else {
                if !isEnd, at + ADTSHeader.byteCount <= ParserLimits.pieceByteCount {
                    return .perhaps(at + ADTSHeader.byteCount)
                }
                return isEnd && at == bytes.byteCount ? .yes(0) : .no
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
        _ bytes: RawSpan, _ start: Int, _ first: MPEGAudioHeader, _ chain: Int, _ isEnd: Bool
    ) -> Answer {
        var free = 0
        if first.bitRate == 0 {
            guard let found = freeByteCount(bytes, start, first) else {
                let wanted = start + 2 * freeLimit + 8
                return !isEnd && bytes.byteCount < wanted && wanted <= ParserLimits.pieceByteCount
                    ? .perhaps(wanted) : .no
            }
            free = found
        }
        let framer = MPEGAudioFramer(first, freeByteCount: free)
        var at = start
        for index in 0..<chain {
            guard at + 4 <= bytes.byteCount else {
                if !isEnd, at + 4 <= ParserLimits.pieceByteCount { return .perhaps(at + 4) }
                return isEnd && at <= bytes.byteCount + 4 && index > 0 ? .yes(free) : .no
            }
            guard let header = MPEGAudioHeader(bytes.big(at, UInt32.self)), let count = framer.byteCount(header) else {
                // A tag may follow the only frame.
                return index > 0 && isEnd && bytes.code(at).rawValue >> 8 == 0x544147 ? .yes(free) : .no
            }
            at += count
        }
        return .yes(free)
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
