/// Walks through MPEG audio that lies in a WAVE file: the first frame has to be found before the others can be
/// recognised.
struct WAVEPackedFramer: PacketFramer {
    private var inner: MPEGAudioFramer?

    mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        if var framer = inner {
            defer { inner = framer }
            return try framer.step(bytes, at: offset, isEnd: isEnd)
        }
        guard bytes.byteCount >= 4 || isEnd else { return .more(4) }
        switch ElementaryStream.find(
            bytes, isEnd: isEnd, ElementaryStream.Before(byteCount: 0, hasTag: false, isStrict: false))
        {
        case .more(let count): return isEnd ? .skip(bytes.byteCount) : .more(max(count, bytes.byteCount + 1))
        case .nothing(let count): return .skip(max(1, min(count, bytes.byteCount)))
        case .mpeg(let at, let framer, _):
            inner = framer
            return at > 0 ? .skip(at) : try step(bytes, at: offset, isEnd: isEnd)
        case .adts, .ac3, .loas, .gsm, .flac: return .skip(1)
        }
    }
}
