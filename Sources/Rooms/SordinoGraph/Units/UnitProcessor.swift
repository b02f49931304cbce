import SordinoSignal
import Synchronization

/// A unit with parameters: the control side of every built-in effect, mixer and converter.
///
/// A unit is three files: `X.swift` with a subclass that lists the parameters and makes the kernel, `X+Realtime.swift`
/// with the kernel and its step, and a line in `BuiltInUnits`. In each API (AUAudioUnit, AudioUnit, AVAudioUnit), its
/// values, presets, latency, tail and bypass are these.
/// - Thread: control, except for the functions of `port`.
package class UnitProcessor: Processor, @unchecked Sendable {
    /// The codes of its component description.
    package let identity: UnitIdentity
    package let name: String
    package let health = Health()
    /// The specification of every parameter.
    package let parameters: [ParameterSpec]
    /// Values that it brings along.
    package let factoryPresets: [UnitPreset]
    /// The values of the parameters.
    package let bank: ParameterBank
    private var rendering: UnitRendering?

    /// Makes a unit at its initial values.
    ///
    /// - Parameter name: As Apple names the component, such as "AULowpass".
    package init(
        _ identity: UnitIdentity, name: String, parameters: [ParameterSpec], factoryPresets: [UnitPreset] = []
    ) {
        self.identity = identity
        self.name = name
        self.parameters = parameters
        self.factoryPresets = factoryPresets
        bank = ParameterBank(parameters)
    }

    // MARK: Properties of the unit

    package var inputBusLimit: Int { 1 }
    package var outputBusCount: Int { 1 }
    package var convertsInputs: Bool { false }
    package var converterQuality: ResamplerQuality { .good }
    package var changesTime: Bool { false }
    package var placesInputs: Bool { false }
    /// The input that the last block was made of, where the unit changes time; valid as long as the unit.
    package var inputPlace: UnsafeMutablePointer<InputPlace>? { nil }
    package var standsAlone: Bool { inputBusLimit <= 1 && outputBusCount == 1 && !convertsInputs && !changesTime }
    package func inputFrameLimit(outputFrames: Int, sampleRate: Double) -> Int { outputFrames }
    /// Returns false: the core itself examines input and output.
    package var isExamined: Bool { false }
    /// Frames by which the output lags in the newest plan; 0 before there is one, and while the input passes.
    package var latencyFrames: Int { isBypassed ? 0 : rendering?.latencyFrames ?? 0 }
    /// Seconds until sound has rung down by 120 dB after the input has ended, at the present values.
    package var tailSeconds: Double { 0 }

    /// Rings the host's desk; nil for units without work beside the render thread.
    package var bell: ServiceBell? { nil }
    /// Does the work that the bell was rung for.
    package func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService { .whenRung }

    /// The busses that are measured; nil for units without meters.
    package var meterSwitches: MeterSwitches? { nil }

    /// Makes the kernel for a format, with everything that it needs.
    ///
    /// Overridden by every unit. Called when the format is another than before; the parameters' values are taken up by
    /// the first block.
    /// - Throws: `unsupportedFormat`.
    package func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        throw .unsupportedFormat(wiring.node, format)
    }

    // MARK: Values

    /// Reaches the values from any thread, also from inside a render call; valid as long as the unit.
    package var port: ParameterPort { bank.port }

    /// The value of a parameter; 0 for an address that it does not have.
    package func value(_ address: UInt64) -> Float { bank.port.value(at: address) ?? 0 }

    /// Sets a parameter within its range; it glides while sound is rendered.
    ///
    /// - Returns: Whether there is such a parameter and it may be written.
    @discardableResult
    package func set(_ address: UInt64, to value: Float) -> Bool { bank.port.set(value, at: address) }

    /// The specification of a parameter and the element that the address names.
    package func spec(at address: UInt64) -> (spec: ParameterSpec, element: Int)? {
        let element = Int(address >> 40)
        for spec in parameters {
            let index = spec.elementNumbers.map { $0.firstIndex(of: UInt32(element)) ?? $0.count } ?? element
            if index < spec.elementCount, spec.address(element: index) == address { return (spec, index) }
        }
        return nil
    }

    /// Indicates whether the input passes as it is; changing it fades over 10 ms.
    package var isBypassed: Bool {
        get { bank.port.isBypassed }
        set { bank.port.isBypassed = newValue }
    }

    /// The rate of the newest plan; 44.1 kHz before there is one.
    package var sampleRate: Double {
        let rate = Double(bitPattern: bank.port.state.pointee.sampleRate.load(ordering: .relaxed))
        return rate > 0 ? rate : 44_100
    }

    /// Sets every writable parameter: to the value in the preset, else to its initial value.
    package func apply(_ preset: UnitPreset) {
        for spec in parameters where spec.flags.contains(.isWritable) {
            for element in 0..<spec.elementCount { set(spec.address(element: element), to: spec.initial) }
        }
        for (address, value) in preset.values { set(address, to: value) }
    }

    // MARK: In the plan

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        guard let format = wiring.outputs.first ?? wiring.inputs.first?.format else {
            throw .noSuchBus(wiring.node, bus: 0)
        }
        let rendering: UnitRendering
        if let present = self.rendering, present.format == format, suits(present, wiring) {
            rendering = present
        } else {
            rendering = try makeRendering(format, wiring)
            self.rendering = rendering
        }
        bank.port.state.pointee.sampleRate.store(format.sampleRate.bitPattern, ordering: .relaxed)
        return StepRecipe(
            run: rendering.run, state: rendering.state, owner: rendering, demand: rendering.demand)
    }

    /// Returns whether the rendering of an earlier plan serves this one; units that depend on more than the output's
    /// format check more.
    package func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool { true }

    /// Forgets tails, envelopes and faults, and lets the next block begin at the set values; called while nothing
    /// renders.
    package func reset() {
        health.unmute()
        rendering?.reset()
    }
}
