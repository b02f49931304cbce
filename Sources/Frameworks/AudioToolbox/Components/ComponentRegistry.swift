import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoMedia
import SordinoPlugIns
import Synchronization

/// A component that programs can find: a unit or a codec.
final class RegisteredComponent: Sendable {
    /// The way an instance is made.
    enum Maker: Sendable {
        case builtIn(@Sendable () -> any UnitBacking)
        case subclass(AUAudioUnit.Type)
        /// A component whose factory and functions are the program's.
        case functions(AudioComponentFactoryFunction)
        /// An LV2 or CLAP plug-in.
        case plugIn(PlugInDescription)
        /// A codec of the media room.
        case codec(Codec)
    }

    let description: AudioComponentDescription
    /// The manufacturer and the name, separated by ": ".
    let name: String
    let version: UInt32
    let maker: Maker

    init(_ description: AudioComponentDescription, name: String, version: UInt32, maker: Maker) {
        self.description = description
        self.name = name
        self.version = version
        self.maker = maker
    }

    /// The handle of the component, valid for the life of the process, since components are never released.
    var handle: AudioComponent { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Indicates whether the component is a codec instead of a unit.
    var isCodec: Bool { [kAudioEncoderComponentType, kAudioDecoderComponentType].contains(description.componentType) }

    /// The part of the name before the colon; empty without a colon.
    var manufacturerName: String { name.firstIndex(of: ":").map { String(name[..<$0]) } ?? "" }

    /// The part of the name after the colon.
    var unitName: String {
        guard let colon = name.firstIndex(of: ":") else { return name }
        return name[name.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
}

extension RegisteredComponent {
    /// Makes the entry of a plug-in.
    convenience init?(_ plugIn: PlugInDescription) {
        guard let type = plugIn.type else { return nil }
        let code = type.withUTF8Buffer { $0.reduce(OSType(0)) { $0 << 8 | OSType($1) } }
        let description = AudioComponentDescription(
            componentType: code, componentSubType: plugIn.subtypeCode,
            componentManufacturer: plugIn.manufacturerCode, componentFlags: 0, componentFlagsMask: 0)
        let maker = plugIn.maker.replacing(":", with: " ")
        self.init(description, name: "\(maker): \(plugIn.name)", version: plugIn.version, maker: .plugIn(plugIn))
    }

    /// The plug-in that this is the entry of.
    var plugIn: PlugInDescription? {
        guard case .plugIn(let plugIn) = maker else { return nil }
        return plugIn
    }
}

extension PlugInDescription {
    /// The interface and the id, which no two plug-ins share.
    fileprivate var key: String { "\(kind) \(id)" }
}

/// The built-in units, and the components that the program has registered.
final class ComponentRegistry: Sendable {
    static let shared = ComponentRegistry()

    private struct State {
        var components: [RegisteredComponent] = []
        /// Entries for units that were made without registration, and entries that were replaced.
        var unlisted: [RegisteredComponent] = []
        /// Entries of all plug-ins that were ever listed, whose handles stay valid.
        var plugIns: [RegisteredComponent] = []
        /// Those of the list at hand, and its number.
        var listed: (generation: Int, components: [RegisteredComponent]) = (-1, [])
    }

    private let state: Mutex<State>

    private init() {
        state = Mutex(State(components: Self.house))
    }

    /// The entries of the built-in units.
    private static var house: [RegisteredComponent] {
        let effects = BuiltInUnits.all.map { unit in
            RegisteredComponent(
                AudioComponentDescription(unit.identity), name: "Apple: " + unit.name, version: 0x10000,
                maker: .builtIn { ProcessorBacking(unit.make()) })
        }
        return effects + [
            RegisteredComponent(
                RemoteIOBacking.description, name: "Apple: AURemoteIO", version: 0x10000,
                maker: .builtIn { RemoteIOBacking() }),
            RegisteredComponent(
                RemoteIOBacking.voiceProcessing, name: "Apple: AUVoiceProcessor", version: 0x10000,
                maker: .builtIn { RemoteIOBacking(RemoteIOBacking.voiceProcessing) }),
            RegisteredComponent(
                ScheduledPlayerBacking.soundDescription, name: "Apple: AUScheduledSoundPlayer", version: 0x10000,
                maker: .builtIn { ScheduledPlayerBacking(.slices) }),
            RegisteredComponent(
                ScheduledPlayerBacking.fileDescription, name: "Apple: AUAudioFilePlayer", version: 0x10000,
                maker: .builtIn { ScheduledPlayerBacking(.files) }),
            RegisteredComponent(
                DeferredBacking.description, name: "Apple: AUDeferredRenderer", version: 0x10000,
                maker: .builtIn { DeferredBacking() }),
            // The same units under other codes.
            RegisteredComponent(
                RemoteIOBacking.defaultOutput, name: "Apple: DefaultOutputUnit", version: 0x10000,
                maker: .builtIn { RemoteIOBacking(RemoteIOBacking.defaultOutput) }),
            RegisteredComponent(
                RemoteIOBacking.deviceOutput, name: "Apple: AudioDeviceOutput", version: 0x10000,
                maker: .builtIn { RemoteIOBacking(RemoteIOBacking.deviceOutput) }),
            RegisteredComponent(
                RemoteIOBacking.systemOutput, name: "Apple: SystemOutputUnit", version: 0x10000,
                maker: .builtIn { RemoteIOBacking(RemoteIOBacking.systemOutput) }),
            RegisteredComponent(
                timePitchEffect, name: "Apple: AUNewTimePitch", version: 0x10000,
                maker: .builtIn { ProcessorBacking(TimePitchUnit(), as: timePitchEffect) }),
            RegisteredComponent(
                olderTimePitch, name: "Apple: AUTimePitch", version: 0x10000,
                maker: .builtIn { ProcessorBacking(TimePitchUnit(), as: olderTimePitch) }),
        ]
    }

    /// The codes of the time-pitch for programs that look for it among the effects.
    private static let timePitchEffect = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_NewTimePitch))

    /// The codes of the time-pitch before `AUNewTimePitch`, whose first two parameters are the same.
    private static let olderTimePitch = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_TimePitch))

    /// All units, and the codecs of programs, in the order of registration.
    private var all: [RegisteredComponent] { state.withLock { $0.components } }

    /// Returns the components to match against a description: built-in codecs only if it may match codecs, since
    /// listing them may load libavcodec.
    func candidates(for description: AudioComponentDescription) -> [RegisteredComponent] {
        let codecs = [0, kAudioEncoderComponentType, kAudioDecoderComponentType]
        let present = all
        // Codes that a component of the program has need no list, which takes time.
        let isKnown = description.componentSubType != 0 && present.contains { description.fits($0.description) }
        let units = mayBePlugIn(description) && !isKnown ? present + plugIns : present
        return codecs.contains(description.componentType) ? units + Self.codecs : units
    }

    /// Returns whether plug-ins of Linux may match; only then they are listed.
    private func mayBePlugIn(_ description: AudioComponentDescription) -> Bool {
        let types: [OSType] = [
            0, kAudioUnitType_Effect, kAudioUnitType_MusicEffect, kAudioUnitType_MusicDevice,
            kAudioUnitType_MIDIProcessor, kAudioUnitType_Generator,
        ]
        // The codes of their makers begin with L or C.
        return types.contains(description.componentType)
            && [0, 0x4C, 0x43].contains(description.componentManufacturer >> 24)
    }

    /// The plug-ins that are installed at present.
    private var plugIns: [RegisteredComponent] {
        let (generation, found) = PlugInCatalog.shared.listing
        return state.withLock { state in
            if state.listed.generation == generation { return state.listed.components }
            var known: [String: RegisteredComponent] = [:]
            for entry in state.plugIns { entry.plugIn.map { known[$0.key] = entry } }
            let components = found.compactMap { plugIn in
                if let entry = known[plugIn.key], entry.plugIn == plugIn { return entry }
                guard let made = RegisteredComponent(plugIn) else { return nil }
                state.plugIns.append(made)
                return made
            }
            state.listed = (generation, components)
            return components
        }
    }

    /// The built-in codecs, with an entry for decoding and one for encoding.
    private static let codecs: [RegisteredComponent] = Codecs.own.filter { $0.id != .linearPCM }.flatMap { codec in
        [(kAudioDecoderComponentType, codec.isDecoded), (kAudioEncoderComponentType, codec.isEncoded)]
            .filter(\.1).map { type, _ in
                RegisteredComponent(
                    AudioComponentDescription(
                        componentType: type, componentSubType: codec.id.rawValue,
                        componentManufacturer: kAppleSoftwareAudioCodecManufacturer, componentFlags: 0,
                        componentFlagsMask: 0),
                    name: "Apple: \(codec.name)", version: 0x10000, maker: .codec(codec))
            }
    }

    /// Returns the first component that matches a description, in which 0 matches any code.
    func find(_ description: AudioComponentDescription) -> RegisteredComponent? {
        all.first { description.fits($0.description) }
            ?? candidates(for: description).first { description.fits($0.description) }
    }

    /// Returns the first component behind another one that matches a description.
    func next(_ former: AudioComponent?, _ description: AudioComponentDescription) -> RegisteredComponent? {
        func search(_ components: [RegisteredComponent]) -> RegisteredComponent? {
            guard let former else { return components.first { description.fits($0.description) } }
            guard let index = components.firstIndex(where: { $0.handle == former }) else { return nil }
            return components[(index + 1)...].first { description.fits($0.description) }
        }
        return search(all) ?? search(candidates(for: description))
    }

    /// Returns the component with exactly these codes.
    func exact(_ description: AudioComponentDescription) -> RegisteredComponent? {
        state.withLock { state in
            state.components.first { $0.description.hasCodes(of: description) }
                ?? state.plugIns.last { $0.description.hasCodes(of: description) }
        }
    }

    /// Returns the component of a handle; nil for an invalid handle.
    func component(_ handle: AudioComponent) -> RegisteredComponent? {
        state.withLock { state in
            (state.components + state.unlisted + state.plugIns).first { $0.handle == handle }
        } ?? Self.codecs.first { $0.handle == handle }
    }

    /// Returns the entry for a unit that was made without registration, added with the first call.
    func unlisted(_ description: AudioComponentDescription) -> RegisteredComponent {
        state.withLock { state in
            if let present = state.unlisted.first(where: { $0.description.hasCodes(of: description) }) {
                return present
            }
            let made = RegisteredComponent(
                description, name: description.codes, version: 0, maker: .subclass(AUAudioUnit.self))
            state.unlisted.append(made)
            return made
        }
    }

    /// Adds a component, or replaces the one with the same codes.
    func register(_ component: RegisteredComponent) {
        state.withLock { state in
            if let index = state.components.firstIndex(where: { $0.description.hasCodes(of: component.description) }) {
                // The handle of the replaced entry stays valid.
                state.unlisted.append(state.components[index])
                state.components[index] = component
            } else {
                state.components.append(component)
            }
        }
        RegistrationNotice.shared.tell()
    }
}

