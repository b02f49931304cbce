import CPipeWire
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoWork
import Synchronization

/// The device as a PipeWire server knows it: a peer of the hardware contract.
///
/// Two halves that may live in one process or in two. The *client half* opens programs' streams: nodes in the graph that
/// say which program they belong to. The *service half* keeps the stage: finds those nodes, links them to the stage and the
/// stage to the device, and lets them begin. A program without a service process has both; with one, the program has the
/// client half and the service the other.
///
/// A graph's rate stays what it is; a block that is asked for holds while the stage is in the graph, and ends with this
/// process. When the server goes, the ports stay known, streams are dead, and the device looks for the server until it is
/// back.
package final class PipeWireHardware: Hardware, Sendable {
    /// The halves of the device that this process keeps.
    package struct Halves: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let client = Halves(rawValue: 1)
        package static let service = Halves(rawValue: 2)
    }

    package let name = "PipeWire"
    private let remote: String?
    private let identify: StageService.Identify
    private let isManaged: StageService.IsManaged
    private let takesGuest: (@Sendable (GuestStream) -> Bool)?
    private let keeper: [String]?
    private let allowsRecording: OutputRecordings.Allows?
    private let makesOutputs: StageService.IsManaged
    private let book: ProgramBook?
    private let patienceMilliseconds: Int
    /// Outlives servers, and with it the programs' gains and routes.
    private let mixer: StageMixer
    let thread = SerialThread()

    /// A port whose device has the volume.
    struct VolumePort: Hashable, Sendable {
        /// Nil is no port in particular.
        var uid: String?
    }

    struct State {
        var halves: Halves = []
        var life: ServerLife?
        var listener: (@Sendable (HardwareEvent) -> Void)?
        var events = HardwareEventQueue()
        var ports: [Port] = []
        var timing = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)
        var (volume, isOutputMuted) = (Float(1), false)
        var otherSounds = Set<OtherSound>()
        var believes: @Sendable (_ role: String, _ process: Int32) -> Bool = { _, _ in true }
        var (guests, preferredUIDs) = ([GuestStream](), [String]())
        var telephone = Telephone()
        /// Indicates whether no server has answered up to now, or none since the last one went.
        var isWithoutServer = false
        /// Calls back when a server's socket appears; only while there is none.
        var watch: FolderWatch?
        /// The port whose volume is followed; nil for all outputs alike.
        var volumePort: VolumePort?
        /// The block that was asked for; kept for the next server.
        var forcedFrames = 0
        var isClosed = false
    }
    let state = Mutex(State())

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - remote: The server's name; nil for the one that the environment names.
    ///   - halves: What of the device is kept here.
    ///   - waits: Whether a server may come later: then the device has no ports until it does.
    ///   - identify: Says which program a found stream belongs to, or nil if it is not this service's; called on the loop
    ///     thread. By default the streams of this very process, as their opener named them.
    ///   - isManaged: Says whether a process is a program of this service's: what else it shows in the graph may not be linked
    ///     to the device. Called on the loop thread.
    ///   - takesGuest: Says which streams of programs without a session go through the stage, on the loop thread; nil: none.
    ///   - keeper: The command line of the `SoundKeeper`; nil: none.
    ///   - allowsRecording: Says whether a stream, by its serial number, of a process may record what others play, on the loop
    ///     thread; nil: all may.
    ///   - makesOutputs: Says whether the outputs of a process are parts of the device, on the loop thread; of those of other
    ///     processes nothing is used before a person picks it, where not all may record what others play.
    ///   - book: What mixers show of programs, and the volumes that were kept; nil: mixers do not show them.
    ///   - patienceMilliseconds: The time in which a server that took the connection has to answer.
    /// - Throws: `HardwareError.gone` when there is no server or it gives no nodes, `.refused` when it takes the connection and does not answer.
    package init(
        remote: String? = nil, halves: Halves = [.client, .service], waits: Bool = false,
        identify: @escaping @Sendable (FoundStream) -> ProgramID? = PipeWireHardware.ownStreams,
        isManaged: @escaping @Sendable (Int32) -> Bool = { _ in false },
        takesGuest: (@Sendable (GuestStream) -> Bool)? = nil, keeper: [String]? = nil,
        allowsRecording: (@Sendable (UInt32, Int32) -> Bool)? = nil,
        makesOutputs: @escaping @Sendable (Int32) -> Bool = { _ in true }, book: ProgramBook? = nil,
        patienceMilliseconds: Int = 5_000
    ) throws(HardwareError) {
        (self.book, self.isManaged, self.patienceMilliseconds) = (book, isManaged, patienceMilliseconds)
        (self.takesGuest, self.keeper) = (takesGuest, keeper)
        (self.allowsRecording, self.makesOutputs) = (allowsRecording, makesOutputs)
        self.remote = remote
        state.withLock { $0.halves = halves }
        self.identify = identify
        mixer = StageMixer(sampleRate: 48_000, frameCapacity: ClientCellMemory.frameCapacity)
        guard thread.begin() else { throw .refused("the system gives no thread") }
        do throws(HardwareError) {
            let life = try connect(catalog: PortCatalog(), isReturn: false)
            state.withLock { $0.life = life }
            return
        } catch {
            guard waits, sordino_pipewire_headers_version() != nil else {
                thread.end()
                throw error
            }
        }
        state.withLock { $0.isWithoutServer = true }
        thread.perform { [weak self] in self?.lookForServer(catalog: PortCatalog(), isReturn: false, tries: 0) }
    }

    /// Indicates whether no server answers now.
    package var isWithoutServer: Bool { state.withLock(\.isWithoutServer) }

    deinit { close() }

    /// Takes the streams of this process by the identity that they were opened with.
    package static let ownStreams: @Sendable (FoundStream) -> ProgramID? = { found in
        found.processID == getpid() ? StreamProperties.program(found.claimedProgram) : nil
    }

    /// Closes the connection to the server: streams are dead, and no events are reported any more.
    package func close() {
        let life = state.withLock { state in
            defer { state.life = nil }
            state.isClosed = true
            state.listener = nil
            state.watch?.close()
            state.watch = nil
            return state.life
        }
        // The last one who held this may be a handler on the loop thread, and that cannot end itself.
        if let life, life.connection.isOnLoopThread {
            thread.perform { life.end() }
            thread.end()
        } else {
            thread.end()
            life?.end()
        }
    }

    // MARK: - The server

    /// Makes a connection and waits until the graph is known.
    ///
    /// - Throws: `HardwareError`, for the reasons of the initializer.
    private func connect(catalog: PortCatalog, isReturn: Bool) throws(HardwareError) -> ServerLife {
        let properties = PipeWireConnection.soundProperties
        guard let connection = PipeWireConnection(remote: remote, properties: properties) else { throw .gone }
        let settled = Bell()
        let life = ServerLife(connection, catalog: catalog, isReturn: isReturn) { [weak self] told in
            switch told {
            case .settled: settled.ring()
            case .ports(let changes): self?.portsChanged(changes)
            case .timing(let sampleRate, let blockFrames): self?.timingChanged(sampleRate, blockFrames)
            case .volume(let volume): self?.volumeChanged(volume)
            case .otherSounds(let sounds): self?.otherSoundsChanged(sounds)
            case .guests(let guests): self?.guestsChanged(guests)
            case .outputMuted(let isMuted): self?.outputMuteChanged(isMuted)
            case .preferred(let uids): self?.preferenceChanged(uids)
            case .telephone(let report): self?.telephoneReported(report)
            case .lost:
                settled.ring()
                self?.serverLost()
            }
        }
        let mixer = state.withLock(\.halves).contains(.service) ? mixer : nil
        (life.volumePort, life.believes) = state.withLock { ($0.volumePort, $0.believes) }
        life.telephone = state.withLock(\.telephone.call)
        let guests = takesGuest.map {
            StageGuests.Wish(takes: $0, keeper: keeper, allows: allowsRecording, makesOutputs: makesOutputs)
        }
        let hasBegun = life.begin(mixer: mixer, identify: identify, isManaged: isManaged, guests: guests, book: book)
        let hasAnswered = hasBegun && settled.wait(after: 0, milliseconds: patienceMilliseconds) > 0
        if hasAnswered, !life.isLost { return life }
        life.end()
        guard hasBegun else { throw .gone }
        let deed = hasAnswered ? "closes them at once" : "answers none"
        throw .refused("the PipeWire server accepts connections and \(deed)")
    }

    private func serverLost() {
        // Not here: the loop thread cannot end itself.
        thread.perform { [weak self] in self?.bury() }
    }

    private func bury() {
        let life = state.withLock { state in
            defer { state.life = nil }
            return state.life
        }
        guard let life else { return }
        life.end()
        state.withLock { $0.isWithoutServer = true }
        tell(.lost)
        tell(.serverAnswers(false))
        otherSoundsChanged([])
        guestsChanged([])
        outputMuteChanged(false)
        lookForServer(catalog: life.catalog, isReturn: true, tries: 0)
    }

    /// Tries to connect, a few times at first, and then whenever a server's socket appears.
    ///
    /// - Parameter isReturn: There was a server before.
    private func lookForServer(catalog: PortCatalog, isReturn: Bool, tries: Int) {
        guard !state.withLock({ $0.isClosed || $0.life != nil }) else { return }
        watchForServer(catalog: catalog, isReturn: isReturn)
        var forgotten = catalog
        forgotten.forget()
        if let life = try? connect(catalog: forgotten, isReturn: isReturn), waitForPorts(life) {
            let (isClosed, forced, departed, arrived) = life.connection.locked {
                state.withLock { state -> (Bool, Int, [String], [Port]) in
                    if !state.isClosed { state.life = life }
                    state.isWithoutServer = false
                    state.watch?.close()
                    state.watch = nil
                    let present = life.catalog.ports
                    let departed = state.ports.map(\.uid).filter { uid in !present.contains { $0.uid == uid } }
                    let arrived = present.filter { port in !state.ports.contains { $0.uid == port.uid } }
                    state.ports = present
                    return (state.isClosed, state.forcedFrames, departed, arrived)
                }
            }
            guard !isClosed else { return life.end() }
            if forced > 0 { life.connection.locked { life.service?.force(blockFrames: forced) } }
            tell(.serverAnswers(true))
            if !departed.isEmpty { tell(.portsDeparted(departed)) }
            if isReturn { tell(.restarted) }
            if !arrived.isEmpty { tell(.portsArrived(arrived)) }
            return
        }
        // A socket is there a little before its server answers. After that nothing wakes up until one appears; without a
        // folder to watch it is looked for every few seconds.
        let hasWatch = state.withLock { $0.watch != nil }
        guard tries < Self.quickTries || !hasWatch else { return }
        let delay = tries < Self.quickTries ? UInt64(tries + 1) * 20_000_000 : Self.slowNanoseconds
        thread.perform(afterNanoseconds: delay) { [weak self] in
            self?.lookForServer(catalog: catalog, isReturn: isReturn, tries: tries + 1)
        }
    }

    /// Tries after a socket appeared or a server went: 4 s in all.
    private static let (quickTries, slowNanoseconds) = (20, UInt64(5_000_000_000))

    /// Has a server's socket tried when it appears.
    private func watchForServer(catalog: PortCatalog, isReturn: Bool) {
        guard state.withLock({ $0.watch == nil }) else { return }
        let watch = FolderWatch(socketOf: remote) { [weak self] in
            guard let hardware = self else { return }
            hardware.thread.perform { [weak hardware] in
                hardware?.lookForServer(catalog: catalog, isReturn: isReturn, tries: 0)
            }
        }
        state.withLock { $0.watch = watch }
    }

    /// A server comes back before its devices do: waits until they are there again, and a while for those that are late.
    ///
    /// - Returns: False when the server went again; then the life has ended.
    private func waitForPorts(_ life: ServerLife) -> Bool {
        let before = state.withLock(\.ports)
        let begun = HostClock.now()
        while !life.connection.locked({ life.isLost }), !state.withLock(\.isClosed) {
            let present = life.connection.locked { life.catalog.ports }
            let areAllBack = before.allSatisfy { old in present.contains { $0.uid == old.uid } }
            let hasOutput = present.contains { $0.direction == .output }
            let needsOutput = before.contains { $0.direction == .output }
            let waited = HostClock.now() - begun
            if areAllBack || waited > Self.longestWaitNanoseconds { return true }
            if hasOutput || !needsOutput, waited > Self.lateNanoseconds { return true }
            ThreadPriority.sleep(untilHostTime: HostClock.now() + 5_000_000)
        }
        if state.withLock(\.isClosed) { return true }
        life.end()
        return false
    }

    /// The time that a returning server's other devices may be late, and its first output.
    private static let lateNanoseconds: UInt64 = 300_000_000
    private static let longestWaitNanoseconds: UInt64 = 3_000_000_000

    /// Runs `body` with the loop lock held; nil when the server is lost.
    func onServer<Result>(_ body: (ServerLife) -> Result) -> Result? {
        state.withLock(\.life).map { life in life.connection.locked { body(life) } }
    }

    // MARK: - Telling

    private func tell(_ event: HardwareEvent) {
        state.withLock { $0.events.append(event) }
        // One job for each event; jobs that find none are those of events that were condensed. A job that is refused is not
        // missed: far more jobs wait than events can.
        thread.perform { [weak self] in
            let (listener, event) = self?.state.withLock { ($0.listener, $0.events.popFirst()) } ?? (nil, nil)
            if let listener, let event { listener(event) }
        }
    }

    private func portsChanged(_ changes: PortCatalog.Changes) {
        let isAnnounced = state.withLock { state in
            // While a server comes back, what is there again never left.
            guard state.life != nil || state.ports.isEmpty else { return false }
            state.ports.removeAll { changes.departed.contains($0.uid) }
            for port in changes.changed {
                if let index = state.ports.firstIndex(where: { $0.uid == port.uid }) { state.ports[index] = port }
            }
            state.ports += changes.arrived
            return true
        }
        guard isAnnounced else { return }
        if !changes.departed.isEmpty { tell(.portsDeparted(changes.departed)) }
        if !changes.changed.isEmpty { tell(.portsArrived(changes.changed)) }
        if !changes.arrived.isEmpty { tell(.portsArrived(changes.arrived)) }
    }

    private func timingChanged(_ sampleRate: Double, _ blockFrames: Int?) {
        mixer.setSampleRate(sampleRate)
        let (before, timing) = state.withLock { state in
            let before = state.timing
            state.timing = HardwareTiming(sampleRate: sampleRate, blockFrames: blockFrames ?? before.blockFrames)
            return (before, state.timing)
        }
        if timing != before { tell(.timing(timing)) }
    }

    private func volumeChanged(_ volume: Float) {
        let isNew = state.withLock { state in
            defer { state.volume = volume }
            return abs(state.volume - volume) >= 0.001
        }
        if isNew { tell(.volume(volume)) }
    }

    private func outputMuteChanged(_ isMuted: Bool) {
        let isNew = state.withLock { state in
            defer { state.isOutputMuted = isMuted }
            return state.isOutputMuted != isMuted
        }
        if isNew { tell(.outputMuted(isMuted)) }
    }

    private func preferenceChanged(_ uids: [String]) {
        let isNew = state.withLock { state in
            defer { state.preferredUIDs = uids }
            return state.preferredUIDs != uids
        }
        if isNew { tell(.portsPreferred(uids)) }
    }

    private func otherSoundsChanged(_ sounds: Set<OtherSound>) {
        let isNew = state.withLock { state in
            defer { state.otherSounds = sounds }
            return state.otherSounds != sounds
        }
        if isNew { tell(.otherSounds(sounds)) }
    }

    private func guestsChanged(_ guests: [GuestStream]) {
        state.withLock { $0.guests = guests }
        tell(.guests(guests))
    }

    // MARK: - Hardware

    package func begin(_ listener: @escaping @Sendable (HardwareEvent) -> Void) {
        let told = Bell()
        let isTaken = thread.perform { [weak self] in
            guard let self else { return told.ring() }
            let now = state.withLock { state in
                state.listener = listener
                return (
                    isWithoutServer: state.isWithoutServer, ports: state.ports, preferred: state.preferredUIDs,
                    timing: state.timing, sounds: state.otherSounds, guests: state.guests,
                    isMuted: state.isOutputMuted
                )
            }
            if !now.ports.isEmpty { listener(.portsArrived(now.ports)) }
            if now.isWithoutServer { listener(.serverAnswers(false)) } else { listener(.timing(now.timing)) }
            if !now.preferred.isEmpty { listener(.portsPreferred(now.preferred)) }
            if !now.sounds.isEmpty { listener(.otherSounds(now.sounds)) }
            if !now.guests.isEmpty { listener(.guests(now.guests)) }
            if now.isMuted { listener(.outputMuted(true)) }
            told.ring()
        }
        if isTaken { told.wait(after: 0, milliseconds: 5_000) }
    }

    package var ports: [Port] { state.withLock(\.ports) }

    package var timing: HardwareTiming { state.withLock(\.timing) }

    /// The rate is the graph's; the block holds while the stage is in the graph.
    @discardableResult
    package func request(_ timing: HardwareTiming) -> HardwareTiming {
        let limits = limits
        let granted = limits.granting(timing)
        let isNew = state.withLock { state in
            state.forcedFrames = granted.blockFrames
            defer { state.timing = granted }
            return state.timing != granted
        }
        _ = onServer { $0.service?.force(blockFrames: granted.blockFrames) }
        if isNew { tell(.timing(granted)) }
        return granted
    }

    package var limits: HardwareLimits {
        HardwareLimits(blockFrames: 64...4_096, sampleRates: [timing.sampleRate])
    }

    package var volume: Float {
        get { state.withLock(\.volume) }
        set {
            let clamped = newValue.isFinite ? min(max(newValue, 0), 1) : 0
            state.withLock { $0.volume = clamped }
            _ = onServer { $0.setVolume(clamped) }
        }
    }

    /// The volume and the mute switch of that port's own device count from now on, and no other's.
    package func followVolume(ofPort uid: String?) -> Float? {
        state.withLock { $0.volumePort = VolumePort(uid: uid) }
        let volume = onServer { $0.followVolume(VolumePort(uid: uid)) } ?? nil
        if let volume { state.withLock { $0.volume = volume } }
        return volume
    }

    /// The device's own capture volume, on the scale of sliders.
    package func setInputGain(_ gain: Float?, portUID: String) {
        _ = onServer { $0.setInputGain(gain, portUID: portUID) }
    }

    package func openStream(
        _ description: StreamDescription, renderer: StreamRenderer
    ) throws(HardwareError) -> any HardwareStream {
        waitForServer()
        let ports = ports
        if description.outputChannels > 0, !ports.contains(where: { $0.direction == .output }) { throw .noPort }
        if description.microphoneChannels > 0, !ports.contains(where: { $0.direction == .input }) { throw .noPort }
        let opened = onServer { life in
            Result { () throws(HardwareError) in try life.open(description, renderer: renderer) }
        }
        guard let opened else { throw .gone }
        return try opened.get()
    }

    /// Waits for the server's return.
    ///
    /// A service in another process may notice the return before this one: then it makes the program open its streams
    /// anew a little too early.
    private func waitForServer() {
        guard !state.withLock(\.halves).contains(.service) else { return }
        let deadline = HostClock.now() + 2_000_000_000
        while state.withLock({ $0.life == nil && !$0.isClosed }), HostClock.now() < deadline {
            ThreadPriority.sleep(untilHostTime: HostClock.now() + 5_000_000)
        }
    }

    package var stage: any Stage {
        PipeWireStage(mixer: mixer) { [weak self] in _ = self?.onServer { $0.service?.ring() } }
    }

    package var now: Moment { Moment(nanoseconds: Int64(HostClock.now())) }

    /// The number of foreign links around the stage that were removed since the server came.
    package var bypassCount: Int { onServer { $0.service?.bypassCount ?? 0 } ?? 0 }

    /// Indicates whether nothing is on its way: every stream that was started is called, every change of the graph is known.
    package var isQuiet: Bool { onServer { $0.isQuiet } ?? true }
}

/// The stage: the mixer's, and after each change a look at the links.
private final class PipeWireStage: Stage {
    private let mixer: StageMixer
    private let changed: @Sendable () -> Void

    init(mixer: StageMixer, changed: @escaping @Sendable () -> Void) {
        self.mixer = mixer
        self.changed = changed
    }

    func perform(_ commands: [StageCommand]) {
        mixer.perform(commands)
        changed()
    }

    func meter(portUID: String) -> Meter? { mixer.meter(portUID: portUID) }
    func meter(program: ProgramID) -> Meter? { mixer.meter(program: program) }
}
