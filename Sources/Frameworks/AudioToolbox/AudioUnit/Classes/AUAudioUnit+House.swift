import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

// The interface of units to the nodes of engines.
extension AUAudioUnit {
    /// Makes a unit of a built-in processor.
    package static func of(_ processor: UnitProcessor) -> AUAudioUnit {
        AUAudioUnitV2Bridge(backing: ProcessorBacking(processor))
    }

    /// Makes a unit that represents a node without a unit of its own.
    package static func view(
        of processor: any Processor, codes: (type: StaticString, subtype: StaticString)
    ) -> AUAudioUnit { AUAudioUnitV2Bridge(backing: NodeBacking(processor, UnitIdentity(codes.type, codes.subtype))) }

    /// Records the formats that the connections of an engine have.
    package func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        backing?.follow(inputs: inputs, outputs: outputs)
    }

    /// Chooses a factory preset by its number; does nothing if there is none.
    package func choose(factoryPreset number: Int) {
        guard let preset = factoryPresets?.first(where: { $0.number == number }) else { return }
        currentPreset = preset
    }

    /// Sets the state to that of a preset file.
    ///
    /// - Throws: Foundation's error if the file cannot be read, `kAudioUnitErr_InvalidFile` if it is for another unit.
    package func load(presetAt url: URL) throws {
        let state = try UserPresets.read(url)
        let codes = [
            (kAUPresetTypeKey, componentDescription.componentType),
            (kAUPresetSubtypeKey, componentDescription.componentSubType),
            (kAUPresetManufacturerKey, componentDescription.componentManufacturer),
        ]
        for (key, code) in codes {
            guard let found = state[key] as? NSNumber, found.uint32Value == code else {
                throw UnitError.error(
                    kAudioUnitErr_InvalidFile,
                    because: "the preset is for another unit than \(componentDescription.codes)")
            }
        }
        try takeInstrument(state, folder: url.deletingLastPathComponent())
        // The instrument is loaded already.
        fullState = state.filter { $0.key != "Instrument" }
    }
}

/// The backing of a unit that represents a node without a unit: its busses and formats.
final class NodeBacking: UnitBacking, @unchecked Sendable {
    let componentDescription: AudioComponentDescription
    let processor: any Processor
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?

    init(_ processor: any Processor, _ identity: UnitIdentity) {
        self.processor = processor
        componentDescription = AudioComponentDescription(identity)
    }

    func adopt(_ unit: AUAudioUnit) {
        func busses(_ count: Int) -> [AUAudioUnitBus] {
            (0..<count).map { _ in AUAudioUnitBus(hardware: .unitDefault) }
        }
        inputs = AUAudioUnitBusArray(
            audioUnit: unit, busType: .input, busses: busses(min(processor.inputBusLimit, 8)))
        outputs = AUAudioUnitBusArray(audioUnit: unit, busType: .output, busses: busses(processor.outputBusCount))
    }

    var inputBusses: AUAudioUnitBusArray { array(inputs) }
    var outputBusses: AUAudioUnitBusArray { array(outputs) }

    private func array(_ array: AUAudioUnitBusArray?) -> AUAudioUnitBusArray {
        guard let array else { preconditionFailure("a built-in unit is adopted before it is used") }
        return array
    }

    var channelCapabilities: [NSNumber]? { nil }
    var parameterTree: AUParameterTree? { nil }
    var factoryPresets: [AUAudioUnitPreset]? { nil }
    var isBypassed = false
    var latency: TimeInterval { Double(processor.latencyFrames) / outputBusses[0].format.sampleRate }
    var tailTime: TimeInterval { 0 }
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }
    var hardware: UnitHardware? { nil }

    /// Fails with `kAudioUnitErr_CannotDoInCurrentContext`: only the engine renders its nodes.
    var internalRenderBlock: AUInternalRenderBlock { { _, _, _, _, _, _, _ in kAudioUnitErr_CannotDoInCurrentContext } }

    func allocate(maximumFrames: Int) throws {}
    func deallocate() {}
    func reset() { processor.reset() }
    func choose(_ preset: Int) -> Bool { false }

    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        for (index, format) in inputs.enumerated() where index < inputBusses.count { inputBusses[index].follow(format) }
        for (index, format) in outputs.enumerated() where index < outputBusses.count {
            outputBusses[index].follow(format)
        }
    }
}

extension AUAudioUnit {
    /// Sets the function that is called with each new channel map; an empty one stands for the channels in order.
    package func followChannelMap(_ listener: @escaping @Sendable ([Int]) -> Void) {
        kept.channelMapListener = listener
    }
}
