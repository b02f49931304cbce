import SordinoBus
import SordinoPolicy

/// Scopes and services that somebody freezes: their programs are suspended.
///
/// Source: org.freedesktop.systemd1(5), `FreezerState`.
final class SystemdScopes: WorldAdapter {
    static let isOnSystemBus = false
    static let name = "org.freedesktop.systemd1"
    /// Frozen units that are remembered at most.
    private static let limit = 1_024
    private static let unitPath = "/org/freedesktop/systemd1/unit/"

    private let freeze: @Sendable (_ unit: String, _ isFrozen: Bool) -> Void
    private var frozen: Set<String> = []

    init(_ freeze: @escaping @Sendable (_ unit: String, _ isFrozen: Bool) -> Void) { self.freeze = freeze }

    func listen(_ link: BusLink) throws(BusError) {
        try link.hearProperties(from: Self.name, "org.freedesktop.systemd1.Unit") { [self] path, changed in
            guard let state = changed["FreezerState"]?.asText, path.hasPrefix(Self.unitPath) else { return }
            let unit = Self.unescaped(path.dropFirst(Self.unitPath.count))
            switch state {
            case "frozen":
                // One that ended while it was frozen says nothing more.
                if frozen.count >= Self.limit, let other = frozen.first { frozen.remove(other) }
                if frozen.insert(unit).inserted { freeze(unit, true) }
            case "running": if frozen.remove(unit) != nil { freeze(unit, false) }
            default: break  // on the way
            }
        }
    }

    func appeared(_ link: BusLink) {
        // It tells of units only to those who ask it to.
        link.ask(Self.name, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "Subscribe") { _ in }
    }

    /// Nobody can say any more who is frozen; whoever is, says nothing itself.
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
