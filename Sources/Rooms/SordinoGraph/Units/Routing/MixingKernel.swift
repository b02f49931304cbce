import SordinoSignal

/// The kernel of the units that bring inputs of any channels together: the mixer of many inputs, and the converter.
///
/// Channels meet as in `Mixer`: mono goes to both fronts at full level, two channels go into one by their mean, other
/// layouts fold.
struct MixingKernel: UnitKernel {
    /// The number of connected inputs.
    let inputCount: Int
    let channelCount: Int
    /// The bus of each connected input.
    let buses: UnsafeMutablePointer<Int>
    /// Buses that have parameters; 0 for a unit without parameters.
    let busLimit: Int
    /// For each connected input the factors of the left channel, the right one, and all others.
    let ramps: UnsafeMutablePointer<GainRamp>
    /// For each connected input the rows of its fold; nil where channels meet by number.
    let folds: UnsafeMutablePointer<UnsafePointer<Float>?>
    /// The channels that pans move.
    let sides: PanSides
    var output = GainRamp(1)
    /// The busses that are measured; nil for a unit without meters.
    let meters: MeterPort?
    /// One for each connected input, and one for the output.
    let levels: UnsafeMutablePointer<LevelMeter>
    /// The measurements of the present piece at the output, before its volume.
    var outputLevel = PieceLevel()

    init(
        _ wiring: Wiring, channelCount: Int, busLimit: Int, meters: MeterPort? = nil, memory: UnitMemory
    ) {
        self.meters = meters
        levels = memory.copies(of: LevelMeter(), count: wiring.inputs.count + 1)
        inputCount = wiring.inputs.count
        self.channelCount = channelCount
        self.busLimit = busLimit
        buses = memory.copies(of: 0, count: wiring.inputs.count)
        for (index, input) in wiring.inputs.enumerated() { buses[index] = input.bus }
        sides = wiring.outputs.first?.sides ?? PanSides(left: 0, right: 1)
        folds = memory.copies(of: nil, count: wiring.inputs.count)
        for (index, input) in wiring.inputs.enumerated() {
            guard let output = wiring.outputs.first, let gains = input.format.fold(into: output) else { continue }
            let rows = memory.floats(gains.count)
            rows.update(from: gains, count: gains.count)
            folds[index] = UnsafePointer(rows)
        }
        ramps = memory.copies(of: GainRamp(1), count: wiring.inputs.count * 3)
    }
}

/// The inputs of a rendering, to detect whether those of the next plan are the same.
final class WiredBuses {
    private struct Wire: Equatable {
        let format: BusFormat
        let space: SpaceInput?

        static func == (one: Wire, other: Wire) -> Bool {
            one.format == other.format && one.space === other.space
        }
    }

    private var inputs: [Int: Wire] = [:]

    /// Stores the buses of a plan with their formats and positions.
    ///
    /// - Returns: Whether they are the same as before.
    func note(_ wiring: Wiring) -> Bool {
        let next = Dictionary(wiring.inputs.map { ($0.bus, Wire(format: $0.format, space: $0.space)) }) {
            first, _ in first
        }
        defer { inputs = next }
        return next == inputs
    }
}
