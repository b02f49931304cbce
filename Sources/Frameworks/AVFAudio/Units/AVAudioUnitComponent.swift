import AudioToolbox
import CoreAudioTypes
import Foundation

/// The manufacturer's name of the units that programs expect everywhere.
public let AVAudioUnitManufacturerNameApple = "Apple"
/// The name of the type 'auou'.
public let AVAudioUnitTypeOutput = "Output"
/// The name of the type 'aumu'.
public let AVAudioUnitTypeMusicDevice = "Music Device"
/// The name of the type 'aumf'.
public let AVAudioUnitTypeMusicEffect = "Music Effect"
/// The name of the type 'aufc'.
public let AVAudioUnitTypeFormatConverter = "Format Converter"
/// The name of the type 'aufx'.
public let AVAudioUnitTypeEffect = "Effect"
/// The name of the type 'aumx'.
public let AVAudioUnitTypeMixer = "Mixer"
/// The name of the type 'aupn'.
public let AVAudioUnitTypePanner = "Panner"
/// The name of the type 'augn'.
public let AVAudioUnitTypeGenerator = "Generator"
/// The name of the type 'auol'.
public let AVAudioUnitTypeOfflineEffect = "Offline Effect"
/// The name of the type 'aumi'.
public let AVAudioUnitTypeMIDIProcessor = "MIDI Processor"

/// A kind of unit that programs can ask for.
open class AVAudioUnitComponent: NSObject, @unchecked Sendable {
    /// The component in the C interface.
    public let audioComponent: AudioComponent
    /// The codes of the component.
    public let audioComponentDescription: AudioComponentDescription
    private let fullName: String

    init?(_ component: AudioComponent) {
        var description = AudioComponentDescription()
        var name: Unmanaged<CFString>?
        guard AudioComponentGetDescription(component, &description) == noErr,
            AudioComponentCopyName(component, &name) == noErr,
            ![kAudioEncoderComponentType, kAudioDecoderComponentType].contains(description.componentType)
        else { return nil }
        audioComponent = component
        audioComponentDescription = description
        fullName = (name?.takeRetainedValue()).map { String($0) } ?? ""
    }

    /// The name of the unit.
    open var name: String {
        guard let colon = fullName.firstIndex(of: ":") else { return fullName }
        return fullName[fullName.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }

    /// The name of the manufacturer; empty if not given.
    open var manufacturerName: String {
        fullName.firstIndex(of: ":").map { String(fullName[..<$0]) } ?? ""
    }

    /// The name of the type, such as `AVAudioUnitTypeEffect`; the code where there is no name.
    open var typeName: String {
        Self.typeNames[audioComponentDescription.componentType] ?? String(audioComponentDescription.codes.prefix(4))
    }

    /// The name of the type in the user's language, which is English here.
    open var localizedTypeName: String { typeName }

    private static let typeNames: [OSType: String] = [
        kAudioUnitType_Output: AVAudioUnitTypeOutput, kAudioUnitType_MusicDevice: AVAudioUnitTypeMusicDevice,
        kAudioUnitType_MusicEffect: AVAudioUnitTypeMusicEffect,
        kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter, kAudioUnitType_Effect: AVAudioUnitTypeEffect,
        kAudioUnitType_Mixer: AVAudioUnitTypeMixer, kAudioUnitType_Panner: AVAudioUnitTypePanner,
        kAudioUnitType_Generator: AVAudioUnitTypeGenerator,
        kAudioUnitType_OfflineEffect: AVAudioUnitTypeOfflineEffect,
        kAudioUnitType_MIDIProcessor: AVAudioUnitTypeMIDIProcessor,
    ]

    /// The version: major, minor and bug fix as 0xMMMMmmbb.
    open var version: Int {
        var version: UInt32 = 0
        _ = AudioComponentGetVersion(audioComponent, &version)
        return Int(version)
    }

    /// The version as people write it, such as "1.2.3".
    open var versionString: String { "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)" }

    /// Indicates whether the unit takes MIDI.
    open var hasMIDIInput: Bool {
        [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect, kAudioUnitType_MIDIProcessor].contains(
            audioComponentDescription.componentType)
    }

    /// Indicates whether the unit sends MIDI.
    open var hasMIDIOutput: Bool {
        audioComponentDescription.componentType == kAudioUnitType_MIDIProcessor
            || PlugInFacts(audioComponent)?.sendsMIDI ?? false
    }

    /// Indicates whether the unit was registered as one that can do without the user's files.
    open var isSandboxSafe: Bool {
        AudioComponentFlags(rawValue: audioComponentDescription.componentFlags).contains(.sandboxSafe)
    }

    /// The properties of a newly made unit, such as busses and channels, by the keys `kAudioUnitConfigurationInfo_…`;
    /// empty if none can be made.
    open var configurationDictionary: [String: Any] {
        var info: Unmanaged<CFDictionary>?
        guard AudioComponentCopyConfigurationInfo(audioComponent, &info) == noErr else { return [:] }
        return info?.takeRetainedValue() as? [String: Any] ?? [:]
    }

    /// Indicates whether the unit passes `AudioComponentValidate`; it is made and tested at the first call.
    ///
    /// Sordino chooses the tests; they are not Apple's.
    open var passesAUVal: Bool {
        var result = AudioComponentValidationResult.unknown
        return AudioComponentValidate(audioComponent, nil, &result) == noErr && result == .passed
    }

    /// Words by which users can find the unit: its type's name, and those that a plug-in of Linux has.
    open var allTagNames: [String] { [typeName] + (PlugInFacts(audioComponent)?.tags ?? []) }
}

/// Finds components of units.
open class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {
    private static let manager: AVAudioUnitComponentManager = {
        RegistrationNotice.shared.add {
            NotificationCenter.default.post(RegistrationsChangedMessage(), subject: AVAudioUnitComponentManager.manager)
        }
        return AVAudioUnitComponentManager()
    }()

