import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

/// Errors of units, in Apple's domain.
enum UnitError {
    /// There is no component with the description.
    static let invalidComponent: OSStatus = -3000

    static func error(_ status: OSStatus, because reason: String? = nil) -> NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: Int(status),
            userInfo: reason.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
    }

    /// Runs `body`; what a graph cannot do becomes `kAudioUnitErr_FormatNotSupported`.
    static func ofGraph(_ body: () throws(GraphError) -> Void) throws {
        do { try body() } catch { throw Self.error(kAudioUnitErr_FormatNotSupported, because: "\(error)") }
    }
}

/// Settings that a unit keeps for its host.
struct UnitSettings {
    var maximumFramesToRender: AUAudioFrameCount = 512
    var hasRenderResources = false
    var channelMap: [NSNumber]?
    /// Follows changes of the map while the unit renders.
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
    /// The instrument of the preset that a sampler plays, as the preset holds it.
    var instrumentState: [String: Any] = [:]
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?

    /// No busses, for a subclass that has none of this direction.
    mutating func inputBusses(of unit: AUAudioUnit) -> AUAudioUnitBusArray {
        let array = inputs ?? AUAudioUnitBusArray(audioUnit: unit, busType: .input)
        inputs = array
        return array
    }

    /// No busses, for a subclass that has none of this direction.
    mutating func outputBusses(of unit: AUAudioUnit) -> AUAudioUnitBusArray {
        let array = outputs ?? AUAudioUnitBusArray(audioUnit: unit, busType: .output)
        outputs = array
        return array
    }
}

extension AUAudioUnit {
    /// Indicates whether the unit is of a kind that takes MIDI.
    var takesMIDI: Bool {
        isMusicDeviceOrEffect || componentDescription.componentType == kAudioUnitType_MIDIProcessor
    }

    // MARK: State

    /// The parameters as a preset file has them, and what tells which unit they are for.
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
        return state.merging(kept.instrumentState) { $1 }
    }

    /// Sets the parameters to what a preset has; what it does not have stays.
    func takeState(_ state: [String: Any]?) {
        guard let state else { return }
        if let name = state[kAUPresetNameKey] as? String {
            let number = (state[kAUPresetNumberKey] as? NSNumber)?.intValue ?? -1
            kept.currentPreset = AUAudioUnitPreset(number: number, name: name)
        }
        do { try takeInstrument(state) } catch {
            // A state cannot be refused: the unit goes on with the instrument that it has.
        }
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
            // A preset that was never kept only gives its name to the state as it is.
            if let state = try? presetState(for: preset) { fullState = state }
        } else if let backing {
            guard backing.choose(preset.number) else { return }
            for parameter in parameterTree?.allParameters ?? [] { parameter.announce(parameter.value) }
        }
        kept.currentPreset = preset
    }

    // MARK: The component

    /// The unit's entry in the list of components.
    var registration: RegisteredComponent {
        ComponentRegistry.shared.exact(componentDescription) ?? ComponentRegistry.shared.unlisted(componentDescription)
    }

    static func backing(of description: AudioComponentDescription, for kind: AUAudioUnit.Type) throws -> (
        any UnitBacking
    )? {
        let component = ComponentRegistry.shared.find(description)
        switch component?.maker {
        case .builtIn(let make): return kind == AUAudioUnit.self || kind == AUAudioUnitV2Bridge.self ? make() : nil
        case .functions(let factory):
            guard let component, kind == AUAudioUnit.self || kind == AUAudioUnitV2Bridge.self else { return nil }
            return try PlugInBacking(component, factory)
        case .subclass, .codec, nil:
            guard kind == AUAudioUnit.self else { return nil }
            throw UnitError.error(
                UnitError.invalidComponent, because: "no unit of the house has the codes \(description.codes)")
        }
    }
}

/// A channel that answers nothing.
final class UnitMessageChannel: NSObject, AUMessageChannel {
    var callHostBlock: CallHostBlock?
}

/// A block by which a unit calls its host.
public typealias CallHostBlock = ([AnyHashable: Any]) -> [AnyHashable: Any]

/// Messages between a host and a unit.
public protocol AUMessageChannel: AnyObject {
    /// Sends the unit a message; empty unless the channel answers.
    func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any]
    /// The block by which the unit sends its host a message.
    var callHostBlock: CallHostBlock? { get set }
}

extension AUMessageChannel {
    /// No answer.
    @discardableResult
    public func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any] { [:] }

    /// Nobody to call.
    public var callHostBlock: CallHostBlock? {
        get { nil }
        set {}
    }
}
