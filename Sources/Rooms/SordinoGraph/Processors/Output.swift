import SordinoRealtime
import SordinoSignal

/// Where the graph's sound leaves it: the root that the plan is made from.
///
/// Takes any rate and any channels, like a mixer of one input without volume.
package final class Output: Processor, Sendable {
    package let name = "Output"
    package let health = Health()
    private let map = Guarded<[Int]>([])

    /// Makes an output with the usual order of channels.
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
        let held = OutputHold(map: map, folds: OutputFolds(wiring), health: health.state)
        return StepRecipe(run: runOutput, state: UnsafeMutableRawPointer(held.pointer), owner: held)
    }
}

/// A map in memory that the render thread can read.
final class ChannelMap {
    let channels: UnsafeMutablePointer<Int>
    let count: Int

    init(_ map: [Int]) {
        count = map.count
        channels = .allocate(capacity: max(count, 1))
        for (index, channel) in map.enumerated() { (channels + index).initialize(to: channel) }
    }

    deinit { channels.deallocate() }
}

/// The gains by which the graph's channels are heard in those of hardware, by how many this has.
///
/// One and two channels get a fold of everything. More get one of channels in an order of their own, from a graph that
/// has another number of them; with as many, channels meet by number.
private final class OutputFolds {
    /// Channels of hardware that are folded to at most.
    static let limit = 16
    /// The rows for each number of channels; nil where channels meet by number.
    let rows: UnsafeMutablePointer<UnsafePointer<Float>?>

    init(_ wiring: Wiring) {
        rows = .allocate(capacity: Self.limit + 1)
        rows.initialize(repeating: nil, count: Self.limit + 1)
        guard let input = wiring.inputs.first?.format else { return }
        for count in 1...Self.limit {
            let isWide = count > 2
            if isWide, input.places == nil || input.channelCount == count { continue }
            if ChannelPlace.usual(channelCount: count) == nil { continue }
            guard let gains = input.fold(into: BusFormat(sampleRate: input.sampleRate, channelCount: count)) else {
                continue
            }
            let own = UnsafeMutablePointer<Float>.allocate(capacity: gains.count)
            own.initialize(from: gains, count: gains.count)
            rows[count] = UnsafePointer(own)
        }
    }

    deinit {
        for count in 0...Self.limit { rows[count]?.deallocate() }
        rows.deallocate()
    }
}

/// An output's state, and the memory that it points to.
private final class OutputHold {
    private let map: ChannelMap
    private let folds: OutputFolds
    private let held: Held<OutputState>
    var pointer: UnsafeMutablePointer<OutputState> { held.pointer }

    init(map: ChannelMap, folds: OutputFolds, health: UnsafeMutablePointer<HealthState>) {
        self.folds = folds
        self.map = map
        held = Held(
            OutputState(
                health: health, map: map.channels, mapCount: map.count, folds: UnsafePointer(folds.rows),
                foldLimit: OutputFolds.limit))
    }
}

/// The render thread's state of an output.
struct OutputState {
    let health: UnsafeMutablePointer<HealthState>
    /// `mapCount` channels of the graph, -1 for silence.
    let map: UnsafeMutablePointer<Int>
    let mapCount: Int
    /// The rows of the folds into so many channels, up to `foldLimit`; nil where channels meet by number.
    let folds: UnsafePointer<UnsafePointer<Float>?>
    let foldLimit: Int
}
