import AVFAudio
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession
import SordinoVocabulary
import Synchronization

/// A whole device in one process, for testing how a program behaves when the telephone rings.
///
/// Nothing happens by itself: time passes in `advance`, and each thing that happens to the device is a call. Everything
/// that follows from a call has reached the programs when it returns. The same calls give the same notifications and
/// the same samples, bit for bit.
///
///     let device = SimulatedDevice(.phone)
///     let music = device.app("Music", backgroundModes: .audio)
///     try music.activate(.playback)
///     try music.playTone()
///     device.advance(1)
///     device.ring()
///     device.advance(1)
///     // music.notifications.first == .interruptionBegan(.default)
///     // device.output(.builtInSpeaker)?.level(of: music, at: 1.5) == -.infinity
///
/// All programs live in one process and post to `NotificationCenter.default`, each with its own session as the object:
/// an observer of one session receives the notifications of that program, an observer without an object those of all.
public final class SimulatedDevice: Sendable {
    /// The kind of device.
    public enum Kind: Sendable {
        /// A phone: receiver, loudspeaker and microphone.
        case phone
        /// A tablet: loudspeaker and microphone.
        case tablet
        /// A desktop computer: loudspeakers and microphone.
        case desktop
        /// A car's loudspeakers and microphone.
        case car

        var profile: VirtualProfile {
            switch self {
            case .phone: .phone
            case .tablet: .tablet
            case .desktop: .desktop
            case .car: .car
            }
        }
    }

    let behaviour: SimulatedBehaviour
    private let kind: Kind
    package let hardware: VirtualDevice
    package let system: AudioSystem
    let journal: Journal
    let recorder: PortRecorder
    private let state = Mutex(State())
    let senses = Mutex(Senses())

    private struct State {
        var apps: [SimulatedApp] = []
        var appsMade = 0
        var watch: Int?
        var ringerIsSilent = false
        var isLocked = false
        var host: ProcessHost?
        var vibrations: [TimeInterval] = []
    }

    /// Makes a device with nothing connected, unlocked, its ringer on, its volume full.
    ///
    /// - Parameter behaviour: The version of iOS whose rules apply, and further choices.
    public convenience init(_ kind: Kind = .phone, behaving behaviour: SimulatedBehaviour = SimulatedBehaviour()) {
        self.init(kind, behaving: behaviour, observing: nil)
    }

    /// Makes a device and observes its decisions from the first on.
    package init(
        _ kind: Kind, behaving behaviour: SimulatedBehaviour = SimulatedBehaviour(),
        observing observe: (@Sendable (SessionService.Decision) -> Void)?
    ) {
        self.behaviour = behaviour
        self.kind = kind
        let hardware = VirtualDevice(kind.profile)
        self.hardware = hardware
        recorder = PortRecorder(hardware)
        let before = behaviour.settingsWithoutPolicy
        system = AudioSystem(virtual: hardware, isPulled: true, settings: before, observing: observe)
        // An event, so that a log of decisions can be made again.
        if behaviour.policy != nil { system.service.send(.configured(behaviour.settings)) }
        journal = Journal { hardware.now.seconds }
        let watch = system.service.addObserver { [weak self] decision in self?.follow(decision) }
        state.withLock { $0.watch = watch }
        recorder.watchPorts()
        AppContext.simulationBegins()
    }

    deinit { AppContext.simulationEnds() }

    // MARK: Programs

    /// The program of this name, started in the foreground if it does not run yet.
    ///
    /// - Parameters:
    ///   - backgroundModes: The activities that are allowed in the background; counts at its start.
    ///   - recordPermission: Whether it may record; counts at its start.
    public func app(
        _ name: String, backgroundModes: BackgroundModes = [],
        recordPermission: AVAudioSession.RecordPermission = .granted
    ) -> SimulatedApp {
        if let app = state.withLock({ state in state.apps.first { $0.name == name } }) { return app }
        let declaration = AppDeclaration(
            bundleID: "org.sordino.simulated.\(name)", name: name, backgroundModes: backgroundModes,
            recordPermission: recordPermission)
        let hertz = state.withLock { state in
            defer { state.appsMade += 1 }
            // 1000, 1200, ... 10 800 Hz, then again from the beginning.
            return Double(1_000 + 200 * (state.appsMade % 50))
        }
        let app = SimulatedApp(
            name: name, declaration: declaration, toneHertz: hertz, system: system, journal: journal)
        state.withLock { $0.apps.append(app) }
        system.settle()
        return app
    }

