import SordinoHardware
import SordinoMedia
import SordinoRealtime
import SordinoSession
import SordinoSpeech
import SordinoWork

/// Speaks utterances one after the other, through the program's player graph.
///
/// `AVSpeechSynthesizer` is its face. Utterances that follow each other are one sound (`SpeechSound`) of one player: a
/// *run*, so that pauses between them are exact to the frame. On a device that runs by itself a thread makes the sound
/// some seconds ahead; on a pulled device the reader makes it. A pump compares the player's place with the marks of the
/// sound, and reports those that were passed.
/// - Thread: any but the render thread. The lock is never held while the voice, a player or the program is asked.
package final class Speaker: Sendable {
    /// An utterance, as its owner knows it.
    package struct Utterance: Sendable {
        package var id: Int
        package var script: SpeechScript
        package var settings: SpeechSettings
        package var secondsBefore = 0.0
        package var secondsAfter = 0.0

        package init(id: Int, script: SpeechScript, settings: SpeechSettings) {
            self.id = id
            self.script = script
            self.settings = settings
        }
    }

    /// An event in the course of an utterance.
    package enum Event: Sendable {
        case started, paused, continued, finished, cancelled
        case mark(SpeechMark)
    }

    /// The place at which a pause or a stop happens.
    package enum Boundary: Sendable { case immediate, word }

    fileprivate enum Passing: Sendable {
        case started(Int)
        case mark(Int, SpeechMark)
        case finished(Int)
        case failed(Int, SpeechFailure)
    }

    fileprivate enum Wish { case pause, stop }

    struct State {
        var waiting: [Utterance] = []
        var run: Run?
        /// The utterance that is heard.
        var current: Int?
        var isPaused = false
        fileprivate var wish: Wish?
        var assignments: [AssignedChannel]?
        var pump: Pump?
        /// Events of each utterance that are on their way to the program.
        var reporting: [Int: Int] = [:]
        var events: (@Sendable (Int, Event) -> Void)?
    }

    /// A sound of utterances without a break, and its player.
    final class Run: Sendable {
        let sound: SpeechSound
        let player: FilePlayer
        fileprivate let production = Guarded(Production())
        fileprivate let passings = Guarded(Passings())

        init(_ sound: SpeechSound, _ player: FilePlayer) {
            self.sound = sound
            self.player = player
        }
    }

    /// The utterance that is made into sound.
    fileprivate struct Production {
        var utterance: Utterance?
        var reading: SpeechReading?
        var firstFrame: Int64 = 0
        var secondsAfter: Double?
    }

    /// The marks that were not passed yet, in their order.
    fileprivate struct Passings {
        var all: [(frame: Int64, passing: Passing)] = []
    }

    /// Seconds of sound that a thread makes ahead of the player.
    private static let aheadSeconds = 8

    package let context: AppContext
    let voices: VoiceProcess
    let state = Guarded(State())

    /// Makes a speaker that is silent.
    package init(context: AppContext = .current, voices: VoiceProcess = .shared) {
        self.context = context
        self.voices = voices
        guard !isPulled else { return }
        thread.perform { [voices] in try? voices.prepareUsualVoice() }
        // An utterance that comes before does without.
        thread.perform(afterNanoseconds: 30_000_000) { [voices] in _ = try? voices.voices() }
        SpeechThread.of(context).makeTables(for: context)
    }

    deinit {
        let (run, pump) = state.withLock { ($0.run, $0.pump) }
        pump?.cancel()
        if let run { close(run) }
    }

    /// Sets the call for events, which comes on the main lane.
    package func setEvents(_ events: @escaping @Sendable (_ id: Int, Event) -> Void) {
        state.withLock { $0.events = events }
    }

    private var isPulled: Bool { context.system.workers.running == .inline }
    private var thread: SerialThread { SpeechThread.of(context).thread }

    // MARK: Speaking

    /// Indicates whether it speaks, or has paused in speaking.
    package var isSpeaking: Bool { state.withLock { $0.run != nil || !$0.waiting.isEmpty } }
    package var isPaused: Bool { state.withLock { $0.isPaused } }

    /// The utterances that are heard, or of which events are still to come.
    package var unreported: Set<Int> {
        let (run, current, reporting) = state.withLock { ($0.run, $0.current, $0.reporting) }
        var ids = Set(reporting.keys)
        if let current { ids.insert(current) }
        guard let run else { return ids }
        for (_, passing) in run.passings.withLock({ $0.all }) { ids.insert(passing.id) }
        return ids
    }

    /// The channels of the device that the speech goes to; nil for the usual ones.
    package var channelAssignments: [AssignedChannel]? {
        get { state.withLock { $0.assignments } }
        set {
            let run = state.withLock { state in
                state.assignments = newValue
                return state.run
            }
            run?.player.channelAssignments = newValue
        }
    }

    /// Adds an utterance to those that wait, and begins if none is spoken.
    package func speak(_ utterance: Utterance) {
        let isFirst = state.withLock { state in
            state.waiting.append(utterance)
            return state.run == nil && !state.isPaused
        }
        if isFirst { beginRun() }
    }

    /// Pauses.
    ///
    /// - Returns: False if nothing is spoken, or it has paused.
    package func pause(at boundary: Boundary) -> Bool {
        guard let run = state.withLock({ $0.isPaused ? nil : $0.run }) else { return false }
        if boundary == .word, hasMarks(run) {
            state.withLock { $0.wish = $0.wish ?? .pause }
            return true
        }
        pause(run)
        return true
    }

    /// Continues after a pause.
    ///
    /// - Returns: False if it has not paused, or the session refuses.
    package func resume() -> Bool {
        let (isPaused, run, current) = state.withLock { state in
            defer { state.isPaused = false }
            return (state.isPaused, state.run, state.current)
        }
        guard isPaused else { return false }
        guard let run else {
            if state.withLock({ !$0.waiting.isEmpty }) { beginRun() }
            return true
        }
        guard (try? run.player.play()) == true else {
            state.withLock { $0.isPaused = true }
            return false
        }
        if let current { report(current, .continued) }
        state.withLock { $0.pump }?.wake()
        return true
    }

    /// Stops, and forgets the utterances that wait.
    ///
    /// - Returns: False if nothing is spoken.
    package func stop(at boundary: Boundary) -> Bool {
        let (run, isPaused, wasSpeaking) = state.withLock { state in
            defer { state.waiting = [] }
            return (state.run, state.isPaused, state.run != nil || !state.waiting.isEmpty)
        }
        guard let run else {
            state.withLock { $0.isPaused = false }
            return wasSpeaking
        }
        if boundary == .word, !isPaused, hasMarks(run) {
            state.withLock { $0.wish = .stop }
            return true
        }
        cancel(run)
        return true
    }

    private func pause(_ run: Run) {
        let current = state.withLock { state -> Int? in
            guard state.run === run, !state.isPaused else { return nil }
            (state.isPaused, state.wish) = (true, nil)
            return state.current
        }
        run.player.pause()
        if let current { report(current, .paused) }
    }

    private func cancel(_ run: Run) {
        let current = state.withLock { state -> Int? in
            guard state.run === run else { return nil }
            defer { (state.run, state.current, state.isPaused, state.wish) = (nil, nil, false, nil) }
            return state.current
        }
        close(run)
        if let current { report(current, .cancelled) }
    }

    private func close(_ run: Run) {
        run.passings.withLock { $0.all = [] }
        run.sound.complete()
        run.player.pause()
    }

    /// Indicates whether words follow: a boundary will come.
    private func hasMarks(_ run: Run) -> Bool {
        run.passings.withLock { !$0.all.isEmpty } || !run.sound.isComplete
    }

    func report(_ id: Int, _ event: Event) {
        state.withLock { $0.reporting[id, default: 0] += 1 }
        context.system.callbacks.deliver(.main, to: context) { [weak self] in
            guard let self else { return }
            let events = state.withLock { state in
                let left = (state.reporting[id] ?? 1) - 1
                state.reporting[id] = left > 0 ? left : nil
                return state.events
            }
            events?(id, event)
        }
    }

    // MARK: A run

    private func beginRun() {
        let sound = SpeechSound()
        let player = FilePlayer(reader: sound, context: context)
        let run = Run(sound, player)
        if isPulled {
            sound.setMaker { [weak self, weak run] in if let self, let run { self.makeMore(run) } }
        }
        let isNew = state.withLock { state in
            guard state.run == nil else { return false }
            state.run = run
            return true
        }
        guard isNew else { return }
        player.channelAssignments = channelAssignments
        player.setEvents(
            FilePlayer.Events(
                finished: { [weak self, weak run] _ in if let self, let run { self.ended(run) } },
                failed: { [weak self, weak run] _ in if let self, let run { self.ended(run) } },
                // The session stops the player, and the program continues after an interruption.
                interruption: { _, _ in },
                stopped: { [weak self, weak run] in if let self, let run { self.stopped(run) } }))
        if isPulled { return play(run) }
        if !thread.perform({ [weak self] in self?.play(run) }) { cancel(run) }
    }

    /// Makes the first sound and starts the player; where there is no sound, the run is over.
    private func play(_ run: Run) {
        while run.sound.end == 0, !run.sound.isComplete { makeMore(run) }
        guard state.withLock({ $0.run === run }) else { return }
        guard run.sound.end > 0 else { return deliverEnd(run) }
        // A pause that came in the meantime holds.
        if !isPaused {
            do {
                guard try run.player.play() else { return stopped(run) }
            } catch {
                SpeechRemark.print("Sordino: the utterance was cancelled: the session or the device refuses to play")
                return refuse(run)
            }
        }
        let pump = context.system.workers.addPump { [weak self, weak run] in
            guard let self, let run else { return .asleep }
            return self.look(run)
        }
        let old = state.withLock { state in
            defer { state.pump = pump }
            return state.pump
        }
        old?.cancel()
        if !isPulled { makeAhead(run) }
    }

    /// Cancels an utterance that could not begin.
    private func refuse(_ run: Run) {
        let id = run.passings.withLock { passings -> Int? in
            for (_, passing) in passings.all { if case .started(let id) = passing { return id } }
            return nil
        }
        state.withLock { if $0.run === run { $0.current = $0.current ?? id } }
        cancel(run)
        beginWaiting()
    }

    private func deliverEnd(_ run: Run) {
        context.system.callbacks.deliver(.main, to: context) { [weak self] in self?.ended(run) }
    }

    /// Everything of the run was heard.
    private func ended(_ run: Run) {
        guard state.withLock({ $0.run === run }) else { return }
        pass(run, upTo: .max)
        state.withLock { state in
            guard state.run === run else { return }
            (state.run, state.current, state.wish) = (nil, nil, nil)
        }
        beginWaiting()
    }

    private func beginWaiting() {
        let isWaiting = state.withLock { $0.run == nil && !$0.isPaused && !$0.waiting.isEmpty }
        if isWaiting { beginRun() }
    }

    /// The session has stopped the player.
    private func stopped(_ run: Run) { pause(run) }

    // MARK: Making sound

    /// Makes more of a run's sound ahead of the player, on the thread for it.
    private func makeAhead(_ run: Run) {
        let isEnough = run.sound.aheadFrames >= Int64(Self.aheadSeconds * SpeechReading.sampleRate)
        if isEnough || run.sound.isComplete { return }
        thread.perform { [weak self, weak run] in
            guard let self, let run else { return }
            let goal = Int64(Self.aheadSeconds * SpeechReading.sampleRate)
            if run.sound.aheadFrames < goal, !run.sound.isComplete { makeMore(run) }
            makeAhead(run)
        }
    }

    /// Makes the next part of a run's sound, or completes it.
    private func makeMore(_ run: Run) {
        run.production.withLock { production in
            guard !run.sound.isComplete else { return }
            guard production.utterance != nil || beginNext(run, &production) else { return run.sound.complete() }
            guard let utterance = production.utterance else { return }
            var failure: SpeechFailure?
            do throws(SpeechFailure) {
                if let part = try production.reading?.read() {
                    let start = run.sound.end
                    run.sound.append(part.samples)
                    run.passings.withLock { passings in
                        for mark in part.marks {
                            var placed = mark
                            placed.frame = Int(start - production.firstFrame) + mark.frame
                            passings.all.append((start + Int64(mark.frame), .mark(utterance.id, placed)))
                        }
                    }
                    return
                }
            } catch { failure = error }
            let end = run.sound.end
            let passing: Passing = failure.map { .failed(utterance.id, $0) } ?? .finished(utterance.id)
            let isUnheard = failure != nil && end == production.firstFrame
            run.passings.withLock { passings in
                // An utterance that fails without a sound has not started.
                if isUnheard { passings.all.removeAll { $0.passing.id == utterance.id } }
                passings.all.append((end, passing))
            }
            production.secondsAfter = utterance.secondsAfter
            (production.utterance, production.reading) = (nil, nil)
        }
    }

    /// Begins with the next utterance, after its delay.
    private func beginNext(_ run: Run, _ production: inout Production) -> Bool {
        let next = state.withLock { state -> Utterance? in
            guard state.run === run, !state.waiting.isEmpty, state.wish != .stop else { return nil }
            return state.waiting.removeFirst()
        }
        guard let next else { return false }
        let delay = max(0, production.secondsAfter ?? 0) + max(0, next.secondsBefore)
        let frames = Int((min(delay, 600) * Double(SpeechReading.sampleRate)).rounded())
        run.sound.append([Float](repeating: 0, count: frames))
        production.firstFrame = run.sound.end
        production.utterance = next
        production.reading = SpeechReading(next.script, next.settings, voices: voices)
        run.passings.withLock { $0.all.append((run.sound.end, .started(next.id))) }
        return true
    }

    // MARK: Passing marks

    /// Reports the marks that the player has passed.
    private func look(_ run: Run) -> Workers.PumpResult {
        guard state.withLock({ $0.run === run && !$0.isPaused }), run.player.isPlaying else { return .asleep }
        let frame = run.player.currentFrame
        pass(run, upTo: frame)
        if !isPulled { makeAhead(run) }
        let timing = context.system.hardware.timing
        // A pause before a word is made a block before the word, as the present block is on its way.
        let block = Double(timing.blockFrames) / timing.sampleRate
        if let wish = state.withLock({ $0.run === run ? $0.wish : nil }) {
            let reach = frame + Int64((block * 1.5 * Double(SpeechReading.sampleRate)).rounded(.up))
            let isNear = run.passings.withLock { passings in
                passings.all.contains { $0.frame <= reach && $0.passing.isBoundary }
            }
            if isNear {
                switch wish {
                case .pause: pause(run)
                case .stop: cancel(run)
                }
                return .asleep
            }
        }
        let next = run.passings.withLock { $0.all.first?.frame }
        guard let next else { return .resting(milliseconds: 20) }
        let seconds = Double(max(0, next - frame)) / Double(SpeechReading.sampleRate) - block
        return .resting(milliseconds: min(max(Int(seconds * 1000), 5), 20))
    }

    /// Reports the marks up to a frame.
    private func pass(_ run: Run, upTo frame: Int64) {
        let passed = run.passings.withLock { passings in
            let count = passings.all.prefix { $0.frame <= frame }.count
            defer { passings.all.removeFirst(count) }
            return passings.all.prefix(count).map(\.passing)
        }
        for passing in passed {
            switch passing {
            case .started(let id):
                state.withLock { if $0.run === run { $0.current = id } }
                report(id, .started)
            case .mark(let id, let mark): report(id, .mark(mark))
            case .finished(let id):
                state.withLock { state in
                    if state.current == id { state.current = nil }
                }
                report(id, .finished)
            case .failed(let id, let failure):
                SpeechRemark.print("Sordino: \(failure.sentence)")
                state.withLock { if $0.current == id { $0.current = nil } }
                report(id, .cancelled)
            }
        }
    }
}

extension Speaker.Passing {
    fileprivate var id: Int {
        switch self {
        case .started(let id), .mark(let id, _), .finished(let id), .failed(let id, _): id
        }
    }

    /// Indicates whether a pause or a stop may happen before it.
    fileprivate var isBoundary: Bool {
        switch self {
        case .mark(_, let mark): mark.kind == .word
        case .started: true
        case .finished, .failed: false
        }
    }
}
