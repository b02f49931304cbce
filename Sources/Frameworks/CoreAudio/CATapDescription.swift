import Foundation

/// The effect of a tap on the sound that it takes, as far as others hear it.
public enum CATapMuteBehavior: Int, Sendable {
    /// The programs are heard as before.
    case unmuted = 0
    /// The programs are not heard while there is the tap.
    case muted = 1
    /// The programs are not heard while a device with the tap runs.
    case mutedWhenTapped = 2
}

/// The values of a description.
struct TapTraits: Hashable, Sendable {
    var name = ""
    var uuid = UUID()
    var processes: [AudioObjectID] = []
    var bundleIDs: [String] = []
    var isProcessRestoreEnabled = false
    var isMono = false
    var isExclusive = false
    var isMixdown = false
    var isPrivate = false
    var muteBehavior = CATapMuteBehavior.unmuted
    var deviceUID: String?
    var stream: UInt?
}

/// Describes a tap: the programs whose sound it takes, and the channels to which it is mixed.
///
/// A tap has its own copy: a change takes effect with `AudioHardwareTap.setDescription`.
/// - Thread: one at a time.
open class CATapDescription: NSObject {
    var traits = TapTraits()

    /// Makes a description without programs, in stereo.
    public override init() { super.init() }

    init(_ traits: TapTraits) {
        super.init()
        self.traits = traits
    }

    private convenience init(
        _ processes: [AudioObjectID], isMono: Bool = false, isExclusive: Bool = false, isMixdown: Bool = true,
        deviceUID: String? = nil, stream: UInt? = nil
    ) {
        var traits = TapTraits()
        (traits.processes, traits.isMono, traits.isExclusive) = (processes, isMono, isExclusive)
        (traits.isMixdown, traits.deviceUID, traits.stream) = (isMixdown, deviceUID, stream)
        self.init(traits)
    }

    /// Describes the sound of some programs, mixed to stereo; mono is on both channels.
    public convenience init(stereoMixdownOfProcesses processesIDsToIncludeInTap: [AudioObjectID]) {
        self.init(processesIDsToIncludeInTap)
    }

    /// Describes the sound of all programs but these, mixed to stereo; mono is on both channels.
    public convenience init(stereoGlobalTapButExcludeProcesses processesIDsToExcludeFromTap: [AudioObjectID]) {
        self.init(processesIDsToExcludeFromTap, isExclusive: true)
    }

    /// Describes the sound of some programs, mixed to one channel by the mean of each program's.
    public convenience init(monoMixdownOfProcesses processesIDsToIncludeInTap: [AudioObjectID]) {
        self.init(processesIDsToIncludeInTap, isMono: true)
    }

    /// Describes the sound of all programs but these, mixed to one channel by the mean of each program's.
    public convenience init(monoGlobalTapButExcludeProcesses processesIDsToExcludeFromTap: [AudioObjectID]) {
        self.init(processesIDsToExcludeFromTap, isMono: true, isExclusive: true)
    }

    /// Describes the sound that some programs send to a stream of a device, with the channels of that stream.
    ///
    /// - Parameters:
    ///   - deviceUID: The unique name of the device.
    ///   - stream: Which of its output streams, from 0.
    public convenience init(
        processes processesIDsToIncludeInTap: [AudioObjectID], deviceUID: String, stream: UInt
    ) { self.init(processesIDsToIncludeInTap, isMixdown: false, deviceUID: deviceUID, stream: stream) }

    /// Describes the sound that all programs but these send to a stream of a device, with the channels of that stream.
    ///
    /// - Parameters:
    ///   - deviceUID: The unique name of the device.
    ///   - stream: Which of its output streams, from 0.
    public convenience init(
        excludingProcesses processesIDsToExcludeFromTap: [AudioObjectID], deviceUID: String, stream: UInt
    ) {
        self.init(
            processesIDsToExcludeFromTap, isExclusive: true, isMixdown: false, deviceUID: deviceUID, stream: stream)
    }

    /// The name of the tap for display.
    open var name: String {
        get { traits.name }
        set { traits.name = newValue }
    }
    /// The identifier whose text is the tap's unique name.
    open var uuid: UUID {
        get { traits.uuid }
        set { traits.uuid = newValue }
    }
    /// The process objects that the tap takes, or leaves out.
    open var processes: [AudioObjectID] {
        get { traits.processes }
        set { traits.processes = newValue }
    }
    /// The bundle identifiers of further programs that the tap takes, or leaves out, also of those that start later.
    open var bundleIDs: [String] {
        get { traits.bundleIDs }
        set { traits.bundleIDs = newValue }
    }
    /// Indicates whether a program of `processes` belongs to the tap again when it ends and starts anew.
    open var isProcessRestoreEnabled: Bool {
        get { traits.isProcessRestoreEnabled }
        set { traits.isProcessRestoreEnabled = newValue }
    }
    /// Indicates whether the tap has one channel.
    open var isMono: Bool {
        get { traits.isMono }
        set { traits.isMono = newValue }
    }
    /// Indicates whether the tap takes all programs but the named ones.
    open var isExclusive: Bool {
        get { traits.isExclusive }
        set { traits.isExclusive = newValue }
    }
    /// Indicates whether the sound is mixed to stereo or mono; a tap without a device always is.
    open var isMixdown: Bool {
        get { traits.isMixdown }
        set { traits.isMixdown = newValue }
    }
    /// Indicates whether only the program that makes the tap sees it; it always is so here.
    open var isPrivate: Bool {
        get { traits.isPrivate }
        set { traits.isPrivate = newValue }
    }
    /// The effect on what is heard of the programs meanwhile.
    open var muteBehavior: CATapMuteBehavior {
        get { traits.muteBehavior }
        set { traits.muteBehavior = newValue }
    }
    /// The unique name of the device to which the sound has to go; nil for any.
    open var deviceUID: String? {
        get { traits.deviceUID }
        set { traits.deviceUID = newValue }
    }
    /// The output stream of the device, from 0; nil for the first.
    open var stream: UInt? {
        get { traits.stream }
        set { traits.stream = newValue }
    }
}

/// Makes a tap, whose sound a device with it in its list of taps delivers.
///
/// The user is asked for permission when such a device starts, or a tap mutes. Without permission the tap delivers
/// silence, and mutes none.
///
/// - Parameters:
///   - inDescription: The programs and channels.
///   - outTapID: Receives its number.
/// - Returns: `kAudioHardwareBadObjectError` for a process that is not there, `kAudioHardwareBadDeviceError` and
///   `kAudioHardwareBadStreamError` for its device; `kAudioHardwareIllegalOperationError` for a `uuid` that is in use,
///   and where there are too many taps or names.
@discardableResult
public func AudioHardwareCreateProcessTap(
    _ inDescription: CATapDescription!, _ outTapID: UnsafeMutablePointer<AudioObjectID>
) -> OSStatus {
    guard let inDescription else { return kAudioHardwareIllegalOperationError }
    let hardware = Hardware.current
    let status = hardware.taps.make(inDescription.traits, hardware)
    if status == noErr {
        outTapID.pointee = hardware.number(ofTap: inDescription.uuid.uuidString)
        hardware.look()
    }
    return status
}

/// Removes a tap; devices with it continue without it.
///
/// - Returns: `kAudioHardwareBadObjectError` for any other number.
@discardableResult
public func AudioHardwareDestroyProcessTap(_ inTapID: AudioObjectID) -> OSStatus {
    let hardware = Hardware.current
    guard case .tap(let uid)? = hardware.object(inTapID) else { return kAudioHardwareBadObjectError }
    hardware.taps.remove(uid)
    hardware.look()
    return noErr
}
