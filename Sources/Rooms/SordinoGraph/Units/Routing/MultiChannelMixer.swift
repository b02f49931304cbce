import CAudioToolbox

/// Adds inputs of any rate and any channels up, each with volume, switch and pan, and a volume and switch of the sum.
package final class MultiChannelMixer: UnitProcessor, @unchecked Sendable {
    /// A mixer of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Mixer, subtype: kAudioUnitSubType_MultiChannelMixer)
    /// Buses that have parameters; more may be connected, at volume 1.
    package static let busLimit = 64
    private let wired = WiredBuses()
    private let switches = MeterSwitches()

    /// Makes a mixer at volume 1.
    package init() {
        super.init(
            Self.identity, name: "AUMultiChannelMixer",
            parameters: [
                ParameterSpec(
                    kMultiChannelMixerParam_Volume, "inputVolume", "Volume", .linearGain, 0...1, 1, scope: .input,
                    elementCount: Self.busLimit),
                ParameterSpec(
                    kMultiChannelMixerParam_Enable, "inputEnable", "Enable", .boolean, 0...1, 1, scope: .input,
                    elementCount: Self.busLimit),
                ParameterSpec(
                    kMultiChannelMixerParam_Pan, "inputPan", "Pan", .pan, -1...1, 0, scope: .input,
                    elementCount: Self.busLimit),
                ParameterSpec(
                    kMultiChannelMixerParam_Volume, "outputVolume", "Volume", .linearGain, 0...1, 1, scope: .output),
                ParameterSpec(
                    kMultiChannelMixerParam_Enable, "outputEnable", "Enable", .boolean, 0...1, 1, scope: .output),
            ] + ParameterSpec.meters(.input, elementCount: Self.busLimit)
                + ParameterSpec.meters(.output, elementCount: 1))
    }

    package override var inputBusLimit: Int { .max }
    package override var convertsInputs: Bool { true }

    package override var meterSwitches: MeterSwitches? { switches }

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool { wired.note(wiring) }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        _ = wired.note(wiring)
        let memory = UnitMemory()
        memory.keep(switches)
        return .make(
            for: self, format: format, memory: memory,
            kernel: MixingKernel(
                wiring, channelCount: format.channelCount, busLimit: Self.busLimit, meters: switches.port,
                memory: memory),
            readsFirstInput: false, run: runMixing)
    }
}
