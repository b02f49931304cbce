import Patience
import PrivateBus
import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@testable import SordinoService

/// As many media players of other programs as there may be, and more.
@Suite(.enabled(if: PrivateBus.isAvailable, "skipped: no message bus is installed"))
struct FilledPlayersTests {
    private struct Player {
        let owner: String
        let process: UInt32
    }

    /// A bus with media players.
    private final class Scene: Sendable {
        private static let prefix = "org.mpris.MediaPlayer2."
        /// The process whose players answer nothing.
        static let silent: UInt32 = 7

        let bus: ScriptedBus
        let players: GuestPlayers
        private let all: SharedPlayers

        private final class SharedPlayers: Sendable {
            let players = Mutex<[String: Player]>([:])

            func answer(_ call: ScriptedBus.Call, _ bus: ScriptedBus) {
                let players = players.withLock { $0 }
                switch call.member {
                case "ListNames": bus.reply(call, .texts(players.keys.sorted()))
                case "GetNameOwner":
                    guard let player = players[call.texts[0]] else { return bus.refuse(call) }
                    bus.reply(call, .text(player.owner))
                case "GetConnectionUnixProcessID":
                    bus.reply(call, .number(players.values.first { $0.owner == call.texts[0] }?.process ?? 0))
                default:
                    guard players.values.first(where: { $0.owner == call.destination })?.process != Scene.silent else {
                        return
                    }
                    let isStatus = call.texts.last == "PlaybackStatus"
                    if call.member == "Get" { bus.reply(call, .variant(isStatus ? "Playing" : "")) }
                    if call.member == "Pause" { bus.reply(call) }
                }
            }
        }

        init(_ first: [String: Player]) throws {
            let all = SharedPlayers()
            all.players.withLock { players in
                for (name, player) in first { players[Self.prefix + name] = player }
            }
            self.all = all
            bus = try ScriptedBus { call, bus in all.answer(call, bus) }
            players = try GuestPlayers(.at(bus.address)) { $0 }
            // Before that there is no one to listen.
            #expect(Patience.until { bus.calls.contains { $0.member == "ListNames" } })
        }

        deinit {
            players.end()
            bus.end()
        }

        func add(_ name: String, _ player: Player) {
            all.players.withLock { $0[Self.prefix + name] = player }
            bus.changeOwner(of: Self.prefix + name, from: "", to: player.owner)
        }

        func remove(_ name: String) {
            guard let player = all.players.withLock({ $0.removeValue(forKey: Self.prefix + name) }) else { return }
            bus.changeOwner(of: Self.prefix + name, from: player.owner, to: "")
        }

        /// Waits until all that was said so far has been heard.
        func settle() {
            let serial = bus.call("/nowhere", "Do", from: ":1.9")
            #expect(Patience.until { bus.calls.contains { $0.replied == serial } })
        }

        /// The connections that were asked for their desktop entries.
        var met: [String] { bus.calls.filter { $0.texts.last == "DesktopEntry" }.map(\.destination) }

        func pause(_ process: UInt32) {
            let program = GuestDesk.Player(process: Int32(process), identifier: "")
            players.tell(program, .pause) { _ in }
        }

        /// Asks a program's player to pause again and again until it was asked: its process may not be known yet.
        func isPaused(_ player: Player) -> Bool {
            Patience.until {
                pause(player.process)
                return bus.calls.contains { $0.destination == player.owner && $0.member == "Pause" }
            }
        }
    }

    private static let bystander = Player(owner: ":1.2", process: 42)

    private static func stranger(_ number: Int) -> Player {
        Player(owner: ":1.\(1_000 + number)", process: Scene.silent)
    }

    @Test func aThirdHundredOfPlayersWaitsUntilOneLeaves() throws {
        let scene = try Scene(["bystander": Self.bystander])
        #expect(Patience.until { scene.met == [Self.bystander.owner] })
        for number in 0..<300 { scene.add("stranger\(number)", Self.stranger(number)) }
        scene.settle()
        #expect(scene.met.count == GuestPlayers.limit)
        #expect(scene.isPaused(Self.bystander))
        let newcomer = Player(owner: ":1.3", process: 43)
        scene.add("newcomer", newcomer)
        scene.settle()
        #expect(scene.met.count == GuestPlayers.limit)
        // All others go: each place is taken again.
        for number in 0..<300 { scene.remove("stranger\(number)") }
        #expect(Patience.until { scene.met.contains(newcomer.owner) })
        #expect(scene.isPaused(newcomer))
    }

    @Test func oneConnectionHasEightPlaces() throws {
        let scene = try Scene(["bystander": Self.bystander])
        for number in 0..<40 { scene.add("window\(number)", Self.stranger(0)) }
        scene.settle()
        #expect(scene.met.count { $0 == Self.stranger(0).owner } == GuestPlayers.limitOfOwner)
        #expect(scene.isPaused(Self.bystander))
    }

    /// Names that were there before the service are asked for one after the other.
    @Test func thousandsOfNamesAtTheStartLeaveRoomForAnother() throws {
        var first = ["zz": Self.bystander]
        for number in 0..<5_000 { first["stranger\(number)"] = Self.stranger(0) }
        let scene = try Scene(first)
        #expect(Patience.until { scene.met.contains(Self.bystander.owner) })
        #expect(scene.isPaused(Self.bystander))
    }

    @Test func playersThatAnswerNothingLeaveRoomForAnother() throws {
        let scene = try Scene(["bystander": Self.bystander])
        for number in 0..<200 { scene.add("stranger\(number)", Self.stranger(number)) }
        scene.settle()
        #expect(Patience.until { scene.bus.calls.count { $0.member == "GetConnectionUnixProcessID" } == 201 })
        for _ in 0..<25 { scene.pause(Scene.silent) }
        #expect(scene.isPaused(Self.bystander))
    }
}
