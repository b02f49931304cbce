import Foundation
import Patience
import PrivateBus
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization
import Testing

/// Media players of other programs, as they answer on a bus.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed"))
struct GuestPlayersTests {
    /// A player that does what a test says.
    private final class Player: @unchecked Sendable {
        private static let path = "/org/mpris/MediaPlayer2"
        private static let player = "org.mpris.MediaPlayer2.Player"
        let bus: PrivateBus
        private let connection: BusConnection
        private let said = Mutex((status: "Playing", calls: [String]()))
        /// Whether it pauses when it is told to; else it only answers.
        private let obeys: Bool

        init(obeys: Bool) throws {
            self.obeys = obeys
            bus = try PrivateBus()
            connection = try BusConnection(bus.bus)
            let hasName = Mutex(false)
            connection.perform { [weak self] link in
                try? link.addObject(Self.path) { [weak self] link, message in
                    guard let self else { return false }
                    return answer(message, link)
                }
                let isTaken = link.takeName("org.mpris.MediaPlayer2.page")
                hasName.withLock { $0 = isTaken }
            }
            #expect(Patience.until { hasName.withLock { $0 } })
        }

        deinit { connection.close() }

        private func answer(_ message: BusMessage, _ link: BusLink) -> Bool {
            let status = said.withLock { said in
                said.calls.append(message.member)
                if message.member == "Pause", obeys { said.status = "Paused" }
                return said.status
            }
            guard message.member == "Get" else {
                try? link.reply(to: message)
                return true
            }
            let isStatus = (try? message.read(signature: "ss"))?.last == .text("PlaybackStatus")
            try? link.reply(to: message, [.text(isStatus ? status : "page")], signature: "v")
            return true
        }

        /// Another status, as when the person presses a button of its window.
        func becomes(_ status: String) {
            said.withLock { $0.status = status }
            connection.perform { link in
                var record = WireRecord()
                record.add("PlaybackStatus", .text(status))
                try? link.broadcast(
                    Self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                    [.text(Self.player), .record(record), .list([])], signature: "sa{sv}as")
            }
        }

        func count(of member: String) -> Int { said.withLock { $0.calls.count { $0 == member } } }
    }

    /// What was reported of pauses.
    private final class Reports: Sendable {
        private let all = Mutex<[Bool]>([])
        func add(_ isPaused: Bool) { all.withLock { $0.append(isPaused) } }
        var list: [Bool] { all.withLock { $0 } }
    }

    private func pause(_ player: Player, _ players: GuestPlayers) -> Reports {
        let reports = Reports()
        let program = GuestDesk.Player(process: getpid(), identifier: "")
        // Until the bus has said which process it is, it is not the program's.
        let isTold = Patience.until {
            if player.count(of: "Pause") == 0 { players.tell(program, .pause, report: reports.add) }
            return player.count(of: "Pause") > 0
        }
        #expect(isTold)
        return reports
    }

    @Test func aPlayerThatPausesAndIsPlayedByThePersonIsReported() throws {
        let player = try Player(obeys: true)
        let players = try GuestPlayers(player.bus.bus) { $0 }
        defer { players.end() }
        let reports = pause(player, players)
        #expect(Patience.until { reports.list.first == true })
        player.becomes("Playing")
        #expect(Patience.until { reports.list.last == false })
    }

    /// A page that answers Pause and plays on has not paused, until it says so.
    @Test func anAnswerToPauseIsNoPause() throws {
        let player = try Player(obeys: false)
        let players = try GuestPlayers(player.bus.bus) { $0 }
        defer { players.end() }
        let reports = pause(player, players)
        // It is asked before it is told, and again after its answer.
        #expect(Patience.until { player.count(of: "Get") >= 3 })
        player.becomes("Playing")
        #expect(Patience.until { player.count(of: "Get") >= 4 })
        #expect(reports.list == [])
        player.becomes("Paused")
        #expect(Patience.until { reports.list == [true] })
    }
}
