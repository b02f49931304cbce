import Glibc
import SordinoBus
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// A hostile process: it asks for one thing as fast as the bus takes it.
enum Flood: String, CaseIterable {
    case introspect, setVolume, status, property, nothing, register, keys

    private var method: BusMethod {
        func programs(_ interface: String, _ member: String) -> BusMethod {
            BusMethod(
                destination: BusInterface.busName, path: BusInterface.path, interface: interface, member: member)
        }
        return switch self {
        case .introspect: programs("org.freedesktop.DBus.Introspectable", "Introspect")
        case .property: programs("org.freedesktop.DBus.Properties", "GetAll")
        case .nothing: programs("org.example.Other", "Nothing")
        case .register: programs(BusInterface.session, "Register")
        case .setVolume, .status:
            BusMethod(
                destination: BusInterface.controlName, path: BusInterface.controlPath, interface: BusInterface.control,
                member: self == .status ? "Status" : "SetVolume")
        case .keys:
            BusMethod(
                destination: "org.mpris.MediaPlayer2.sordino.Bystander", path: "/org/mpris/MediaPlayer2",
                interface: "org.mpris.MediaPlayer2.Player", member: "PlayPause")
        }
    }

    private func arguments(_ round: Int) -> (values: [WireValue], signature: String) {
        switch self {
        case .introspect, .status, .nothing, .keys: ([], "")
        case .property: ([.text(BusInterface.session)], "s")
        case .setVolume: ([.real(Double(round % 100) / 100)], "d")
        case .register:
            (
                [
                    .integer(Int64(BusInterface.version)),
                    AppDeclaration(bundleID: "org.example.hostile", name: "Hostile").wireValue,
                ], BusInterface.registerSignature
            )
        }
    }

    /// Asks until the process is ended.
    ///
    /// - Parameter isBlind: Whether no answer is waited for, so that only the bus holds the flood back.
    func run(_ address: BusAddress, isBlind: Bool) -> Never {
        var round = 0
        let parent = getppid()
        while true {
            guard let connection = try? BusConnection(address) else { exit(1) }
            let (method, seconds) = (method, 1.0)
            for _ in 0..<(self == .register ? 1 : Int.max) {
                // Nobody measures any more.
                if getppid() != parent { exit(0) }
                round += 1
                let (values, signature) = arguments(round)
                if isBlind {
                    connection.perform { link in
                        for _ in 0..<64 {
                            try? link.call(method, values, signature: signature, seconds: seconds, answered: nil)
                        }
                    }
                    let id = BusMethod(
                        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                        interface: "org.freedesktop.DBus", member: "GetId")
                    guard (try? connection.ask(id, answer: "s")) != nil else { exit(1) }
                } else {
                    _ = try? connection.ask(method, values, signature: signature, answer: "", seconds: seconds)
                }
            }
            connection.close()
        }
    }
}
