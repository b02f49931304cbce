import SordinoHardware
import SordinoPolicy
import SordinoSession

/// Recognises the streams that play a telephone's ringtone, while a call rings.
///
/// Shells and daemons play the ringtone as an ordinary stream: with the role of a notification or of telephony, or by a tool
/// without a role. As a session such a stream would be silenced by the call that it announces.
struct Ringtones: Hashable, Sendable {
    private var rings = false
    /// Streams that were running before the call began to ring, such as a song: no ringtones unless they have an alert's role.
    private var before = Set<UInt32>()
    /// The running streams, and the moments at which each was first seen.
    private var present: [UInt32: Moment] = [:]
    /// Serial numbers of the ringtones.
    private(set) var serials = Set<UInt32>()

    /// The roles of sounds that announce something; PulseAudio's `phone` comes as `communication`.
    private static let alerts: Set<String> = ["notification", "event", "ringtone", "alert"]
    private static let telephony: Set<String> = ["phone", "communication"]
    /// Tools and daemons that play one sound for others.
    private static let tools: Set<String> = [
        "paplay", "pacat", "aplay", "pw-play", "pw-cat", "canberra-gtk-play", "feedbackd", "play", "gnome-calls",
        "plasma-dialer", "callaudiod", "phosh", "gnome-shell", "plasmashell",
    ]

    /// A shell and the service hear of a call at the same time: a stream that is no older than this when the call rings may be
    /// its ringtone.
    private static let headStart = 2.0

    /// Returns whether an event begins (true) or ends (false) the ringing; nil for other events.
    static func rings(_ event: Event) -> Bool? {
        switch event {
        case .callRings, .callGivesWay: true
        case .callAccepted, .callDeclined, .callEnded: false
        default: nil
        }
    }

    mutating func telephoneRings(_ rings: Bool, at now: Moment) {
        guard rings != self.rings else { return }
        self.rings = rings
        before = rings ? Set(present.filter { $0.value + Self.headStart <= now }.keys) : []
    }

    /// Updates the streams that exist.
    ///
    /// - Parameter named: The serial numbers of streams whose program the configuration names as one that rings.
    /// - Returns: The serial numbers of the ringtones.
    mutating func note(_ streams: [GuestStream], named: Set<UInt32> = [], at now: Moment) -> Set<UInt32> {
        let running = streams.lazy.filter { $0.isRunning && $0.direction == .output }.map { ($0.serial, now) }
        present = Dictionary(running) { $1 }.merging(present) { $1 }.filter { serial, _ in
            streams.contains { $0.serial == serial && $0.isRunning }
        }
        let recorders = Set(streams.lazy.filter { $0.direction == .input }.map(\.family))
        serials = Set(
            streams.filter { stream in
                guard rings, stream.direction == .output else { return false }
                if serials.contains(stream.serial) || Self.alerts.contains(stream.role) || named.contains(stream.serial)
                {
                    return true
                }
                guard !before.contains(stream.serial), !recorders.contains(stream.family) else { return false }
                let isTool = Self.tools.contains(stream.executable) || Self.tools.contains(stream.command)
                return Self.telephony.contains(stream.role)
                    || isTool && ["", RoleTrust.unaccepted].contains(stream.role)
            }.map(\.serial))
        return serials
    }
}
