import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoWork
import Synchronization

/// A voice in the graph of a program's players: that of a file or of an audio queue.
protocol GraphVoice: AnyObject, Sendable {
    /// The player node of the voice.
    var player: Player { get }
    /// The format of its output; the device's rate when the voice was made.
    var format: BusFormat { get }
    /// The port's channel that each of its channels goes to; nil for the usual ones.
    var assignments: [AssignedChannel]? { get }
    /// Its place at the mixer, nil for none; nothing of it was rendered there yet.
    func enter(_ input: MixInput?)
    /// Gives back what it reads with, until it is read again: it has left the mix.
    func rest()
    /// Says that the device's rate is another now.
    func followRate()
}

/// One graph and one stream for all players of a program: each player a node, one mixer, one output.
///
/// The stream runs while any voice plays. A voice that is taken out beside others falls silent first; with the last one the
/// stream stops, which fades by itself. Locks: a player's comes before this one's, which comes before a voice's and a
/// schedule's.
/// - Thread: any but the render thread.
final class PlayerGraph: Sendable {
    private struct Seat {
        let voice: any GraphVoice
        let node: NodeID
        let bus: Int
        /// Indicates whether it is to leave once it has fallen silent.
        var isLeaving = false
    }

    private struct State: Sendable {
        let mixer: NodeID
        let output: NodeID
        var seats: [ObjectIdentifier: Seat] = [:]
        var freeBuses: [Int] = []
        var format: EngineIO.Format?
        /// The ports that the channels were assigned for.
        var portUIDs: [String] = []
    }

    /// The longest and the shortest time between two looks of the service at the hardware.
    private static let restMilliseconds = 10...100
    /// The longest time where one voice plays, whose next need is known: the session reports changes of the hardware.
    private static let longestRestAlone = 1_000

    private let client: SessionClient
    private let system: AudioSystem
    /// Its graph is edited under the lock of `state`.
    private let io: EngineIO
    private let state: Mutex<State>
    /// Apart: the desk rings while the graph is locked.
    private let pump = Mutex<Pump?>(nil)
    private let observers = Mutex<[Int]>([])

    /// The program's graph, made at first use.
    static func of(_ context: AppContext) -> PlayerGraph {
        context.attachment(PlayerGraph.self) { PlayerGraph(context: $0) }
    }

    /// The graph for the system sounds of a program, whose stream is of the local class.
    static func ofSystemSounds(_ context: AppContext) -> PlayerGraph {
        context.attachment(SystemSoundGraph.self) { SystemSoundGraph(PlayerGraph(context: $0, face: .systemSound)) }
            .graph
    }

    private init(context: AppContext, face: IOKind.Face = .player) {
        client = context.client
        system = context.system
        io = EngineIO(context: context, face: face)
        state = Mutex(State(mixer: io.live.graph.attach(Mixer()), output: io.live.graph.attach(Output())))
        renderer.desk.setWake { [weak self] in self?.wake() }
        let numbers = [
            client.addObserver { [weak self] notification in
                if case .routeChanged = notification { self?.wake() }
            },
            client.addWatcher(on: .secondary) { [weak self] in self?.wake() },
        ]
        observers.withLock { $0 = numbers }
    }

    deinit {
        pump.withLock { $0 }?.cancel()
        for number in observers.withLock({ $0 }) { client.removeObserver(number) }
        io.end()
    }

    private var renderer: Renderer { io.live.renderer }

    private func wake() { pump.withLock { $0 }?.wake() }

    /// Rate that voices must have: the device's now, in hertz.
    var sampleRate: Double { system.hardware.timing.sampleRate }

    /// The frames of a block of the device now.
    var blockFrames: Int { system.hardware.timing.blockFrames }

    /// Takes a voice into the mix, instead of another if given, which falls silent meanwhile.
    ///
    /// - Throws: The hardware's reason if the stream cannot be opened or started; then the voice is not in the mix.
    func add(_ voice: any GraphVoice, replacing old: (any GraphVoice)? = nil) throws(HardwareError) {
        let (failure, left) = state.withLock { state -> (HardwareError?, [any GraphVoice]) in
            let left = old.map { retire($0, &state) } ?? []
            enter(voice, &state)
            guard let failure = start(&state) else { return (nil, left) }
            leave(voice, &state)
            let others = stopIfLeft(&state)
            publish(&state)
            return (failure, left + others)
        }
        for voice in left { voice.rest() }
        pump.withLock { pump in
            if pump == nil { pump = system.workers.addPump { [weak self] in self?.serve() ?? .asleep } }
            pump?.wake()
        }
        if let failure { throw failure }
    }

