import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import Synchronization

/// One I/O stream for all players and queues of a program, and the mix of their voices.
///
/// The stream runs while any voice is there.
package final class PlayerMixer: @unchecked Sendable {
    private struct State {
        var voices: [PlayerVoice] = []
        var stream: (any HardwareStream)?
    }

    private let hardware: any Hardware
    private let program: ProgramID
    private let name: String
    private let state = Mutex(State())
    private let plans: HandOver<MixPlan>
    private let renderer: UnsafeMutablePointer<MixerState>

    /// The program's mixer, made at first use.
    package static func of(_ context: AppContext) -> PlayerMixer {
        context.attachment(PlayerMixer.self) { PlayerMixer(context: $0) }
    }

    private init(context: AppContext) {
        hardware = context.system.hardware
        program = .app(context.id)
        name = "\(context.declaration.name): players"
        plans = HandOver { plan in
            plan.deinitialize(count: 1)
            plan.deallocate()
        }
        renderer = .allocate(capacity: 1)
        renderer.initialize(to: MixerState(plans: plans.renderer))
    }

    deinit {
        state.withLock { $0.stream?.close() }
        plans.retire()
        renderer.deinitialize(count: 1)
        renderer.deallocate()
    }

    /// Rate that voices must have: the device's now, in hertz.
    package var sampleRate: Double { hardware.timing.sampleRate }

    /// Seconds from a frame that was mixed to the air.
    package var outputLatencySeconds: Double { state.withLock { $0.stream?.outputLatencySeconds ?? 0 } }

    /// Takes a voice into the mix, instead of another if given, from one block to the next.
    ///
    /// - Throws: What the hardware says if the stream cannot be opened or started; then the voice is not in the mix.
    package func add(_ voice: PlayerVoice, replacing old: PlayerVoice? = nil) throws(HardwareError) {
        let failure = state.withLock { state -> HardwareError? in
            let before = state.voices
            if let old { state.voices.removeAll { $0 === old } }
            state.voices.append(voice)
            publish(state.voices)
            do throws(HardwareError) {
                try startStream(&state)
                return nil
            } catch {
                state.voices = before.filter { $0 !== voice }
                publish(state.voices)
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Takes a voice out of the mix; the stream stops with the last.
    package func remove(_ voice: PlayerVoice) {
        state.withLock { state in
            guard state.voices.contains(where: { $0 === voice }) else { return }
            state.voices.removeAll { $0 === voice }
            publish(state.voices)
            if state.voices.isEmpty { state.stream?.stop() }
        }
    }

    private func startStream(_ state: inout State) throws(HardwareError) {
        if let stream = state.stream {
            if stream.isRunning { return }
            do throws(HardwareError) { return try stream.start() } catch {
                guard error == .gone else { throw error }
                // The server was lost meanwhile: the stream is of no more use, and another is opened.
                stream.close()
                state.stream = nil
            }
        }
        let description = StreamDescription(program: program, name: name, outputChannels: 2)
        let renderer = StreamRenderer(context: UnsafeMutableRawPointer(renderer), render: renderPlayers)
        let stream = try hardware.openStream(description, renderer: renderer)
        do throws(HardwareError) {
            try stream.start()
        } catch {
            stream.close()
            throw error
        }
        state.stream = stream
    }

    private func publish(_ voices: [PlayerVoice]) {
        let plan = UnsafeMutablePointer<MixPlan>.allocate(capacity: 1)
        plan.initialize(to: MixPlan(voices: voices))
        plans.publish(plan)
    }
}

/// The voices of one mix; keeps them alive until the render thread has let go of it.
final class MixPlanOwner {
    let voices: [PlayerVoice]

    init(_ voices: [PlayerVoice]) { self.voices = voices }
}

/// A flat list of what to mix.
struct MixPlan: ~Copyable {
    let states: UnsafeMutablePointer<UnsafeMutablePointer<VoiceState>>
    let count: Int
    /// Never touched by the render thread.
    private let owner: MixPlanOwner

    init(voices: [PlayerVoice]) {
        owner = MixPlanOwner(voices)
        count = voices.count
        states = .allocate(capacity: max(1, voices.count))
        for (index, voice) in voices.enumerated() { (states + index).initialize(to: voice.state) }
    }

    deinit { states.deallocate() }
}
