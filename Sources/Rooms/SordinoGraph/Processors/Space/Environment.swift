import SordinoRealtime
import SordinoSignal

/// The settings of an environment as a whole.
package struct EnvironmentValues: BitwiseCopyable, Sendable {
    package var listener = ListenerPose()
    package var curve = DistanceCurve()
    /// A factor of the whole.
    package var outputVolume: Float = 1
    /// Indicates whether sources that leave the algorithm to the environment are heard on headphones.
    package var isHeardOnHeadphones = false
    /// Indicates whether the listener follows the tracked head.
    package var isHeadTracked = false
    package var isReverbOn = false
    /// Decibels, -40 to 40.
    package var reverbLevel: Float = 0
    package var room = ReverbSettings()
    /// One band of an equaliser behind the reverberation.
    package var filter = EnvironmentFilter()
    /// Counts changes of `room` and `filter`.
    package var roomNumber: UInt32 = 0

    /// The defaults of `AVAudioEnvironmentNode`.
    package init() {}
}

/// The band behind the reverberation; the numbers are those of a band of AUNBandEQ.
package struct EnvironmentFilter: BitwiseCopyable, Sendable {
    package var isBypassed = true
    package var kind: Float = 0
    package var hertz: Float = 800
    package var octaves: Float = 3
    package var decibels: Float = 0

    /// Makes a band that is bypassed.
    @_noAllocation @_noLocks
    package init() {}

    @_noAllocation @_noLocks
    func isSame(_ other: EnvironmentFilter) -> Bool {
        isBypassed == other.isBypassed && kind == other.kind && hertz == other.hertz && octaves == other.octaves
            && decibels == other.decibels
    }
}

/// Adds its inputs up, each from its place around a listener.
///
/// A mono input is a point that is panned, or filtered as a head would, and becomes quieter with its distance; other
/// inputs pass, unless they ask for a place. Inputs may have any rate. A reverberation, shared by all, gets its part of
/// each.
package final class Environment: Processor, @unchecked Sendable {
    package let name = "Environment"
    package let health = Health()
    private let buffer = TripleBuffer(EnvironmentValues())
    private let wanted = Guarded(EnvironmentValues())
    private var rendering: EnvironmentRendering?

    /// Makes an environment around a listener at the origin.
    package init() {}

    /// Any number: a bus exists when it is connected.
    package var inputBusLimit: Int { .max }
    package var convertsInputs: Bool { true }
    package var gathersInputs: Bool { true }
    package var placesInputs: Bool { true }

    /// The settings, as last changed; from any thread at any time.
    package var values: EnvironmentValues { wanted.withLock { $0 } }

    /// Changes the settings; from any thread at any time.
    package func change(_ edit: (inout EnvironmentValues) -> Void) {
        wanted.withLock { values in
            edit(&values)
            buffer.writer.set(values)
        }
    }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        let format = wiring.outputs[0]
        guard format.sampleRate >= 2_000 else { throw .unsupportedFormat(wiring.node, format) }
        let prepared: EnvironmentRendering
        if let rendering, rendering.format == format, rendering.maximumFrameCount >= wiring.maximumFrameCount {
            prepared = rendering
        } else {
            prepared = EnvironmentRendering(
                format: format, maximumFrameCount: wiring.maximumFrameCount, reader: buffer.reader)
            rendering = prepared
        }
        return StepRecipe(
            run: runEnvironment, state: UnsafeMutableRawPointer(prepared.held.pointer), owner: prepared)
    }

    package func reset() {
        health.unmute()
        rendering?.held.pointer.pointee.reset()
    }

    /// Seconds until the room has become 120 dB quieter; without a room, the length of the filters of the ears.
    package var tailSeconds: Double {
        let values = values
        guard values.isReverbOn else { return 0.02 }
        return Double(max(values.room.decayAt0HzSeconds, values.room.decayAtNyquistSeconds)) * 2
            + Double(max(values.room.longestSeconds, values.room.shortestSeconds)) + 0.2
    }
}

/// Everything that rendering in one format needs; made anew for another format.
private final class EnvironmentRendering {
    let format: BusFormat
    let maximumFrameCount: Int
    let held: Held<EnvironmentState>
    private let memory = UnitMemory()

    init(format: BusFormat, maximumFrameCount: Int, reader: TripleBufferReader<EnvironmentValues>) {
        (self.format, self.maximumFrameCount) = (format, maximumFrameCount)
        held = Held(
            EnvironmentState(
                reader: reader,
                stage: SpaceStage(format: format, maximumFrameCount: EarMix.pieceFrames, memory: memory),
                planes: memory.planes(min(format.channelCount, SpatialVoice.channelLimit), frameCount: 0)))
    }
}

/// The render thread's state of an environment.
struct EnvironmentState: BitwiseCopyable {
    let reader: TripleBufferReader<EnvironmentValues>
    let head = HeadTracking.shared.board
    var stage: SpaceStage
    /// The planes of the output from a piece's first frame on.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
}
