import CoreAudioTypes
import SordinoGraph
import SordinoMedia
import SordinoRealtime
import SordinoSignal
import SordinoWork

/// Turns the buffers of an output queue into frames: decodes them, leaves off the trimmed frames, passes them through a
/// tap, changes speed and pitch, brings them to the player's rate, and puts silence before buffers that have a time.
///
/// Buffers come in at any time (`append`). A worker takes frames out of the run that is the present one; a stop or a
/// reset begins another run, and the buffers that the one before has not read come back.
/// - Thread: any but the render thread. Two locks: a short one for incoming buffers, and one for the work.
package final class QueueFeed: @unchecked Sendable {
    /// Frames between two steps.
    static let chunkFrames = 2048
    /// Buffers that may wait.
    package static let capacity = 65_536

    /// The calls to the queue, made at once on the worker's thread, where the program is not called.
    struct Events: Sendable {
        /// The queue is done with a buffer.
        var done: @Sendable (_ id: UInt, _ isReset: Bool) -> Void
        /// A packet or a format that cannot be decoded.
        var failed: @Sendable (ConversionError) -> Void
    }

    /// The player's position, for buffers with a start time.
    struct Clock: Sendable {
        /// Frames of player time, and of the stream, behind the last block.
        var time: Int64 = 0
        var position: Int64 = 0
        /// The player's time at a host time; nil while it is unknown.
        var timeAtHost: @Sendable (Int64) -> Int64? = { _ in nil }
    }

    private enum Entry: Sendable {
        case buffer(QueueBuffer)
        case flush
        case end
    }

    private struct Inbox {
        var entries = BoundedQueue<Entry>(capacity: QueueFeed.capacity)
        /// Indicates whether the work found nothing the last time, so that it has to be told of more.
        var isHungry = true
    }

    /// The action after everything that was given has been played.
    private enum AfterDrain {
        case nothing
        case end
        case buffer(QueueBuffer)
    }

    let format: ConversionFormat
    let channelCount: Int
    private let inbox = Guarded(Inbox())
    private let lock = Guarded(())
    // Under the lock, all that follows.
    private var events = Events(done: { _, _ in }, failed: { _ in })
    private var clock: @Sendable () -> Clock = { Clock() }
    private var addCue: (PlayerCue) -> Bool = { _ in false }
    private var converter: Converter
    private var run = 0
    private let decoded: PlanarFrames
    private let list: UnsafeMutableAudioBufferListPointer
    private var rate: RateConversion?
    private var ratio = 1.0
    private var speed: SpeedChange?
    private var timePitch = QueueTimePitch.timePitch
    private var parameters = QueueParameters()
    private var tap: QueueTap?
    private var hasTapBegun = false

    private var current: QueueBuffer?
    /// Indicates whether the current buffer was handed to the decoder.
    private var isOffered = false
    private let offered: UnsafeMutablePointer<AudioBuffer>
    private var framesToDrop = 0
    private var framesToGive = Int.max
    private var afterDrain: AfterDrain?
    private var silenceLeft = 0
    private var hasEnded = false
    /// Frames at the player's rate since the run began.
    private var madeFrames = 0
    /// Frames at the queue's rate since everything was let out last, and where in the run that was.
    private var takenFrames = 0
    private var base = 0

    /// Makes a feed without buffers.
    ///
    /// - Throws: `ConversionError` if the format cannot be converted to linear PCM.
    init(_ format: ConversionFormat) throws(ConversionError) {
        self.format = format
        channelCount = max(1, format.media.channelCount)
        converter = try Self.converter(format)
        decoded = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.chunkFrames)
        list = AudioBufferList.allocate(maximumBuffers: channelCount)
        offered = .allocate(capacity: channelCount)
        offered.initialize(repeating: AudioBuffer(), count: channelCount)
    }

    deinit {
        list.unsafeMutablePointer.deallocate()
        offered.deallocate()
    }

    private static func converter(_ format: ConversionFormat) throws(ConversionError) -> Converter {
        try Converter(
            from: format,
            to: ConversionFormat(
                PCMShape(.float32(.native), isInterleaved: false), sampleRate: format.media.sampleRate,
                channelCount: format.media.channelCount, layout: format.layout))
    }

    func setEvents(_ events: Events) { lock.withLock { _ in self.events = events } }

    /// Takes what a decoder has to know; for buffers that are not decoded yet.
    func setCookie(_ cookie: [UInt8]?) throws(ConversionError) {
        var described = format
        described.cookie = cookie
        let made = try Self.converter(described)
        lock.withLock { _ in converter = made }
    }

    /// Sets the tap of the frames; nil removes it.
    func setTap(_ tap: QueueTap?) {
        lock.withLock { _ in
            self.tap = tap
            hasTapBegun = false
        }
    }

    // MARK: Coming in

    /// Takes a buffer.
    ///
    /// - Returns: Whether the work has to be told of it; nil if there are too many buffers.
    func append(_ buffer: QueueBuffer) -> Bool? { append(.buffer(buffer)) }

    /// Lets everything out that is on its way; what comes after begins anew.
    func flush() -> Bool { append(.flush) ?? false }

    /// Ends the run after everything that has come in.
    func finish() -> Bool { append(.end) ?? false }

    /// Indicates whether a buffer waits or is being decoded.
    var hasBuffers: Bool {
        lock.withLock { _ in
            current != nil || afterDrain != nil || !decoded.isEmpty || inbox.withLock { !$0.entries.isEmpty }
        }
    }

    private func append(_ entry: sending Entry) -> Bool? {
        inbox.withLock { inbox in
            guard inbox.entries.append(entry) else { return nil }
            defer { inbox.isHungry = false }
            return inbox.isHungry
        }
    }

    // MARK: Runs

    /// Begins another run at a rate, with the buffers that wait.
    ///
    /// - Parameters:
    ///   - timePitch: How speed and pitch are changed; nil if they are not.
    /// - Returns: The number of the run.
    func beginRun(
        rate playerRate: Double, timePitch: QueueTimePitch?, parameters: QueueParameters,
        clock: @escaping @Sendable () -> Clock, addCue: @escaping @Sendable (PlayerCue) -> Bool
    ) -> Int {
        lock.withLock { _ in
            run += 1
            let own = format.media.sampleRate
            ratio = playerRate / own
            rate =
                own == playerRate
                ? nil : RateConversion(channelCount: channelCount, from: own, to: playerRate, quality: .high)
            self.parameters = parameters
            speed = timePitch.map { _ in
                SpeedChange(channelCount: channelCount, sampleRate: own, speed: parameters.rate, changesPitch: true)
            }
            self.timePitch = timePitch ?? .timePitch
            self.clock = clock
            self.addCue = addCue
            // Frames that the run before has decoded and not given out come first, and its end is this one's.
            (madeFrames, takenFrames, base, silenceLeft) = (0, decoded.count, 0, 0)
            if hasEnded { afterDrain = .end }
            hasEnded = false
            setSpeed()
            if afterDrain != nil { speed?.finish(inputFrames: Int64(takenFrames)) }
            return run
        }
    }

    /// Ends the run and gives back every buffer: all come out, in order, as reset.
    func takeAll() {
        let (waiting, held, listener) = lock.withLock { _ -> ([Entry], [UInt], Events) in
            run += 1
            let waiting = inbox.withLock { inbox in
                inbox.isHungry = true
                return inbox.entries.takeAll()
            }
            var held: [UInt] = []
            if case .buffer(let buffer) = afterDrain { held.append(buffer.id) }
            if let current { held.append(current.id) }
            (current, afterDrain, hasEnded) = (nil, nil, false)
            decoded.empty()
            converter.reset()
            hasTapBegun = false
            return (waiting, held, events)
        }
        for id in held { listener.done(id, true) }
        for entry in waiting {
            if case .buffer(let buffer) = entry { listener.done(buffer.id, true) }
        }
    }

    /// Frames that were made in a run, nil for one that is over.
    func madeFrames(in run: Int) -> Int? { lock.withLock { _ -> Int? in run == self.run ? madeFrames : nil } }

    /// Frames of a run once its last is made.
    func endFrame(of run: Int) -> Int? {
        lock.withLock { _ -> Int? in
            if run != self.run { return 0 }
            return hasEnded ? madeFrames : nil
        }
    }

    /// Changes speed and pitch of what is not made yet.
    func set(_ parameters: QueueParameters) {
        lock.withLock { _ in
            self.parameters = parameters
            setSpeed()
        }
    }

    private func setSpeed() {
        guard let speed else { return }
        let rate = min(max(parameters.rate, TimePitch.rates.lowerBound), TimePitch.rates.upperBound)
        speed.setSpeed(rate)
        let tape = timePitch == .varispeed ? 1200 * RealtimeMath.log2(rate) : 0
        speed.setPitch(
            cents: min(max(parameters.pitch + tape, TimePitch.pitches.lowerBound), TimePitch.pitches.upperBound))
    }

    // MARK: Frames

    /// Gives the next frames of a run.
    ///
    /// - Returns: Frames given; fewer than wanted when there are no more now.
    func read(
        _ run: Int, into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int
    ) -> Int {
        lock.withLock { _ in
            guard run == self.run, !hasEnded else { return 0 }
            var done = 0
            while done < wanted, !hasEnded {
                let given = step(channels, from: done, wanted - done)
                guard let given else { break }
                done += given
                madeFrames += given
            }
            return done
        }
    }

    /// Makes some frames, or one step towards them.
    ///
    /// - Returns: Nil when there is nothing now.
    private func step(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, _ room: Int
    ) -> Int? {
        if silenceLeft > 0 {
            let count = min(silenceLeft, room)
            for channel in 0..<channelCount { (channels[channel] + first).update(repeating: 0, count: count) }
            silenceLeft -= count
            return count
        }
        if let speed, speed.frames.isEmpty, !decoded.isEmpty {
            speed.convert(decoded)
            tapIfDue(.post, speed.frames)
        }
        let source = speed?.frames ?? decoded
        if !source.isEmpty {
            if let rate { return rate.convert(source, into: channels, atFrame: first, room: room) }
            return source.move(into: channels, atFrame: first, room: room)
        }
        if afterDrain != nil { return drain(channels, from: first, room) }
        return refill() ? 0 : nil
    }

    /// Lets out what is on its way; then comes what waited for that.
    private func drain(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, _ room: Int
    ) -> Int {
        if let speed, !speed.isOver {
            decoded.empty()
            speed.convert(decoded)
            tapIfDue(.post, speed.frames)
            if !speed.frames.isEmpty { return 0 }
        }
        let count = rate?.drain(into: channels, atFrame: first, room: room) ?? 0
        if count == room { return count }
        rate?.reset()
        speed?.begin()
        setSpeed()
        base = madeFrames + count
        takenFrames = 0
        let next = afterDrain
        afterDrain = nil
        switch next {
        case .end:
            converter.reset()
            hasEnded = true
        case .buffer(let buffer):
            silenceLeft = max(0, gap(before: buffer, at: base))
            base += silenceLeft
            begin(buffer)
        case .nothing, nil: converter.reset()
        }
        return count
    }

    private func beginDraining(_ next: AfterDrain) {
        afterDrain = next
        speed?.finish(inputFrames: Int64(takenFrames))
    }

    /// Frames of silence before a buffer that has a time.
    private func gap(before buffer: QueueBuffer, at made: Int) -> Int {
        let clock = clock()
        // After a delay of the stream the player's time is ahead of its frames.
        let time = Int64(made) + clock.time - clock.position
        switch buffer.start {
        case nil: return 0
        case .queueTime(let frame):
            let wanted = min(max((frame * ratio).rounded(), -1e15), 1e15)
            return Int(Int64(wanted) - time)
        case .host(let nanoseconds): return clock.timeAtHost(nanoseconds).map { Int($0 - time) } ?? 0
        }
    }

    /// Decodes what comes next.
    ///
    /// - Returns: False when there is nothing now.
    private func refill() -> Bool {
        if current == nil {
            let next = inbox.withLock { inbox -> Entry? in
                let entry = inbox.entries.popFirst()
                if entry == nil { inbox.isHungry = true }
                return entry
            }
            switch next {
            case nil: return false
            case .flush: beginDraining(.nothing)
            case .end: beginDraining(.end)
            case .buffer(let buffer) where buffer.start != nil: beginDraining(.buffer(buffer))
            case .buffer(let buffer): begin(buffer)
            }
            return true
        }
        decode()
        return true
    }

    private func begin(_ buffer: QueueBuffer) {
        current = buffer
        isOffered = false
        framesToDrop = buffer.trimAtStart
        framesToGive =
            buffer.trimAtEnd > 0 ? max(0, frameCount(of: buffer) - buffer.trimAtStart - buffer.trimAtEnd) : .max
        guard !buffer.changes.isEmpty else { return }
        for change in buffer.changes { parameters.take(change) }
        setSpeed()
        let place = speed?.outputFrame(of: Double(takenFrames)) ?? Double(takenFrames)
        // With more cues than a player holds the latest is left off; the next buffer brings another.
        _ = addCue(
            PlayerCue(
                frame: base + Int((place * ratio).rounded()), volume: parameters.volume, pan: parameters.pan,
                seconds: parameters.rampSeconds))
    }

    /// Frames that a buffer holds, as far as its packets say.
    private func frameCount(of buffer: QueueBuffer) -> Int {
        let usual = max(1, format.media.framesPerPacket)
        if format.pcm != nil { return buffer.packetCount }
        guard let places = buffer.places else { return buffer.packetCount * usual }
        return (0..<places.count).reduce(0) { sum, index in
            let frames = Int(places.first[index].mVariableFramesInPacket)
            return sum + (frames > 0 ? frames : usual)
        }
    }

    /// Decodes some of the current buffer.
    private func decode() {
        guard let buffer = current else { return }
        decoded.empty()
        for channel in list.indices {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(Self.chunkFrames * 4),
                mData: UnsafeMutableRawPointer(decoded.floats[channel]))
        }
        var count = 0
        var isOver = true
        do throws(ConversionError) {
            let result = try converter.fill(list.unsafeMutablePointer, packetCount: Self.chunkFrames) { _, chunk in
                supply(buffer, &chunk)
            }
            count = result.packetCount
            isOver = result.ending != .full
        } catch {
            events.failed(error)
            converter.reset()
        }
        decoded.put(count)
        let dropped = min(framesToDrop, count)
        framesToDrop -= dropped
        decoded.took(dropped)
        if decoded.count > framesToGive { decoded.cut(to: framesToGive) }
        if framesToGive != .max { framesToGive -= decoded.count }
        if isOver {
            current = nil
            events.done(buffer.id, false)
        }
        tapIfDue(.pre, decoded)
        takenFrames += decoded.count
    }

    private func supply(_ buffer: QueueBuffer, _ chunk: inout ConversionChunk) -> ConversionSupply {
        guard !isOffered, buffer.packetCount > 0 else { return .nothingNow }
        isOffered = true
        let bufferCount = format.pcm?.bufferCount(channelCount: channelCount) ?? 1
        // The bytes are read, never written.
        let bytes = UnsafeMutableRawPointer(mutating: buffer.bytes)
        let plane = buffer.byteCount / bufferCount
        for index in 0..<bufferCount {
            offered[index] = AudioBuffer(
                mNumberChannels: UInt32(bufferCount == 1 ? channelCount : 1), mDataByteSize: UInt32(plane),
                mData: bytes + index * plane)
        }
        chunk.packetCount = buffer.packetCount
        chunk.bufferCount = bufferCount
        chunk.buffers = UnsafePointer(offered)
        chunk.descriptions = buffer.places.map { UnsafePointer($0.first) }
        return .data
    }

    // MARK: Taps

    private func tapIfDue(_ place: QueueTap.Place, _ frames: PlanarFrames) {
        guard let tap, tap.place == place, !frames.isEmpty else { return }
        tap.process(frames, isFirst: !hasTapBegun, isLast: false)
        hasTapBegun = true
    }
}

/// One run of a feed, as a player reads it.
final class QueueStream: PlayerStream {
    let feed: QueueFeed
    let run: Int
    let readAheadFrames: Int
    let isOpenEnded = true

    init(_ feed: QueueFeed, run: Int, readAheadFrames: Int) {
        self.feed = feed
        self.run = run
        self.readAheadFrames = readAheadFrames
    }

    var channelCount: Int { feed.channelCount }
    var endFrame: Int? { feed.endFrame(of: run) }

    func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        feed.read(run, into: channels, frameCount: wanted)
    }

    func rewind() {}
}
