import Glibc
import SordinoALSA
import SordinoBus
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import SordinoSession

/// The list of peers that can stand under a process, and the choice among them.
package enum Backends {
    /// A peer that a process can be put on.
    package enum Peer: String, CaseIterable, Sendable {
        /// A device in memory that moves in real time and plays into nothing.
        case virtual
        /// The device behind the PipeWire server that the environment names.
        case pipeWire = "pipewire"
        /// A sound card or another ALSA device, without a service that manages several programs.
        case alsa
        /// A virtual device of another process, in whose time this one plays.
        case relay
    }

    /// The chosen device and the reason, for logs and for people who look for their sound.
    package struct Choice: Hashable, Sendable {
        package let peer: Peer
        /// Of the virtual device, also of the one that takes over when no server answers.
        package let profile: VirtualProfile
        /// A sentence for logs that says why the device was chosen.
        package let reason: String
        /// Indicates whether nothing else will do.
        package var isAskedFor = false
        /// Indicates whether the environment names the peer.
        package var isNamed = false
        /// Set if it was taken because what was wanted does not answer.
        package var standsIn: NoSound?
        /// A clause about a variable whose value was not understood; empty if there is none.
        package var note = ""

        /// Makes a choice from its parts.
        package init(
            peer: Peer, profile: VirtualProfile, reason: String, isAskedFor: Bool = false, standsIn: NoSound? = nil,
            note: String = ""
        ) {
            (self.peer, self.profile, self.reason) = (peer, profile, reason)
            (self.isAskedFor, self.standsIn, self.note) = (isAskedFor, standsIn, note)
            isNamed = isAskedFor
        }
    }

    /// The environment variable that names the virtual device's profile: `phone`, `tablet`, `desktop`, `car`.
    package static let profileVariable = "SORDINO_DEVICE"

    /// The environment variable that names the peer: `virtual`, `pipewire`, `alsa`.
    package static let peerVariable = "SORDINO_BACKEND"

    /// The choice for this process, after a look whether a server answers.
    package static var choice: Choice { made.choice }

    /// Chooses the peer and the profile of this process.
    ///
    /// - Parameters:
    ///   - profile: The profile that the environment names; with one the process is on a virtual device.
    ///   - peer: The peer that the environment names.
    ///   - isTest: Whether this is a test, which plays on a virtual device unless the environment names another.
    package static func choose(profile name: String?, peer: String? = nil, isTest: Bool = false) -> Choice {
        let profile = name.flatMap { VirtualProfile(rawValue: $0) } ?? .desktop
        let wanted = peer.flatMap { Peer(rawValue: $0) }
        if wanted == .relay {
            return Choice(
                peer: .relay, profile: profile, reason: "a device of another process: \(peerVariable) asks for it")
        }
        if wanted == .pipeWire {
            return Choice(
                peer: .pipeWire, profile: profile, reason: "PipeWire: \(peerVariable) asks for it", isAskedFor: true)
        }
        if wanted == .alsa {
            return Choice(peer: .alsa, profile: profile, reason: "ALSA: \(peerVariable) asks for it", isAskedFor: true)
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
        let reason = "PipeWire: its server answers"
        guard let peer, !peer.isEmpty else { return Choice(peer: .pipeWire, profile: profile, reason: reason) }
        let note = "\(peerVariable) names the unknown \"\(EnvironmentCheck.printable(peer))\""
        return Choice(peer: .pipeWire, profile: profile, reason: "\(reason) (\(note))", note: note)
    }

    /// A device, and why it is this one.
    package struct Device: Sendable {
        package let choice: Choice
        package let hardware: any Hardware
        /// The same device if it is virtual: it moves when it is advanced or paced.
        package let virtual: VirtualDevice?
    }

    /// Opens what was chosen.
    ///
    /// Where there is no PipeWire server ALSA takes over, and where ALSA has no device a virtual one, unless one of them was asked for by
    /// name. A server that is there and does not answer has the cards, and ALSA's default device leads to it: nothing takes over then.
    ///
    /// - Parameter makeALSA: Opens ALSA's device; nil where no program may be on one.
    /// - Throws: The error of what was asked for.
    package static func open(
        _ choice: Choice, makePipeWire: () throws(HardwareError) -> PipeWireHardware,
        makeALSA: (() throws(HardwareError) -> ALSAHardware)? = nil
    ) throws(HardwareError) -> Device {
        var standsIn = NoSound.noServer(note: choice.note)
        var missing = "no \(choice.peer == .relay ? "device" : "PipeWire server") answers"
        if choice.peer == .pipeWire {
            do throws(HardwareError) {
                return Device(choice: choice, hardware: try makePipeWire(), virtual: nil)
            } catch {
                if choice.isAskedFor { throw error }
                if case .refused(let refusal) = error { (standsIn, missing) = (.silentServer(refusal), refusal) }
            }
        }
        var mayBeALSA = choice.peer == .alsa || choice.peer == .pipeWire && !choice.isNamed
        if case .silentServer = standsIn { mayBeALSA = false }
        if mayBeALSA, let makeALSA {
            do throws(HardwareError) {
                let hardware = try makeALSA()
                let why = choice.peer == .alsa ? choice.reason : "ALSA: \(missing)\(odd(choice))"
                let taken = Choice(
                    peer: .alsa, profile: choice.profile, reason: "\(why); \(hardware.summary)", note: choice.note)
                return Device(choice: taken, hardware: hardware, virtual: nil)
            } catch {
                if choice.isAskedFor { throw error }
                let refusal = EnvironmentCheck.printable("\(error)")
                standsIn =
                    choice.peer == .alsa
                    ? .noALSADevice(refusal) : .noDevice(refusal: refusal, note: choice.note)
                missing = choice.peer == .alsa ? refusal : "\(missing), and \(refusal)"
            }
        }
        let device = VirtualDevice(choice.profile)
        guard choice.peer != .virtual else { return Device(choice: choice, hardware: device, virtual: device) }
        let fallback = Choice(
            peer: .virtual, profile: choice.profile,
            reason: "a virtual \(choice.profile.rawValue): \(missing)\(odd(choice))", standsIn: standsIn,
            note: choice.note)
        return Device(choice: fallback, hardware: device, virtual: device)
    }

    private static func odd(_ choice: Choice) -> String { choice.note.isEmpty ? "" : " (\(choice.note))" }

    /// Returns the choice that the environment asks for.
    package static func choiceOfEnvironment() -> Choice {
        choose(
            profile: environment(profileVariable), peer: environment(peerVariable),
            isTest: CommandLine.arguments.first?.hasSuffix(".xctest") == true)
    }

    private static let made = make()

    private static func make() -> (choice: Choice, system: AudioSystem) {
        var wish = choiceOfEnvironment()
        // A program is not told why nothing can be heard, and one that plays into nothing still runs.
        wish.isAskedFor = false
        var place = SessionChoice.current
        let device: Device
        let programs =
            place.place == .daemon ? nil : ProgramDesk(volumesIn: ProgramVolumes.usualFolder) { _ in getpid() }
        do throws(HardwareError) {
            // With the service in a process of its own, the stage is there, and this process shows its streams only.
            if wish.peer == .relay, let relayed = relayed() { return relayed }
            device = try open(wish) { () throws(HardwareError) in
                try PipeWireHardware(
                    halves: place.place == .daemon ? .client : [.client, .service], book: programs?.book)
            } makeALSA: { () throws(HardwareError) in
                // A program alone on a device decides for itself; a service has none there.
                if place.isAskedFor, place.place == .daemon {
                    throw .refused("\(SessionChoice.variable) asks for the service, which has no ALSA device")
                }
                return try ALSAHardware(names: ALSANames(environment(ALSANames.variable)))
            }
        } catch {
            preconditionFailure("a virtual device takes over when it may")
        }
        if device.choice.peer == .alsa, place.place == .daemon {
            place = SessionChoice(place: .inprocess, reason: "ALSA devices belong to one program each")
        }
        // A misspelt device is a part of the sentence that says why nothing is heard.
        EnvironmentCheck.report(except: device.choice.standsIn == nil ? nil : peerVariable)
        report("\(device.choice.reason); session \(place.sentence)")
        let system =
            switch place.place {
            case .daemon:
                AudioSystem(
                    hardware: device.hardware, transport: BusTransport(.user), standsIn: device.choice.standsIn)
            case .inprocess:
                AudioSystem(
                    hardware: device.hardware, running: .onThreads, settings: .ofThisMachine,
                    standsIn: device.choice.standsIn,
                    transport: (device.hardware as? PipeWireHardware).flatMap { hardware in
                        place.mayJoin ? { JoiningTransport($0, hardware, on: .user) } : nil
                    },
                    observing: { programs?.follow($0) })
            }
        // Without a thread nothing moves; the process finds its streams silent and its time standing still.
        try? device.virtual?.startPacing()
        return (device.choice, system)
    }

    /// The environment variable that names the socket of a device in another process.
    package static let relayVariable = "SORDINO_RELAY"

    private static func relayed() -> (choice: Choice, system: AudioSystem)? {
        guard let path = environment(relayVariable), let device = try? RelayDevice(path: path) else { return nil }
        let choice = Choice(peer: .relay, profile: .phone, reason: "the device of another process at \(path)")
        report("\(choice.reason); session in that process")
        let system = AudioSystem(hardware: device, transport: BusTransport(.user))
        device.whenSettling { [weak system] in system?.settleThreads() }
        return (choice, system)
    }

    /// The environment variable that has a process say once on standard error what it is on: any value but "" and "0".
    package static let debugVariable = "SORDINO_DEBUG"

    private static func report(_ sentence: String) {
        guard let value = environment(debugVariable), !value.isEmpty, value != "0" else { return }
        let line = Array("sordino: \(sentence)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The device that this process is on.
    static func makeSystem() -> AudioSystem { made.system }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