    /// Takes a voice out of the mix as soon as it has fallen silent; the stream stops with the last, at once.
    func remove(_ voice: any GraphVoice) {
        let left = state.withLock { state -> [any GraphVoice] in
            guard state.seats[ObjectIdentifier(voice)] != nil else { return [] }
            let left = retire(voice, &state)
            let others = stopIfLeft(&state)
            if state.seats.isEmpty || !left.isEmpty { publish(&state) }
            return left + others
        }
        for voice in left { voice.rest() }
        wake()
    }

    /// Takes up another assignment of a voice's channels, from the next block on.
    func reassign(_ voice: any GraphVoice) {
        state.withLock { state in
            guard let seat = state.seats[ObjectIdentifier(voice)] else { return }
            assign(seat, &state)
            publish(&state)
        }
    }

    // MARK: The graph

    private func enter(_ voice: any GraphVoice, _ state: inout State) {
        guard state.seats[ObjectIdentifier(voice)] == nil else {
            state.seats[ObjectIdentifier(voice)]?.isLeaving = false
            return
        }
        let node = io.live.graph.attach(voice.player)
        let bus = state.freeBuses.popLast() ?? state.seats.count
        // A new node and a free bus can always be connected.
        let connection = try? io.live.graph.connect(BusID(node, 0), to: BusID(state.mixer, bus), format: voice.format)
        voice.enter(connection?.mix)
        let seat = Seat(voice: voice, node: node, bus: bus)
        state.seats[ObjectIdentifier(voice)] = seat
        assign(seat, &state)
        renderer.desk.admit(voice.player)
    }

    private func leave(_ voice: any GraphVoice, _ state: inout State) {
        guard let seat = state.seats.removeValue(forKey: ObjectIdentifier(voice)) else { return }
        renderer.desk.dismiss(voice.player)
        voice.enter(nil)
        try? io.live.graph.detach(seat.node)
        state.freeBuses.append(seat.bus)
        if state.seats.isEmpty { state.freeBuses = [] }
    }

    /// Lets a voice fall silent, after which it leaves; the caller makes another plan if it has left.
    ///
    /// - Returns: The voice if it was silent, and has left.
    private func retire(_ voice: any GraphVoice, _ state: inout State) -> [any GraphVoice] {
        voice.player.pause(fadeSeconds: StageFade.seconds)
        guard voice.player.isSilent else {
            state.seats[ObjectIdentifier(voice)]?.isLeaving = true
            return []
        }
        leave(voice, &state)
        return [voice]
    }

    /// Stops the stream when every voice is to leave; the caller makes another plan.
    ///
    /// - Returns: The voices that have left by that.
    private func stopIfLeft(_ state: inout State) -> [any GraphVoice] {
        guard state.seats.values.allSatisfy(\.isLeaving) else { return [] }
        // A block without the last voice would end its sound with a step: a stream that stops fades.
        io.stop(closes: false)
        let voices = state.seats.values.map(\.voice)
        for voice in voices {
            voice.player.endFall()
            leave(voice, &state)
        }
        return voices
    }

    /// Takes the voices out that were to leave and have fallen silent; the caller makes another plan.
    ///
    /// - Returns: Those voices.
    private func dismissSilent(_ state: inout State) -> [any GraphVoice] {
        let silent = state.seats.values.filter { $0.isLeaving && $0.voice.player.isSilent }
        // In order, so that the buses that come free, and with them all sums, are the same in every run.
        let voices = silent.sorted { $0.bus < $1.bus }.map(\.voice)
        for voice in voices { leave(voice, &state) }
        return voices
    }

    /// Leads a voice's channels to those of the ports.
    private func assign(_ seat: Seat, _ state: inout State) {
        io.live.graph.assign(assignment(of: seat.voice), at: BusID(state.mixer, seat.bus))
    }

    /// The channel of the output that each channel of a voice goes to; nil for where its format says.
    private func assignment(of voice: any GraphVoice) -> [Int]? {
        let ports = client.snapshot.route.outputs
        if let assignments = voice.assignments { return AssignedChannel.map(assignments, on: ports) }
        // Several ports are no room with loudspeakers around: their channels meet those of a sound one to one.
        return ports.count > 1 && voice.format.channelCount > 2 ? Array(0..<voice.format.channelCount) : nil
    }

