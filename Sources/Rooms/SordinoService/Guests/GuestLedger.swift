import SordinoHardware
import SordinoPolicy
import SordinoSession

/// The programs without a session, and what is done for each in its session's name.
///
/// A value: events in, effects out. A program plays while one of its streams runs; a pause that is shorter than `restSeconds`
/// (the gap between two songs) ends nothing. What a program with a session does when it is interrupted is done for it:
/// where a media player can be told so it pauses, and plays on when it may; else its streams run on unheard, and are heard
/// when the interruption is over.
package struct GuestLedger: Hashable, Sendable {
    /// A program: the process that stands for it, or a name where none is known.
    package struct Key: Hashable, Comparable, Sendable {
        package var process: Int32
        package var name: String

        package static func < (left: Key, right: Key) -> Bool {
            (left.process, left.name) < (right.process, right.name)
        }
    }

    /// The events of the ledger.
    package enum Event: Hashable, Sendable {
        /// All streams that there are now, each with its treatment.
        case streams([GuestStream], [GuestRules.Treatment])
        case interrupted(Key)
        /// The output of its sound was unplugged.
        case unplugged(Key)
        /// A device was plugged in.
        case plugged
        case interruptionEnded(Key, shouldResume: Bool)
        /// The suspension of its program, which interrupted it, is over.
        case suspensionEnded(Key)
        /// Its session may not play now.
        case refused(Key)
        /// Programs that were refused may try again.
        case floorIsFree
        /// A media player did pause because it was told to.
        case paused(Key)
        /// A media player that was asked to pause plays again without a request of the service.
        case played(Key)
        /// A person pressed a media key for the program.
        case command(Key, RemoteCommand)
        /// The moment that was asked for has come.
        case time
    }

    /// The effects of an event.
    package enum Effect: Hashable, Sendable {
        case connect(Key, AppDeclaration)
        case disconnect(Key)
        /// Which program these streams are of is known now.
        case identify(Key, serials: [UInt32])
        case configure(Key, SessionConfiguration)
        case start(Key, PortDirection)
        case stop(Key, PortDirection)
        /// The program begins to record what others play, or ends it.
        case recordOutput(Key, Bool)
        /// The session is left, and others may resume.
        case deactivate(Key)
        /// A media player of that process is to pause, or to play.
        case tell(Key, RemoteCommand)
        /// Send `time` at this moment; replaces the moment of an earlier `wake`.
        case wake(at: Moment)
    }

    private struct Program: Hashable {
        var treatment: GuestRules.Treatment
        var streams: Set<UInt32> = []
        var plays = false
        var records = false
        var recordsOutput = false
        var configuration: SessionConfiguration?
        /// The directions whose I/O was started in the session.
        var started: Set<PortDirection> = []
        var isActive = false
        var isInterrupted = false
        var isPaused = false
        /// Indicates whether a player that says only now that it has paused is to play: the interruption is over already.
        var owesPlay = false
        /// It was interrupted because what it was heard on was unplugged.
        var isUnplugged = false
        /// Indicates whether its start was refused; it is silent until it may try again.
        var waits = false
        var restsAt: Moment?

        /// Indicates whether its session mixes with others.
        var mixes: Bool {
            let configuration = treatment.configuration(plays: plays, records: records)
            return configuration.category == .ambient || configuration.options.contains(.mixWithOthers)
        }
    }

    private var programs: [Key: Program] = [:]

    /// A pause that ends a session, in seconds.
    package static let restSeconds = 1.5

    package init() {}

    /// Returns the effects of an event, in order.
    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .streams(let streams, let treatments): note(streams, treatments, now, &effects)
        case .unplugged(let key):
            guard let program = programs[key], !program.isInterrupted else { break }
            interrupt(key, &effects)
            programs[key]?.isUnplugged = true
            // Games and conversations continue on the next output; music must not start on a loudspeaker.
            if program.treatment.kind != .playback || program.records {
                effects = []
                programs[key]?.isInterrupted = false
                start(key, &effects)
            }
        case .plugged:
            // Sound that no player could pause has continued silently; it is heard on the new output.
            for key in programs.keys.sorted() {
                guard let program = programs[key], program.isUnplugged, program.isInterrupted, !program.isPaused else {
                    continue
                }
                programs[key]?.isInterrupted = false
                start(key, &effects)
            }
        case .interrupted(let key):
            if programs[key]?.isInterrupted == false { interrupt(key, &effects) }
        case .interruptionEnded(let key, let shouldResume):
            guard let program = programs[key], program.isInterrupted else { break }
            programs[key]?.isInterrupted = false
            programs[key]?.isPaused = false
            if program.isPaused, shouldResume { effects.append(.tell(key, .play)) }
            programs[key]?.owesPlay = !program.isPaused && shouldResume
            // Also where its player has paused: not every player stops its stream for that.
            start(key, &effects)
        case .suspensionEnded(let key):
            guard programs[key] != nil else { break }
            programs[key]?.isInterrupted = false
            programs[key]?.started = []
            programs[key]?.isActive = false
            start(key, &effects)
        case .refused(let key):
            programs[key]?.waits = true
            programs[key]?.started = []
            programs[key]?.isActive = false
        case .floorIsFree:
            for key in programs.keys.sorted() {
                guard let program = programs[key] else { continue }
                // Some interruptions, as by the screen's lock, end without a notification. A mixing session may try to start:
                // it interrupts no other.
                if program.isInterrupted, !program.isUnplugged, !program.isPaused, program.plays, program.mixes {
                    programs[key]?.isInterrupted = false
                    programs[key]?.waits = true
                }
                if programs[key]?.waits == true { start(key, &effects) }
            }
        case .paused(let key):
            if programs[key]?.isInterrupted == true {
                programs[key]?.isPaused = true
            } else if programs[key]?.owesPlay == true {
                programs[key]?.owesPlay = false
                effects.append(.tell(key, .play))
            }
        case .played(let key): playsAgain(key, &effects)
        case .command(let key, let command):
            guard programs[key] != nil else { break }
            effects.append(.tell(key, command))
            // Its stream may run all the time.
            if command == .play || command == .togglePlayPause { playsAgain(key, &effects) }
        case .time:
            for key in programs.keys.sorted() {
                guard let moment = programs[key]?.restsAt, moment <= now else { continue }
                rest(key, &effects)
            }
        }
        if let next = programs.values.compactMap(\.restsAt).min() { effects.append(.wake(at: next)) }
        return effects
    }

    /// Ends the interruption of a program that the person makes play again: after an unplug at once, else the session
    /// decides whether it may start.
    private mutating func playsAgain(_ key: Key, _ effects: inout [Effect]) {
        guard let program = programs[key], program.isInterrupted, program.isPaused || program.isUnplugged else {
            return
        }
        programs[key]?.isPaused = false
        programs[key]?.isInterrupted = false
        programs[key]?.isUnplugged = false
        start(key, &effects)
    }

    private mutating func interrupt(_ key: Key, _ effects: inout [Effect]) {
        programs[key]?.isInterrupted = true
        programs[key]?.isUnplugged = false
        programs[key]?.owesPlay = false
        programs[key]?.started = []
        programs[key]?.isActive = false
        if let program = programs[key], program.plays, program.treatment.pauses { effects.append(.tell(key, .pause)) }
    }

    private mutating func note(
        _ streams: [GuestStream], _ treatments: [GuestRules.Treatment], _ now: Moment, _ effects: inout [Effect]
    ) {
        var found: [Key: [(stream: GuestStream, treatment: GuestRules.Treatment)]] = [:]
        for (stream, treatment) in zip(streams, treatments) {
            found[Self.key(stream), default: []].append((stream, treatment))
        }
        for key in programs.keys.sorted() where found[key] == nil {
            programs[key] = nil
            effects.append(.disconnect(key))
        }
        for key in found.keys.sorted() {
            guard let all = found[key], let first = all.first(where: { !$0.stream.recordsOutput }) ?? all.first else {
                continue
            }
            // The present use decides the treatment: that of a running output, else of the first stream.
            let treatment = all.first { $0.stream.isRunning && $0.stream.direction == .output }?.treatment
            if programs[key] == nil {
                programs[key] = Program(treatment: treatment ?? first.treatment)
                effects.append(.connect(key, Self.declaration(first.stream)))
            }
            if let treatment { programs[key]?.treatment = treatment }
            let serials = Set(all.map(\.stream.serial))
            if programs[key]?.streams != serials {
                programs[key]?.streams = serials
                effects.append(.identify(key, serials: serials.sorted()))
            }
            let recordsOutput = all.contains(where: \.stream.recordsOutput)
            if programs[key]?.recordsOutput != recordsOutput {
                programs[key]?.recordsOutput = recordsOutput
                effects.append(.recordOutput(key, recordsOutput))
            }
            let running = all.map(\.stream).filter { $0.isRunning && !$0.recordsOutput }
            run(
                key, plays: running.contains { $0.direction == .output },
                records: running.contains { $0.direction == .input }, now, &effects)
        }
    }

    private mutating func run(_ key: Key, plays: Bool, records: Bool, _ now: Moment, _ effects: inout [Effect]) {
        guard let old = programs[key] else { return }
        programs[key]?.plays = plays
        programs[key]?.records = records
        guard plays || records else {
            if old.plays || old.records { programs[key]?.restsAt = now + Self.restSeconds }
            return
        }
        programs[key]?.restsAt = nil
        let begins = !old.plays && !old.records
        // The person pressed play before the interruption was over. Without a pause it may be the next song, which does not end
        // an interruption.
        if begins, old.isPaused { playsAgain(key, &effects) }
        if begins || plays != old.plays || records != old.records { start(key, &effects) }
    }

    /// Has the session be what the streams are.
    private mutating func start(_ key: Key, _ effects: inout [Effect]) {
        guard let program = programs[key], !program.isInterrupted, program.plays || program.records else { return }
        programs[key]?.waits = false
        let configuration = program.treatment.configuration(plays: program.plays, records: program.records)
        if configuration != program.configuration {
            programs[key]?.configuration = configuration
            effects.append(.configure(key, configuration))
        }
        var wanted = Set<PortDirection>()
        if program.plays { wanted.insert(.output) }
        if program.records { wanted.insert(.input) }
        for direction in [PortDirection.output, .input] {
            if program.started.contains(direction), !wanted.contains(direction) {
                effects.append(.stop(key, direction))
            }
            if wanted.contains(direction), !program.started.contains(direction) {
                effects.append(.start(key, direction))
            }
        }
        programs[key]?.started = wanted
        programs[key]?.isActive = true
    }

    private mutating func rest(_ key: Key, _ effects: inout [Effect]) {
        programs[key]?.restsAt = nil
        // Paused for the interruption: it waits for its end.
        guard let program = programs[key], !program.plays, !program.records, !program.isPaused else { return }
        for direction in [PortDirection.output, .input] where program.started.contains(direction) {
            effects.append(.stop(key, direction))
        }
        programs[key]?.started = []
        programs[key]?.waits = false
        programs[key]?.isInterrupted = false
        if program.isActive || program.isInterrupted { effects.append(.deactivate(key)) }
        programs[key]?.isActive = false
    }

    /// One program for each family of processes; streams that do not say their process belong together by name.
    static func key(_ stream: GuestStream) -> Key {
        Key(process: stream.family, name: stream.family > 0 ? "" : stream.application)
    }

    private static func declaration(_ stream: GuestStream) -> AppDeclaration {
        let name = stream.application.isEmpty ? stream.executable : stream.application
        let id = stream.identifier.isEmpty ? stream.executable : stream.identifier
        return AppDeclaration(
            bundleID: id.isEmpty ? name : id, name: name.isEmpty ? "a program without a name" : name,
            backgroundModes: [.audio, .voip])
    }
}
