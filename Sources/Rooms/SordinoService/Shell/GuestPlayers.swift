import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization

/// The media players that other programs show on the user's bus, with the commands sent to them in a session's name: to
/// pause at an interruption, to play when it is over.
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
        /// The unique name of its connection.
        var owner: String
        /// 0 while the bus has not said.
        var process: Int32 = 0
        /// The identifier of its desktop entry; empty when it says none.
        var entry = ""
        /// The pause that it was told here; nil when there is none.
        var pause: Pause?
    }

    /// A pause that a player was told.
    private struct Pause {
        /// Indicates whether the player has said since that it does not play.
        var isSeen = false
        /// Indicates whether it is being asked.
        var isAsked = false
        /// Called when the player has paused, and when it plays again unasked.
        var report: @Sendable (_ isPaused: Bool) -> Void
    }

    private let connection: BusConnection
    private let family: @Sendable (Int32) -> Int32
    /// Confined to the connection's thread.
    private var known: [String: Known] = [:]
    /// Limits the rate of new names of one connection, because each costs two calls on the bus, and of new lists of all names.
    private var meetings = TokenBuckets(capacity: 32, perSecond: 2)
    /// Set when there was no place for a player: once one has left, all names are listed again.
    private var lacksPlayers = false

    /// Looks for players from now on.
    ///
    /// - Parameter family: The process that stands for the program of a process; called on the bus's thread.
    /// - Throws: When there is no such bus.
    package init(_ address: BusAddress, family: @escaping @Sendable (Int32) -> Int32) throws(BusError) {
        connection = try BusConnection(address, isGated: true)
        self.family = family
        connection.perform { [weak self] link in self?.listen(link) }
    }

    /// Calls `done` on the connection's thread, to show that the thread answers.
    package func prove(_ done: @escaping @Sendable () -> Void) { connection.prove(done) }

    /// Closes the connection; players are not followed any more.
    package func end() { connection.close() }

    deinit { connection.close() }

    /// Sends a command to a program's players; without one nothing happens.
    ///
    /// - Parameter report: Called on the bus's thread with true when a player that played reports that it has paused,
    ///   and with false when it plays again without a command from here: a person pressed Play in its window.
    /// - Thread: any.
    package func tell(
        _ program: GuestDesk.Player, _ command: RemoteCommand,
        report: @escaping @Sendable (_ isPaused: Bool) -> Void
    ) {
        connection.perform { [weak self] link in self?.tell(program, command, link, report) }
    }

    private func tell(
        _ program: GuestDesk.Player, _ command: RemoteCommand, _ link: BusLink,
        _ report: @escaping @Sendable (Bool) -> Void
    ) {
        let names = known.keys.filter { isPlayer($0, of: program) }.sorted()
        switch command {
        case .pause: for name in names { pause(name, link, report) }
        case .play:
            // Those that were paused here; a key means whichever there is.
            let ours = names.filter { known[$0]?.pause != nil }
            for name in ours.isEmpty ? Array(names.prefix(1)) : ours {
                known[name]?.pause = nil
                press("Play", [name], link)
            }
        case .togglePlayPause: press("PlayPause", names, link)
        case .stop: press("Stop", names, link)
        case .nextTrack: press("Next", names, link)
        case .previousTrack: press("Previous", names, link)
        // Places and speeds are steered at the player itself: shells speak to it.
        case .skipForward, .skipBackward, .changePosition, .changeRate, .further: break
        }
    }

    private func press(_ method: String, _ names: [String], _ link: BusLink) {
        guard let name = names.first, let owner = known[name]?.owner else { return }
        let press = BusMethod(destination: owner, path: Self.path, interface: Self.player, member: method)
        try? link.call(press, seconds: 0, answered: nil)
    }

    /// Pauses a player that plays; one that does not is left as the person left it.
    private func pause(_ name: String, _ link: BusLink, _ report: @escaping @Sendable (Bool) -> Void) {
        guard let owner = known[name]?.owner else { return }
        askStatus(name, owner, link) { [weak self] isPlaying in
            guard isPlaying else { return }
            link.ask(owner, Self.path, Self.player, "Pause") { [weak self] _ in
                guard self?.known[name]?.owner == owner else { return }
                self?.known[name]?.pause = Pause(report: report)
                self?.look(at: name, link)
            }
        }
    }

    private func askStatus(_ name: String, _ owner: String, _ link: BusLink, _ done: @escaping (Bool) -> Void) {
        link.ask(
            owner, Self.path, Self.properties, "Get", [.text(Self.player), .text("PlaybackStatus")], signature: "ss"
        ) { values in done(values.first?.asText == "Playing") }
    }

    /// Asks a player that was told to pause whether it plays.
    ///
    /// An answer to `Pause` is no pause: a browser answers before its page has obeyed, and some pages never do.
    private func look(at name: String, _ link: BusLink) {
        guard let player = known[name], let pause = player.pause, !pause.isAsked else { return }
        known[name]?.pause?.isAsked = true
        askStatus(name, player.owner, link) { [weak self] isPlaying in
            guard let self, known[name]?.owner == player.owner, let pause = known[name]?.pause else { return }
            known[name]?.pause?.isAsked = false
            if isPlaying, pause.isSeen {
                known[name]?.pause = nil
                pause.report(false)
            } else if !isPlaying, !pause.isSeen {
                known[name]?.pause?.isSeen = true
                pause.report(true)
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
        try? link.addOwnerChanges("arg0namespace='\(Self.prefix)'") { [weak self, weak link] name, _, owner in
            guard let self, let link else { return }
            let hasLeft = known.removeValue(forKey: name) != nil
            if !owner.isEmpty { meet(name, owner, link) }
            if hasLeft, lacksPlayers { list(link) }
        }
        try? link.addMatch(
            fromThose: { [weak self] sender in self?.known.values.contains { $0.owner == sender } ?? false },
            "interface='\(Self.properties)',member='PropertiesChanged',path='\(Self.path)',arg0='\(Self.player)'",
            { [weak self] link, message in
                guard let self, let sender = message.sender else { return false }
                for (name, player) in known where player.owner == sender && player.pause != nil { look(at: name, link) }
                return false
            })
        list(link)
    }

    /// Looks for the players that are there already.
    private func list(_ link: BusLink) {
        guard meetings.take(1, for: Self.bus, now: TokenBuckets.now) else { return }
        lacksPlayers = false
        link.ask(Self.bus, "/org/freedesktop/DBus", Self.bus, "ListNames") { [weak self, unowned link] values in
            let names = (values.first?.asList ?? []).compactMap(\.asText).filter { $0.hasPrefix(Self.prefix + ".") }
            self?.find(names[...], link)
        }
    }

    /// Requests the owners of names, one after the other: any program can own thousands.
    private func find(_ names: ArraySlice<String>, _ link: BusLink) {
        var rest = names.drop { known[$0] != nil }
        guard let name = rest.popFirst() else { return }
        let method = BusMethod(
            destination: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, member: "GetNameOwner")
        try? link.call(method, [.text(name)], signature: "s", seconds: 25) { [weak self, unowned link, rest] answer in
            guard let self else { return }
            if answer.error == nil, case .text(let owner)? = try? answer.read(signature: "s").first {
                meet(name, owner, link)
            }
            find(rest, link)
        }
    }

    /// Adds a player, and requests its process and desktop entry.
    ///
    /// Players that the service itself publishes for programs with a session are ignored.
    private func meet(_ name: String, _ owner: String, _ link: BusLink) {
        guard known[name] == nil, !name.hasPrefix(Self.ownPrefix) else { return }
        // Limited, because one connection can acquire and release hundreds of names.
        guard known.count < Self.limit, known.values.count(where: { $0.owner == owner }) < Self.limitOfOwner else {
            lacksPlayers = true
            return
        }
        guard meetings.take(1, for: owner, now: TokenBuckets.now) else { return }
        known[name] = Known(owner: owner)
        link.ask(
            Self.bus, "/org/freedesktop/DBus", Self.bus, "GetConnectionUnixProcessID", [.text(owner)],
            signature: "s"
        ) { [weak self] values in
            if let process = values.first?.asInteger { self?.known[name]?.process = Int32(clamping: process) }
        }
        link.ask(
            owner, Self.path, Self.properties, "Get", [.text(Self.prefix), .text("DesktopEntry")], signature: "ss"
        ) { [weak self] values in
            self?.known[name]?.entry = String((values.first?.asText ?? "").prefix(200))
        }
    }

    /// The names of players that the service shows.
    private static let ownPrefix = prefix + ".sordino"
    /// The maximum number of names.
    static let limit = 256
    /// The maximum number of names of one connection: a browser has one for each window that plays.
    static let limitOfOwner = 8
}
