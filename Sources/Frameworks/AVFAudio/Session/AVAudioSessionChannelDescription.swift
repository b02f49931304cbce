import SordinoPolicy

/// One channel of a port.
public class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    private let channel: PortChannel
    /// The port that the channel belongs to.
    public let owningPortUID: String

    init(_ channel: PortChannel, portUID: String) {
        self.channel = channel
        owningPortUID = portUID
        super.init()
    }

    /// Name to show to people, such as "Headphone Left".
    public var channelName: String { channel.name }

    /// Number within its port, from 1.
    public var channelNumber: Int { channel.number }

    /// What the channel carries, such as `kAudioChannelLabel_Left`.
    public var channelLabel: AudioChannelLabel { channel.label }

    @discardableResult
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionChannelDescription else { return false }
        return other.channel == channel && other.owningPortUID == owningPortUID
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(channel)
        hasher.combine(owningPortUID)
        return hasher.finalize()
    }

    public override var description: String {
        "<AVAudioSessionChannelDescription: name = \(channel.name); number = \(channel.number); port UID = \(owningPortUID); label = \(channel.label)>"
    }
}
