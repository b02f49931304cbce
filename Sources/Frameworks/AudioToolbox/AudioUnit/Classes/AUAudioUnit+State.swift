import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

/// Errors of units, in Apple's domain.
enum UnitError {
    /// The status for a component that does not exist.
    static let invalidComponent: OSStatus = -3000
    /// The status for an instance that was disposed of, and for pointers that are none.
    static let invalidInstance: OSStatus = kAudioComponentErr_InstanceInvalidated

    static func error(_ status: OSStatus, because reason: String? = nil) -> NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: Int(status),
            userInfo: reason.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
    }

    /// Runs `body`, and turns an error of the graph into `kAudioUnitErr_FormatNotSupported`.
    static func ofGraph(_ body: () throws(GraphError) -> Void) throws {
        do { try body() } catch { throw Self.error(kAudioUnitErr_FormatNotSupported, because: "\(error)") }
    }
}

/// Settings that a unit keeps for its host.
struct UnitSettings {
    var maximumFramesToRender: AUAudioFrameCount = 512
    var hasRenderResources = false
    var channelMap: [NSNumber]?
    /// Called with each new map, also while the unit renders.
    var channelMapListener: (@Sendable ([Int]) -> Void)?
    var shouldBypassEffect = false
    var renderQuality = 127
    var isRenderingOffline = false
    var musicalContextBlock: AUHostMusicalContextBlock?
    var transportStateBlock: AUHostTransportStateBlock?
    var contextName: String?
    var parameterTree: AUParameterTree?
    var currentPreset: AUAudioUnitPreset?
    var hostMIDIProtocol = MIDIProtocolID._1_0
    var midiOutputEventBlock: AUMIDIOutputEventBlock?
    var midiOutputEventListBlock: AUMIDIEventListBlock?
    var profileChangedBlock: AUMIDICIProfileChangedBlock?
    var midiOutputBufferSizeHint = 0
    var instance: UnitInstance?
    var nickName: String?
    /// The entries of a sampler's preset that describe its instrument.
    var instrumentState: [String: Any] = [:]
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?

    /// Returns the busses of a subclass that does not override them: an empty array, kept from the first call on.
    mutating func inputBusses(of unit: AUAudioUnit) -> AUAudioUnitBusArray {
        let array = inputs ?? AUAudioUnitBusArray(audioUnit: unit, busType: .input)
        inputs = array
        return array
    }

    /// Returns the busses of a subclass that does not override them: an empty array, kept from the first call on.
    mutating func outputBusses(of unit: AUAudioUnit) -> AUAudioUnitBusArray {
        let array = outputs ?? AUAudioUnitBusArray(audioUnit: unit, busType: .output)
        outputs = array
        return array
    }
}

extension AUAudioUnit {
    /// Indicates whether the component type has a MIDI input.
    var takesMIDI: Bool {
        isMusicDeviceOrEffect || componentDescription.componentType == kAudioUnitType_MIDIProcessor
    }

    // MARK: State

    /// Returns the state of a preset file: the codes of the unit, the preset's name, and the parameters.
    func collectState() -> [String: Any] {
        var state: [String: Any] = [
            kAUPresetTypeKey: Int(componentDescription.componentType),
            kAUPresetSubtypeKey: Int(componentDescription.componentSubType),
            kAUPresetManufacturerKey: Int(componentDescription.componentManufacturer),
            kAUPresetVersionKey: 0,
            kAUPresetNameKey: currentPreset?.name ?? "Untitled",
        ]
        if let currentPreset, currentPreset.number >= 0 { state[kAUPresetNumberKey] = currentPreset.number }
        let parameters = (parameterTree?.allParameters ?? []).filter {
            !$0.flags.contains(.flag_OmitFromPresets) && !$0.flags.contains(.flag_MeterReadOnly)
        }
        state[kAUPresetDataKey] = PresetData(parameters.map { ($0.address, $0.value) }).encoded
        if let backing { state.merge(backing.extraState) { $1 } }
        return state.merging(kept.instrumentState) { $1 }
    }

    /// Sets the parameters to the values in a state, and leaves others unchanged.
    func takeState(_ state: [String: Any]?) {
        guard let state else { return }
        if let name = state[kAUPresetNameKey] as? String {
            let number = (state[kAUPresetNumberKey] as? NSNumber)?.intValue ?? -1
            kept.currentPreset = AUAudioUnitPreset(number: number, name: name)
        }
        do { try takeInstrument(state) } catch {
            // Setting a state cannot throw, so the unit keeps its present instrument.
        }
        backing?.take(extraState: state)
        guard let data = state[kAUPresetDataKey] as? Data, let tree = parameterTree else { return }
        for (address, value) in PresetData(data)?.values ?? [] {
            tree.parameter(withAddress: address)?.value = value
        }
    }

    func choose(_ preset: AUAudioUnitPreset?) {
        guard let preset else {
            kept.currentPreset = nil
            return
        }
        if preset.number < 0 {
            // A preset that was never saved only renames the present state.
            if let state = try? presetState(for: preset) { fullState = state }
        } else if let backing {
            guard backing.choose(preset.number) else { return }
            for parameter in parameterTree?.allParameters ?? [] { parameter.announce(parameter.value) }
        }
        kept.currentPreset = preset
    }

    // MARK: The component

    /// The entry of the unit in the registry of components.
    var registration: RegisteredComponent {
        ComponentRegistry.shared.exact(componentDescription) ?? ComponentRegistry.shared.unlisted(componentDescription)
    }

    static func backing(
        of description: AudioComponentDescription, for kind: AUAudioUnit.Type,
        _ options: AudioComponentInstantiationOptions
    ) throws -> (any UnitBacking)? {
        let component = ComponentRegistry.shared.find(description)
        switch component?.maker {
        case .builtIn(let make): return kind == AUAudioUnit.self || kind == AUAudioUnitV2Bridge.self ? make() : nil
        case .functions(let factory):
            guard let component, kind == AUAudioUnit.self || kind == AUAudioUnitV2Bridge.self else { return nil }
            return try PlugInBacking(component, factory)
        case .plugIn(let plugIn):
            guard let component, kind == AUAudioUnit.self || kind == AUAudioUnitV2Bridge.self else { return nil }
            return try LinuxPlugInBacking(component, plugIn, options)
        case .subclass, .codec, nil:
            guard kind == AUAudioUnit.self else { return nil }
            throw UnitError.error(
                UnitError.invalidComponent, because: "no built-in unit has the codes \(description.codes)")
        }
    }
}

/// A channel whose answers are empty.
final class UnitMessageChannel: NSObject, AUMessageChannel {
    var callHostBlock: CallHostBlock?
}

/// A block by which a unit sends its host a message and receives the answer.
public typealias CallHostBlock = ([AnyHashable: Any]) -> [AnyHashable: Any]

/// A channel for messages between a host and a unit.
public protocol AUMessageChannel: AnyObject {
    /// Sends the unit a message, and returns the answer.
    func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any]
    /// The block by which the unit sends its host a message.
    var callHostBlock: CallHostBlock? { get set }
}

extension AUMessageChannel {
    /// Returns an empty answer by default.
    @discardableResult
    public func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any] { [:] }

    /// The default, which ignores the host's block: always nil.
    public var callHostBlock: CallHostBlock? {
        get { nil }
        set {}
    }
}
