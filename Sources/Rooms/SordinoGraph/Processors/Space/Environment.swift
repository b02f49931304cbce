import SordinoRealtime
import SordinoSignal

/// What is set of an environment as a whole.
package struct EnvironmentValues: BitwiseCopyable, Sendable {
    package var listener = ListenerPose()
    package var curve = DistanceCurve()
    /// A factor of the whole.
    package var outputVolume: Float = 1
    /// Whether sources that leave the algorithm to the environment are heard on headphones.
    package var isHeardOnHeadphones = false
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

    /// A bypassed band.
    package init() {}
}

/// Adds its inputs up, each from its place around a listener.
///
/// A mono input is a point that is panned, or filtered as a head would, and becomes quieter with its distance; other
/// inputs pass, unless they ask for a place. Inputs may have any rate. A reverberation, shared by all, gets its part of each.
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

    /// What is set; from any thread at any time.
    package var values: EnvironmentValues { wanted.withLock { $0 } }

    /// Changes what is set.
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

    /// Until the room has become 120 dB quieter, and what the filters of the ears remember.
    package var tailSeconds: Double {
        let values = values
        guard values.isReverbOn else { return 0.02 }
        return Double(max(values.room.decayAt0HzSeconds, values.room.decayAtNyquistSeconds)) * 2
            + Double(max(values.room.longestSeconds, values.room.shortestSeconds)) + 0.2
    }
}

/// Everything that rendering in one format needs; made anew for another format.
private final class EnvironmentRendering: @unchecked Sendable {
    let format: BusFormat
    let maximumFrameCount: Int
    let held: Held<EnvironmentState>
    private let memory = UnitMemory()

    init(format: BusFormat, maximumFrameCount: Int, reader: TripleBufferReader<EnvironmentValues>) {
        (self.format, self.maximumFrameCount) = (format, maximumFrameCount)
        let places = format.places ?? ChannelPlace.usual(channelCount: format.channelCount) ?? []
        let head = HeadTable.sphere(sampleRate: format.sampleRate)
        let ring = LoudspeakerRing(places: places.isEmpty ? [.left, .right] : places)
        let reverb = Reverb(channelCount: 2, sampleRate: format.sampleRate)
        for object in [head, ring, reverb] as [AnyObject] { memory.keep(object) }
        let limit = SpatialVoice.channelLimit
        let straight = memory.floats(limit * limit)
        for channel in 0..<limit { straight[channel * limit + channel] = 1 }
        let both = memory.floats(limit)
        let sides = format.sides
        let channelCount = min(format.channelCount, limit)
        (both[0], both[min(1, channelCount - 1)]) = (1, 1)
        if channelCount > 1 {
            (both[0], both[1]) = (0, 0)
            (both[sides.left], both[sides.right]) = (1, 1)
        }
        held = Held(
            EnvironmentState(
                reader: reader, head: head.view, ring: ring.view, reverb: reverb.renderer,
                filter: memory.cascade(sectionCount: 1, channelCount: 2),
                wet: memory.planes(2, frameCount: maximumFrameCount), send: memory.floats(maximumFrameCount),
                mono: memory.floats(maximumFrameCount), scratch: memory.floats(SpatialVoice.scratchFloatCount),
                straight: UnsafePointer(straight), both: UnsafePointer(both), channelCount: channelCount,
                left: channelCount > 1 ? sides.left : 0, right: channelCount > 1 ? sides.right : 0,
                sampleRate: format.sampleRate))
    }
}

/// What the render thread keeps of an environment.
struct EnvironmentState: BitwiseCopyable {
    let reader: TripleBufferReader<EnvironmentValues>
    let head: HeadTableView
    let ring: LoudspeakerRingView
    let reverb: ReverbRenderer
    let filter: BiquadCascade
    let wet: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let send: UnsafeMutablePointer<Float>
    /// The channels of a point source, added up.
    let mono: UnsafeMutablePointer<Float>
    let scratch: UnsafeMutablePointer<Float>
    /// Gains that lead each channel to the output of its number.
    let straight: UnsafePointer<Float>
    /// Gains that lead a channel to both sides.
    let both: UnsafePointer<Float>
    /// Output channels that are rendered to.
    let channelCount: Int
    let left: Int
    let right: Int
    let sampleRate: Double

    var isSet = false
    var output = GainRamp(1)
    var wetGain = GainRamp(0)
    var seenRoom: UInt32 = .max
    var seenCurve = DistanceCurve()
    var hadSend = false
    /// Changes whenever gains have to be computed anew.
    var sceneNumber: UInt32 = 1
}
