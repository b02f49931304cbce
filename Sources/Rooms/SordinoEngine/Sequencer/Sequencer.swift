import SordinoGraph
import SordinoMIDI
import SordinoRealtime

/// Plays a sequence: a transport, and a state that sends events while its host renders.
///
/// The host is an engine (`SequencerNode`) or another object that calls `render` before it renders the destinations.
/// Time passes only while the host renders.
/// - Thread: any but the render thread.
package final class Sequencer: @unchecked Sendable {
    private let handOver = HandOver<SequencePlan> { plan in
        plan.deinitialize(count: 1)
        plan.deallocate()
    }
    private let commands = TripleBuffer(SequencerCommand())
    private let readings = TripleBuffer(SequencerReading())
    // 1024: user events of one block; those beyond are lost.
    private let reports = Ring<SequencerReport>(capacity: 1024)
    // 4096: messages to endpoints between two looks; those beyond are lost.
    private let departures = Ring<SequencerDeparture>(capacity: 4096)
    private let held: Held<SequencerState>
    /// Asks the host to serve the player.
    let bell = ServiceBell()
    private let lock = ReentrantLock()

    // Under the lock.
    private var store: SequenceStore?
    private var command = SequencerCommand()
    private var reading = SequencerReading()
    /// The command of the latest start, and the expected host time of its first block; nil if unknown.
    private var latestStart: (serial: Int, hostNanoseconds: Int64?) = (0, nil)
    private var planned: [Int: PlannedTrack] = [:]
    /// Tracks as they were, for reports that come late.
    private var former: [PlannedTrack] = []
    /// Every destination that was ever played to: ends of notes may still be sent there.
    private var targets: [SequenceTarget] = []
    private var isOutdated = false
    private var userCall: (@Sendable (Int, [UInt8], Double) -> Void)?
    private var endCall: (@Sendable () -> Void)?

    /// Makes a player without a sequence.
    package init() {
        held = Held(
            SequencerState(
                plans: handOver.renderer, commands: commands.reader, readings: readings.writer,
                reports: reports.producer, departures: departures.producer))
    }

    deinit { held.pointer.pointee.release() }

    /// The render thread's part; valid as long as this object.
    package var state: UnsafeMutablePointer<SequencerState> { held.pointer }

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: The sequence

    /// The sequence that is played; to be changed while the player is stopped.
    package var sequence: SequenceStore? {
        get { locked { store } }
        set {
            let former = locked {
                let former = store
                store = newValue
                planned = [:]
                return former
            }
            former?.remove(self)
            newValue?.add(self)
            publish()
        }
    }

    /// Calls a function for each client event that has been played: track, bytes, beat; on a thread that the host
    /// chooses.
    package func setUserCall(_ call: (@Sendable (Int, [UInt8], Double) -> Void)?) { locked { userCall = call } }

    /// Calls a function once when the position reaches the end of the sequence.
    package func setEndCall(_ call: (@Sendable () -> Void)?) {
        locked { endCall = call }
        bell.ring()
    }

    /// The sequence or its destinations are others: plays them from the next block on.
    func contentChanged() {
        guard bell.isHeard else { return publish() }
        locked { isOutdated = true }
        bell.ring()
    }

    /// Makes a plan of the sequence as it is.
    private func publish() {
        locked {
            isOutdated = false
            let (content, destinations) = store?.snapshot ?? (SequenceContent(), SequenceDestinations())
            let isAnySoloed = content.places.contains { $0.track.isSoloed }
            var kept: [Int: PlannedTrack] = [:]
            let parts = content.places.map { place -> PlannedPart in
                let track = plannedTrack(place)
                kept[place.id] = track
                return part(
                    place, track, isAudible: isAnySoloed ? place.track.isSoloed : !place.track.isMuted,
                    destinations.targets[place.id] ?? destinations.standard)
            }
            planned = kept
            let plan = UnsafeMutablePointer<SequencePlan>.allocate(capacity: 1)
            plan.initialize(
                to: SequencePlan(
                    parts: parts, tempoMap: content.tempoMap, targets: targets, user: destinations.user?.block,
                    keeping: [Array(kept.values) as AnyObject, targets as AnyObject]
                        + (destinations.user.map { [$0 as AnyObject] } ?? [])))
            handOver.publish(plan)
        }
    }

    private func plannedTrack(_ place: SequenceContent.Place) -> PlannedTrack {
        if let present = planned[place.id] {
            if present.revision == place.track.revision, present.isAutomation == place.track.isAutomation {
                return present
            }
            former.append(present)
            // 16: as many edits as may happen between a block and the look at its reports.
            if former.count > 16 { former.removeFirst() }
        }
        return PlannedTrack(place.track, id: place.id)
    }

    private func part(
        _ place: SequenceContent.Place, _ track: PlannedTrack, isAudible: Bool, _ target: SequenceTarget?
    ) -> PlannedPart {
        let loop = place.track.loopedBeats
        return PlannedPart(
            id: place.id, revision: track.revision, events: UnsafePointer(track.start), eventCount: track.events.count,
            bytes: track.bytesStart, parameters: UnsafePointer(track.parametersStart), offset: place.track.offset,
            loopStart: loop?.lowerBound ?? 0, loopEnd: loop?.upperBound ?? 0, loopCount: max(place.track.loop.count, 0),
            loopFirst: loop.map { track.index(atOrAfter: $0.lowerBound) } ?? 0,
            loopLimit: loop.map { track.index(atOrAfter: $0.upperBound) } ?? 0, isAudible: isAudible,
            target: target.map { number(of: $0) } ?? -1)
    }

    /// The number of a destination, which stays.
    private func number(of target: SequenceTarget) -> Int {
        if let number = targets.firstIndex(where: { $0 === target }) { return number }
        targets.append(target)
        return targets.count - 1
    }

    // MARK: The transport

    private func obey(_ change: (inout SequencerCommand) -> Void) {
        locked {
            change(&command)
            command.serial += 1
            commands.writer.set(command)
        }
        bell.ring()
    }

    /// Makes the plan now, so that the start takes no longer than a block.
    package func prepare() { if locked({ isOutdated }) { publish() } }

    /// Starts from the position, with the next block.
    ///
    /// - Parameter hostNanoseconds: The expected host time of that block, used to compute times of beats until it is rendered;
    ///   nil if no hardware renders.
    package func start(expectedAt hostNanoseconds: Int64? = nil) {
        prepare()
        locked {
            if !command.isPlaying { latestStart = (command.serial + 1, hostNanoseconds) }
            obey { $0.isPlaying = true }
        }
    }

    /// Stops with the next block: notes are ended, and the position stays.
    package func stop() { obey { $0.isPlaying = false } }

    /// Indicates whether the player was started and not stopped; it does not stop by itself.
    package var isPlaying: Bool { locked { command.isPlaying } }

    /// The playback rate, above 0; 1 plays the tempo map as it is.
    package var rate: Double {
        get { locked { command.rate } }
        set { if newValue > 0, newValue.isFinite { obey { $0.rate = newValue } } }
    }

    /// The position in beats: the first that has not been rendered, or the one that was set since.
    package var beat: Double {
        get {
            locked {
                look()
                return reading.serial < command.seekSerial ? command.seekBeat : reading.beat
            }
        }
        set {
            guard newValue.isFinite else { return }
            obey {
                $0.seekBeat = max(newValue, 0)
                $0.seekSerial = $0.serial + 1
            }
        }
    }

    /// Reads what the render thread says; called with the lock held.
    private func look() { if let latest = readings.reader.latestIfNew() { reading = latest } }

    /// Returns a position with its host time: that of the latest block, or before the first block the expected start.
    ///
    /// Called with the lock held.
    private func place(by map: TempoMap) -> SequencerReading? {
        look()
        guard command.isPlaying else { return nil }
        if reading.isPlaying, reading.serial >= latestStart.serial {
            return reading.hostNanoseconds >= 0 ? reading : nil
        }
        guard let expected = latestStart.hostNanoseconds else { return nil }
        var start = SequencerReading()
        start.beat = reading.serial < command.seekSerial ? command.seekBeat : reading.beat
        start.second = map.seconds(atBeat: start.beat)
        (start.startBeat, start.hostNanoseconds) = (start.beat, expected)
        return start
    }

    /// Returns the host time, in nanoseconds, at which a beat is heard.
    ///
    /// - Returns: Nil while nothing plays, before the beat at which the player was started, and where no time passes.
    package func hostNanoseconds(atBeat beat: Double) -> Int64? {
        locked {
            guard let map = store?.read({ $0.tempoMap }), let reading = place(by: map), beat >= reading.startBeat
            else { return nil }
            let seconds = (map.seconds(atBeat: beat) - reading.second) / command.rate
            return seconds.magnitude < 1e9 ? reading.hostNanoseconds + Int64((seconds * 1e9).rounded()) : nil
        }
    }

    /// Returns the beat that is heard at a host time in nanoseconds; nil as `hostNanoseconds(atBeat:)`.
    package func beat(atHostNanoseconds nanoseconds: Int64) -> Double? {
        locked {
            guard let map = store?.read({ $0.tempoMap }), let reading = place(by: map) else { return nil }
            let seconds = Double(nanoseconds - reading.hostNanoseconds) / 1e9 * command.rate
            let beat = map.beats(atSecond: reading.second + seconds)
            return beat >= reading.startBeat ? beat : nil
        }
    }

    // MARK: Service

    /// Publishes edits, and hands on what was played for the program.
    func serve(_ call: (@escaping ServiceCall) -> Void) -> NextService {
        prepare()
        handOver.collect()
        while let report = reports.consumer.pop() { hand(report, to: call) }
        while let departure = departures.consumer.pop() { send(departure) }
        return locked {
            look()
            guard command.isPlaying else { return .whenRung }
            if let endCall, reading.serial >= command.serial, let length = store?.read({ $0.length }),
                reading.beat >= length
            {
                self.endCall = nil
                call(endCall)
            }
            // 10 ms: the delay of client events. 2 ms: messages to endpoints leave ahead of their time.
            return .after(seconds: targets.contains { $0.isExternal } ? 0.002 : 0.01)
        }
    }

    private func send(_ departure: SequencerDeparture) {
        let found = locked { () -> (SequenceTarget, [UInt8])? in
            guard targets.indices.contains(Int(departure.target)) else { return nil }
            let target = targets[Int(departure.target)]
            let (one, two, three) = departure.bytes
            guard departure.count == 0 else { return (target, Array([one, two, three].prefix(Int(departure.count)))) }
            guard let event = event(at: departure.place), case .raw(let bytes) = event.kind else { return nil }
            return (target, bytes)
        }
        guard let (target, bytes) = found else { return }
        target.send?(UInt64(max(departure.hostNanoseconds, 0)), bytes)
    }

    /// Finds an event that the render thread names; called with the lock held.
    private func event(at place: SequencerReport) -> SequenceEvent? {
        let candidates = (planned[place.track].map { [$0] } ?? []) + former
        let track = candidates.first { $0.id == place.track && $0.revision == place.revision }
        guard let track, place.index < track.source.events.count else { return nil }
        return track.source.events[place.index]
    }

    private func hand(_ report: SequencerReport, to call: (@escaping ServiceCall) -> Void) {
        let found = locked { () -> (event: SequenceEvent, call: (@Sendable (Int, [UInt8], Double) -> Void)?)? in
            event(at: report).map { ($0, userCall) }
        }
        guard let found else { return }
        switch found.event.kind {
        case .user(let bytes):
            if let userCall = found.call { call { userCall(report.track, bytes, found.event.beat) } }
        case .preset(let preset):
            let destinations = locked { store }?.destinations
            let target = destinations?.targets[report.track] ?? destinations?.standard
            target?.setState?(
                SequencePresetCall(scope: preset.scope, element: preset.element, state: preset.state))
        default: break
        }
    }
}
