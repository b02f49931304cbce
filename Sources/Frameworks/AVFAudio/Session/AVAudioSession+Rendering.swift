import AVAudioTypes
import CoreAudioTypes
import SordinoPolicy

extension AVAudioSession {
    /// How multichannel content is heard on the present route.
    public enum RenderingMode: Int, Sendable {
        /// The session is not active or has no output.
        case notApplicable = 0
        case monoStereo = 1
        /// Each channel on a loudspeaker of its own.
        case surround = 2
        /// The port places the channels around the listener.
        case spatialAudio = 3
        /// Never told: Dolby's renderers are not there.
        case dolbyAudio = 4
        case dolbyAtmos = 5
    }

    /// Where a long-form program would be heard.
    public enum RouteSelection: Int, Sendable {
        /// Nowhere: there is no output.
        case none = 0
        /// On the device itself or what is plugged into it.
        case local = 1
        /// On another device.
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

    /// Whether the program says that it has content of more than two channels; at first false.
    public var supportsMultichannelContent: Bool { snapshot.supportsMultichannelContent }

    /// Says that the program has content of more than two channels.
    public func setSupportsMultichannelContent(_ inValue: Bool) throws {
        try ask(.prefer(.multichannelContent(inValue)))
    }

    /// How its content is heard on the present route.
    public var renderingMode: RenderingMode {
        RenderingMode(rawValue: Int(snapshot.renderingMode.rawValue)) ?? .notApplicable
    }

    /// The layouts that the route can play as they are: stereo, and those for which it has the channels or places them itself.
    public var supportedOutputChannelLayouts: [AVAudioChannelLayout] {
        let outputs = snapshot.route.outputs
        guard !outputs.isEmpty else { return [] }
        let isSpatial = outputs.contains { $0.spatialAudio == .on }
        let channelCount = outputs.map(\.channels.count).max() ?? 0
        let tags = [
            kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_AAC_5_1, kAudioChannelLayoutTag_MPEG_7_1_C,
            kAudioChannelLayoutTag_Atmos_5_1_2, kAudioChannelLayoutTag_Atmos_5_1_4, kAudioChannelLayoutTag_Atmos_7_1_2,
            kAudioChannelLayoutTag_Atmos_7_1_4,
        ]
        return tags.compactMap { tag in
            let needed = Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
            return needed <= max(channelCount, 2) || isSpatial ? AVAudioChannelLayout(layoutTag: tag) : nil
        }
    }

    /// Finds out where a long-form program is going to be heard, before it activates.
    ///
    /// There is no picker to wait for: the answer is the present route, and whether there is one.
    /// - Parameter completionHandler: Called on the main queue with whether playback may start, and where.
    public func prepareRouteSelectionForPlayback(completionHandler: @escaping (Bool, RouteSelection) -> Void) {
        nonisolated(unsafe) let respond = completionHandler
        let selection: RouteSelection =
            switch snapshot.route.outputs.first?.type {
            case nil: .none
            case .airPlay?, .bluetoothA2DP?, .bluetoothHFP?, .bluetoothLE?, .carAudio?: .external
            default: .local
            }
        callbacks.deliver(.main, to: client.context) { respond(selection != .none, selection) }
    }
}

/// Something that a port may be able to do.
public class AVAudioSessionCapability: NSObject, @unchecked Sendable {
    /// Whether the port can do it.
    public let isSupported: Bool
    /// Whether it does so now, for this program.
    public let isEnabled: Bool

    init(isSupported: Bool, isEnabled: Bool) {
        self.isSupported = isSupported
        self.isEnabled = isSupported && isEnabled
        super.init()
    }
}

/// What a Bluetooth microphone can do beyond the call profile.
public class AVAudioSessionPortExtensionBluetoothMicrophone: NSObject, @unchecked Sendable {
    /// Recording at a higher rate than calls have; enabled by the option `bluetoothHighQualityRecording`.
    public let highQualityRecording: AVAudioSessionCapability
    /// Capture from afar; enabled by the option `farFieldInput`.
    public let farFieldCapture: AVAudioSessionCapability

    init(_ microphone: BluetoothMicrophone, _ options: SordinoPolicy.CategoryOptions) {
        highQualityRecording = AVAudioSessionCapability(
            isSupported: microphone.hasHighQualityRecording,
            isEnabled: options.contains(.bluetoothHighQualityRecording))
        farFieldCapture = AVAudioSessionCapability(
            isSupported: microphone.hasFarFieldCapture,
            isEnabled: options.contains(.farFieldInput))
        super.init()
    }
}
