import SordinoHardware
import SordinoPolicy
import Synchronization

/// Hardware that does nothing by itself: a test says what happens and reads what was asked of it.
final class HandDrivenHardware: Hardware {
    enum Asked: Hashable {
        case timing(HardwareTiming)
        case stage([StageCommand])
        case volume(Float)
        case inputGain(String, Float?)
        case opened(StreamDescription)
        case started(StreamDescription)
        case stopped(StreamDescription)
        /// Written by a test's own I/O object.
        case note(String)
    }

    private struct State {
        var asked: [Asked] = []
        var listener: (@Sendable (HardwareEvent) -> Void)?
        var ports: [Port]
        var timing = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)
        var volume: Float = 1
        var now = Moment.zero
    }

    private let state: Mutex<State>

    init(ports: [Port] = VirtualProfile.phone.ports) { state = Mutex(State(ports: ports)) }

    // MARK: The test's side

    /// What was asked since the last call.
    func asked() -> [Asked] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    func write(_ asked: Asked) { state.withLock { $0.asked.append(asked) } }

    func set(seconds: Double) { state.withLock { $0.now = Moment(seconds: seconds) } }

    func tell(_ event: HardwareEvent) { state.withLock { $0.listener }?(event) }

    // MARK: The service's side

    var name: String { "hand-driven" }
    var ports: [Port] { state.withLock { $0.ports } }
    var timing: HardwareTiming { state.withLock { $0.timing } }
    var now: Moment { state.withLock { $0.now } }
    var limits: HardwareLimits { VirtualProfile.phone.limits }
    var stage: any Stage { HandDrivenStage(hardware: self) }

    var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            state.withLock { $0.volume = newValue }
            write(.volume(newValue))
        }
    }

    func setInputGain(_ gain: Float?, portUID: String) { write(.inputGain(portUID, gain)) }

    func begin(_ listener: @escaping @Sendable (HardwareEvent) -> Void) {
        state.withLock { $0.listener = listener }
        listener(.portsArrived(ports))
    }

    func request(_ timing: HardwareTiming) -> HardwareTiming {
        write(.timing(timing))
        let changes = state.withLock { state in
            defer { state.timing = timing }
            return state.timing != timing
        }
        // As a real peer does: told before the request returns.
        if changes { tell(.timing(timing)) }
        return timing
    }

    func openStream(
        _ description: StreamDescription, renderer: StreamRenderer
    ) throws(HardwareError) -> any HardwareStream {
        write(.opened(description))
        return HandDrivenStream(description: description, hardware: self)
    }
}

private final class HandDrivenStage: Stage {
    private let hardware: HandDrivenHardware

    init(hardware: HandDrivenHardware) { self.hardware = hardware }

    func perform(_ commands: [StageCommand]) { hardware.write(.stage(commands)) }
    func meter(portUID: String) -> Meter? { nil }
    func meter(program: ProgramID) -> Meter? { nil }
}

private final class HandDrivenStream: HardwareStream {
    let description: StreamDescription
    private let hardware: HandDrivenHardware
    private let running = Mutex(false)

    init(description: StreamDescription, hardware: HandDrivenHardware) {
        self.description = description
        self.hardware = hardware
    }

    var isRunning: Bool { running.withLock { $0 } }
    var outputLatencySeconds: Double { 0 }
    var inputLatencySeconds: Double { 0 }

    func start() throws(HardwareError) {
        running.withLock { $0 = true }
        hardware.write(.started(description))
    }

    func stop() {
        running.withLock { $0 = false }
        hardware.write(.stopped(description))
    }

    func close() { stop() }
}
