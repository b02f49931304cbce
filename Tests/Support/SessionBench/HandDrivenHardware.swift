import SordinoHardware
import SordinoPolicy
import Synchronization

/// Hardware that does nothing by itself: a test says what happens and reads what was asked of it.
package final class HandDrivenHardware: Hardware {
    package enum Asked: Hashable {
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

    package init(ports: [Port] = VirtualProfile.phone.ports) { state = Mutex(State(ports: ports)) }

    // MARK: The test's side

    /// The requests since the last call.
    package func asked() -> [Asked] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    package func write(_ asked: Asked) { state.withLock { $0.asked.append(asked) } }

    package func set(seconds: Double) { state.withLock { $0.now = Moment(seconds: seconds) } }

    package func tell(_ event: HardwareEvent) { state.withLock { $0.listener }?(event) }

    // MARK: The service's side

    package var name: String { "hand-driven" }
    package var ports: [Port] { state.withLock { $0.ports } }
    package var timing: HardwareTiming { state.withLock { $0.timing } }
    package var now: Moment { state.withLock { $0.now } }
    package var limits: HardwareLimits { VirtualProfile.phone.limits }
    package var stage: any Stage { HandDrivenStage(hardware: self) }

    package var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            state.withLock { $0.volume = newValue }
            write(.volume(newValue))
        }
    }

    package func setInputGain(_ gain: Float?, portUID: String) { write(.inputGain(portUID, gain)) }

    package func begin(_ listener: @escaping @Sendable (HardwareEvent) -> Void) {
        state.withLock { $0.listener = listener }
        listener(.portsArrived(ports))
    }

    package func request(_ timing: HardwareTiming) -> HardwareTiming {
        write(.timing(timing))
        let changes = state.withLock { state in
            defer { state.timing = timing }
            return state.timing != timing
        }
        // As a real peer does: told before the request returns.
        if changes { tell(.timing(timing)) }
        return timing
    }

    package func openStream(
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
