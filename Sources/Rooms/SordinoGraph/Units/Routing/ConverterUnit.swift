import CAudioToolbox
import SordinoSignal

/// Gives its input at another rate and with other channels: the rate converter of the plan stands before it, and it
/// brings the channels together.
package class ConverterUnit: UnitProcessor, @unchecked Sendable {
    /// A format converter of this subtype.
    package static let identity = UnitIdentity(
        type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_AUConverter)
    private let wired = WiredBuses()

    /// Makes a converter between the formats of its connections.
    package init() { super.init(Self.identity, name: "AUConverter", parameters: []) }

    fileprivate init(_ identity: UnitIdentity, name: String) { super.init(identity, name: name, parameters: []) }

    package override var convertsInputs: Bool { true }
    package override var converterQuality: ResamplerQuality { quality }
    /// The quality of its rate conversion, in the plans that are made from now on.
    package var quality = ResamplerQuality.good

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool { wired.note(wiring) }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        _ = wired.note(wiring)
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory,
            kernel: MixingKernel(wiring, channelCount: format.channelCount, busLimit: 0, memory: memory),
            readsFirstInput: false, run: runMixing)
    }
}

/// The end of a chain without a device: gives what it pulls, in the format that is asked for, whenever it is rendered.
package final class GenericOutput: ConverterUnit, @unchecked Sendable {
    /// An output unit of this subtype.
    package static let outputIdentity = UnitIdentity(
        type: kAudioUnitType_Output, subtype: kAudioUnitSubType_GenericOutput)

    /// Makes an output unit at its initial values.
    package override init() { super.init(Self.outputIdentity, name: "AUGenericOutput") }
}
