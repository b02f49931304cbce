import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization

/// The programs that answer to media keys, each a player of its own on the user's bus.
///
/// A player is there as long as its program answers to any command.
package final class MediaPlayers: Sendable {
    /// Players at most; each has a connection to the bus.
    package static let most = 16

    private struct State {
        var players: [AppID: MediaKeys] = [:]
        var hasEnded = false
    }

    private let address: BusAddress
    private let clock: @Sendable () -> Moment
    private let send: @Sendable (Event) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: Now, on the time line of `NowPlaying.placeMoment`.
    ///   - send: Called with the events that the keys cause, on a thread of its own.
    package init(
        _ address: BusAddress, clock: @escaping @Sendable () -> Moment, send: @escaping @Sendable (Event) -> Void
    ) {
        self.address = address
        self.clock = clock
        self.send = send
    }

    /// Shows these players, and no others.
    ///
    /// - Thread: any.
    package func follow(_ playing: [NowPlaying]) {
        let gone = state.withLock { state -> [MediaKeys] in
            guard !state.hasEnded else { return [] }
            let apps = Set(playing.map(\.app))
            let gone = state.players.filter { !apps.contains($0.key) }
            for app in gone.keys { state.players[app] = nil }
            for player in playing {
                if let known = state.players[player.app] {
                    known.follow(player)
                } else if state.players.count < Self.most,
                    // Without a bus there are no shells that have keys.
                    let keys = try? MediaKeys(
                        address, name: Self.name(player, taken: Set(state.players.values.map(\.name))), clock: clock,
                        send: send)
                {
                    keys.follow(player)
                    state.players[player.app] = keys
                }
            }
            return Array(gone.values)
        }
        for keys in gone { keys.end() }
    }

    /// "org.mpris.MediaPlayer2.sordino.podplayer", and a number behind it where that is taken.
    private static func name(_ player: NowPlaying, taken: Set<String>) -> String {
        let last = player.identifier.split(separator: ".").last ?? ""
        let plain = last.utf8.prefix(64).map { byte -> Character in
            let character = Character(Unicode.Scalar(byte))
            return byte < 128 && (character.isLetter || character.isNumber || character == "_") ? character : "_"
        }
        // A part of a name may not begin with a digit.
        let word = plain.first.map { $0.isNumber ? "_" + String(plain) : String(plain) } ?? "program"
        let name = "\(MediaKeys.name).\(word)"
        return taken.contains(name) ? "\(name).instance\(player.app.number)" : name
    }

    /// Calls `done` once the connections of all players that there are now have gone on.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        let players = state.withLock { Array($0.players.values) }
        guard !players.isEmpty else { return done() }
        final class Answers: Sendable {
            let missing: Mutex<Int>
            init(_ count: Int) { missing = Mutex(count) }
        }
        let answers = Answers(players.count)
        for player in players {
            player.prove {
                let isLast = answers.missing.withLock { missing in
                    missing -= 1
                    return missing == 0
                }
                if isLast { done() }
            }
        }
    }

    /// Ends all players on the bus, and makes no new one.
    package func end() {
        let players = state.withLock { state in
            state.hasEnded = true
            defer { state.players = [:] }
            return Array(state.players.values)
        }
        for keys in players { keys.end() }
    }

    deinit { end() }
}
