import SordinoMedia
import SordinoRealtime

/// The state of a line of sample buffers: what waits, what is decoded, and what is due.
struct LineState {
    /// A moment at which a frame is heard, and how many frames pass in a nanosecond from then on.
    struct Clock: Sendable {
        var frame: Int64
        var nanoseconds: Int64
        var framesPerNanosecond: Double
        /// Frames before they are due at which silence stands in for media that is missing.
        var marginFrames: Int64

        /// The frame that is heard at a moment.
        func due(_ moment: Int64) -> Int64 {
            frame + (Double(moment - nanoseconds) * framesPerNanosecond).bounded
        }
    }

    /// Buffers that are looked at in one read at most; another decoder counts as several.
    private static let (samplesAtOnce, decoderCost) = (4096, 64)
    /// Frames that are decoded in one read beyond those that are read, where buffers cover each other.
    private static let coveredFrames: Int64 = 1 << 20
    /// Frames kept behind what is due.
    private static let keptFrames: Int64 = 4096
    /// Frames that a resampler holds at most.
    private static let resamplerFrames: Int64 = 2048

    private let format: MediaFormat
    private let layout: ChannelLayout?
    var waiting = SampleQueue()
    var position = SampleLine.origin
    /// Indicates whether the last read gave less than was wanted.
    private(set) var isDry = false
    private var clock: Clock?
    private var store: LineStore
    private var run: SampleRun?
    /// Frames before this one are over.
    private var floor: Int64 = .min
    private var failure: (any Error)?

    init(_ format: MediaFormat, _ layout: ChannelLayout?) {
        (self.format, self.layout) = (format, layout)
        store = LineStore(channelCount: format.channelCount)
    }

    mutating func begin(_ clock: Clock, isJump: Bool) {
        self.clock = clock
        if isJump { floor = clock.frame - Self.keptFrames }
    }

    mutating func stand(at frame: Int64) {
        clock = nil
        floor = max(floor, frame - Self.keptFrames)
    }

    /// Frames that will be heard after a moment.
    func frameCount(at moment: Int64) -> Int64 {
        store.frameCount(from: max(clock?.due(moment) ?? .min, floor)) + waiting.frameCount + (run?.missingFrames ?? 0)
    }

    mutating func flush() {
        waiting = SampleQueue()
        store = LineStore(channelCount: format.channelCount)
        (run, failure) = (nil, nil)
    }

    mutating func flush(from frame: Int64, at moment: Int64) -> Bool {
        if let clock, frame < position || frame < clock.due(moment) { return false }
        waiting.cut(at: frame)
        store.clear(frame ..< .max)
        run?.cut(at: frame)
        return true
    }

    // MARK: Reading

    /// Reads frames.
    ///
    /// - Returns: Their number, and the reason why none will follow, once.
    mutating func read(
        into block: Lent<SampleBlock>, atFrame firstFrame: Int, frameCount wanted: Int, at moment: Int64
    ) -> (Int, (any Error)?) {
        let due = clock?.due(moment)
        if let due {
            floor = max(floor, due - Self.keptFrames)
            store.drop(before: min(floor, position))
        }
        let goal = position + Int64(max(0, wanted))
        let hadFailed = failure != nil
        decode(until: goal)
        let first = waiting.first?.start
        let known = first.map { min($0, goal) } ?? position
        var limit = max(known, due.map { $0 + (clock?.marginFrames ?? 0) } ?? position)
        // Buffers that are not decoded yet lie there.
        if let first, first < goal { limit = min(limit, first) }
        if let run, run.isBusy { limit = min(limit, run.next) }
        if limit > position, let run, run.holdsFrames, !run.isBusy, run.next < goal { letOut(run) }
        var done = 0
        while position < goal {
            let given = store.read(position, into: block.value, atFrame: firstFrame + done, room: Int(goal - position))
            let count: Int
            switch given {
            case .frames(let frames): count = frames
            case .silence(let frames):
                count = min(frames ?? Int(max(0, min(limit, goal) - position)), Int(goal - position))
                block.value.putSilence(atFrame: firstFrame + done, frameCount: count)
            }
            if count == 0 { break }
            done += count
            position += Int64(count)
        }
        isDry = done < wanted
        return (done, hadFailed ? nil : failure)
    }

    /// Decodes what lies before a frame; after a failure nothing is decoded.
    private mutating func decode(until goal: Int64) {
        var left = Self.samplesAtOnce
        do {
            while failure == nil, left > 0 {
                if let run, let sample = run.sample {
                    if let next = waiting.first, next.start < goal, sample.overlaps(next) {
                        left -= 1
                        if settle(run, sample, next) { continue }
                    } else if sample.isCut, run.next >= run.heard.upperBound {
                        run.reset()
                        continue
                    } else if run.next >= goal {
                        return
                    }
                    try put(run, isOver: false)
                    continue
                }
                // A resampler gives its last frames with the buffer that follows.
                let reach = run?.holdsFrames ?? false ? goal + Self.resamplerFrames : goal
                guard let next = waiting.first, next.start < reach, let sample = waiting.popFirst() else { return }
                left -= 1
                // A packet may be needed for those behind it; frames are not.
                if sample.stream.isLinearPCM, sample.end < floor { continue }
                if let run, run.format == sample.format {
                    try continueRun(run, sample)
                } else {
                    left -= Self.decoderCost
                    try beginRun(sample)
                }
            }
        } catch { failure = error }
    }

    /// Settles which of two buffers is heard where they cover each other: the one that came later.
    ///
    /// - Returns: False if the first has to be decoded to its end, since packets cannot be decoded from the middle.
    private mutating func settle(_ run: SampleRun, _ sample: QueuedSample, _ next: QueuedSample) -> Bool {
        guard next.number > sample.number else {
            _ = waiting.popFirst()
            if let rest = next.rest(from: sample.heardTo) { waiting.putBack(rest) }
            return true
        }
        guard sample.stream.isLinearPCM || run.missingFrames > Self.coveredFrames else { return false }
        if sample.stream.isLinearPCM, let rest = sample.rest(from: next.heardTo) { waiting.putBack(rest) }
        run.cut(at: next.heardFrom)
        return true
    }

    private mutating func continueRun(_ run: SampleRun, _ sample: QueuedSample) throws {
        let isContinued = run.isContinued(by: sample)
        if !isContinued, run.holdsFrames { letOut(run) }
        try run.begin(sample, isContinued: isContinued)
    }

    private mutating func beginRun(_ sample: QueuedSample) throws {
        if let run, run.holdsFrames { letOut(run) }
        let made = try SampleRun(sample, line: format, layout: layout)
        run = made
        try made.begin(sample, isContinued: false)
    }

    /// Lets out the frames that a resampler holds, as nothing follows them.
    private mutating func letOut(_ run: SampleRun) {
        // A converter that has begun does not fail at its end.
        while let count = try? put(run, isOver: true), count > 0 {}
    }

    @discardableResult
    private mutating func put(_ run: SampleRun, isOver: Bool) throws -> Int {
        let heard = run.heard
        let (start, count) = try run.decode(isOver: isOver)
        let first = max(start, heard.lowerBound, floor)
        let end = min(start + Int64(count), heard.upperBound)
        if first < end { store.put(first..<end, run.frames.floats, from: Int(first - start)) }
        return count
    }
}
