import SordinoRealtime
import SordinoSignal
import Synchronization

/// A unit that plays notes from samples: the common part of the sampler and the General MIDI synthesizers.
///
/// Notes come by `port` from any thread and are played on their frame. A bank may be set while the unit sounds;
/// sounding notes then end. Controllers and programs outlive banks and formats.
package class InstrumentUnit: UnitProcessor, @unchecked Sendable {
    private let road = InstrumentRoad()
    private let handOver: HandOver<InstrumentPlan>
    private let synthesizer: Synthesizer
    private let pending: Held<InstrumentPending>
    private let hasEffects: Bool
    /// The factor of all that it plays.
    private let headroom: Float
    private let loaded: Mutex<PatchBank>

    init(
        _ identity: UnitIdentity, name: String, parameters: [ParameterSpec], bank: PatchBank, hasEffects: Bool,
        headroom: Float, voiceCount: Int
    ) {
        handOver = HandOver<InstrumentPlan> { plan in
            plan.pointee.owner.release()
            plan.deinitialize(count: 1)
            plan.deallocate()
        }
        synthesizer = Synthesizer(voiceCount: voiceCount)
        pending = Held(InstrumentPending(plans: handOver.renderer))
        loaded = Mutex(bank)
        self.hasEffects = hasEffects
        self.headroom = headroom
        super.init(identity, name: name, parameters: parameters)
        load(bank)
    }

    /// Reaches the road of notes from any thread; valid as long as the unit.
    package var notes: InstrumentPort { road.port }

    /// The bank that is played.
    package var soundBank: PatchBank { loaded.withLock { $0 } }

    /// The way in which recordings are read, from the next block on.
    package var interpolation: NoteInterpolation {
        get { NoteInterpolation(rawValue: pending.pointer.pointee.interpolation.load(ordering: .relaxed)) ?? .cubic }
        set { pending.pointer.pointee.interpolation.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Plays from another bank from the next block on.
    package func load(_ bank: PatchBank) {
        loaded.withLock { loaded in
            loaded = bank
            let plan = UnsafeMutablePointer<InstrumentPlan>.allocate(capacity: 1)
            plan.initialize(to: InstrumentPlan(view: bank.view, owner: Unmanaged.passRetained(bank)))
            handOver.publish(plan)
        }
    }

    package override var inputBusLimit: Int { 0 }
    /// Notes of other units may come in the same block: the plan's order counts.
    package override var standsAlone: Bool { false }
    package override var tailSeconds: Double { hasEffects ? 3 : 0 }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        guard format.sampleRate >= 2_000 else { throw .unsupportedFormat(wiring.node, format) }
        let memory = UnitMemory()
        memory.keep(self.synthesizer)
        memory.keep(handOver)
        memory.keep(road)
        memory.keep(pending)
        var effects: InstrumentEffects?
        if hasEffects {
            let reverb = Reverb(
                channelCount: 2, sampleRate: format.sampleRate,
                settings: ReverbSettings(shortest: 0.012, longest: 0.06, decayAt0Hz: 1.6, decayAtNyquist: 0.6))
            let chorus = Chorus(sampleRate: format.sampleRate)
            memory.keep(reverb)
            memory.keep(chorus)
            effects = InstrumentEffects(
                reverb: reverb.renderer, chorus: chorus.renderer,
                inputs: memory.copies(of: memory.floats(UnitCore.pieceLimit), count: 2),
                outputs: memory.planes(2, frameCount: UnitCore.pieceLimit))
        }
        let kernel = InstrumentKernel(
            renderer: synthesizer.renderer, road: road.port, pending: pending.pointer,
            sampleRate: format.sampleRate, channelCount: format.channelCount, headroom: headroom, effects: effects,
            planes: memory.planes(4, frameCount: UnitCore.pieceLimit), mapping: mapping)
        return .make(for: self, format: format, memory: memory, kernel: kernel, run: runInstrument)
    }

    /// The slots of the parameters of this instrument.
    var mapping: InstrumentParameters { InstrumentParameters() }
}

/// A bank on its way to the render thread.
struct InstrumentPlan {
    let view: PatchBankView
    let owner: Unmanaged<PatchBank>
}

/// The slots of parameters that a kernel looks at; -1 for those that a unit does not have.
struct InstrumentParameters: BitwiseCopyable {
    var gain = -1
    var coarse = -1
    var fine = -1
    var pan = -1
    var reverb = -1
}

/// Reverb and chorus, and the planes between them and the notes.
struct InstrumentEffects: BitwiseCopyable {
    let reverb: ReverbRenderer
    let chorus: ChorusRenderer
    /// The same mono plane twice.
    let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
}

/// Events that were taken off the road and are not due, by time; they outlive formats.
struct InstrumentPending: ~Copyable {
    let plans: HandOverRenderer<InstrumentPlan>
    let events: UnsafeMutablePointer<InstrumentEvent>
    let capacity = InstrumentRoad.capacity
    /// The raw value of the interpolation that is wanted.
    let interpolation = Atomic<UInt8>(NoteInterpolation.cubic.rawValue)
    var count = 0
    /// Notes and events that may still be performed in the present block.
    var (notesLeft, eventsLeft) = (0, 0)
    /// The bank that is played.
    var plan: UnsafeMutablePointer<InstrumentPlan>?

    init(plans: HandOverRenderer<InstrumentPlan>) {
        self.plans = plans
        events = .allocate(capacity: InstrumentRoad.capacity)
        events.initialize(repeating: InstrumentEvent(.reset, time: 0), count: InstrumentRoad.capacity)
    }

    deinit { events.deallocate() }
}

/// The render thread's part.
struct InstrumentKernel: UnitKernel {
    let renderer: SynthesizerRenderer
    let road: InstrumentPort
    let pending: UnsafeMutablePointer<InstrumentPending>
    let sampleRate: Double
    let channelCount: Int
    let headroom: Float
    let effects: InstrumentEffects?
    /// Left, right, the send to the reverb and the send to the chorus.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let mapping: InstrumentParameters
    var left = GainRamp(1)
    var right = GainRamp(1)
    var reverbGain: Float = 1
    /// The first frame of the block on the time line of the output.
    var blockTime: Int64 = 0
}
