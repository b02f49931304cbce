import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

/// The backing of an `AUAudioUnit` whose component is made of C functions.
final class PlugInBacking: UnitBacking, @unchecked Sendable {
    let plugIn: PlugIn
    let componentDescription: AudioComponentDescription
    /// The error of opening the component; nil if it is open.
    private(set) var failure: (any Error)?
    private weak var owner: AUAudioUnit?
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?
    private var tree: AUParameterTree?
    private let renderer: PlugInRenderer?

    init(_ component: RegisteredComponent, _ factory: AudioComponentFactoryFunction) throws {
        let plugIn = try PlugIn(component, factory)
        self.plugIn = plugIn
        componentDescription = component.description
        let parameters = ClientParameters(
            context: plugIn.context,
            get: plugIn.method(kAudioUnitGetParameterSelect, as: AudioUnitGetParameterProc.self),
            set: plugIn.method(kAudioUnitSetParameterSelect, as: AudioUnitSetParameterProc.self),
            schedule: plugIn.method(kAudioUnitScheduleParametersSelect, as: AudioUnitScheduleParametersProc.self))
        // The render function has the parameters of a render callback.
        renderer = plugIn.method(kAudioUnitRenderSelect, as: AURenderCallback.self).map {
            PlugInRenderer(render: ClientProc($0, context: plugIn.context), parameters: parameters)
        }
    }

