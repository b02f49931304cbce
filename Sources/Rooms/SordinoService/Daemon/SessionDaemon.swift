import SordinoBus
import SordinoDevice
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import SordinoSession
import Synchronization

/// All of `audiosessiond` but its command line: a device, its service, its log and its place on a bus.
package final class SessionDaemon: Sendable {
    /// The options of the command line.
    package struct Options: Sendable {
        package var bus = BusAddress.user
        /// A virtual device of this kind; nil is what `Backends` chooses.
        package var virtual: VirtualProfile?
        package var profile: Profile?
        /// Indicates whether programs are lowered while a screen reader speaks, regardless of the files.
        package var screenReaderDucks = false
        /// The time that a session may keep others interrupted without running any I/O, in seconds, 0 for ever; nil is what the
        /// files say.
        package var stuckHolderReleaseSeconds: Double?
        package var logPath: String?
        /// Called once, with the reason, when the log cannot be written any more.
        package var whenLogFails: @Sendable (_ reason: String) -> Void = { _ in }
        /// Takes sentences for people, one for each trouble of a call.
        package var say: @Sendable (_ sentence: String) -> Void = { _ in }
        /// The files that configure the device; `contents` is what they said.
        package var files = PolicyFiles()
        package var contents = PolicyFiles.Contents()
        /// The extent that replaces `manage` in the files; nil uses the files.
        package var extent: GuestRules.Extent?
        /// Indicates whether the telephone, the screen's lock, the ringer switch and the media keys of the device are
        /// listened to: on the system bus and on `bus`.
        package var hasWorld = true
        package var service = BusService.Options()
        /// The command line of the process that links programs without a session when the service has died; nil: none.
        package var keeper: [String]?

        package init() {}
    }

    /// The reason for which the service cannot run.
    package enum Failure: Error, Sendable {
        case bus(BusError)
        case log(String)
        case hardware(String)
    }

    private let options: Options
    package let service: SessionService
    package let hardware: any Hardware
    /// The device that it runs on and the reason, as a sentence.
    package let reason: String
    let busService: BusService
    let guests: GuestDesk
    private let telephone: TelephoneDesk
    private let belief: RoleBelief
    private let programs: ProgramDesk
    struct World {
        var watch: WorldWatch?
        var keys: MediaPlayers?
    }

    /// The media players of programs without a session; nil if no program is managed or there is no user's bus.
    let guestPlayers: GuestPlayers?

    let world = Mutex(World())

    /// Starts.
    ///
    /// - Parameter onClose: Called when the bus is gone.
    package init(_ options: Options, onClose: @escaping @Sendable () -> Void) throws(Failure) {
        var options = options
        if let extent = options.extent { options.contents.streams.extent = extent }
        options.contents.streams.permissions = options.settings(options.contents)
        self.options = options
        let owners = ProcessOwners()
        let guestOwners = GuestOwners()
        let programs = ProgramDesk(volumesIn: ProgramVolumes.usualFolder) { owners.process(of: $0) }
        self.programs = programs
        let origins = GuestOrigins()
        let belief = RoleBelief(options.contents.streams.trust, believesAll: options.service.allowsSimulation)
        self.belief = belief
        let permissions = RecordingPermissions(path: RecordingPermissions.usualPath)
        let device = try Self.open(options, owners, guestOwners, origins, programs, belief, permissions)
        let hardware = device.hardware
        self.hardware = hardware
        let pipeWire = hardware as? PipeWireHardware
        reason =
            pipeWire?.isWithoutServer == true
            ? "no sound: no PipeWire server answers; it is taken when it comes" : device.choice.reason
        if let pipeWire {
            owners.whenChanged { [weak pipeWire] in pipeWire?.identifyAgain(process: $0) }
        }
        telephone = TelephoneDesk(pipeWire, say: options.say)
        let settings = options.settings(options.contents)
        // Calls and alarms that were made up are heard; real ones sound by themselves.
        let actors = ActorVoices(
            hardware: hardware, generates: options.service.allowsSimulation || device.virtual != nil)
        service = SessionService(
            hardware: hardware, actors: actors, settings: settings, wakesItself: true,
            permissionAnswer: .granted, tones: options.contents.tones)
        guests = GuestDesk(service, rules: options.contents.streams, owners: guestOwners) {
            origins.describe(belief.proven($0))
        }
        pipeWire?.believeRoles { belief.believes($0, $1) }
        guestPlayers =
            options.bus == .system || options.contents.streams.extent == .off
            ? nil : try? GuestPlayers(options.bus) { origins.family(of: $0) }
        var log: EventLog?
        if let path = options.logPath {
            do throws(EventLog.Refusal) {
                log = try EventLog(path: path, settings: settings, failed: options.whenLogFails)
            } catch {
                throw .log(error.reason)
            }
        }
        var offered = options.service
        offered.owners = owners
        offered.guests = { [guests] in guests.identities }
        offered.telephone = { [guests, telephone] in
            (telephone.sentences(ringing: guests.ringing), telephone.master?.rawValue)
        }
        if device.virtual == nil { offered.interDevice = InterDeviceGadget() }
        if pipeWire != nil { offered.volume = { programs.shownVolume(of: $0) } }
        offered.control = options.contents.control
        offered.permissions = permissions
        offered.microphoneModes = RememberedWords(
            path: RememberedWords.usualPath("microphone-modes.conf"),
            known: Set(MicrophoneMode.wireNames.map(\.name)))
        if let virtual = device.virtual {
            offered.plug = { name, isThere in
                guard let accessory = Accessory.named(name) else { return false }
                return isThere
                    ? !virtual.plug(accessory).isEmpty : !virtual.unplug(deviceUID: accessory.deviceUID).isEmpty
            }
        }
        do throws(BusError) {
            let connection = try BusConnection(options.bus, isGated: true, onClose: onClose)
            busService = BusService(service, on: connection, options: offered)
        } catch {
            throw .bus(error)
        }
        _ = service.addObserver { [weak self, busService, telephone, log] decision in
            log?.write(decision)
            telephone.follow(decision)
            programs.follow(decision)
            busService.follow(decision)
            self?.notifyShell(decision)
        }
        service.onPlaybackReport { [weak self] app, report in self?.hear(report, of: app) }
        service.onVoiceReport { [busService] app, io, voice in busService.follow(voice, of: io, app) }
        // The log and the status know everything from the first event on: programs come last.
        service.setSpeakers(options.contents.speakers)
        service.send(.configured(settings))
        telephone.begin(settings)
        busService.whenToReload { [weak self] done in
            let isTaken = FileLook.worker.perform { [weak self] in
                do throws(ConfigurationFault) {
                    try self?.reload()
                    done(nil)
                } catch {
                    done(error)
                }
            }
            if !isTaken { done(ConfigurationFault(line: 0, "the service is busy; try again later")) }
        }
        let players = guestPlayers
        guests.begin(
            identified: { [weak pipeWire] in pipeWire?.identifyAgain(guest: $0) },
            tell: { players?.tell($0, $1, report: $2) })
        origins.whenKnown { [weak pipeWire, weak guests] in
            pipeWire?.lookAgainForGuests()
            guests?.lookAgain()
        }
        service.begin()
        do throws(HardwareError) {
            try device.virtual?.startPacing()
        } catch {
            throw .hardware("\(error)")
        }
        do throws(BusError) {
            try busService.offer()
        } catch {
            throw .bus(error)
        }
        guard options.hasWorld else { return }
        let watch = WorldWatch(
            system: .system, user: options.bus == .system ? nil : options.bus,
            freeze: { [weak busService] unit, isFrozen in busService?.setFrozen(unit, isFrozen) },
            neighbour: { [telephone] in telephone.note($0, isThere: $1) },
            send: { [weak service] event in service?.send(event) })
        // Without the user's bus there are no shells that have keys.
        let keys =
            options.bus == .system
            ? nil
            : MediaPlayers(options.bus, clock: { hardware.now }, send: { [weak service] in service?.send($0) })
        world.withLock { $0 = World(watch: watch, keys: keys) }
    }

    private static func open(
        _ options: Options, _ owners: ProcessOwners, _ guests: GuestOwners, _ origins: GuestOrigins,
        _ programs: ProgramDesk, _ belief: RoleBelief, _ permissions: RecordingPermissions
    ) throws(Failure) -> Backends.Device {
        let rules = options.contents.streams
        var takes: (@Sendable (GuestStream) -> Bool)?
        if rules.extent != .off || rules.restrictsRecording {
            takes = { rules.treatment(of: origins.describeForNow($0)) != nil }
        }
        let takesGuest = takes
        var allowsRecording: (@Sendable (UInt32, Int32) -> Bool)?
        if rules.guardsOutput {
            let keys = ListenerKeys()
            // A kept answer counts before the program is known: a service that begins cuts no recording.
            allowsRecording = { serial, process in
                guests.mayRecordOutput(serial: serial)
                    || permissions.answer(keys.key(ofSerial: serial, process: process)) == true
            }
        }
        let allowsRecordingOutput = allowsRecording
        let choice =
            options.virtual.map {
                Backends.Choice(peer: .virtual, profile: $0, reason: "a virtual \($0.rawValue): it was asked for")
            } ?? Backends.choiceOfEnvironment()
        guard choice.peer != .alsa else {
            throw .hardware("ALSA devices belong to one program each: the service needs a PipeWire server")
        }
        do throws(HardwareError) {
            return try Backends.open(choice) { () throws(HardwareError) in
                try PipeWireHardware(
                    waits: true,
                    // Actors are heard by streams of this very process, programs by their own.
                    identify: { (found: FoundStream) -> ProgramID? in
                        if let guest = found.guest { return guests.program(ofSerial: guest.serial) }
                        return PipeWireHardware.ownStreams(found)
                            ?? owners.program(
                                of: found.processID, claiming: StreamProperties.program(found.claimedProgram))
                    },
                    isManaged: { owners.isManaged($0) },
                    takesGuest: belief.proving(takesGuest), keeper: options.keeper,
                    allowsRecording: allowsRecordingOutput, makesOutputs: { belief.makesOutputs($0) },
                    book: programs.book)
            }
        } catch {
            switch error {
            case .gone: throw .hardware("no PipeWire server answers")
            case .noPort: throw .hardware("the PipeWire server has no ports")
            case .refused(let sentence): throw .hardware(sentence)
            }
        }
    }

    /// Reads the files anew and applies them to running programs.
    ///
    /// The treatment of streams without a session changes for streams that come later; whether such streams are managed
    /// at all, and the profile, are decided at the start.
    ///
    /// - Throws: The first fault in the files; everything stays as it is then.
    package func reload() throws(ConfigurationFault) {
        var contents = try options.files.load()
        if let extent = options.extent { contents.streams.extent = extent }
        contents.streams.permissions = options.settings(contents)
        service.setTones(contents.tones)
        service.setSpeakers(contents.speakers)
        belief.set(contents.streams.trust)
        guests.setRules(contents.streams)
        busService.setControl(contents.control)
        service.send(.configured(options.settings(contents)))
        telephone.set(options.settings(contents))
    }

    private func notifyShell(_ decision: SessionService.Decision) {
        let (watch, keys) = world.withLock { ($0.watch, $0.keys) }
        watch?.follow(decision)
        keys?.follow(busService.players)
    }

    /// Passes a program's playback report to keys, shells and mixers.
    private func hear(_ report: PlaybackReport, of app: AppID) {
        busService.follow(report, of: app)
        programs.setTitle(report.title, of: app)
        world.withLock { $0.keys }?.follow(busService.players)
    }

    /// Ends all sessions and gives the name back.
    package func end() {
        let (watch, keys) = world.withLock { ($0.watch, $0.keys) }
        watch?.end()
        keys?.end()
        guestPlayers?.end()
        busService.end()
        programs.end()
    }
}

