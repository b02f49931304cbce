import AVAudioTypes
import CoreAudioTypes
import SordinoPolicy

extension AVAudioSession {
    /// The kind of route that a long-form program would use.
    public enum RouteSelection: Int, Sendable {
        /// Nowhere: there is no output.
        case none = 0
        /// On the device itself or an accessory plugged into it.
        case local = 1
        /// Rendered on another device.
        case external = 2
    }

    /// Posted on the main queue when `renderingMode` has changed.
    public class var renderingModeChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionRenderingModeChangeNotification")
    }

    /// Posted on the main queue when `supportedOutputChannelLayouts` has changed.
    public class var renderingCapabilitiesChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionRenderingCapabilitiesChangeNotification")
    }

    /// Posted on the main queue when the person switches spatial audio on or off on a route that has it.
    public class var spatialPlaybackCapabilitiesChangedNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
    }
}

/// Something that a port may be able to do.
public class AVAudioSessionCapability: NSObject, @unchecked Sendable {
    /// Indicates whether the port can do it.
    public let isSupported: Bool
    /// Indicates whether it does so now, for this program.
    public let isEnabled: Bool

    init(isSupported: Bool, isEnabled: Bool) {
        self.isSupported = isSupported
        self.isEnabled = isSupported && isEnabled
        super.init()
    }
}

/// The abilities of a Bluetooth microphone beyond the call profile.
public class AVAudioSessionPortExtensionBluetoothMicrophone: NSObject, @unchecked Sendable {
    /// Recording at a higher rate than calls have; enabled by the option `bluetoothHighQualityRecording`.
    public let highQualityRecording: AVAudioSessionCapability
    /// Capture from afar; enabled by the option `farFieldInput`.
    public let farFieldCapture: AVAudioSessionCapability

    init(_ microphone: BluetoothMicrophone, _ options: AVAudioSession.CategoryOptions) {
        highQualityRecording = AVAudioSessionCapability(
            isSupported: microphone.hasHighQualityRecording,
            isEnabled: options.contains(.bluetoothHighQualityRecording))
        farFieldCapture = AVAudioSessionCapability(
            isSupported: microphone.hasFarFieldCapture,
            isEnabled: options.contains(.farFieldInput))
        super.init()
    }
}
