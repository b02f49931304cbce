import SordinoBus
import SordinoPolicy
import SordinoSession

/// A connection that receives the `Decided` signal.
final class Watcher {
    let name: String
    let who: BusCredentials
    /// Signals sent since its last answer to a ping.
    var unreadCount = 0
    var isPingPending = false

    init(name: String, who: BusCredentials) { (self.name, self.who) = (name, who) }
}

/// Watching: each decision is sent to the connections that asked for it.
extension DeviceControl {
    /// Adds or removes a caller as a watcher.
    ///
    /// - Throws: `Refusal` if a limit of watchers is reached.
    func setWatching(
        _ name: String, _ who: BusCredentials, _ watches: Bool, _ link: BusLink
    ) throws(BusService.Refusal) {
        guard watches, !watchers.contains(where: { $0.name == name }) else {
            if !watches { stopWatching(name) }
            return
        }
        let limits = options.limits
        let isTrusted = options.allowsSimulation || bus?.controlRules.withLock { $0.allows(.programs, who) } ?? false
        // A quarter of the places is reserved for trusted programs: any user can start many of the others.
        let places = isTrusted ? limits.watchers : limits.watchers - limits.watchers / 4
        guard watchers.count < places,
            watchers.count(where: { $0.who.process == who.process }) < limits.watchersPerProcess,
            isTrusted || watchers.count(where: { $0.who.executable == who.executable }) < limits.watchersPerExecutable
        else { throw BusService.Refusal(BusInterface.Refusal.limit, "too many programs watch") }
        watchers.append(Watcher(name: name, who: who))
        hasWatchers.withLock { $0 = true }
    }

    /// Removes a connection from the watchers.
    func stopWatching(_ name: String) {
        watchers.removeAll { $0.name == name }
        hasWatchers.withLock { $0 = !watchers.isEmpty }
    }

    func notifyWatchers(_ line: String, _ link: BusLink) {
        for watcher in watchers {
            // Errors are ignored: a watcher that is gone is removed when its name leaves the bus.
            try? link.signal(
                to: watcher.name, BusInterface.controlPath, BusInterface.control, "Decided", [.text(line)],
                signature: "s")
            watcher.unreadCount += 1
            if watcher.unreadCount > options.limits.unreadSignals {
                stopWatching(watcher.name)
            } else if watcher.unreadCount > options.limits.unreadSignals / 8, !watcher.isPingPending {
                watcher.isPingPending = true
                ping(watcher, link)
            }
        }
    }

    /// Asks a watcher whether it reads its messages: every D-Bus client answers a ping after the messages before it.
    private func ping(_ watcher: Watcher, _ link: BusLink) {
        try? link.call(.ping(watcher.name), seconds: options.limits.silentSeconds) { [weak self, weak watcher] answer in
            guard let self, let watcher else { return }
            watcher.isPingPending = false
            if case .timedOut? = answer.error { return stopWatching(watcher.name) }
            watcher.unreadCount = 0
        }
    }
}
