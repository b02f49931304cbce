/// Walks from frame to frame of FLAC, whose headers do not state their length: a frame ends where its checksum comes
/// out and the next begins.
///
/// Where no frame follows, a walk over the frame's bits finds its end.
package struct FLACFramer: PacketFramer {
    /// The stream's own description.
    let info: FLACStreamInfo
    /// The progress of the search for a frame's end.
    private struct Search {
        /// The beginning of the frame.
        var offset: Int64
        var scanned = 0
        /// The checksum up to there.
        var check = FLACFrameCheck()
        /// From so many bytes on the frame's bits are walked over: the bytes behind it may not be FLAC.
        var walkFrom = 1 << 16

        mutating func pass(_ bytes: RawSpan, to end: Int) {
            guard end > scanned else { return }
            check.add(bytes, scanned..<end)
            scanned = end
        }
    }
    private var search: Search?

    init(_ info: FLACStreamInfo) { self.info = info }

    /// Finds the frame that begins here, or passes over bytes that begin none.
    package mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        guard bytes.byteCount >= FLACFrameHeader.byteLimit || isEnd else { return short(bytes) }
        guard let header = FLACFrameHeader(bytes) else { return skip(bytes, isEnd: isEnd) }
        var search = self.search ?? Search(offset: offset)
        // A search over more bytes than are given now cannot be continued: its checksum includes the further ones.
        if search.offset != offset || search.scanned > bytes.byteCount { search = Search(offset: offset) }
        if let end = scan(bytes, header, &search, isEnd: isEnd) { return found(header, end) }
        var check = search.check
        check.add(bytes, search.scanned..<bytes.byteCount)
        if isEnd {
            // Bytes behind the last frame of the stream are not passed to its decoder.
            let isWhole = check.value == 0 || isLast(header)
            return found(header, walked(bytes, bytes.byteCount, header) ?? (isWhole ? bytes.byteCount : nil))
                ?? .more(bytes.byteCount + 1)
        }
        // Nothing follows yet, and perhaps nothing will.
        if check.value == 0 || bytes.byteCount >= search.walkFrom {
            while search.walkFrom <= bytes.byteCount { search.walkFrom *= 2 }
            if let end = walked(bytes, bytes.byteCount, header) { return found(header, end) }
        }
        self.search = search
        return .perhaps(bytes.byteCount + max(4096, bytes.byteCount / 2))
    }

    /// Reads a frame that is shorter than the longest header, such as a last frame of silence.
    private mutating func short(_ bytes: RawSpan) -> FramingStep {
        guard let header = FLACFrameHeader(bytes), walked(bytes, bytes.byteCount, header) == bytes.byteCount else {
            return .perhaps(FLACFrameHeader.byteLimit)
        }
        return found(header, bytes.byteCount)
    }

    /// Looks for the frame's end at each possible beginning of the next.
    private func scan(
        _ bytes: RawSpan, _ header: FLACFrameHeader, _ search: inout Search, isEnd: Bool
    ) -> Int? {
        // A boundary needs its two bytes of sync and the whole header behind them.
        let last = isEnd ? bytes.byteCount - 2 : bytes.byteCount - FLACFrameHeader.byteLimit
        var at = max(search.scanned, header.byteCount + 2)
        while at <= last {
            if bytes.byte(at) == 0xFF, FLACFrameHeader.isSync(0xFF, bytes.byte(at + 1)) {
                search.pass(bytes, to: at)
                // Zeros behind a frame leave its checksum as it is.
                if search.check.value == 0, bytes.byte(at - 1) != 0 { return at }
                if search.check.value == 0 || isNext(bytes, at, header) { return walked(bytes, at, header) ?? at }
            }
            at += 1
        }
        search.pass(bytes, to: min(at, bytes.byteCount))
        return nil
    }

    /// Returns the frame's end according to its own bits, if its checksum agrees.
    private func walked(_ bytes: RawSpan, _ limit: Int, _ header: FLACFrameHeader) -> Int? {
        let there = bytes.extracting(0..<limit)
        guard let end = FLACFrameWalk.byteCount(there, header, bitsPerChannel: info.bitsPerChannel) else { return nil }
        var check = FLACFrameCheck()
        check.add(bytes, 0..<end)
        return check.value == 0 ? end : nil
    }

    private mutating func found(_ header: FLACFrameHeader, _ byteCount: Int?) -> FramingStep? {
        byteCount.map { found(header, $0) }
    }

    private mutating func found(_ header: FLACFrameHeader, _ byteCount: Int) -> FramingStep {
        search = nil
        return .packet(0..<byteCount, byteCount: byteCount, frameCount: header.blockSize)
    }

    /// Returns whether the frame with the next number begins here: then this one is damaged, and ends.
    private func isNext(_ bytes: RawSpan, _ at: Int, _ header: FLACFrameHeader) -> Bool {
        guard let next = FLACFrameHeader(bytes, at: at), next.isVariable == header.isVariable else { return false }
        return next.number == header.number &+ (header.isVariable ? Int64(header.blockSize) : 1)
    }

    private func isLast(_ header: FLACFrameHeader) -> Bool { info.frameCount > 0 && end(header) == info.frameCount }

    /// The frame of audio behind a frame of the stream.
    private func end(_ header: FLACFrameHeader) -> Int64 {
        let first = header.isVariable ? header.number : header.number * Int64(info.blockSizes.upperBound)
        return first + Int64(header.blockSize)
    }

    private func skip(_ bytes: RawSpan, isEnd: Bool) -> FramingStep {
        var at = 1
        // The last frame may be shorter than the longest header.
        let last = isEnd ? bytes.byteCount - 1 : bytes.byteCount - FLACFrameHeader.byteLimit
        while at <= last {
            if FLACFrameHeader(bytes, at: at) != nil { return .skip(at) }
            at += 1
        }
        return .skip(isEnd ? bytes.byteCount : max(1, at))
    }

    /// Returns the number of frames in STREAMINFO, if the last frame of the file is there and agrees.
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
        // Few places look like a header without being one.
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
