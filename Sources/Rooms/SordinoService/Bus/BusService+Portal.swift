import SordinoBus
import SordinoPolicy
import SordinoSession

/// Permission to record of programs in Flatpak sandboxes: the permission store of the desktop, and the dialog of the portal.
///
/// A word in the store counts unless the person answered the service or the configuration denies, and as long as it is there. The
/// dialog is shown where the shell has no agent of its own; the portal keeps the answer in the store.
/// - Source: xdg-desktop-portal, `org.freedesktop.impl.portal.PermissionStore` (table `devices`, `microphone`),
///   `org.freedesktop.portal.Device`, `org.freedesktop.portal.Request`.
extension BusService {
    private static let store = "org.freedesktop.impl.portal.PermissionStore"
    private static let portal = "org.freedesktop.portal.Desktop"

    /// Asks the store about a program, and again whenever the store changes.
    func askStore(aboutProgram identity: String, _ link: BusLink) {
        guard let program = programs[identity] else { return }
        if !followsStore {
            followsStore = true
            let conditions = "interface='\(Self.store)',member='Changed',arg0='devices'"
            try? link.addMatch(from: Self.store, conditions) { [weak self] link, _ in
                for program in self?.programs.values.sorted(by: { $0.app < $1.app }) ?? [] {
                    self?.readStore(about: program, link)
                }
                return false
            }
        }
        readStore(about: program, link)
    }

    /// Asks the store about a program; its word counts if the person has not answered the service until it comes.
    private func readStore(about program: BusProgram, _ link: BusLink) {
        guard let application = program.sandbox?.application, options.permissions.answer(program.permissionKey) == nil
        else { return }
        let method = BusMethod(
            destination: Self.store, path: "/org/freedesktop/impl/portal/PermissionStore", interface: Self.store,
            member: "GetPermission")
        let values: [WireValue] = [.text("devices"), .text("microphone"), .text(application)]
        try? link.call(method, values, signature: "sss", seconds: 5) { [weak self, weak program] answer in
            guard let self, let program, options.permissions.answer(program.permissionKey) == nil else { return }
            if case .refused(let name, _)? = answer.error, name.hasSuffix(".NotFound") { return hear(nil, program) }
            guard answer.error == nil,
                case .list(let words)? = try? answer.read(signature: "as", isAnswer: true).first
            else { return }
            hear(words.first, program)
        }
    }

    /// Applies the store's word about a program; without one any more the configuration decides again.
    private func hear(_ word: WireValue?, _ program: BusProgram) {
        let configured = settings.withLock { $0.permission(bundleID: program.bundleID, name: program.bundleID) }
        let stored: RecordPermission? = word == .text("yes") ? .granted : word == .text("no") ? .denied : nil
        guard configured != .denied, stored != nil || program.hasStoredPermission else { return }
        program.hasStoredPermission = stored != nil
        service.send(.recordPermissionAnswered(program.app, stored ?? configured))
    }

    /// Asks the person by the portal's dialog about the programs of a key.
    ///
    /// - Returns: False if none of them is in a sandbox, or there is no portal to ask.
    func askPortal(_ key: String, _ link: BusLink) -> Bool {
        let asked = programs.values.filter { $0.permissionKey == key && $0.sandbox != nil }
        guard let process = asked.min(by: { $0.app < $1.app })?.peers.first?.process else { return false }
        if !followsPortal {
            followsPortal = true
            let conditions = "interface='org.freedesktop.portal.Request',member='Response'"
            try? link.addMatch(from: Self.portal, conditions) { [weak self] _, message in
                guard let self, let key = portalRequests.removeValue(forKey: message.path) else {
                    return false
                }
                let response = try? message.read(signature: "ua{sv}", isAnswer: true).first
                // 0 is yes; 1 is no; anything else is no answer.
                finishAsking(key, response == .integer(0) ? "allow-once" : response == .integer(1) ? "deny-once" : nil)
                return false
            }
        }
        let method = BusMethod(
            destination: Self.portal, path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Device",
            member: "AccessDevice")
        let values: [WireValue] = [.integer(Int64(process)), .list([.text("microphone")]), .record(WireRecord())]
        let isSent: Void? = try? link.call(method, values, signature: "uasa{sv}", seconds: 25) {
            [weak self, weak link] answer in
            guard let self else { return }
            guard answer.error == nil, case .text(let handle)? = try? answer.read(signature: "o").first, let link else {
                return finishAsking(key, nil)
            }
            portalRequests[handle] = key
            link.perform(afterMicroseconds: UInt64(exactly: (options.limits.personSeconds * 1e6).rounded()) ?? 0) {
                [weak self] in
                guard let self, portalRequests.removeValue(forKey: handle) != nil else { return }
                finishAsking(key, nil)
            }
        }
        return isSent != nil
    }
}
