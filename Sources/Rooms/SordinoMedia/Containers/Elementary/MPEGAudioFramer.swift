/// Walks from frame to frame of MPEG audio; other bytes between them are skipped.
package struct MPEGAudioFramer: PacketFramer {
    /// The header of the first frame.
    let first: MPEGAudioHeader
    /// Bytes of a frame of a free format without its padding; 0 otherwise.
    let freeByteCount: Int
    /// The number of frames of audio according to the stream's own header, and the number of bytes that this includes.
    var stated: (frameCount: Int64, byteCount: Int64)?
    /// The byte position of each hundredth of the sound, in 256ths of those bytes; empty if unknown.
    var places: [UInt8] = []
    /// Indicates whether the bytes before were a frame, so that the next header needs no confirmation.
    private var isInStep = false

    /// Starts at or before the first frame of the audio.
    init(_ first: MPEGAudioHeader, freeByteCount: Int) {
        self.first = first
        self.freeByteCount = freeByteCount
    }

    /// Bytes of the frame that begins with a header; nil if the header is not of this stream.
    func byteCount(_ header: MPEGAudioHeader) -> Int? {
        guard header.continues(first) else { return nil }
        if let count = header.byteCount { return count > 4 ? count : nil }
        return freeByteCount > 0 ? freeByteCount + (header.isPadded ? header.slotByteCount : 0) : nil
    }

    /// Finds the next frame: a header, and outside a run of frames a second one behind it.
    package mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        guard bytes.byteCount >= 4 else { return isEnd ? .skip(bytes.byteCount) : .more(4) }
        guard let header = MPEGAudioHeader(bytes.big(0, UInt32.self)), let count = byteCount(header) else {
            isInStep = false
            return search(bytes, isEnd: isEnd)
        }
        guard bytes.byteCount >= count else { return .more(count) }
        if !isInStep {
            if bytes.byteCount >= count + 4 {
                guard let next = MPEGAudioHeader(bytes.big(count, UInt32.self)), byteCount(next) != nil else {
                    return .skip(1)
                }
            } else if !isEnd {
                return .more(count + 4)
            }
        }
        isInStep = true
        return .packet(0..<count, byteCount: count, frameCount: header.frameCount)
    }

    /// Searches the next header; 128 bytes named TAG, and bytes at the end that are no header, belong to no frame.
    private func search(_ bytes: RawSpan, isEnd: Bool) -> FramingStep {
        var at = 1
        let last = bytes.byteCount - 4
        while at <= last {
            if bytes.byte(at) == 0xFF, bytes.byte(at + 1) & 0xE0 == 0xE0,
                MPEGAudioHeader(bytes.big(at, UInt32.self)).flatMap(byteCount) != nil
            {
                return .skip(at)
            }
            at += 1
        }
        return .skip(isEnd ? bytes.byteCount : at)
    }

    /// Returns whether the last frame is complete.
    ///
    /// It is cut if a chain of headers leads to a frame that extends beyond the bytes.
    package func endsWhole(tail: RawSpan) -> Bool {
        var start = 0
        while start + 4 <= tail.byteCount {
            defer { start += 1 }
            var (at, count) = (start, 0)
            while at + 4 <= tail.byteCount, let header = MPEGAudioHeader(tail.big(at, UInt32.self)),
                let byteCount = byteCount(header)
            {
                at += byteCount
                count += 1
            }
            // Two headers in a row may occur by chance.
            if count >= 3 { return at <= tail.byteCount }
        }
        return true
    }

    /// Estimates the number of frames of a cut file by the table of positions in the Xing header.
    package func estimatedFrameCount(dataByteCount: Int64) -> Int64? {
        guard let stated, stated.byteCount > dataByteCount, dataByteCount >= 0, places.count == 100 else { return nil }
        let place = 256 * Double(dataByteCount) / Double(stated.byteCount)
        let next = places.firstIndex { Double($0) > place } ?? 100
        guard next > 0 else { return 0 }
        let (before, behind) = (Double(places[next - 1]), next < 100 ? Double(places[next]) : 256)
        let share = Double(next - 1) + (place - before) / max(1, behind - before)
        return Int64(Double(stated.frameCount) * min(1, share / 100))
    }

    /// Returns the number of frames in the Xing or VBRI header, if all its bytes are there.
    package func frameCount(dataByteCount: Int64) -> Int64? {
        guard let stated, stated.byteCount > 0, stated.byteCount <= dataByteCount else { return nil }
        return stated.frameCount
    }
}
