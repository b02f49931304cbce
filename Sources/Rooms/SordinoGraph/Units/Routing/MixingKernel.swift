import SordinoSignal

/// The kernel of the units that bring inputs of any channels together: the mixer of many inputs, and the converter.
///
/// Channels meet as in `Mixer`: mono goes to the first two channels at full level, two channels go into one by their mean,
/// otherwise channels keep their places and surplus ones are dropped.
struct MixingKernel: UnitKernel {
    /// Connected inputs.
    let inputCount: Int
    let channelCount: Int
    /// The bus of each connected input.
    let buses: UnsafeMutablePointer<Int>
    /// Buses that have parameters; 0 for a unit without parameters.
    let busLimit: Int
    /// For each connected input the factors of the first channel, the second, and all others.
    let ramps: UnsafeMutablePointer<GainRamp>
    /// A piece of two channels' mean.
    let mean: UnsafeMutablePointer<Float>
    var output = GainRamp(1)
    /// Which busses are measured; nil for a unit without meters.
    let meters: MeterPort?
    /// One for each connected input, and one for the output.
    let levels: UnsafeMutablePointer<LevelMeter>
    /// What the piece at hand measures at the output, before its volume.
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
        mean = memory.floats(UnitCore.pieceLimit)
        ramps = memory.copies(of: GainRamp(1), count: wiring.inputs.count * 3)
    }
}

/// A rendering's inputs, to see whether the next plan has the same.
final class WiredBuses: @unchecked Sendable {
    private var buses: [Int] = []

    /// Notes the buses of a plan.
    ///
    /// - Returns: Whether they were the same before.
    func note(_ wiring: Wiring) -> Bool {
        let next = wiring.inputs.map(\.bus)
        defer { buses = next }
        return next == buses
    }
}
