import Foundation
import SordinoBus
import SordinoDevice
import SordinoSession
import Synchronization

/// A connection to the process that plays for all programs, through its ends and returns.
///
/// - Thread: any; a question waits for five seconds at most.
final class PlayerLine: Sendable {
    private struct State {
        /// Nil before the player was asked for the first time.
        var report: PlayerReport?
        /// Until then nothing is asked: the player has not answered.
        var silentUntil = 0.0
        /// Counts the ends of players.
        var endCount = 0
        var changed: (@Sendable (_ before: PlayerReport, _ after: PlayerReport) -> Void)?
    }

    private let connection: BusConnection
    private let state: Mutex<State>
    /// The time limit for an answer, and the time in which a player that did not answer is not asked, in seconds.
    private static let (answerSeconds, silentSeconds) = (5.0, 10.0)

    /// Connects where the user's bus offers a player: it is there, or can be started.
    ///
    /// - Returns: Nil where a program's own player stands in for it: without the session's service, on a simulated device, or
    ///   without such a name on the bus.
    static func open() -> PlayerLine? {
        guard AppContext.chosen == nil, SessionChoice.current.place == .daemon,
            let connection = try? BusConnection(.user)
        else { return nil }
        let name = MusicPlayerBus.name
        let isThere = try? connection.ask(busMethod("NameHasOwner"), [.text(name)], signature: "s", answer: "b")
        if isThere == [.bool(true)] { return PlayerLine(connection) }
        if case .list(let names)? = try? connection.ask(busMethod("ListActivatableNames"), answer: "as").first,
            names.contains(.text(name))
        {
            return PlayerLine(connection)
        }
        connection.close()
        return nil
    }

    private static func busMethod(_ member: String) -> BusMethod {
        BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member)
    }

    private init(_ connection: BusConnection) {
        self.connection = connection
        state = Mutex(State())
        connection.perform { [weak self] link in
            try? link.addMatch(
                from: MusicPlayerBus.name,
                "interface='\(MusicPlayerBus.interface)',member='\(MusicPlayerBus.signal)',path='\(MusicPlayerBus.path)'"
            ) { [weak self] _, message in
                if let values = try? message.read(signature: "a{sv}") { self?.take(values) }
                return true
            }
            try? link.addOwnerChanges("arg0='\(MusicPlayerBus.name)'") { [weak self] _, _, owner in
                guard owner.isEmpty, let self else { return }
                state.withLock { $0.endCount += 1 }
                lose()
            }
        }
    }

    deinit { connection.close() }

    /// Calls `changed` with each new state, on the connection's thread or one that asks.
    func observe(_ changed: @escaping @Sendable (_ before: PlayerReport, _ after: PlayerReport) -> Void) {
        state.withLock { $0.changed = changed }
    }

    /// The state of the player; asked for at first.
    var report: PlayerReport {
        if let report = state.withLock({ $0.report }) { return report }
        ask(.status)
        return state.withLock { $0.report } ?? PlayerReport()
    }

    /// Asks for something, and takes the state that it led to.
    ///
    /// - Returns: Whether the player has answered.
    @discardableResult
    func ask(_ act: PlayerAct, _ values: [WireValue] = []) -> Bool {
        guard state.withLock({ $0.silentUntil <= PlayerReport.now }) else { return false }
        let method = BusMethod(
            destination: MusicPlayerBus.name, path: MusicPlayerBus.path, interface: MusicPlayerBus.interface,
            member: act.rawValue)
        // One that ends while it is asked is started again by the second question.
        for attempt in 0..<2 {
            let endCount = state.withLock { $0.endCount }
            do throws(BusError) {
                take(
                    try connection.ask(
                        method, values, signature: act.signature, answer: "a{sv}", seconds: Self.answerSeconds))
                return true
            } catch .timedOut {
                // The bus says of a player that has ended what it says of one that does not answer, after it has told the end.
                if attempt == 0, state.withLock({ $0.endCount }) != endCount { continue }
                state.withLock { $0.silentUntil = PlayerReport.now + Self.silentSeconds }
                Self.say("the system's music player does not answer")
                return false
            } catch {
                Self.say("the system's music player: \(error)")
                return false
            }
        }
        return false
    }

    private func take(_ values: [WireValue]) {
        guard let value = values.first, let report = try? PlayerReport(wire: value) else { return }
        change { before in
            // An answer may be overtaken by a signal that was sent later.
            if let before, !before.isLeaving, report.moment < before.moment { return before }
            return report
        }
    }

    /// Notes that the player's process has ended.
    private func lose() {
        let isSudden = change { before in
            guard var report = before, !report.isLeaving else { return before }
            report.elapsed = report.place(at: PlayerReport.now)
            (report.state, report.rate, report.speed) = (MPMusicPlaybackState.stopped.rawValue, 0, 0)
            (report.isPrepared, report.isLeaving) = (false, true)
            return report
        }
        if isSudden { Self.say("the system's music player has ended unexpectedly; the next request starts it again") }
    }

    @discardableResult
    private func change(_ body: (PlayerReport?) -> PlayerReport?) -> Bool {
        let change = state.withLock { state -> (PlayerReport, PlayerReport, State)? in
            let before = state.report
            state.report = body(before)
            guard let after = state.report, after != before else { return nil }
            return (before ?? after, after, state)
        }
        guard let (before, after, state) = change else { return false }
        state.changed?(before, after)
        return true
    }

    private static func say(_ sentence: String) {
        FileHandle.standardError.write(Data("Sordino: \(sentence)\n".utf8))
    }
}
