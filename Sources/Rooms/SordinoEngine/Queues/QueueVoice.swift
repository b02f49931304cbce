import SordinoGraph
import SordinoHardware
import SordinoRealtime

/// One run of an output queue in the graph of players: a player node, and the stream that feeds it.
///
/// - Thread: any but the render thread.
final class QueueVoice: GraphVoice {
    private struct State: Sendable {
        var gain: PlayerVoice.Gain
        var input: MixInput?
        var assignments: [AssignedChannel]?
    }

    /// Changes of level that may wait in buffers ahead of what is heard.
    static let cueCapacity = 256

    let player: Player
    let stream: QueueStream
    let format: BusFormat
    private let state: Guarded<State>
    private let rateChanged: @Sendable () -> Void

    init(
        _ player: Player, _ stream: QueueStream, _ format: BusFormat, gain: PlayerVoice.Gain,
        assignments: [AssignedChannel]?, rateChanged: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) {
        self.player = player
        self.stream = stream
        self.format = format
        self.rateChanged = rateChanged
        state = Guarded(State(gain: gain, assignments: assignments))
        player.schedule(
            PlayerSound(source: .stream(stream), frameCount: .max, options: .keepsTime, completion: ended))
    }

    /// The port's channel that each of its channels goes to.
    var assignments: [AssignedChannel]? { state.withLock { $0.assignments } }

    func set(_ gain: PlayerVoice.Gain) {
        state.withLock { state in
            state.gain = gain
            if let input = state.input { gain.apply(to: input) }
        }
    }

    /// Volume and pan that it has now or is on its way to: cues of its buffers change them.
    var levels: (volume: Float, pan: Float) {
        state.withLock { state in
            state.input.map { ($0.volume, $0.pan) } ?? (state.gain.volume, state.gain.pan)
        }
    }

    func enter(_ input: MixInput?) {
        state.withLock { state in
            if input == nil, let old = state.input {
                state.gain.volume = old.volume
                state.gain.origin = old.volume
                state.gain.pan = old.pan
                state.gain.seconds = 0
            }
            state.input = input
            player.setCueTarget(input)
            if let input { state.gain.apply(to: input) }
        }
    }

    /// Begins, or continues.
    ///
    /// - Parameters:
    ///   - hostNanoseconds: When the first frame is to leave; nil for the next block.
    ///   - rises: Whether it rises if it is in the middle of a wave.
    ///   - isCrossfade: Whether another voice falls silent meanwhile.
    func play(hostNanoseconds: Int64?, rises: Bool, isCrossfade: Bool = false) {
        player.play(
            hostNanoseconds: hostNanoseconds, fadeSeconds: rises ? StageFade.seconds : 0, isCrossfade: isCrossfade)
    }

    /// Gives nothing back: the frames at hand are the queue's.
    func rest() {}

    func followRate() { rateChanged() }

    /// Frames of player time that have been rendered.
    var playedFrames: Int64 {
        let report = player.standingReport
        return report.wasRendered ? report.sampleTime + Int64(report.frameCount) - report.origin : 0
    }
}
