import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization

/// Media keys: shells and `playerctl` send them to players that they find on the user's bus, and this is the one for all
/// programs with a session.
///
/// There only while some program has playback to be steered. Keys become `Event.remoteCommand`, which also lets a program in
/// the background begin.
/// Source: MPRIS D-Bus Interface Specification 2.2.
package final class MediaKeys: @unchecked Sendable {
    static let name = "org.mpris.MediaPlayer2.sordino"
    static let path = "/org/mpris/MediaPlayer2"
    private static let root = "org.mpris.MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let connection: BusConnection
    private let send: @Sendable (Event) -> Void
    /// The playback that was handed over last; everything else belongs to the connection's thread.
    private let handedOver = Mutex<NowPlaying?>(nil)
    private var now: NowPlaying?
    private var hasName = false

    /// Waits for keys from now on.
    ///
    /// - Parameter send: Hears what they mean, on a thread of its own.
    /// - Throws: When there is no such bus.
    package init(_ address: BusAddress, send: @escaping @Sendable (Event) -> Void) throws(BusError) {
        connection = try BusConnection(address)
        self.send = send
        connection.perform { [weak self] link in
            // Without the object nobody finds it: media keys are absent.
            try? link.addObject(Self.path) { [weak self] link, message in
                self?.hear(message, link) ?? false
            }
        }
    }

    /// Is nobody's player any more.
    package func end() { connection.close() }

    deinit { connection.close() }

    /// Says whose playback the keys are about.
    ///
    /// - Thread: any.
    package func follow(_ playing: NowPlaying?) {
        let isNew = handedOver.withLock { last in
            defer { last = playing }
            return last != playing
        }
        guard isNew else { return }
        connection.perform { [weak self] link in self?.show(playing, link) }
    }

    private func show(_ playing: NowPlaying?, _ link: BusLink) {
        let before = now
        now = playing
        if (playing != nil) != hasName {
            hasName = playing != nil
            if hasName { hasName = link.takeName(Self.name) } else { link.releaseName(Self.name) }
        }
        guard hasName, let before, let playing else { return }
        if before.isPlaying != playing.isPlaying || before.app != playing.app {
            try? link.broadcast(
                Self.path, Self.properties, "PropertiesChanged",
                [.text(Self.player), .record(playerProperties), .list([])], signature: "sa{sv}as")
        }
        if before.name != playing.name {
            try? link.broadcast(
                Self.path, Self.properties, "PropertiesChanged",
                [.text(Self.root), .record(rootProperties), .list([])], signature: "sa{sv}as")
        }
    }

    // MARK: Keys

    private func hear(_ message: BusMessage, _ link: BusLink) -> Bool {
        do throws(BusError) {
            switch (message.interface, message.member) {
            case (Self.player, "Play"): press(.play)
            case (Self.player, "Pause"), (Self.player, "Stop"): press(.pause)
            case (Self.player, "PlayPause"): press(now?.isPlaying == true ? .pause : .play)
            case (Self.player, "Next"), (Self.player, "Previous"), (Self.player, "Seek"), (Self.player, "SetPosition"):
                // Said not to be possible; the specification wants no error.
                break
            case (Self.properties, "GetAll"):
                let values = try message.read(signature: "s")
                try link.reply(to: message, [.record(properties(of: values.first))], signature: "a{sv}")
                return true
            case (Self.properties, "Get"):
                let values = try message.read(signature: "ss")
                guard case .text(let name) = values[1], let value = properties(of: values[0])[name] else {
                    try link.refuse(
                        message, "org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
                    return true
                }
                try link.reply(to: message, [value], signature: "v")
                return true
            default:
                try link.refuse(message, BusInterface.Refusal.unknownMethod, "there is no such method")
                return true
            }
            try link.reply(to: message)
        } catch {
            // The bus is gone, or what was asked makes no sense.
            try? link.refuse(message, BusInterface.Refusal.arguments, "these are not its arguments")
        }
        return true
    }

    private func press(_ command: RemoteCommand) {
        if let now { send(.remoteCommand(now.app, command)) }
    }

    // MARK: What shells show

    private func properties(of interface: WireValue?) -> WireRecord {
        switch interface {
        case .text(Self.root): rootProperties
        case .text(Self.player): playerProperties
        default: WireRecord()
        }
    }

    private var rootProperties: WireRecord {
        var record = WireRecord()
        record.add("Identity", now?.name ?? "Sordino")
        for name in ["CanQuit", "CanRaise", "HasTrackList"] { record.add(name, false) }
        return record
    }

    private var playerProperties: WireRecord {
        var record = WireRecord()
        record.add("PlaybackStatus", now == nil ? "Stopped" : now?.isPlaying == true ? "Playing" : "Paused")
        var title = WireRecord()
        title.add("xesam:title", now?.name ?? "")
        record.add("Metadata", .record(title))
        for name in ["CanControl", "CanPlay", "CanPause"] { record.add(name, now != nil) }
        for name in ["CanGoNext", "CanGoPrevious", "CanSeek"] { record.add(name, false) }
        for name in ["Rate", "MinimumRate", "MaximumRate", "Volume"] { record.add(name, 1.0) }
        return record
    }
}
