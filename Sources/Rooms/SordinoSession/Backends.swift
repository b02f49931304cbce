import Glibc
import SordinoHardware
import SordinoPolicy

/// The list of peers that can stand under a process, and the choice among them.
package enum Backends {
    /// A peer that a process can be put on.
    package enum Peer: String, CaseIterable, Sendable {
        /// A device in memory that moves in real time and plays into nothing.
        case virtual
    }

    /// What was chosen, and why: for logs and for people who wonder where the sound goes.
    package struct Choice: Hashable, Sendable {
        package let peer: Peer
        package let profile: VirtualProfile
        /// A sentence.
        package let reason: String
    }

    /// The environment variable that names the virtual device's profile: `phone`, `tablet`, `desktop`, `car`.
    package static let profileVariable = "SORDINO_DEVICE"

    /// The choice for this process.
    package static let choice = choose(profile: environment(profileVariable))

    /// Chooses.
    ///
    /// - Parameter profile: What the environment asks for.
    package static func choose(profile name: String?) -> Choice {
        guard let name else {
            return Choice(
                peer: .virtual, profile: .desktop,
                reason: "a virtual desktop: no audio server is connected to this build")
        }
        guard let profile = VirtualProfile(rawValue: name) else {
            return Choice(
                peer: .virtual, profile: .desktop,
                reason: "a virtual desktop: \(profileVariable) names the unknown device \"\(name)\"")
        }
        return Choice(peer: .virtual, profile: profile, reason: "a virtual \(name): \(profileVariable) asks for it")
    }

    /// Makes the device that this process is on.
    static func makeSystem() -> AudioSystem {
        let device = VirtualDevice(choice.profile)
        let system =
            switch SessionChoice.current.place {
            case .daemon: AudioSystem(hardware: device, transport: BusTransport(.user))
            case .inprocess: AudioSystem(virtual: device, isPulled: false)
            }
        // Without a thread nothing moves; the process finds its streams silent and its time standing still.
        try? device.startPacing()
        return system
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
