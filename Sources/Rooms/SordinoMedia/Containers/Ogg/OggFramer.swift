/// Walks through the packets of one stream of Ogg; those of others in the file are passed over.
///
/// A page whose checksum is wrong is passed over like garbage between pages. Where another stream follows, the walk
/// ends.
struct OggFramer: PacketFramer {
    private let serial: UInt32
    private var counter: any OggFrameCounter
    /// Frames that the stream's clock was ahead when it began.
    private let startGranule: Int64
    /// The unread rest of the present page's segment table.
    private var segments: [UInt8] = []
    private var isLastPage = false
    /// Indicates whether a packet is incomplete, and whether the coming bytes are the rest of one that is skipped.
    private var isInPacket = false
    private var isRest = false
    /// Frames of the incomplete packet.
    private var frameCount = 0
    /// Packets of headers that still come on the first page.
    private var headersLeft: Int
    private var hasAudio = false
    /// The clock at the end of the previous page.
    private var granule: Int64
    /// Frames that the clock of the last page leaves to its packets; nil on other pages.
    private var framesLeft: Int64?

    /// Starts at the first page with audio.
    ///
    /// - Parameter headerCount: Packets of headers that end on it.
    init(serial: UInt32, counter: any OggFrameCounter, startGranule: Int64, headerCount: Int) {
        self.serial = serial
        self.counter = counter
        self.startGranule = startGranule
        headersLeft = headerCount
        granule = startGranule
    }

    mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        segments.isEmpty ? page(bytes) : packet(bytes)
    }

    /// Finds the next page of the stream and passes over its header.
    private mutating func page(_ bytes: RawSpan) -> FramingStep {
        if isLastPage { return .end }
        guard let needed = OggPage.byteCountNeeded(bytes) else {
            var at = 1
            while at < bytes.byteCount, bytes.byte(at) != 0x4F { at += 1 }
            return .skip(at)
        }
        guard bytes.byteCount >= needed else { return .more(needed) }
        guard let page = OggPage(bytes) else { return .skip(1) }
        if page.isFirst {
            // A header may be repeated before the audio, or in it with the present clock. With another clock it begins
            // another stream with the same serial number.
            let isRepeated = page.serial == serial && headersLeft == 0 && (page.granule == granule || !hasAudio)
            return isRepeated ? .skip(page.byteCount) : .end
        }
        guard page.serial == serial else { return .skip(page.byteCount) }
        segments = bytes.array(OggPage.headByteCount..<page.headerByteCount)
        isLastPage = page.isLast
        if page.isLast, page.granule >= granule { framesLeft = page.granule - granule }
        if page.granule >= 0 { granule = page.granule }
        isRest = page.isContinued && !isInPacket
        return .skip(page.headerByteCount)
    }

    /// Takes a packet of the page, or the part of it that the page holds.
    private mutating func packet(_ bytes: RawSpan) -> FramingStep {
        let count = (segments.firstIndex { $0 < 255 } ?? segments.count - 1) + 1
        let byteCount = segments[..<count].reduce(0) { $0 + Int($1) }
        guard bytes.byteCount >= byteCount else { return .more(byteCount) }
        let isWhole = segments[count - 1] < 255
        segments.removeFirst(count)
        if byteCount == 0 && !isInPacket {
            // An empty packet uses no bytes, and a step has to use some: so the walk continues with the next packet at
            // once.
            isRest = false
            headersLeft = max(0, headersLeft - 1)
            return segments.isEmpty ? page(bytes) : packet(bytes)
        }
        if !isInPacket, !isRest {
            let count = headersLeft > 0 ? nil : counter.frameCount(bytes.extracting(0..<byteCount))
            // A packet that is no audio is skipped, however many pages it fills.
            isRest = count == nil
            frameCount = count ?? 0
        }
        if isRest {
            isRest = !isWhole
            if isWhole { headersLeft = max(0, headersLeft - 1) }
            return .skip(byteCount)
        }
        hasAudio = true
        isInPacket = !isWhole
        if !isWhole { return .part(0..<byteCount, byteCount: byteCount) }
        var heard = frameCount
        if let left = framesLeft {
            // The clock of the last page ends where the sound does, often inside of a packet.
            heard = Int(min(Int64(heard), left))
            framesLeft = left - Int64(heard)
        }
        return .packet(0..<byteCount, byteCount: byteCount, frameCount: heard)
    }

    /// Bytes that are read at once from the beginning of a page: most headers are shorter.
    private static let lookByteCount = 512

    /// Goes from header to header: pages are numbered, and a page that is missing takes frames with it that the clock
    /// counts.
    func isUnbroken(_ source: any ByteSource, _ data: Range<Int64>) throws(MediaError) -> Bool {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.lookByteCount, alignment: 16)
        defer { memory.deallocate() }
        var (start, count) = (data.lowerBound, 0)
        var (at, last) = (data.lowerBound, UInt32?.none)
        while data.upperBound - at >= Int64(OggPage.headByteCount) {
            // Short pages lie in the bytes that were read before.
            let least = Int64(OggPage.headByteCount + 255)
            if at + least > start + Int64(count), start != at || count == 0 {
                let room = min(Int64(Self.lookByteCount), data.upperBound - at)
                let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<Int(room)])
                (start, count) = (at, try source.read(into: part, at: at))
            }
            let head = UnsafeRawBufferPointer(rebasing: memory[Int(at - start)..<count]).bytes
            guard head.byteCount >= OggPage.headByteCount, let byteCount = OggPage.byteCountNeeded(head) else {
                return false
            }
            at += Int64(byteCount)
            guard head.little(14, UInt32.self) == serial else { continue }
            let number = head.little(18, UInt32.self)
            if let last, number != last &+ 1 { return false }
            last = number
            if head.byte(5) & 4 != 0 { return true }
        }
        return true
    }

    /// Returns the number of frames by the clock of the last page.
    func frameCount(tail: RawSpan) -> Int64? {
        var at = tail.byteCount - OggPage.headByteCount
        while at >= 0 {
            defer { at -= 1 }
            guard tail.byte(at) == 0x4F, let page = OggPage(tail.extracting(at..<tail.byteCount)) else { continue }
            guard page.serial == serial, page.granule >= 0 else { continue }
            // More than any file holds is no truth.
            guard page.granule > startGranule, page.granule < 1 << 44 else { return nil }
            return page.granule - startGranule
        }
        return nil
    }
}
