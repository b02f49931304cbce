import CAudioToolbox
import SordinoSignal

/// Leads every channel of its inputs to every channel of its output, each way at its own level.
///
/// Channels of the inputs are counted from 0 through the connected buses in their order. A sample is heard at the
/// product of the volumes on its way: the input channel's, the crosspoint's, the output channel's and that of the
/// whole; an input, an output or a crosspoint that is off is silent. The crosspoint of input i and output o is the
/// element i · 65536 + o of the global scope; the whole is the element 16777215, as which an element of all ones
/// arrives. All volumes but that of the whole begin at 0.
package final class MatrixMixer: UnitProcessor, @unchecked Sendable {
    /// A mixer of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Mixer, subtype: kAudioUnitSubType_MatrixMixer)
    /// Channels of all inputs together, and of the output, that have levels.
    package static let channelLimit = 32
    /// The element of the whole.
    package static let wholeElement: UInt32 = 0xFF_FFFF
    private let wired = WiredBuses()
    private let switches = MeterSwitches()

    /// Makes a mixer in which nothing is heard.
    package init() {
        let channels = UInt32(Self.channelLimit)
        let crosspoints = (0..<channels).flatMap { input in (0..<channels).map { input << 16 | $0 } }
        func level(
            _ identifier: String, _ name: String, _ initial: Float, _ scope: ParameterScope, _ numbers: [UInt32]? = nil
        ) -> ParameterSpec {
            ParameterSpec(
                kMatrixMixerParam_Volume, identifier, name, .linearGain, 0...1, initial, scope: scope,
                elementCount: Self.channelLimit,
                elementNumbers: numbers)
        }
        func enable(
            _ identifier: String, _ name: String, _ scope: ParameterScope, _ numbers: [UInt32]? = nil
        ) -> ParameterSpec {
            ParameterSpec(
                kMatrixMixerParam_Enable, identifier, name, .boolean, 0...1, 1, scope: scope,
                elementCount: Self.channelLimit,
                elementNumbers: numbers)
        }
        super.init(
            Self.identity, name: "AUMatrixMixer",
            parameters: [
                level("volume", "Volume", 1, .global, [Self.wholeElement]),
                level("inputVolume", "Input Volume", 0, .input), enable("inputEnable", "Input Enable", .input),
                level("outputVolume", "Output Volume", 0, .output), enable("outputEnable", "Output Enable", .output),
                level("crosspointVolume", "Volume", 0, .global, crosspoints),
                enable("crosspointEnable", "Enable", .global, crosspoints),
            ] + ParameterSpec.meters(.input, elementCount: Self.channelLimit, isLinear: true)
                + ParameterSpec.meters(.output, elementCount: Self.channelLimit, isLinear: true))
    }

    package override var inputBusLimit: Int { Self.channelLimit }
    package override var convertsInputs: Bool { true }

    package override var meterSwitches: MeterSwitches? { switches }

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool {
        wired.note(wiring)
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        _ = wired.note(wiring)
        let memory = UnitMemory()
        memory.keep(switches)
        return .make(
            for: self, format: format, memory: memory,
            kernel: MatrixKernel(
                wiring, outputCount: format.channelCount, meters: switches.port, memory: memory),
            readsFirstInput: false,
            run: runMatrix)
    }
}

/// The kernel of the matrix mixer.
struct MatrixKernel: UnitKernel {
    /// Channels of all connected inputs, and of the output, that have levels.
    let inputCount: Int
    let outputCount: Int
    /// Channels of the output in all.
    let channelCount: Int
    /// For each input channel its input and its place there.
    let buses: UnsafeMutablePointer<Int>
    let places: UnsafeMutablePointer<Int>
    /// For each output channel, one ramp for each input channel.
    let ramps: UnsafeMutablePointer<GainRamp>
    let meters: MeterPort
    /// The bus of each input channel.
    let busNumbers: UnsafeMutablePointer<Int>
    /// One for each input channel, then one for each output channel.
    let levels: UnsafeMutablePointer<LevelMeter>

    init(_ wiring: Wiring, outputCount: Int, meters: MeterPort, memory: UnitMemory) {
        self.meters = meters
        let channels = wiring.inputs.enumerated().flatMap { index, input in
            (0..<input.format.channelCount).map { (index, $0) }
        }.prefix(MatrixMixer.channelLimit)
        inputCount = channels.count
        self.outputCount = min(outputCount, MatrixMixer.channelLimit)
        channelCount = outputCount
        buses = memory.copies(of: 0, count: channels.count)
        places = memory.copies(of: 0, count: channels.count)
        for (channel, place) in channels.enumerated() { (buses[channel], places[channel]) = place }
        ramps = memory.copies(of: GainRamp(0), count: inputCount * self.outputCount)
        busNumbers = memory.copies(of: 0, count: inputCount)
        for (channel, place) in channels.enumerated() { busNumbers[channel] = wiring.inputs[place.0].bus }
        levels = memory.copies(of: LevelMeter(), count: inputCount + self.outputCount)
    }
}