    /// Makes a manager of the same components as `shared()`.
    public override init() { super.init() }

    /// Returns the only manager of the process.
    @discardableResult
    open class func shared() -> AVAudioUnitComponentManager { manager }

    /// Posted when a unit has been registered.
    public class var registrationsChangedNotification: NSNotification.Name {
        NSNotification.Name("AVAudioUnitComponentManagerRegistrationsChangedNotification")
    }

    /// A unit has been registered.
    public struct RegistrationsChangedMessage: NotificationCenter.AsyncMessage, Sendable {
        /// The class whose instances post the message.
        public typealias Subject = AVAudioUnitComponentManager

        /// The name of the notification that it comes as.
        public static var name: Notification.Name { AVAudioUnitComponentManager.registrationsChangedNotification }

        /// Makes an empty message.
        public init() {}

        /// Makes a message of a notification.
        public static func makeMessage(_ notification: Notification) -> RegistrationsChangedMessage? {
            RegistrationsChangedMessage()
        }

        /// Makes a notification of a message.
        public static func makeNotification(_ message: RegistrationsChangedMessage) -> Notification {
            Notification(name: name)
        }
    }

    private var all: [AVAudioUnitComponent] { components(matching: AudioComponentDescription()) }

    /// Every word by which units can be found.
    open var tagNames: [String] { Set(all.flatMap(\.allTagNames)).sorted() }

    /// The words that stand for kinds of units, in the user's language.
    open var standardLocalizedTagNames: [String] { Set(all.map(\.localizedTypeName)).sorted() }

    /// The components that a description matches; codes that are 0 match any.
    @discardableResult
    open func components(matching desc: AudioComponentDescription) -> [AVAudioUnitComponent] {
        var description = desc
        var found: [AVAudioUnitComponent] = []
        var next = AudioComponentFindNext(nil, &description)
        while let component = next {
            if let made = AVAudioUnitComponent(component) { found.append(made) }
            next = AudioComponentFindNext(component, &description)
        }
        return found
    }

    /// The components that a predicate holds for.
    @discardableResult
    open func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
        all.filter { predicate.evaluate(with: $0) }
    }

    /// The components for which a block returns true; it sets its second argument to end the search.
    @discardableResult
    open func components(
        passingTest testHandler: @escaping (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
    ) -> [AVAudioUnitComponent] {
        var found: [AVAudioUnitComponent] = []
        for component in all {
            var stops = ObjCBool(false)
            if testHandler(component, &stops) { found.append(component) }
            if stops.boolValue { break }
        }
        return found
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioUnitComponentManager.RegistrationsChangedMessage> {
    /// A unit has been registered.
    public static var registrationsChanged:
        NotificationCenter.BaseMessageIdentifier<AVAudioUnitComponentManager.RegistrationsChangedMessage>
    { .init() }
}

extension NSNotification.Name {
    /// Posted when the words by which users find units have changed, which here they never do.
    public static let AVAudioUnitComponentTagsDidChange = NSNotification.Name(
        "AVAudioUnitComponentTagsDidChangeNotification")
}