extension SessionDaemon.Options {
    /// The settings that follow from the files and the command line.
    func settings(_ contents: PolicyFiles.Contents) -> PolicySettings {
        var base = PolicySettings.ofThisMachine
        base.stuckHolderReleaseSeconds = 300
        var settings = contents.policy.settings(over: base)
        if let profile { settings.profile = profile }
        if screenReaderDucks { settings.screenReaderDucks = true }
        if let seconds = stuckHolderReleaseSeconds { settings.stuckHolderReleaseSeconds = seconds > 0 ? seconds : nil }
        return settings
    }
}

extension Accessory {
    /// The accessories that can be plugged in by name.
    package static let names = [
        "headphones", "headset", "line-out", "bluetooth", "bluetooth-speaker", "hdmi", "usb", "airplay",
    ]

    /// The accessory with one of these names.
    static func named(_ name: String) -> Accessory? {
        switch name {
        case "headphones": .headphones
        case "headset": .headset
        case "line-out": .lineOut
        case "bluetooth": .bluetooth(.both)
        case "bluetooth-speaker": .bluetooth(.a2dp, name: "Bluetooth Speaker", address: "00:11:22:33:44:66")
        case "hdmi": .hdmi(channelCount: 2)
        case "usb": .usb(name: "USB Audio", outputs: 2, inputs: 2)
        case "airplay": .offered(.airPlay())
        default: nil
        }
    }
}
