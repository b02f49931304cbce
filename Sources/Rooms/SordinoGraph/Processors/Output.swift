import SordinoRealtime

/// Where the graph's sound leaves it: the root that the plan is made from.
///
/// Takes any rate and any channels, like a mixer of one input without volume.
package final class Output: Processor, @unchecked Sendable {
    package let name = "Output"
    package let health = Health()
    private let map = Guarded<[Int]>([])

    /// Makes an output.
    package init() {}

    /// Which channel of the graph each channel of the output plays, -1 for silence; empty for the usual order.
    ///
    /// Holds from the next plan on. Channels of the output beyond the map are silent.
    package var channelMap: [Int] {
        get { map.withLock { $0 } }
        set { map.withLock { $0 = newValue } }
    }

    package var inputBusLimit: Int { 1 }
    package var outputBusCount: Int { 0 }
    package var convertsInputs: Bool { true }

    /// Samples that were not numbers and were replaced by silence, in blocks.
    package var faultCount: Int { health.faultCount }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        // Made anew for each plan: nothing in it is worth keeping.
        let map = ChannelMap(channelMap)
        let (mono, stereo) = (OutputFold(wiring, channelCount: 1), OutputFold(wiring, channelCount: 2))
        let held = OutputHold(
            map: map, folds: [mono, stereo],
            state: OutputState(
                health: health.state, map: map.channels, mapCount: map.count, mono: mono?.rows, stereo: stereo?.rows))
        return StepRecipe(run: runOutput, state: UnsafeMutableRawPointer(held.pointer), owner: held)
    }
}

/// A map in memory that the render thread can read.
final class ChannelMap: @unchecked Sendable {
    let channels: UnsafeMutablePointer<Int>
    let count: Int

    init(_ map: [Int]) {
        count = map.count
        channels = .allocate(capacity: max(count, 1))
        for (index, channel) in map.enumerated() { (channels + index).initialize(to: channel) }
    }

    deinit { channels.deallocate() }
}

/// The gains by which the graph's channels are heard in one or two of the hardware's.
private final class OutputFold: @unchecked Sendable {
    let rows: UnsafePointer<Float>

    /// Makes a fold; nil where channels meet by number.
    init?(_ wiring: Wiring, channelCount: Int) {
        guard let input = wiring.inputs.first?.format,
            let gains = input.fold(into: BusFormat(sampleRate: input.sampleRate, channelCount: channelCount))
        else { return nil }
        let rows = UnsafeMutablePointer<Float>.allocate(capacity: gains.count)
        rows.initialize(from: gains, count: gains.count)
        self.rows = UnsafePointer(rows)
    }

    deinit { rows.deallocate() }
}

/// An output's state, and the map that it points to.
private final class OutputHold: @unchecked Sendable {
    private let map: ChannelMap
    private let folds: [OutputFold?]
    private let held: Held<OutputState>
    var pointer: UnsafeMutablePointer<OutputState> { held.pointer }

    init(map: ChannelMap, folds: [OutputFold?], state: OutputState) {
        self.folds = folds
        self.map = map
        held = Held(state)
    }
}

/// What the render thread knows of an output.
struct OutputState {
    let health: UnsafeMutablePointer<HealthState>
    /// `mapCount` channels of the graph, -1 for silence.
    let map: UnsafeMutablePointer<Int>
    let mapCount: Int
    /// The rows of the folds into one and two channels; nil where channels meet by number.
    let mono: UnsafePointer<Float>?
    let stereo: UnsafePointer<Float>?
}
