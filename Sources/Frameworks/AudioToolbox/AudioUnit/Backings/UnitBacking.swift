import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// The implementation of a built-in unit behind an `AUAudioUnit`.
///
/// - Thread: one at a time; the blocks on any thread.
protocol UnitBacking: AnyObject {
    /// The codes of the unit.
    var componentDescription: AudioComponentDescription { get }
    /// The processor that renders the unit in a graph.
    var processor: any Processor { get }
    var inputBusses: AUAudioUnitBusArray { get }
    var outputBusses: AUAudioUnitBusArray { get }
    var channelCapabilities: [NSNumber]? { get }
    var parameterTree: AUParameterTree? { get }
    var factoryPresets: [AUAudioUnitPreset]? { get }
    var isBypassed: Bool { get set }
    var latency: TimeInterval { get }
    var tailTime: TimeInterval { get }
    /// The block that renders the unit outside of a graph.
    var internalRenderBlock: AUInternalRenderBlock { get }
    /// The block that schedules parameter changes; nil if they are passed as events with each block.
    var scheduleParameterBlock: AUScheduleParameterBlock? { get }
    /// The access to the hardware; nil for units other than output units.
    var hardware: UnitHardware? { get }
    /// Called once, when the object of the unit has been made.
    func adopt(_ unit: AUAudioUnit)
    /// Prepares the unit to render outside of a graph.
    func allocate(maximumFrames: Int) throws
    func deallocate()
    func reset()
    /// Sets the values of a factory preset.
    ///
    /// - Returns: Whether the unit has such a preset.
    func choose(_ preset: Int) -> Bool
    /// Records formats without checks, such as those of connections in an engine.
    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat])
    /// Does the work that rendering has left over: reads ahead, and calls completions.
    ///
    /// - Thread: not inside a render call.
    func serve(readAhead frameCount: Int)
    /// The names of the MIDI outputs.
    var midiOutputNames: [String] { get }
    /// The part of a preset that is not a parameter.
    var extraState: [String: Any] { get }
    func take(extraState: [String: Any])
    /// Indicates whether rendering has no deadline.
    var isOffline: Bool { get set }
}

extension UnitBacking {
    func serve(readAhead frameCount: Int) {}
    var midiOutputNames: [String] { [] }
    var extraState: [String: Any] { [:] }
    func take(extraState: [String: Any]) {}
    var isOffline: Bool {
        get { false }
        set {}
    }
}

/// Returns a part of a backing that is set when its unit adopts it.
func adopted<Part>(_ part: Part?) -> Part {
    guard let part else { preconditionFailure("a unit is adopted before it is used") }
    return part
}

/// The access of an output unit to the hardware.
protocol UnitHardware: AnyObject {
    var canPerformInput: Bool { get }
    var isInputEnabled: Bool { get set }
    var isOutputEnabled: Bool { get set }
    var outputProvider: AURenderPullInputBlock? { get set }
    var inputHandler: AUInputHandler? { get set }
    var isRunning: Bool { get }
    /// The number of rendered blocks since the unit was made, and their cost.
    var counts: RenderCounts { get }
    func start() throws
    func stop()
}

/// The backing of a unit that is a processor of the graph, such as an effect.
final class ProcessorBacking: UnitBacking, @unchecked Sendable {
    let unit: UnitProcessor
    let componentDescription: AudioComponentDescription
    private weak var owner: AUAudioUnit?
    private lazy var host = UnitHost(unit)
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?
    let parameterTree: AUParameterTree?

    /// - Parameter description: The codes of the unit, if they are not those of the processor.
    init(_ unit: UnitProcessor, as description: AudioComponentDescription? = nil) {
        self.unit = unit
        componentDescription = description ?? AudioComponentDescription(unit.identity)
        parameterTree = unit.makeParameterTree()
    }

    var processor: any Processor { unit }
    var hardware: UnitHardware? { nil }

    func adopt(_ unit: AUAudioUnit) {
        owner = unit
        let kinds: [(AUAudioUnitBusType, Int)] = [
            (.input, min(self.unit.inputBusLimit, 8)), (.output, self.unit.outputBusCount),
        ]
        let arrays = kinds.map { type, count in
            AUAudioUnitBusArray(audioUnit: unit, busType: type, busses: (0..<count).map { _ in makeBus() })
        }
        (inputs, outputs) = (arrays[0], arrays[1])
        guard self.unit.inputBusLimit > 2 else { return }
        arrays[0].limit = min(self.unit.inputBusLimit, 512)
        arrays[0].makeBus = { [unowned self] count in
            let bus = makeBus()
            if count > 0 { bus.follow(inputBusses[count - 1].format) }
            return bus
        }
    }

    private func makeBus() -> AUAudioUnitBus {
        let bus = AUAudioUnitBus(hardware: .unitDefault)
        bus.allows = { $0.isPlayable }
        return bus
    }

    var inputBusses: AUAudioUnitBusArray { adopted(inputs) }
    var outputBusses: AUAudioUnitBusArray { adopted(outputs) }

    var channelCapabilities: [NSNumber]? { unit.convertsInputs ? nil : [-1, -1] }

    var factoryPresets: [AUAudioUnitPreset]? {
        unit.factoryPresets.isEmpty
            ? nil : unit.factoryPresets.map { AUAudioUnitPreset(number: $0.number, name: $0.name) }
    }

    func choose(_ preset: Int) -> Bool {
        guard let found = unit.factoryPresets.first(where: { $0.number == preset }) else { return false }
        unit.apply(found)
        return true
    }