/// Posts the notifications about a newly registered component.
package final class RegistrationNotice: Sendable {
    /// The instance for the whole program.
    package static let shared = RegistrationNotice()
    private let also = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets a function that is called as well, to post the typed messages that notifications do not become here.
    package func add(_ call: @escaping @Sendable () -> Void) { also.withLock { $0 = call } }

    func tell() {
        NotificationCenter.default.post(
            name: NSNotification.Name(kAudioComponentRegistrationsChangedNotification as String), object: nil)
        NotificationCenter.default.post(
            name: NSNotification.Name("AVAudioUnitComponentManagerRegistrationsChangedNotification"), object: nil)
        also.withLock { $0 }?()
    }
}

extension AudioComponentDescription {
    init(_ identity: UnitIdentity) {
        self.init(
            componentType: identity.type, componentSubType: identity.subtype,
            componentManufacturer: identity.manufacturer, componentFlags: 0, componentFlagsMask: 0)
    }

    /// Returns whether type, subtype and manufacturer are the same.
    func hasCodes(of other: AudioComponentDescription) -> Bool {
        componentType == other.componentType && componentSubType == other.componentSubType
            && componentManufacturer == other.componentManufacturer
    }

    /// Returns whether a component matches this description, in which 0 matches any code.
    func fits(_ other: AudioComponentDescription) -> Bool {
        (componentType == 0 || componentType == other.componentType)
            && (componentSubType == 0 || componentSubType == other.componentSubType)
            && (componentManufacturer == 0 || componentManufacturer == other.componentManufacturer)
            && (componentFlags ^ other.componentFlags) & componentFlagsMask == 0
    }

    /// The codes as text, such as "aufx dely appl".
    package var codes: String {
        [componentType, componentSubType, componentManufacturer].map { code in
            String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }, as: UTF8.self)
        }.joined(separator: " ")
    }
}
