import Glibc
import SordinoBus
import SordinoPolicy

/// The screen's lock and the device's sleep, as logind reports them.
///
/// Only the sessions of one user count, that of this service; a seat that several people use has several screens.
/// Source: org.freedesktop.login1(5).
final class LogindScreen: WorldAdapter {
    static let isOnSystemBus = true
    static let name = "org.freedesktop.login1"
    private static let managerInterface = "org.freedesktop.login1.Manager"
    private static let sessionInterface = "org.freedesktop.login1.Session"
    private static let managerPath = "/org/freedesktop/login1"

    private let send: @Sendable (Event) -> Void
    /// Indicates whether each session of this user is locked, by path.
    private var sessions: [String: Bool] = [:]
    private var lastLocked = false

    init(_ send: @escaping @Sendable (Event) -> Void) { self.send = send }

    func listen(_ link: BusLink) throws(BusError) {
        try link.hear(from: Self.name, Self.managerInterface, "PrepareForSleep") { [self] _, values in
            if values.first?.asBool == false { send(.woke) }
        }
        try link.hear(from: Self.name, Self.sessionInterface, "Lock") { [self] path, _ in note(path, true) }
        try link.hear(from: Self.name, Self.sessionInterface, "Unlock") { [self] path, _ in note(path, false) }
        try link.receiveProperties(from: Self.name, Self.sessionInterface) { [self] path, changed in
            if let isLocked = changed["LockedHint"]?.asBool { note(path, isLocked) }
        }
        try link.hear(from: Self.name, Self.managerInterface, "SessionNew") { [self, unowned link] _, _ in
            appeared(link)
        }
        try link.hear(from: Self.name, Self.managerInterface, "SessionRemoved") { [self] _, values in
            guard values.count > 1, let path = values[1].asText else { return }
            sessions[path] = nil
            say()
        }
    }

    func appeared(_ link: BusLink) {
        link.ask(Self.name, Self.managerPath, Self.managerInterface, "ListSessions") { [self] values in
            for session in values.first?.asList ?? [] {
                // (session, user, name of the user, seat, path)
                guard let row = session.asList, row.count == 5, row[1].asInteger == Int64(getuid()),
                    let path = row[4].asText
                else { continue }
                if sessions[path] == nil { sessions[path] = false }
                link.properties(of: Self.name, path, Self.sessionInterface) { [self] properties in
                    if let isLocked = properties["LockedHint"]?.asBool { note(path, isLocked) }
                }
            }
        }
    }

    func vanished() {
        sessions = [:]
        say()
    }

    private func note(_ path: String, _ isLocked: Bool) {
        guard sessions[path] != nil else { return }
        sessions[path] = isLocked
        say()
    }

    /// Locked when every session with a screen of its own is.
    private func say() {
        let isLocked = !sessions.isEmpty && sessions.values.allSatisfy { $0 }
        guard isLocked != lastLocked else { return }
        lastLocked = isLocked
        send(.screen(locked: isLocked))
    }
}
