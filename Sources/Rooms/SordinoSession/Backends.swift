import Glibc
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy

/// The list of peers that can stand under a process, and the choice among them.
package enum Backends {
    /// A peer that a process can be put on.
    package enum Peer: String, CaseIterable, Sendable {
        /// A device in memory that moves in real time and plays into nothing.
        case virtual
        /// The device behind the PipeWire server that the environment names.
        case pipeWire = "pipewire"
    }

    /// What was chosen, and why: for logs and for people who wonder where the sound goes.
    package struct Choice: Hashable, Sendable {
        package let peer: Peer
        /// Of the virtual device, also of the one that takes over when no server answers.
        package let profile: VirtualProfile
        /// A sentence.
        package let reason: String
    }

    /// The environment variable that names the virtual device's profile: `phone`, `tablet`, `desktop`, `car`.
    package static let profileVariable = "SORDINO_DEVICE"

    /// The environment variable that names the peer: `virtual`, `pipewire`.
    package static let peerVariable = "SORDINO_BACKEND"

    /// The choice for this process, after a look whether a server answers.
    package static var choice: Choice { made.choice }

    /// Chooses.
    ///
    /// - Parameters:
    ///   - profile: What the environment asks for; a process that names a virtual device is on one.
    ///   - peer: What the environment asks for.
    ///   - isTest: Tests play nothing aloud unless they are told to.
    package static func choose(profile name: String?, peer: String? = nil, isTest: Bool = false) -> Choice {
        let profile = name.flatMap { VirtualProfile(rawValue: $0) } ?? .desktop
        let wanted = peer.flatMap { Peer(rawValue: $0) }
        if wanted == .pipeWire {
            return Choice(peer: .pipeWire, profile: profile, reason: "PipeWire: \(peerVariable) asks for it")
        }
        if let name {
            let reason =
                VirtualProfile(rawValue: name) == nil
                ? "a virtual desktop: \(profileVariable) names the unknown device \"\(name)\""
                : "a virtual \(name): \(profileVariable) asks for it"
            return Choice(peer: .virtual, profile: profile, reason: reason)
        }
        if wanted == .virtual {
            return Choice(peer: .virtual, profile: profile, reason: "a virtual desktop: \(peerVariable) asks for it")
        }
        if isTest { return Choice(peer: .virtual, profile: profile, reason: "a virtual desktop: this is a test") }
        let odd = peer.map { " (\(peerVariable) names the unknown \"\($0)\")" } ?? ""
        return Choice(peer: .pipeWire, profile: profile, reason: "PipeWire: its server answers\(odd)")
    }

    private static let made = make()

    private static func make() -> (choice: Choice, system: AudioSystem) {
        let choice = choose(
            profile: environment(profileVariable), peer: environment(peerVariable),
            isTest: CommandLine.arguments.first?.hasSuffix(".xctest") == true)
        if choice.peer == .pipeWire, let hardware = try? PipeWireHardware() {
            return (choice, AudioSystem(hardware: hardware, running: .onThreads))
        }
        let device = VirtualDevice(choice.profile)
        let system =
            switch SessionChoice.current.place {
            case .daemon: AudioSystem(hardware: device, transport: BusTransport(.user))
            case .inprocess: AudioSystem(virtual: device, isPulled: false)
            }
        // Without a thread nothing moves; the process finds its streams silent and its time standing still.
        try? device.startPacing()
        if choice.peer == .virtual { return (choice, system) }
        let fallback = Choice(
            peer: .virtual, profile: choice.profile,
            reason: "a virtual \(choice.profile.rawValue): no PipeWire server answers")
        return (fallback, system)
    }

    /// The device that this process is on.
    static func makeSystem() -> AudioSystem { made.system }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
