/// The known facts about one track.
struct MPEG4Track: Sendable {
    /// A part of the media that is to be heard: its duration in ticks of the movie, its beginning in ticks of the
    /// track.
    struct Edit: Sendable {
        var duration: Int64
        var mediaTime: Int64
    }

    /// The number of the track in the file.
    var id: UInt32 = 0
    /// Indicates whether it holds sound.
    var isAudio = false
    /// Indicates whether it holds text.
    var isText = false
    /// The track that names this one's chapters.
    var chapterTrack: UInt32?
    /// Units of its clock in a second.
    var timescale: Double = 0
    /// The format of its packets.
    var entry: MPEG4SampleEntry?
    /// The positions of its packets.
    var table = MPEG4PacketTable()
    /// The audible parts of them.
    var edits: [Edit] = []
    /// The positions of samples that are no packets.
    var pieces: [Range<Int64>] = []
    /// Bytes of all of them.
    var pieceByteCount: Int64 = 0
    /// Pieces that a stream has passed.
    var passedPieceCount = 0
    /// Indicates whether the tables of `moov` are complete.
    var isSettled = false

    /// Bounds the edits that are kept.
    private static let editLimit = 1 << 12

    /// Takes the list of edits; parts in which nothing is heard are left out.
    mutating func takeEdits(_ bytes: RawSpan) {
        guard bytes.byteCount >= 8 else { return }
        let isWide = bytes.byte(0) == 1
        let stride = isWide ? 20 : 12
        let count = min(Int(bytes.big(4, UInt32.self)), (bytes.byteCount - 8) / stride, Self.editLimit)
        for index in 0..<count {
            let at = 8 + index * stride
            let duration = isWide ? Int64(clamping: bytes.big(at, UInt64.self)) : Int64(bytes.big(at, UInt32.self))
            let time = isWide ? bytes.big(at + 8, Int64.self) : Int64(bytes.big(at + 4, Int32.self))
            guard time >= 0, time < 1 << 48 else { continue }
            edits.append(.init(duration: min(duration, 1 << 48), mediaTime: time))
        }
    }

    /// Brings rate and packets of AAC in line with the track's clock: it may run at the rate with or without spectral
    /// band replication.
    mutating func settleRate() {
        guard var entry else { return }
        if let config = entry.config, !config.hasReplication, config.objectType == 2,
            timescale == 2 * entry.format.sampleRate, let frames = entry.framesPerPacket,
            table.times.duration(ofPacket: 0) == Int64(2 * frames)
        {
            entry.format.sampleRate = timescale
            entry.framesPerPacket = 2 * frames
            entry.format.framesPerPacket = 2 * frames
        }
        self.entry = entry
        table.sampleRate = entry.format.sampleRate
        table.timescale = timescale > 0 ? timescale : entry.format.sampleRate
        table.framesPerPacket = entry.framesPerPacket
    }

    /// Returns the audible range that the edits leave: the frames to drop at the beginning, and the number that follow;
    /// nil if all do.
    func heard(movieTimescale: Double) -> (priming: Int64, heard: Int64?) {
        guard let first = edits.map(\.mediaTime).min() else { return (entry?.preskip ?? 0, nil) }
        let priming = table.frames(ofTime: first)
        guard movieTimescale > 0, !edits.contains(where: { $0.duration == 0 }) else { return (priming, nil) }
        let rate = table.sampleRate
        // Where the last of the parts ends; pieces that are heard out of order are heard in theirs.
        let ends = edits.map { Double($0.mediaTime) / table.timescale + Double($0.duration) / movieTimescale }
        let length = (ends.max() ?? 0) - Double(first) / table.timescale
        let heard = Int64(min(length * rate, 0x1p50).rounded())
        // The time scale of the movie is often coarse: lengths that differ by less than its tick are meant to be the
        // same.
        let all = table.frameCount - priming
        let isAll = abs(Double(all - heard)) <= (movieTimescale < rate ? 1.5 * rate / movieTimescale : 0)
        return (priming, isAll ? nil : heard)
    }
}

/// The facts about fragments that precede their packets.
struct MPEG4Fragments: Sendable {
    /// A run of packets in a fragment.
    struct Run: Sendable {
        var flags: UInt32
        var count: Int64
        var size: UInt32
        var duration: UInt32

        var hasDuration: Bool { flags & 0x100 != 0 }
        var hasSize: Bool { flags & 0x200 != 0 }
        /// Bytes of an entry; 0 if all packets are alike.
        var entryByteCount: Int { 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } }
        /// Bytes between the count and the entries.
        var headByteCount: Int { (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0) }
    }

    private var defaults: [(track: UInt32, duration: UInt32, size: UInt32)] = []
    private var fragmentStart: Int64 = 0
    private var base: Int64 = 0
    private var duration: UInt32 = 0
    private var size: UInt32 = 0
    private var isFirstRun = true
    /// Indicates whether the runs that come belong to the track.
    private(set) var isInTrack = false
    /// The run whose head is being read.
    var run: Run?

    /// Begins a `moof` box.
    mutating func beginFragment(at start: Int64) {
        fragmentStart = start
        isInTrack = false
    }

    /// Takes the defaults of a track's fragments.
    mutating func takeDefaults(_ bytes: RawSpan) {
        guard bytes.byteCount >= 20, defaults.count < 1 << 12 else { return }
        defaults.append((bytes.big(4), bytes.big(12), bytes.big(16)))
    }

    /// Takes the head of a track's part of a fragment.
    mutating func takeHead(_ bytes: RawSpan, track: UInt32) {
        isInTrack = false
        guard bytes.byteCount >= 8, bytes.big(4, UInt32.self) == track else { return }
        let flags = bytes.big(0, UInt32.self)
        let usual = defaults.first { $0.track == track }
        (duration, size) = (usual?.duration ?? 0, usual?.size ?? 0)
        base = fragmentStart
        isFirstRun = true
        isInTrack = true
        var at = 8
        func has(_ flag: UInt32, _ byteCount: Int) -> Int? {
            guard flags & flag != 0, at + byteCount <= bytes.byteCount else { return nil }
            defer { at += byteCount }
            return at
        }
        if let at = has(1, 8) { base = Int64(clamping: bytes.big(at, UInt64.self)) }
        _ = has(2, 4)
        if let at = has(8, 4) { duration = bytes.big(at) }
        if let at = has(16, 4) { size = bytes.big(at) }
    }

    /// Makes a run of the first eight bytes of its box.
    mutating func beginRun(_ bytes: RawSpan) -> Run {
        Run(
            flags: bytes.big(0, UInt32.self) & 0xFF_FFFF, count: Int64(bytes.big(4, UInt32.self)), size: size,
            duration: duration)
    }

    /// Returns the beginning of a run; nil if it follows the previous one.
    ///
    /// - Parameter bytes: The fields between the run's count and its entries.
    mutating func start(of run: Run, _ bytes: RawSpan?) -> Int64? {
        defer { isFirstRun = false }
        if run.flags & 1 != 0, let bytes, bytes.byteCount >= 4 {
            return base.addingReportingOverflow(Int64(bytes.big(0, Int32.self))).partialValue
        }
        return isFirstRun ? base : nil
    }
}
