import SordinoEngine
import SordinoPolicy
import SordinoSession

/// One channel of a port.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    private let channel: PortChannel
    private let portUID: String
    private let isBlank: Bool

    /// Makes an empty description, equal to itself alone; for subclasses that stand in for a channel in tests.
    public override init() {
        channel = .blank
        portUID = ""
        isBlank = true
        super.init()
    }

    init(_ channel: PortChannel, portUID: String) {
        self.channel = channel
        self.portUID = portUID
        isBlank = false
        super.init()
    }

    /// The port that the channel belongs to.
    open var owningPortUID: String { portUID }

    /// Name to show to people, such as "Headphone Left".
    open var channelName: String { channel.name }

    /// Number within its port, from 1.
    open var channelNumber: Int { channel.number }

    /// The channel's role, such as `kAudioChannelLabel_Left`.
    open var channelLabel: AudioChannelLabel { channel.label }

    /// The channel in the form that players and recorders use.
    var assignedChannel: AssignedChannel { AssignedChannel(portUID: owningPortUID, number: channelNumber) }

    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionChannelDescription else { return false }
        return other === self
            || (!isBlank && !other.isBlank && other.channel == channel && other.portUID == portUID)
    }

    open override var hash: Int {
        var hasher = Hasher()
        if isBlank { hasher.combine(ObjectIdentifier(self)) }
        hasher.combine(channel)
        hasher.combine(portUID)
        return hasher.finalize()
    }

    open override var description: String {
        "<AVAudioSessionChannelDescription: name = \(channelName); number = \(channelNumber); port UID = \(owningPortUID); label = \(channelLabel)>"
    }
}
