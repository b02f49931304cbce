/// Walks from frame to frame of FLAC, whose headers do not tell their length: a frame ends where its checksum comes out.
package struct FLACFramer: PacketFramer {
    /// What the stream says of itself.
    let info: FLACStreamInfo
    /// Where the frame begins whose end is looked for, how far that has come, and the checksum up to there.
    private var search: (offset: Int64, scanned: Int, check: FLACFrameCheck)?

    init(_ info: FLACStreamInfo) { self.info = info }

    /// Finds the frame that begins here, or passes over bytes that begin none.
    package mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        guard bytes.byteCount >= FLACFrameHeader.byteLimit || isEnd else { return .more(FLACFrameHeader.byteLimit) }
        guard let header = FLACFrameHeader(bytes) else { return skip(bytes, isEnd: isEnd) }
        var (scanned, check) = (0, FLACFrameCheck())
        if let search, search.offset == offset { (scanned, check) = (search.scanned, search.check) }
        // A boundary needs its two bytes of sync and the whole header behind them.
        let last = isEnd ? bytes.byteCount - 2 : bytes.byteCount - FLACFrameHeader.byteLimit
        var at = max(scanned, header.byteCount + 2)
        while at <= last {
            let byte = bytes.byte(at)
            if byte == 0xFF, FLACFrameHeader.isSync(byte, bytes.byte(at + 1)) {
                check.add(bytes, scanned..<at)
                scanned = at
                if isBoundary(bytes, at, check, header) { return found(header, at) }
            } else if byte == 0x54, isEnd, bytes.byteCount - at == 128, bytes.byte(at + 1) == 0x41 {
                // An ID3 tag at the end.
                check.add(bytes, scanned..<at)
                scanned = at
                if check.value == 0 { return found(header, at) }
            }
            at += 1
        }
        guard isEnd else {
            search = (offset, scanned, check)
            return .more(bytes.byteCount + max(4096, bytes.byteCount / 2))
        }
        check.add(bytes, scanned..<bytes.byteCount)
        // What follows the last frame of the stream is no concern of its decoder.
        if check.value == 0 || isLast(header) { return found(header, bytes.byteCount) }
        return .more(bytes.byteCount + 1)
    }

    private mutating func found(_ header: FLACFrameHeader, _ byteCount: Int) -> FramingStep {
        search = nil
        return .packet(0..<byteCount, byteCount: byteCount, frameCount: header.blockSize)
    }

    /// Whether a frame ends here: its checksum comes out, or, if it is damaged, the next header has the next number.
    private func isBoundary(_ bytes: RawSpan, _ at: Int, _ check: FLACFrameCheck, _ header: FLACFrameHeader) -> Bool {
        if check.value == 0 { return true }
        guard let next = FLACFrameHeader(bytes, at: at), next.isVariable == header.isVariable else { return false }
        return next.number == header.number + (header.isVariable ? Int64(header.blockSize) : 1)
    }

    private func isLast(_ header: FLACFrameHeader) -> Bool { info.frameCount > 0 && end(header) == info.frameCount }

    /// The frame of audio behind a frame of the stream.
    private func end(_ header: FLACFrameHeader) -> Int64 {
        let first = header.isVariable ? header.number : header.number * Int64(info.blockSizes.upperBound)
        return first + Int64(header.blockSize)
    }

    private func skip(_ bytes: RawSpan, isEnd: Bool) -> FramingStep {
        var at = 1
        let last = bytes.byteCount - FLACFrameHeader.byteLimit
        while at <= last {
            if FLACFrameHeader(bytes, at: at) != nil { return .skip(at) }
            at += 1
        }
        return .skip(isEnd ? bytes.byteCount : max(1, at))
    }

    /// What STREAMINFO says, if the last frame of the file is there and agrees.
    package func frameCount(tail: RawSpan) -> Int64? {
        guard info.frameCount > 0 else { return nil }
        var at = tail.byteCount - 8
        while at >= 0 {
            if tail.byte(at) == 0xFF, let header = FLACFrameHeader(tail, at: at) {
                var check = FLACFrameCheck()
                check.add(tail, at..<tail.byteCount)
                if check.value == 0 { return isLast(header) ? info.frameCount : nil }
            }
            at -= 1
        }
        return nil
    }

    /// Frames number themselves where all have one size.
    package var framesPerNumberedPacket: Int? {
        info.blockSizes.lowerBound == info.blockSizes.upperBound ? info.blockSizes.upperBound : nil
    }

    /// A frame whose checksum comes out where the header with the next number begins.
    package func landing(_ bytes: RawSpan) -> (offset: Int, packet: Int64)? {
        var at = 0
        // Few places look like a header and are none.
        var attempts = 8
        while at + FLACFrameHeader.byteLimit <= bytes.byteCount, attempts > 0 {
            defer { at += 1 }
            guard bytes.byte(at) == 0xFF, let header = FLACFrameHeader(bytes, at: at), !header.isVariable,
                header.blockSize == info.blockSizes.upperBound, header.channelCount == info.channelCount
            else { continue }
            attempts -= 1
            var next = at + header.byteCount + 2
            while next + FLACFrameHeader.byteLimit <= bytes.byteCount {
                if bytes.byte(next) == 0xFF, let following = FLACFrameHeader(bytes, at: next),
                    following.number == header.number + 1
                {
                    var check = FLACFrameCheck()
                    check.add(bytes, at..<next)
                    if check.value == 0 { return (at, header.number) }
                }
                next += 1
            }
        }
        return nil
    }
}