    var processor: any Processor { adopted(owner).clientProcessor() }
    var hardware: UnitHardware? { nil }
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }

    func adopt(_ unit: AUAudioUnit) {
        owner = unit
        do { try plugIn.open(as: unit.handle) } catch { failure = error }
        inputs = AUAudioUnitBusArray(audioUnit: unit, busType: .input)
        outputs = AUAudioUnitBusArray(audioUnit: unit, busType: .output)
        if failure == nil { countBusses() }
    }

    // MARK: Busses

    /// Makes as many busses as the component has at present.
    func countBusses() {
        for (array, scope) in [(inputs, kAudioUnitScope_Input), (outputs, kAudioUnitScope_Output)] {
            let count = plugIn.value(kAudioUnitProperty_ElementCount, scope, as: UInt32.self)
            let usual: UInt32 = plugIn.format(scope, 0) == nil ? 0 : 1
            array?.replaceBusses((0..<min(count ?? usual, 512)).map { makeBus(scope, $0) })
        }
        showFormats()
    }

    private func makeBus(_ scope: AudioUnitScope, _ element: UInt32) -> AUAudioUnitBus {
        let bus = AUAudioUnitBus(hardware: .unitDefault)
        let plugIn = plugIn
        bus.allows = { format in
            var description = format.streamDescription.pointee
            return plugIn.set(kAudioUnitProperty_StreamFormat, scope, element, &description) == noErr
        }
        return bus
    }

    /// Sets the formats of the busses to those of the component.
    func showFormats() {
        for (array, scope) in [(inputs, kAudioUnitScope_Input), (outputs, kAudioUnitScope_Output)] {
            guard let array else { continue }
            for index in 0..<array.count {
                if let format = plugIn.format(scope, UInt32(index)) { array[index].follow(format) }
            }
        }
    }

    var inputBusses: AUAudioUnitBusArray { adopted(inputs) }
    var outputBusses: AUAudioUnitBusArray { adopted(outputs) }

    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        for (index, format) in inputs.enumerated() where index < inputBusses.count {
            _ = inputBusses[index].allows?(format)
        }
        for (index, format) in outputs.enumerated() where index < outputBusses.count {
            _ = outputBusses[index].allows?(format)
        }
        showFormats()
    }

    var channelCapabilities: [NSNumber]? {
        plugIn.list(kAudioUnitProperty_SupportedNumChannels, kAudioUnitScope_Global, as: AUChannelInfo.self)?.flatMap {
            [NSNumber(value: $0.inChannels), NSNumber(value: $0.outChannels)]
        }
    }

    // MARK: Parameters and presets

    var parameterTree: AUParameterTree? {
        if let tree { return tree }
        var children: [AUParameterNode] = []
        let scopes: [(AudioUnitScope, Int)] = [
            (kAudioUnitScope_Global, 1), (kAudioUnitScope_Input, inputBusses.count),
            (kAudioUnitScope_Output, outputBusses.count),
        ]
        for (scope, count) in scopes {
            for element in 0..<UInt32(count) {
                let ids = plugIn.list(kAudioUnitProperty_ParameterList, scope, element, as: AudioUnitParameterID.self)
                children += (ids ?? []).compactMap { parameter($0, scope, element) }
            }
        }
        guard !children.isEmpty else { return nil }
        let made = AUParameterTree.createTree(withChildren: children)
        let plugIn = plugIn
        made.implementorValueObserver = { _ = plugIn.setParameter($0.address, $1) }
        made.implementorValueProvider = { plugIn.parameter($0.address) ?? $0.minValue }
        tree = made
        return made
    }

    private func parameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> AUParameter? {
        // The parameter info property takes the parameter's number as the element.
        guard let info = plugIn.value(kAudioUnitProperty_ParameterInfo, scope, id, as: AudioUnitParameterInfo.self)
        else { return nil }
        let name = info.text
        let address = UInt64(id) | UInt64(scope & 0xFF) << 32 | UInt64(element & 0xFF_FFFF) << 40
        let made = AUParameter(
            identifier: "parameter\(scope)_\(element)_\(id)", name: name, address: address, min: info.minValue,
            max: info.maxValue, unit: info.unit, unitName: info.unitName?.takeUnretainedValue() as String?,
            flags: info.flags.subtracting([.flag_HasCFNameString, .flag_CFNameRelease]), valueStrings: nil,
            dependentParameters: nil, value: info.defaultValue)
        if info.flags.contains([.flag_HasCFNameString, .flag_CFNameRelease]) { info.cfNameString?.release() }
        return made
    }

    var factoryPresets: [AUAudioUnitPreset]? {
        let array = plugIn.value(
            kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, as: Unmanaged<CFArray>?.self)
        guard let presets = (array ?? nil)?.takeRetainedValue() else { return nil }
        return (0..<CFArrayGetCount(presets)).compactMap { index in
            guard let preset = CFArrayGetValueAtIndex(presets, index)?.load(as: AUPreset.self) else { return nil }
            let name = preset.presetName?.takeUnretainedValue() as String?
            return AUAudioUnitPreset(number: Int(preset.presetNumber), name: name ?? "")
        }
    }

    func choose(_ preset: Int) -> Bool {
        guard let found = factoryPresets?.first(where: { $0.number == preset }) else { return false }
        let name = found.name as NSString
        var value = AUPreset(presetNumber: Int32(clamping: preset), presetName: .passUnretained(name))
        return withExtendedLifetime(name) {
            plugIn.set(kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &value) == noErr
        }
    }

    var isBypassed: Bool {
        get { plugIn.value(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, as: UInt32.self) ?? 0 != 0 }
        set {
            var value: UInt32 = newValue ? 1 : 0
            _ = plugIn.set(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &value)
        }
    }

    var latency: TimeInterval {
        plugIn.value(kAudioUnitProperty_Latency, kAudioUnitScope_Global, as: Float64.self) ?? 0
    }

    var tailTime: TimeInterval {
        plugIn.value(kAudioUnitProperty_TailTime, kAudioUnitScope_Global, as: Float64.self) ?? 0
    }

    // MARK: Rendering

    var internalRenderBlock: AUInternalRenderBlock {
        renderer?.block ?? { _, _, _, _, _, _, _ in PlugIn.missing }
    }

    func allocate(maximumFrames: Int) throws {
        var frames = UInt32(clamping: maximumFrames)
        _ = plugIn.set(kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &frames)
        if let renderer {
            for bus in 0..<inputBusses.count {
                var callback = renderer.input
                let status = plugIn.set(
                    kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, UInt32(bus), &callback)
                guard status == noErr else { throw UnitError.error(status, because: "the unit takes no callback") }
            }
        }
        let status = plugIn.initialize()
        guard status == noErr else { throw UnitError.error(status, because: "the unit cannot be initialized") }
        showFormats()
    }

    func deallocate() { _ = plugIn.uninitialize() }
    func reset() { _ = plugIn.reset(kAudioUnitScope_Global, 0) }
}
