import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

/// A node whose sound a unit makes or changes: a built-in one, or a program's own `AUAudioUnit`.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    let unit: AUAudioUnit

    /// Makes a node without a unit, which makes no sound; for programs that subclass it.
    public override init() {
        let silence = Silence()
        unit = AUAudioUnit.view(of: silence, codes: ("augn", "sspl"))
        super.init(processor: silence, role: .unit)
    }

    init(_ unit: AUAudioUnit, mixing: MixingSource? = nil) {
        self.unit = unit
        super.init(processor: unit.makeProcessor(), role: .unit, mixing: mixing)
    }

    /// Makes a node over a built-in processor.
    init(processor: UnitProcessor, mixing: MixingSource? = nil) {
        unit = AUAudioUnit.of(processor)
        super.init(processor: processor, role: .unit, mixing: mixing)
    }

    /// Makes a unit and its node, and hands it to a block.
    ///
    /// - Parameters:
    ///   - audioComponentDescription: The unit's codes.
    ///   - options: `.loadOutOfProcess` lets LV2 and CLAP plug-ins run in a process of their own; else ignored.
    ///   - completionHandler: Called once on another thread, with the node or with why there is none: -3000 in
    ///     `NSOSStatusErrorDomain` if nothing has the codes, else what the unit throws.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do {
                completionHandler(try make(audioComponentDescription, options), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a unit and its node.
    ///
    /// - Throws: -3000 in `NSOSStatusErrorDomain` if nothing has the codes, else what the unit throws.
    @discardableResult
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit { try make(audioComponentDescription, options) }

    /// The node that suits the kind of unit.
    private static func make(
        _ description: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
    ) throws -> AVAudioUnit {
        let unit = try AUAudioUnit.make(description, options)
        switch unit.componentDescription.componentType {
        case kAudioUnitType_Effect, kAudioUnitType_MusicEffect: return AVAudioUnitEffect(unit: unit)
        case kAudioUnitType_FormatConverter: return AVAudioUnitTimeEffect(unit: unit)
        case kAudioUnitType_Generator: return AVAudioUnitGenerator(unit: unit)
        case kAudioUnitType_MusicDevice: return AVAudioUnitMIDIInstrument(unit: unit)
        default: return AVAudioUnit(unit, mixing: MixingSource())
        }
    }

    /// A unit for a node that is made by codes; a program that names a unit that does not exist is stopped.
    static func required(_ description: AudioComponentDescription) -> AUAudioUnit {
        do { return try AUAudioUnit.make(description) } catch {
            stopOnMisuse("required condition is false: component != nullptr (\(description.codes): \(error))")
        }
    }

    // MARK: The unit

    /// The codes of the component that made the unit.
    open var audioComponentDescription: AudioComponentDescription { unit.componentDescription }

    /// The name of the unit.
    open var name: String { unit.audioUnitName ?? "" }

    /// The name of the manufacturer.
    open var manufacturerName: String { unit.manufacturerName ?? "" }

    /// The version: major, minor and bug fix as 0xMMMMmmbb.
    open var version: Int { Int(unit.componentVersion) }

    /// The unit, with the formats of its connections.
    open override var auAudioUnit: AUAudioUnit {
        unit.follow(
            inputs: (0..<unit.inputBusses.count).map { inputFormat(forBus: $0) },
            outputs: (0..<unit.outputBusses.count).map { outputFormat(forBus: $0) })
        return unit
    }

    /// The unit in the older interface, with the formats of its connections; valid as long as the node.
    open var audioUnit: AudioUnit { auAudioUnit.handle }

    /// Lends the unit in the older interface.
    open func withAudioUnit<R, E: Error>(_ body: (borrowing AudioUnit) throws(E) -> R) throws(E) -> R {
        try body(audioUnit)
    }

    /// Sets the unit's state to that of a preset file.
    ///
    /// - Throws: If the file cannot be read or is for another unit (`kAudioUnitErr_InvalidFile`).
    open func loadPreset(at url: URL) throws { try unit.load(presetAt: url) }

    // MARK: Buses

    open override var numberOfInputs: Int { unit.inputBusses.count }
    open override var numberOfOutputs: Int { unit.outputBusses.count }
    @discardableResult
    open override func name(forInputBus bus: AVAudioNodeBus) -> String? {
        (0..<numberOfInputs).contains(bus) ? unit.inputBusses[bus].name : nil
    }
    @discardableResult
    open override func name(forOutputBus bus: AVAudioNodeBus) -> String? {
        (0..<numberOfOutputs).contains(bus) ? unit.outputBusses[bus].name : nil
    }
}

extension AVAudioUnit {
    /// The processor behind a built-in unit.
    var house: UnitProcessor? { processor as? UnitProcessor }

    /// The value of a built-in parameter, in its unit.
    func parameter(_ address: UInt64) -> Float { house?.value(address) ?? 0 }

    /// Sets a built-in parameter, within its range.
    func setParameter(_ address: UInt64, to value: Float) {
        unit.parameterTree?.parameter(withAddress: address)?.value = value
    }
}

/// A node whose unit changes its input without changing its duration.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
    /// Makes a node for a unit of the type 'aufx', or for a music or remote effect.
    ///
    /// A program that names a unit that does not exist is stopped; `instantiate` reports it.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(AVAudioUnit.required(audioComponentDescription))
    }

    init(unit: AUAudioUnit) { super.init(unit) }
    init(processor: UnitProcessor) { super.init(processor: processor) }

    /// Indicates whether the input passes as it is; false at first.
    open var bypass: Bool {
        get { unit.shouldBypassEffect }
        set { unit.shouldBypassEffect = newValue }
    }
}

/// A node whose unit changes the duration of its input.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
    /// Makes a node for a unit of the type 'aufc'.
    ///
    /// A program that names a unit that does not exist is stopped; `instantiate` reports it.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(AVAudioUnit.required(audioComponentDescription))
    }

    init(unit: AUAudioUnit) { super.init(unit) }
    init(processor: UnitProcessor) { super.init(processor: processor) }

    /// Indicates whether the input passes as it is; false at first.
    open var bypass: Bool {
        get { unit.shouldBypassEffect }
        set { unit.shouldBypassEffect = newValue }
    }
}

/// A node whose unit makes sound.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    /// Makes a node for a unit of the type 'augn'.
    ///
    /// A program that names a unit that does not exist is stopped; `instantiate` reports it.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(AVAudioUnit.required(audioComponentDescription), mixing: MixingSource())
    }

    init(unit: AUAudioUnit) { super.init(unit, mixing: MixingSource()) }

    /// Indicates whether the unit is silent; false at first.
    open var bypass: Bool {
        get { unit.shouldBypassEffect }
        set { unit.shouldBypassEffect = newValue }
    }
}
