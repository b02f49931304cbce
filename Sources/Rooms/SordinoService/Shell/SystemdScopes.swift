import SordinoBus
import SordinoPolicy

/// Watches for frozen scopes and services: their programs are suspended.
///
/// Source: org.freedesktop.systemd1(5), `FreezerState`.
final class SystemdScopes: WorldAdapter {
    static let isOnSystemBus = false
    static let name = "org.freedesktop.systemd1"
    /// The maximum number of frozen units that are remembered.
    private static let limit = 1_024
    private static let unitPath = "/org/freedesktop/systemd1/unit/"

    private let freeze: @Sendable (_ unit: String, _ isFrozen: Bool) -> Void
    private var frozen: Set<String> = []

    init(_ freeze: @escaping @Sendable (_ unit: String, _ isFrozen: Bool) -> Void) { self.freeze = freeze }

    func listen(_ link: BusLink) throws(BusError) {
        try link.receiveProperties(from: Self.name, "org.freedesktop.systemd1.Unit") { [self] path, changed in
            guard let state = changed["FreezerState"]?.asText, path.hasPrefix(Self.unitPath) else { return }
            let unit = Self.unescaped(path.dropFirst(Self.unitPath.count))
            switch state {
            case "frozen":
                // A unit that ended while it was frozen sends no further signal, so the set could grow. Another that is removed
                // counts as running: its next signal would not be recognised.
                if frozen.count >= Self.limit, !frozen.contains(unit), let other = frozen.popFirst() {
                    freeze(other, false)
                }
                if frozen.insert(unit).inserted { freeze(unit, true) }
            case "running": if frozen.remove(unit) != nil { freeze(unit, false) }
            default: break  // on the way
            }
        }
    }

    func appeared(_ link: BusLink) {
        // systemd sends signals of units only after this call.
        link.ask(Self.name, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "Subscribe") { _ in }
    }

    /// Keeps the set: systemd reports changes only, and a frozen program cannot report itself.
    func vanished() {}

    /// In a path, `_2d` is a dash.
    private static func unescaped(_ text: Substring) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "_"),
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(code)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
