import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoMedia
import Synchronization

/// One kind of unit that programs can ask for.
final class RegisteredComponent: @unchecked Sendable {
    /// The way an instance is made.
    enum Maker {
        case builtIn(() -> any UnitBacking)
        case subclass(AUAudioUnit.Type)
        /// Functions of the program's.
        case functions(AudioComponentFactoryFunction)
        /// A codec of the house.
        case codec(Codec)
    }

    let description: AudioComponentDescription
    /// Manufacturer and name, with ": " between them.
    let name: String
    let version: UInt32
    let maker: Maker

    init(_ description: AudioComponentDescription, name: String, version: UInt32, maker: Maker) {
        self.description = description
        self.name = name
        self.version = version
        self.maker = maker
    }

    /// The component as C knows it; valid for ever, since components are never taken back.
    var handle: AudioComponent { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Indicates whether it is a codec; else it is a unit.
    var isCodec: Bool { [kAudioEncoderComponentType, kAudioDecoderComponentType].contains(description.componentType) }

    /// The part of the name before the colon; empty without a colon.
    var manufacturerName: String { name.firstIndex(of: ":").map { String(name[..<$0]) } ?? "" }

    /// The part of the name after the colon.
    var unitName: String {
        guard let colon = name.firstIndex(of: ":") else { return name }
        return name[name.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
}

/// The units of the house, and what the program has registered.
final class ComponentRegistry: Sendable {
    static let shared = ComponentRegistry()

    private struct State {
        var components: [RegisteredComponent] = []
        /// Entries for units whose codes nobody has registered.
        var unlisted: [RegisteredComponent] = []
    }

    private let state: Mutex<State>

    private init() {
        state = Mutex(State(components: Self.house))
    }

    /// The units of the house.
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
            // The same units by other codes.
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

    /// The time-pitch as programs ask for it that take it for an effect.
    private static let timePitchEffect = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_NewTimePitch))

    /// The time-pitch before `AUNewTimePitch`, whose first two parameters are the same.
    private static let olderTimePitch = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_TimePitch))

    /// All units, and the codecs of programs, in the order in which they came.
    private var all: [RegisteredComponent] { state.withLock { $0.components } }

    /// The components that a description may fit: codecs of the house only where codecs are asked for, since looking for them may load
    /// libavcodec.
    func candidates(for description: AudioComponentDescription) -> [RegisteredComponent] {
        let codecs = [0, kAudioEncoderComponentType, kAudioDecoderComponentType]
        return codecs.contains(description.componentType) ? all + Self.codecs : all
    }

    /// The codecs of the house, each for each way that it goes.
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

    /// The first component that a description fits; 0 in it stands for anything.
    func find(_ description: AudioComponentDescription) -> RegisteredComponent? {
        candidates(for: description).first { description.fits($0.description) }
    }

    /// The component with exactly these codes.
    func exact(_ description: AudioComponentDescription) -> RegisteredComponent? {
        all.first { $0.description.hasCodes(of: description) }
    }

    /// The component of a handle.
    func component(_ handle: AudioComponent) -> RegisteredComponent? {
        state.withLock { state in
            (state.components + state.unlisted).first { $0.handle == handle }
        } ?? Self.codecs.first { $0.handle == handle }
    }

    /// An entry for a unit that was made without being registered.
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

    /// Adds a component; one with the same codes gives way to it.
    func register(_ component: RegisteredComponent) {
        state.withLock { state in
            if let index = state.components.firstIndex(where: { $0.description.hasCodes(of: component.description) }) {
                // Its handle stays valid.
                state.unlisted.append(state.components[index])
                state.components[index] = component
            } else {
                state.components.append(component)
            }
        }
        RegistrationNotice.shared.tell()
    }
}

/// Tells the program that a unit has been registered.
package final class RegistrationNotice: Sendable {
    /// The one for the whole program.
    package static let shared = RegistrationNotice()
    private let also = Mutex<(@Sendable () -> Void)?>(nil)

    /// Says how those are told who observe typed messages, which do not come with the notification here.
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

    /// Returns whether three codes are the same.
    func hasCodes(of other: AudioComponentDescription) -> Bool {
        componentType == other.componentType && componentSubType == other.componentSubType
            && componentManufacturer == other.componentManufacturer
    }

    /// Returns whether a component is among those that this asks for.
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
