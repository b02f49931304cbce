import Glibc
import SordinoBus
import SordinoPolicy

/// The place of a process's session: in the device's service, or in the process itself.
package struct SessionChoice: Hashable, Sendable {
    /// The process that runs the session service: the daemon or this one.
    package enum Place: String, Sendable { case daemon, inprocess }

    package let place: Place
    /// A sentence, for logs.
    package let reason: String
    /// Indicates whether the session moves to the service when that appears on the bus.
    package var mayJoin = false
    /// Indicates whether the environment names the place.
    package var isAskedFor = false

    /// Place and reason in one, for logs.
    package var sentence: String {
        switch place {
        case .daemon: "in audiosessiond: \(reason)"
        case .inprocess: "in this process: \(reason)"
        }
    }

    /// The environment variable that decides: `daemon` or `inprocess`.
    package static let variable = "SORDINO_SESSION"

    /// The choice for this process, made once.
    package static let current = choose(wish: getenv(variable).map { String(cString: $0) }, bus: .user)

    /// Chooses: the service if its name is owned or can be activated, unless the environment says otherwise.
    static func choose(wish: String?, bus: BusAddress) -> SessionChoice {
        switch wish.map(Place.init(rawValue:)) {
        case .some(.some(let place)):
            return SessionChoice(place: place, reason: "\(variable) asks for it", isAskedFor: true)
        case .some(.none):
            return SessionChoice(
                place: .inprocess, reason: "\(variable) is \"\(wish ?? "")\", neither daemon nor inprocess")
        case .none: break
        }
        do throws(BusError) {
            let connection = try BusConnection(bus)
            defer { connection.close() }
            // The program's start should not wait long for a bus that is stuck.
            let owned = try connection.ask(
                busMethod("NameHasOwner"), [.text(BusInterface.busName)], signature: "s", answer: "b", seconds: 1)
            if owned == [.bool(true)] {
                return SessionChoice(place: .daemon, reason: "\(BusInterface.busName) is on the bus")
            }
            let names = try connection.ask(busMethod("ListActivatableNames"), answer: "as", seconds: 1)
            if case .list(let names)? = names.first, names.contains(.text(BusInterface.busName)) {
                return SessionChoice(place: .daemon, reason: "\(BusInterface.busName) can be started by the bus")
            }
            return SessionChoice(
                place: .inprocess, reason: "nobody offers \(BusInterface.busName) on the bus", mayJoin: true)
        } catch {
            return SessionChoice(place: .inprocess, reason: "there is no session bus")
        }
    }

    private static func busMethod(_ member: String) -> BusMethod {
        BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member)
    }
}