    /// Makes a plan for the hardware as it is and lets the stream run.
    ///
    /// - Parameter rises: Whether sounds are under way, which rise from silence if another stream continues them.
    private func start(_ state: inout State, rises: Bool = false) -> HardwareError? {
        state.format = currentFormat
        followPorts(&state)
        publish(&state)
        guard let format = state.format else { return nil }
        do throws(EngineIO.StartError) {
            try io.start(for: format, wantsInput: false, stops: 0, rises: rises)
        } catch {
            switch error {
            case .hardware(let failure): return failure
            case .session: return .gone
            }
        }
        return nil
    }

    /// The properties of the hardware that matter here: the stage handles a change of ports.
    private var currentFormat: EngineIO.Format {
        var format = io.currentFormat(wantsInput: false)
        format.outputUIDs = []
        return format
    }

    private func publish(_ state: inout State) {
        guard let hardware = state.format else { return }
        let format = BusFormat(sampleRate: hardware.sampleRate, channelCount: hardware.outputChannels)
        let (mixer, output) = (BusID(state.mixer, 0), BusID(state.output, 0))
        let request = PlanCompiler.Request(
            roots: [state.output], sampleRate: hardware.sampleRate, changes: .graphAlone)
        do throws(GraphError) {
            try io.live.graph.connect(mixer, to: output, format: format)
            try io.live.update(request)
        } catch {
            preconditionFailure("players, a mixer and an output can always be rendered: \(error)")
        }
    }

    // MARK: Service

    /// Leads the channels that were assigned to where their ports are now.
    ///
    /// - Returns: Whether the ports are others than before.
    @discardableResult
    private func followPorts(_ state: inout State) -> Bool {
        let uids = client.snapshot.route.outputs.map(\.uid)
        guard uids != state.portUIDs else { return false }
        state.portUIDs = uids
        for seat in state.seats.values { assign(seat, &state) }
        return true
    }

    /// Does the work beside the render thread.
    private func serve() -> Workers.PumpResult {
        let (outdated, left) = state.withLock { state -> ([any GraphVoice], [any GraphVoice]) in
            renderer.collect()
            let left = dismissSilent(&state)
            guard let format = state.format, !state.seats.isEmpty else { return ([], left) }
            if format == currentFormat {
                if followPorts(&state) || !left.isEmpty { publish(&state) }
                return ([], left)
            }
            // If it fails, the server is gone, and the session says so to the program.
            _ = start(&state, rises: true)
            let voices = state.seats.values.map(\.voice)
            return (voices.filter { $0.format.sampleRate != state.format?.sampleRate }, left)
        }
        for voice in left { voice.rest() }
        for voice in outdated { voice.followRate() }
        var calls: [ServiceCall] = []
        // Few wake-ups for one voice; the memory of many stays small.
        let isAlone = state.withLock { $0.seats.count == 1 }
        let ahead = FileStream.aheadFrames(blockFrames: blockFrames)
        let request = ServiceRequest(
            readAheadFrames: isAlone ? max(FileStream.lentAheadFrames, ahead) : ahead, sampleRate: sampleRate)
        let next = renderer.desk.serve(
            at: renderer.renderedSeconds, request: { _ in request }, call: { calls.append($0) })
        for call in calls { call() }
        if !calls.isEmpty || !outdated.isEmpty { return .worked }
        guard state.withLock({ !$0.seats.isEmpty }) else { return .asleep }
        return .resting(milliseconds: Self.rest(forSeconds: next, system.hardware.timing, isAlone: isAlone))
    }

    /// Returns the time to rest until a device has rendered so many seconds more; nil for as long as possible.
    ///
    /// The rendered frames grow by blocks: the time covers whole blocks, and a little for one that comes late, so that
    /// a check does not come too early.
    static func rest(forSeconds seconds: Double?, _ timing: HardwareTiming, isAlone: Bool = false) -> Int {
        guard let seconds else { return restMilliseconds.upperBound }
        let longest = isAlone ? longestRestAlone : restMilliseconds.upperBound
        let block = Double(timing.blockFrames) / timing.sampleRate
        // Times that were added up may lie a hair above a whole number of blocks.
        let blocks = (seconds / block - 1e-6).rounded(.up)
        let wait = max(blocks, 1) * block + min(block / 4, 0.005)
        return min(max(Int((min(wait, 1) * 1000).rounded(.up)), restMilliseconds.lowerBound), longest)
    }
}

/// The graph of a program's system sounds, apart from that of its players.
private final class SystemSoundGraph: Sendable {
    let graph: PlayerGraph

    init(_ graph: PlayerGraph) { self.graph = graph }
}
