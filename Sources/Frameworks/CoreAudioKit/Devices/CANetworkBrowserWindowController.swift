import CoreAudio
import Foundation

/// The audio devices of an Audio Video Bridging network, as values without a window.
///
/// They are the devices of CoreAudio whose transport is AVB: the nodes of PipeWire's AVB module, and those of AVB cards. Streams
/// are connected in PipeWire's configuration, not here.
/// - Thread: main.
@MainActor open class CANetworkBrowserWindowController: NSObject {
    /// A device of the network.
    public struct Entity: Sendable, Hashable, Identifiable {
        /// The number of the device in CoreAudio.
        public let id: AudioObjectID
        /// The unique name, which stays the same.
        public let uid: String
        /// The name for people.
        public let name: String
        /// Channels that can be recorded.
        public let inputChannelCount: Int
        /// Channels that can be played to.
        public let outputChannelCount: Int
        /// The rate in hertz.
        public let sampleRate: Double
    }

    /// Makes a controller, which looks at the devices anew each time.
    public override init() { super.init() }

    /// Returns whether the machine has a device of such a network.
    open class func isAVBSupported() -> Bool { !Self.entities().isEmpty }

    /// The devices of the network at this moment, in the order in which CoreAudio names them.
    open var entities: [Entity] { Self.entities() }

    private static func entities() -> [Entity] {
        AudioDeviceLook.devices(transport: kAudioDeviceTransportTypeAVB).map { device in
            Entity(
                id: device.id, uid: device.uid, name: device.name,
                inputChannelCount: device.channelCount(kAudioObjectPropertyScopeInput),
                outputChannelCount: device.channelCount(kAudioObjectPropertyScopeOutput),
                sampleRate: device.sampleRate)
        }
    }
}
