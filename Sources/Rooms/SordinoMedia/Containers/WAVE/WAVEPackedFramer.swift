/// Walks through MPEG audio that lies in a WAVE file: the first frame has to be found before the others can be
/// recognised.
struct WAVEPackedFramer: PacketFramer {
    private var inner: MPEGAudioFramer?
    /// The number of bytes of the present look for the first frame, and of those before it that began none.
    private var (look, searched) = (ElementaryStream.firstLook, 0)

    mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        if var framer = inner {
            defer { inner = framer }
            return try framer.step(bytes, at: offset, isEnd: isEnd)
        }
        while bytes.byteCount >= look || isEnd {
            let part = bytes.extracting(0..<min(look, bytes.byteCount))
            let before = ElementaryStream.Before(byteCount: searched, hasTag: false, isStrict: searched > 0)
            switch ElementaryStream.find(part, isEnd: part.byteCount < look, before) {
            case .more(let count): look = ElementaryStream.look(count, after: part)
            case .nothing(let count): return passed(min(count, part.byteCount))
            case .mpeg(let at, let framer, _):
                inner = framer
                return at > 0 ? .skip(at) : try step(bytes, at: offset, isEnd: isEnd)
            case .adts(let at, _), .ac3(let at, _), .loas(let at, _), .gsm(let at), .flac(let at): return passed(at + 1)
            }
        }
        return .more(look)
    }

    /// Passes over bytes that begin no frame of MPEG audio.
    private mutating func passed(_ byteCount: Int) -> FramingStep {
        (look, searched) = (ElementaryStream.nextLook, searched + byteCount)
        return .skip(byteCount)
    }
}
