import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoPlugIns

/// The backing of an `AUAudioUnit` that is an LV2 or CLAP plug-in.
final class LinuxPlugInBacking: UnitBacking, @unchecked Sendable {
    let componentDescription: AudioComponentDescription
    let plugIn: PlugInInstance
    private weak var owner: AUAudioUnit?
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?
    /// The checks of each block's bus and list.
    private let checks = UnitOutputs()
    private(set) lazy var parameterTree: AUParameterTree? = plugIn.makeParameterTree()
    private lazy var presets = PlugInCatalog.shared.presets(of: plugIn.plugIn)

    /// Makes an instance of the plug-in.
    ///
    /// - Throws: `kAudioUnitErr_FailedInitialization` with the reason.
    init(
        _ component: RegisteredComponent, _ description: PlugInDescription,
        _ options: AudioComponentInstantiationOptions
    ) throws {
        componentDescription = component.description
        do {
            plugIn = try PlugInInstance(
                description, sampleRate: AVAudioFormat.unitDefault.sampleRate,
                isApart: options.contains(.loadOutOfProcess))
        } catch {
            throw UnitError.error(kAudioUnitErr_FailedInitialization, because: error.description)
        }
        plugIn.end.report { [weak self] reason in
            guard let backing = self else { return }
            // Observers are not called on the thread that watches the process.
            DispatchQueue.global().async { backing.tellEnd(reason) }
        }
    }

    /// Posts that the plug-in's own process has ended.
    private func tellEnd(_ reason: String) {
        guard let owner else { return }
        let name = kAudioComponentInstanceInvalidationNotification as String
        NotificationCenter.default.post(
            name: NSNotification.Name(name), object: owner, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    var processor: any Processor { adopted(owner).clientProcessor() }
    var hardware: UnitHardware? { nil }
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }

    // MARK: Busses

    func adopt(_ unit: AUAudioUnit) {
        owner = unit
        inputs = makeBusses(unit, .input)
        outputs = makeBusses(unit, .output)
        unit.renderer.outputs = checks
    }

    private func makeBusses(_ unit: AUAudioUnit, _ type: AUAudioUnitBusType) -> AUAudioUnitBusArray {
        let busses = plugIn.busses(isInput: type == .input).map { found in
            let format = AVAudioFormat.planar(
                BusFormat(sampleRate: AVAudioFormat.unitDefault.sampleRate, channelCount: found.channelCount))
            let bus = AUAudioUnitBus(hardware: format)
            bus.name = found.name
            let count = AVAudioChannelCount(found.channelCount)
            bus.supportedChannelCounts = [NSNumber(value: count)]
            bus.maximumChannelCount = count
            bus.allows = { $0.channelCount == count && $0.commonFormat == .pcmFormatFloat32 && !$0.isInterleaved }
            return bus
        }
        return AUAudioUnitBusArray(audioUnit: unit, busType: type, busses: busses)
    }

    var inputBusses: AUAudioUnitBusArray { adopted(inputs) }
    var outputBusses: AUAudioUnitBusArray { adopted(outputs) }

    /// Records the formats whose channels suit; with others the unit does not get ready.
    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        for (array, formats) in [(inputBusses, inputs), (outputBusses, outputs)] {
            for (index, format) in formats.enumerated() where index < array.count {
                if array[index].allows?(format) ?? true { array[index].follow(format) }
            }
        }
    }

    var channelCapabilities: [NSNumber]? {
        let counts = [true, false].map { plugIn.busses(isInput: $0).first?.channelCount ?? 0 }
        return counts.map { NSNumber(value: $0) }
    }

    var midiOutputNames: [String] { plugIn.hasMIDI(isInput: false) ? ["MIDI"] : [] }

    // MARK: Presets and state

    var factoryPresets: [AUAudioUnitPreset]? {
        let usable = presets.enumerated().filter { !$1.values.isEmpty && !$1.hasState }
        return usable.isEmpty ? nil : usable.map { AUAudioUnitPreset(number: $0, name: $1.name) }
    }

    func choose(_ preset: Int) -> Bool {
        guard factoryPresets?.contains(where: { $0.number == preset }) == true else { return false }
        let symbols = plugIn.plugIn.ports.enumerated().filter { $1.isParameter }
        let indices = Dictionary(symbols.map { ($1.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        for (symbol, value) in presets[preset].values {
            guard let index = indices[symbol] else { continue }
            parameterTree?.parameter(withAddress: AUParameterAddress(index))?.storedValue = value
            plugIn.set(index, to: value)
        }
        return true
    }

    static let stateKey = "sordino-plug-in-state"
    static let idKey = "sordino-plug-in-id"

    var extraState: [String: Any] {
        var extra: [String: Any] = [Self.idKey: plugIn.plugIn.id]
        if let state = plugIn.state { extra[Self.stateKey] = Data(state) }
        return extra
    }

    func take(extraState: [String: Any]) {
        if let id = extraState[Self.idKey] as? String, id != plugIn.plugIn.id { return }
        guard let data = extraState[Self.stateKey] as? Data else { return }
        plugIn.restore(Array(data))
    }

    // MARK: Rendering

    var isBypassed: Bool {
        get { plugIn.isBypassed }
        set { plugIn.isBypassed = newValue }
    }

    var isOffline = false {
        didSet { plugIn.setOffline(isOffline) }
    }

    private var sampleRate: Double {
        outputBusses.count > 0
            ? outputBusses[0].format.sampleRate
            : inputBusses.count > 0 ? inputBusses[0].format.sampleRate : AVAudioFormat.unitDefault.sampleRate
    }

    var latency: TimeInterval { Double(plugIn.latencyFrames) / sampleRate }

    /// Infinite for a plug-in whose tail never ends.
    var tailTime: TimeInterval {
        plugIn.tailFrames >= Int(Int32.max) ? .infinity : Double(plugIn.tailFrames) / sampleRate
    }

    var internalRenderBlock: AUInternalRenderBlock { plugIn.renderBlock(send: owner?.midiOutputEventBlock) }

    func allocate(maximumFrames: Int) throws {
        do {
            try plugIn.prepare(sampleRate: sampleRate, maximumFrameCount: max(maximumFrames, 1))
        } catch {
            throw UnitError.error(kAudioUnitErr_FailedInitialization, because: error.description)
        }
        checks.prepare(outputBusses.unitFormats, maximumFrameCount: max(maximumFrames, 1))
    }

    func deallocate() {
        plugIn.retire()
        checks.retire()
    }
    func reset() { plugIn.reset() }
}
