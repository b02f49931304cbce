import SordinoGraph
import SordinoHardware
import SordinoRealtime

/// One sound in the player graph of a process: a player node and the stream that feeds it.
///
/// A voice plays its stream from first frame to last, once. Going elsewhere in a file means a new voice; so nothing that is
/// already on its way ever has to be thrown away between two threads.
/// - Thread: any but the render thread.
final class PlayerVoice: GraphVoice {
    /// The gain of a voice.
    struct Gain: Sendable {
        /// Linear: where it begins if nothing of it was rendered yet, and where it leads.
        var origin: Float
        var volume: Float
        /// Seconds of a fade; 0 for the usual short glide.
        var seconds: Double
        /// -1 left, 0 both at full level, 1 right.
        var pan: Float

        /// Sets out for it at a mixer's input.
        func apply(to input: MixInput) {
            input.pan = pan
            input.glide(from: origin, to: volume, seconds: seconds)
        }
    }

    private struct State: Sendable {
        var gain: Gain
        var input: MixInput?
        var assignments: [AssignedChannel]?
        var isCrossfade = false
    }

    let player: Player
    let stream: FileStream
    /// Rate of the frames: the device's when the voice was made.
    let sampleRate: Double
    var format: BusFormat {
        BusFormat(sampleRate: sampleRate, channelCount: stream.channelCount, places: stream.places)
    }
    private let state: Guarded<State>
    private let rateChanged: @Sendable () -> Void

    /// Makes a voice that is in no mix.
    ///
    /// - Parameters:
    ///   - rateChanged: Called when the device has another rate than the voice.
    ///   - ended: Called when the last frame was taken.
    init(
        stream: FileStream, sampleRate: Double, gain: Gain, assignments: [AssignedChannel]?, isMetered: Bool,
        rateChanged: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
    ) {
        self.stream = stream
        self.sampleRate = sampleRate
        self.rateChanged = rateChanged
        player = Player(meterCount: stream.channelCount)
        player.isMetered = isMetered
        state = Guarded(State(gain: gain, assignments: assignments))
        player.schedule(PlayerSound(source: .stream(stream), frameCount: stream.frameCount, completion: ended))
        // So that it is heard at once; a file that cannot be read shows when it plays.
        _ = player.serve(ServiceRequest(readAheadFrames: stream.openingFrames)) { _ in }
    }

    /// The port's channel for each of its channels; takes effect when the graph applies it.
    var assignments: [AssignedChannel]? {
        get { state.withLock { $0.assignments } }
        set { state.withLock { $0.assignments = newValue } }
    }

    /// Changes how loud it is.
    func set(_ gain: Gain) {
        state.withLock { state in
            state.gain = gain
            if let input = state.input { gain.apply(to: input) }
        }
    }

    /// Its place at the mixer, nil for none; nothing of it was rendered there yet.
    func enter(_ input: MixInput?) {
        state.withLock { state in
            state.input = input
            if let input { state.gain.apply(to: input) }
        }
    }

    /// Begins, exact from its first frame; what continues after a pause, or follows another voice within the file, rises.
    ///
    /// - Parameters:
    ///   - hostNanoseconds: When the first frame is to leave; nil for the next block.
    ///   - rises: Whether it may rise.
    ///   - isCrossfade: Whether another voice falls silent meanwhile.
    func play(hostNanoseconds: Int64?, rises: Bool = true, isCrossfade: Bool = false) {
        if isCrossfade { state.withLock { $0.isCrossfade = true } }
        let goesOn = player.standingReport.position > 0 || isCrossfade && stream.beginsInside
        player.play(
            hostNanoseconds: hostNanoseconds, fadeSeconds: rises && goesOn ? StageFade.seconds : 0,
            isCrossfade: isCrossfade)
    }

    /// Indicates whether a voice that follows it follows a sound: it was heard, or a voice before it is falling silent.
    var isSounding: Bool { playedFrames > 0 || state.withLock(\.isCrossfade) }

    func rest() { stream.rest() }

    /// Says that the device's rate is another now.
    func followRate() { rateChanged() }

    /// Frames of the stream that were taken to be heard.
    var playedFrames: Int { Int(player.playedFrames) }
}
