import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime

extension SequenceTarget {
    /// Makes a destination of an endpoint: a message leaves at the time at which it is to be heard.
    ///
    /// - Parameter endpoint: A destination of the MIDI system; nothing is sent once it is gone.
    package convenience init(endpoint: MIDIObjectID, of system: MIDISystem) {
        self.init(sending: { time, bytes in
            let words = UniversalPacket.words(ofMessage: bytes)
            guard !words.isEmpty else { return }
            // Messages that do not fit are lost, as on a cable that is full.
            try? system.send([TimedWords(time: time, words: words)], through: nil, to: endpoint)
        })
    }
}

/// Plays a sequencer without an engine, by the clock of a MIDI system: for tracks that lead to endpoints alone.
///
/// It computes a hundredth of a second at a time, a little ahead, with a precision of a microsecond.
/// - Thread: any. The sequencer runs on the system's thread, while it plays and a little longer.
package final class SequencerClock: Sendable {
    private struct State: Sendable {
        var isRunning = false
        /// The host time of the next block.
        var next: UInt64 = 0
        /// Ticks since the sequencer was seen playing.
        var idleCount = 0
    }

    private static let sampleRate = 1_000_000.0
    private static let blockFrames = 10_000
    private static let blockNanoseconds: UInt64 = 10_000_000
    /// So far ahead of its time a block is computed at least.
    private static let leadNanoseconds: UInt64 = 10_000_000

    private let sequencer: Sequencer
    private let system: MIDISystem
    private let isHost: Bool
    private let state = Guarded(State())

    /// Makes a clock that does not run.
    ///
    /// - Parameter isHost: False if another host renders the sequencer: then its messages are only handed on.
    package init(_ sequencer: Sequencer, system: MIDISystem, isHost: Bool = true) {
        (self.sequencer, self.system, self.isHost) = (sequencer, system, isHost)
    }

    /// The host time of the next block.
    package var nextHostNanoseconds: Int64 {
        Int64(clamping: state.withLock { $0.isRunning ? $0.next : system.now + Self.leadNanoseconds })
    }

    /// Runs until the sequencer stops.
    package func run() {
        let begins = state.withLock { state in
            state.idleCount = 0
            defer { state.isRunning = true }
            if !state.isRunning { state.next = system.now + Self.leadNanoseconds }
            return !state.isRunning
        }
        if begins { schedule(at: 0) }
    }

    private func schedule(at time: UInt64) {
        do throws(MIDIFailure) {
            try system.call(at: time) { [self] in tick() }
        } catch { state.withLock { $0.isRunning = false } }
    }

    private func tick() {
        let now = system.now
        if isHost {
            sequencer.prepare()
            while true {
                let time = state.withLock { state -> UInt64? in
                    guard state.next < now + Self.leadNanoseconds + Self.blockNanoseconds else { return nil }
                    // The machine slept: the music continues from here.
                    if state.next + 1_000_000_000 < now { state.next = now + Self.leadNanoseconds }
                    defer { state.next += Self.blockNanoseconds }
                    return state.next
                }
                guard let time else { break }
                sequencer.state.pointee.render(
                    frameCount: Self.blockFrames, sampleRate: Self.sampleRate, hostNanoseconds: Int64(clamping: time))
            }
        }
        _ = sequencer.serve { $0() }
        let goesOn = state.withLock { state in
            state.idleCount = sequencer.isPlaying ? 0 : state.idleCount + 1
            // 8: the ends of notes leave with the first block after the stop.
            state.isRunning = state.idleCount < 8
            return state.isRunning
        }
        if goesOn { schedule(at: now + Self.blockNanoseconds / 2) }
    }
}