    var isBypassed: Bool {
        get { unit.isBypassed }
        set { unit.isBypassed = newValue }
    }

    var latency: TimeInterval { Double(unit.latencyFrames) / unit.sampleRate }
    var tailTime: TimeInterval { unit.tailSeconds }

    var scheduleParameterBlock: AUScheduleParameterBlock? {
        let unit = unit
        return { unit.port.schedule($3, at: $2, time: $0, rampFrames: $1) }
    }

    var internalRenderBlock: AUInternalRenderBlock { host.renderBlock }

    func allocate(maximumFrames: Int) throws {
        try UnitError.ofGraph { () throws(GraphError) in
            try host.prepare(
                inputs: inputBusses.unitFormats, outputs: outputBusses.unitFormats, maximumFrameCount: maximumFrames)
        }
    }

    func deallocate() { host.retire() }

    func reset() { unit.reset() }

    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        for (index, format) in inputs.enumerated() where index < inputBusses.count { inputBusses[index].follow(format) }
        for (index, format) in outputs.enumerated() where index < outputBusses.count {
            outputBusses[index].follow(format)
        }
    }
}

extension AUAudioUnitBusArray {
    /// The formats of all busses.
    var formats: [AVAudioFormat] { (0..<count).map { self[$0].format } }

    /// The formats of all busses, in the engine's type.
    var unitFormats: [UnitFormat] { formats.map(\.unitFormat) }
}

extension AVAudioFormat {
    /// The initial format of busses: 44.1 kHz stereo floats.
    static var unitDefault: AVAudioFormat {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) else {
            preconditionFailure("the standard stereo format always exists")
        }
        return format
    }

    /// Makes the format of a bus from a description without a layout: more than two channels are discrete, in order.
    static func ofUnit(_ description: AudioStreamBasicDescription) -> AVAudioFormat? {
        var description = description
        if let format = AVAudioFormat(streamDescription: &description) { return format }
        let tag = kAudioChannelLayoutTag_DiscreteInOrder | description.mChannelsPerFrame
        return AVAudioFormat(streamDescription: &description, channelLayout: AVAudioChannelLayout(layoutTag: tag))
    }

    /// The format in the graph's type.
    package var bus: BusFormat {
        let labels = channelLayout.flatMap { ChannelPlaces.labels(of: $0.layout) }
        return BusFormat(
            sampleRate: sampleRate, channelCount: Int(channelCount),
            places: labels?.map { ChannelPlace(rawValue: $0) })
    }

    /// The format in the engine's type; the busses of built-in units have common formats only.
    var unitFormat: UnitFormat {
        UnitFormat(bus, kind: PackedSample(commonFormat) ?? .float32, isInterleaved: isInterleaved)
    }

    /// Returns the format of non-interleaved 32-bit floats; more than two channels are discrete, in order.
    package static func planar(_ format: BusFormat) -> AVAudioFormat {
        if let standard = AVAudioFormat(
            standardFormatWithSampleRate: format.sampleRate, channels: AVAudioChannelCount(format.channelCount))
        {
            return standard
        }
        let tag = kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(format.channelCount)
        guard let layout = AVAudioChannelLayout(layoutTag: tag) else {
            preconditionFailure("channels in order are a layout for any count, also \(format.channelCount)")
        }
        return AVAudioFormat(standardFormatWithSampleRate: format.sampleRate, channelLayout: layout)
    }

    /// Indicates whether built-in units accept the format: linear PCM of one of the common types.
    var isPlayable: Bool { commonFormat != .otherFormat && isAccepted }

    /// Indicates whether rate and channel count are within `SoundLimits`.
    var isAccepted: Bool { SoundLimits.accepts(sampleRate: sampleRate, channelCount: Int(channelCount)) }
}

extension PackedSample {
    /// Makes the sample type of a common format; nil for other formats.
    package init?(_ format: AVAudioCommonFormat) {
        switch format {
        case .pcmFormatFloat32: self = .float32
        case .pcmFormatFloat64: self = .float64
        case .pcmFormatInt16: self = .int16
        case .pcmFormatInt32: self = .int32
        case .otherFormat: return nil
        }
    }
}

extension UnitProcessor {
    /// Makes a tree with a parameter for each element of each specification, in their order; nil without any.
    func makeParameterTree() -> AUParameterTree? {
        guard !parameters.isEmpty else { return nil }
        let children = parameters.flatMap { spec in
            (0..<spec.elementCount).map { element in
                let suffix = spec.elementCount > 1 ? "\(element)" : ""
                let number = spec.elementNumbers.map { "\($0[element] >> 16 + 1) > \($0[element] & 0xFFFF + 1)" }
                return AUParameter(
                    identifier: spec.identifier + suffix,
                    name: spec.elementCount > 1 ? "\(spec.name) \(number ?? "\(element + 1)")" : spec.name,
                    address: spec.address(element: element), min: spec.minimum, max: spec.maximum,
                    unit: AudioUnitParameterUnit(rawValue: spec.unit.rawValue) ?? .generic, unitName: nil,
                    flags: AudioUnitParameterOptions(rawValue: spec.flags.subtracting(.upToNyquist).rawValue),
                    valueStrings: spec.valueNames.isEmpty ? nil : spec.valueNames, dependentParameters: nil,
                    value: spec.initial)
            }
        }
        let tree = AUParameterTree.createTree(withChildren: children)
        tree.implementorValueObserver = { [unowned self] parameter, value in set(parameter.address, to: value) }
        tree.implementorValueProvider = { [unowned self] parameter in self.value(parameter.address) }
        return tree
    }
}