    /// All programs that were started, in that order, also those that were killed.
    public var apps: [SimulatedApp] { state.withLock { $0.apps } }

    /// Runs your own code as a program named "Program" of this device: its `AVAudioSession.sharedInstance()`, its
    /// players and engines are on it, also in tasks that the code starts.
    ///
    /// Other devices in other tests are not touched.
    @discardableResult
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result { try program.perform(body) }

    /// Runs your own code as a program named "Program" of this device.
    @discardableResult
    public func run<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await program.perform(isolation: isolation, body)
    }

    /// The program as which code runs after `run` and `install`.
    public var program: SimulatedApp { app("Program", backgroundModes: [.audio, .voip]) }

    /// Makes `program` the program of all code in this process that does not run as another program: for code that runs
    /// on queues and threads of its own.
    ///
    /// One device at a time; `uninstall` reverts it.
    public func install() { AppContext.install(program.context) }

    /// Undoes the `install` of any device.
    public static func uninstall() { AppContext.install(nil) }

    /// The notifications of all programs, in one order, since the device was made or since `forgetNotifications`.
    public var heard: [JournalEntry] { journal.entries }

    /// The impossible steps so far, such as hanging up without a call or unplugging an accessory that is not plugged
    /// in.
    ///
    /// They changed nothing, and a correct test has none.
    ///
    /// Each is printed to standard error as well.
    public var impossibleSteps: [ImpossibleStep] { journal.impossibleSteps }

    /// Removes all entries from the journal.
    public func forgetNotifications() { journal.forget() }

    // MARK: Time

    /// Seconds since the device was made.
    public var now: Double { hardware.now.seconds }

    /// Lets time pass: at least so many seconds, up to the next edge of a block.
    ///
    /// Not to be called from functions that the device calls: observers, delegates, completion handlers.
    public func advance(_ seconds: Double) {
        hardware.advance(seconds: seconds)
        system.settle()
    }

    // MARK: Recordings of the outputs

    /// The recording of the port of this type; if there are several, of the first that appeared.
    ///
    /// Nil if there never was one.
    public func output(_ portType: AVAudioSession.Port) -> SimulatedOutput? {
        recorder.recordings.first { $0.portType == portType }
    }

    /// The recordings of all output ports, in the order in which the ports first appeared.
    public var outputs: [SimulatedOutput] { recorder.recordings }

    /// The times, in seconds, at which programs shook the device, by an alert sound or `kSystemSoundID_Vibrate`.
    ///
    /// Only phones vibrate: on a tablet, a desktop or in a car the list stays empty, and the programs' calls do
    /// nothing.
    public var vibrations: [TimeInterval] { state.withLock { $0.vibrations } }

    // MARK: Private

    /// Returns the host by which other processes use the device; made at first use.
    func host() throws -> ProcessHost {
        if let host = state.withLock({ $0.host }) { return host }
        let made = try ProcessHost(system: system, hardware: hardware)
        return state.withLock { state in
            if let host = state.host { return host }
            state.host = made
            return made
        }
    }

    var ringer: Bool {
        get { state.withLock { $0.ringerIsSilent } }
        set { state.withLock { $0.ringerIsSilent = newValue } }
    }

    var lockedState: Bool {
        get { state.withLock { $0.isLocked } }
        set { state.withLock { $0.isLocked = newValue } }
    }

    /// Applies an event to the device and waits until all programs have received the results.
    package func happen(_ event: Event) {
        if let objection = system.service.objection(to: event) { journal.object(objection) }
        system.service.send(event)
        system.settle()
    }

    private func follow(_ decision: SessionService.Decision) {
        follow(decision.dataSources)
        if kind == .phone, case .request(let app, let id, .vibrate) = decision.event,
            decision.effects.contains(.reply(app, id, nil))
        {
            state.withLock { $0.vibrations.append(hardware.now.seconds) }
        }
        for case .suspend(let id, let suspends) in decision.effects {
            apps.first { $0.context.id == id }?.setSuspended(suspends)
        }
    }
}

/// Activities that a program may continue in the background.
public typealias BackgroundModes = SessionVocabulary.BackgroundModes
