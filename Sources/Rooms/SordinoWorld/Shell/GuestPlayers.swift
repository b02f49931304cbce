import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization

/// The media players that other programs show on the user's bus, and what they are told in a session's name: to pause at an
/// interruption, to play when it is over.
///
/// A player is a program's if the process that owns its name is of that program's family, or if its desktop entry is the
/// program's.
/// Source: MPRIS D-Bus Interface Specification 2.2.
package final class GuestPlayers: @unchecked Sendable {
    private static let prefix = "org.mpris.MediaPlayer2"
    private static let path = "/org/mpris/MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let bus = "org.freedesktop.DBus"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// A name on the bus.
    private struct Known {
        /// 0 while the bus has not said.
        var process: Int32 = 0
        /// The identifier of its desktop entry; empty when it says none.
        var entry = ""
        /// Indicates whether it was told to pause here, and did.
        var isPaused = false
    }

    private let connection: BusConnection
    private let family: @Sendable (Int32) -> Int32
    /// Confined to the connection's thread.
    private var known: [String: Known] = [:]

    /// Looks for players from now on.
    ///
    /// - Parameter family: The process that stands for the program of a process; called on the bus's thread.
    /// - Throws: When there is no such bus.
    package init(_ address: BusAddress, family: @escaping @Sendable (Int32) -> Int32) throws(BusError) {
        connection = try BusConnection(address)
        self.family = family
        connection.perform { [weak self] link in self?.listen(link) }
    }

    /// Looks no more.
    package func end() { connection.close() }

    deinit { connection.close() }

    /// Tells a program's players; without one nothing happens.
    ///
    /// - Parameter paused: Called on the bus's thread when a player that played says that it has paused.
    /// - Thread: any.
    package func tell(
        _ program: GuestDesk.Player, _ command: RemoteCommand, paused: @escaping @Sendable () -> Void
    ) {
        connection.perform { [weak self] link in self?.tell(program, command, link, paused) }
    }

    private func tell(
        _ program: GuestDesk.Player, _ command: RemoteCommand, _ link: BusLink, _ paused: @escaping @Sendable () -> Void
    ) {
        let names = known.keys.filter { isPlayer($0, of: program) }.sorted()
        switch command {
        case .pause: for name in names { pause(name, link, paused) }
        case .play:
            // Those that were paused here; a key means whichever there is.
            let ours = names.filter { known[$0]?.isPaused == true }
            for name in ours.isEmpty ? Array(names.prefix(1)) : ours {
                known[name]?.isPaused = false
                link.ask(name, Self.path, Self.player, "Play") { _ in }
            }
        case .togglePlayPause: press("PlayPause", names, link)
        case .stop: press("Stop", names, link)
        case .nextTrack: press("Next", names, link)
        case .previousTrack: press("Previous", names, link)
        // Places and speeds are steered at the player itself: shells speak to it.
        case .skipForward, .skipBackward, .changePosition, .changeRate: break
        }
    }

    private func press(_ method: String, _ names: [String], _ link: BusLink) {
        if let name = names.first { link.ask(name, Self.path, Self.player, method) { _ in } }
    }

    /// Pauses a player that plays; one that does not is left as the person left it.
    private func pause(_ name: String, _ link: BusLink, _ paused: @escaping @Sendable () -> Void) {
        link.ask(
            name, Self.path, Self.properties, "Get", [.text(Self.player), .text("PlaybackStatus")], signature: "ss"
        ) { [weak self] values in
            guard values.first?.asText == "Playing" else { return }
            link.ask(name, Self.path, Self.player, "Pause") { [weak self] _ in
                self?.known[name]?.isPaused = true
                paused()
            }
        }
    }

    private func isPlayer(_ name: String, of program: GuestDesk.Player) -> Bool {
        guard let player = known[name] else { return false }
        if player.process > 0, program.process > 0, family(player.process) == program.process { return true }
        return !player.entry.isEmpty && player.entry == program.identifier
    }

    // MARK: - Names

    private func listen(_ link: BusLink) {
        let rule =
            "type='signal',sender='\(Self.bus)',interface='\(Self.bus)',member='NameOwnerChanged',"
            + "arg0namespace='\(Self.prefix)'"
        try? link.addMatch(rule) { [weak self] link, message in
            guard let values = try? message.read(signature: "sss"), case .text(let name) = values[0],
                case .text(let owner) = values[2]
            else { return false }
            self?.known[name] = nil
            if !owner.isEmpty { self?.meet(name, link) }
            return false
        }
        link.ask(Self.bus, "/org/freedesktop/DBus", Self.bus, "ListNames") { [weak self] values in
            for name in values.first?.asList ?? [] {
                if let name = name.asText, name.hasPrefix(Self.prefix + ".") { self?.meet(name, link) }
            }
        }
    }

    /// A player is there: asks who it is.
    ///
    /// Those that the service shows for programs with a session are none of others.
    private func meet(_ name: String, _ link: BusLink) {
        guard !name.hasPrefix(Self.ownPrefix), known.count < Self.limit else { return }
        known[name] = Known()
        link.ask(
            Self.bus, "/org/freedesktop/DBus", Self.bus, "GetConnectionUnixProcessID", [.text(name)], signature: "s"
        ) { [weak self] values in
            if let process = values.first?.asInteger { self?.known[name]?.process = Int32(clamping: process) }
        }
        link.ask(
            name, Self.path, Self.properties, "Get", [.text(Self.prefix), .text("DesktopEntry")], signature: "ss"
        ) { [weak self] values in
            self?.known[name]?.entry = String((values.first?.asText ?? "").prefix(200))
        }
    }

    /// The names of players that the service shows.
    private static let ownPrefix = prefix + ".sordino"
    /// Names that are remembered at most.
    private static let limit = 256
}
