import AVFAudio
import Foundation
import SordinoSession

/// Indicates whether a program may use capture devices.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// The device does not allow it.
    case restricted = 1
    /// The user does not allow it.
    case denied = 2
    /// The user allows it.
    case authorized = 3
}

/// A device that captures media: the microphone, which represents the input of the audio session.
///
/// The permission is that of `AVAudioApplication`. Cameras are not there: they are restricted.
/// - Thread: any.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    /// The kinds of capture devices.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The text that names the kind.
        public let rawValue: String
        /// Makes a kind of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A microphone of any kind.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// A microphone, as it was called before iOS 17.
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
        /// A device that was plugged in.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    }

    /// The side of a device on which something is.
    public enum Position: Int, Sendable {
        /// The device has no position.
        case unspecified = 0
        /// At the back of the device.
        case back = 1
        /// At the front of the device.
        case front = 2
    }

    /// Finds devices by their kind.
    open class DiscoverySession: NSObject, @unchecked Sendable {
        private let types: [DeviceType]
        private let mediaType: AVMediaType?
        private let context = AppContext.current

        /// Finds the devices of some kinds; nil as media matches any.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            types = deviceTypes
            self.mediaType = mediaType
            super.init()
        }

        /// The devices that are connected now.
        open var devices: [AVCaptureDevice] {
            guard mediaType == nil || mediaType == .audio,
                types.contains(.microphone) || types.contains(.builtInMicrophone)
            else { return [] }
            return AVCaptureDevice.microphone(of: context).map { [$0] } ?? []
        }
    }

    // Not the program's context, which keeps this.
    private let client: SessionClient

    private init(_ context: AppContext) {
        client = context.client
        super.init()
    }

    /// The program's microphone; nil where nothing can be recorded with.
    fileprivate static func microphone(of context: AppContext) -> AVCaptureDevice? {
        guard context.client.snapshot.isInputAvailable else { return nil }
        return context.attachment(AVCaptureDevice.self) { AVCaptureDevice($0) }
    }

    /// Returns the device for a kind of media; nil if there is none.
    open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        mediaType == .audio ? microphone(of: .current) : nil
    }

    /// Returns the device of a kind; nil if there is none.
    open class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// Returns all capture devices: the microphone of the session, if it has an input.
    open class func devices() -> [AVCaptureDevice] { microphone(of: .current).map { [$0] } ?? [] }

    /// Returns the devices for a kind of media.
    open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { mediaType == .audio ? devices() : [] }

    /// Returns the device of a unique name; nil if it is not there.
    public convenience init?(uniqueID deviceUniqueID: String) {
        guard deviceUniqueID == Self.uniqueName, AppContext.current.client.snapshot.isInputAvailable else { return nil }
        self.init(AppContext.current)
    }

    private static let uniqueName = "org.sordino.microphone"

    /// A name that no other device has.
    open var uniqueID: String { Self.uniqueName }
    /// The kind of hardware.
    open var modelID: String { "Microphone" }
    /// A name for people: that of the input in the session's route.
    open var localizedName: String { client.snapshot.route.inputs.first?.name ?? "Microphone" }
    /// The manufacturer; always unknown.
    open var manufacturer: String { "" }
    /// The kind of device.
    open var deviceType: DeviceType { .microphone }
    /// The side of the device.
    open var position: Position { .unspecified }
    /// Indicates whether the device is connected.
    open var isConnected: Bool { client.snapshot.isInputAvailable }
    /// Indicates whether another program has it for itself.
    open var isSuspended: Bool { false }

    /// Returns whether it captures a kind of media.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .audio }

    /// Allows its settings to be changed; a microphone has none here.
    open func lockForConfiguration() throws {}
    /// Ends the exclusive use that `lockForConfiguration` began.
    open func unlockForConfiguration() {}

    // MARK: Permission

    /// Returns whether the program may capture media of a kind.
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .audio else { return .restricted }
        switch AVAudioApplication.shared.recordPermission {
        case .granted: return .authorized
        case .denied: return .denied
        default: return .notDetermined
        }
    }

    /// Asks the user for permission to capture media of a kind.
    ///
    /// - Parameter handler: Told whether it was given.
    open class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard mediaType == .audio else { return handler(false) }
        AVAudioApplication.requestRecordPermission(completionHandler: handler)
    }

    /// Asks the user for permission to capture media of a kind.
    ///
    /// - Returns: Whether it was given.
    @discardableResult
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }
}
