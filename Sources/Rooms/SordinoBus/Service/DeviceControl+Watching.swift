import SordinoPolicy
import SordinoSession

/// A connection that watches the decisions.
final class Watcher {
    let name: String
    let who: BusCredentials
    /// Lines since it last showed that it reads.
    var unreadCount = 0
    var isAskedWhetherItReads = false

    init(name: String, who: BusCredentials) { (self.name, self.who) = (name, who) }
}

/// Programs that are told each decision.
extension DeviceControl {
    /// Begins or ends a caller's watching.
    ///
    /// - Throws: `Refusal` where there is no place: nothing would be heard.
    func setWatching(
        _ name: String, _ who: BusCredentials, _ watches: Bool, _ link: BusLink
    ) throws(BusService.Refusal) {
        guard watches, !watchers.contains(where: { $0.name == name }) else {
            if !watches { stopWatching(name) }
            return
        }
        let limits = options.limits
        let isTrusted = options.allowsSimulation || bus?.controlRules.withLock { $0.allows(.programs, who) } ?? false
        // Programs that anybody can start many of leave places to the device's own.
        let places = isTrusted ? limits.watchers : limits.watchers - limits.watchers / 4
        guard watchers.count < places,
            watchers.count(where: { $0.who.process == who.process }) < limits.watchersPerProcess,
            isTrusted || watchers.count(where: { $0.who.executable == who.executable }) < limits.watchersPerExecutable
        else { throw BusService.Refusal(BusInterface.Refusal.limit, "too many programs watch") }
        watchers.append(Watcher(name: name, who: who))
        hasWatchers.withLock { $0 = true }
    }

    /// Gives the place of a connection back.
    func stopWatching(_ name: String) {
        watchers.removeAll { $0.name == name }
        hasWatchers.withLock { $0 = !watchers.isEmpty }
    }

    func tellWatchers(_ line: String, _ link: BusLink) {
        for watcher in watchers {
            // A watcher that is gone is forgotten when the bus says so.
            try? link.signal(
                to: watcher.name, BusInterface.controlPath, BusInterface.control, "Decided", [.text(line)],
                signature: "s")
            watcher.unreadCount += 1
            if watcher.unreadCount > options.limits.unreadSignals {
                stopWatching(watcher.name)
            } else if watcher.unreadCount > options.limits.unreadSignals / 8, !watcher.isAskedWhetherItReads {
                watcher.isAskedWhetherItReads = true
                askWhetherItReads(watcher, link)
            }
        }
    }

    /// Every client of D-Bus answers a ping in the order of what it reads.
    private func askWhetherItReads(_ watcher: Watcher, _ link: BusLink) {
        let ping = BusMethod(
            destination: watcher.name, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
        try? link.call(ping, seconds: options.limits.silentSeconds) { [weak self, weak watcher] answer in
            guard let self, let watcher else { return }
            watcher.isAskedWhetherItReads = false
            if case .timedOut? = answer.error { return stopWatching(watcher.name) }
            watcher.unreadCount = 0
        }
    }
}
