import CoreAudioTypes
import Synchronization

/// A unit whose sound is made by a function of the program, block by block: a program's own effect, mixer, instrument.
///
/// The function gets an exchange for each output bus, from which it pulls its inputs. While the unit gets ready for
/// other formats it is not called, and is silent.
package final class HostedUnit: Processor, @unchecked Sendable {
    package let name: String
    package let health = Health()
    private let block: ClientBlock
    private let keeper: AnyObject
    private let gate = Held(HostedGate())
    private let ready: @Sendable (Wiring) throws -> Void
    private let forget: @Sendable () -> Void
    private let lag: @Sendable () -> Int
    private let busCounts: @Sendable () -> (inputs: Int, outputs: Int)
    private var present: HostedMemory?
    private var isStale = false

    /// Makes a unit.
    ///
    /// - Parameters:
    ///   - block: Exchanges a `HostedExchange`.
    ///   - keeping: An object that keeps the function's context.
    ///   - busCounts: How many busses there are.
    ///   - ready: Gets the unit ready for a wiring; never called while it renders.
    ///   - forget: Forgets the past.
    ///   - lag: Frames by which the output lags.
    package init(
        name: String, _ block: ClientBlock, keeping: AnyObject,
        busCounts: @escaping @Sendable () -> (inputs: Int, outputs: Int),
        ready: @escaping @Sendable (Wiring) throws -> Void, forget: @escaping @Sendable () -> Void,
        lag: @escaping @Sendable () -> Int
    ) {
        self.name = name
        self.block = block
        keeper = keeping
        self.busCounts = busCounts
        self.ready = ready
        self.forget = forget
        self.lag = lag
    }

    package var inputBusLimit: Int { busCounts().inputs }
    package var outputBusCount: Int { busCounts().outputs }
    package var isExamined: Bool { true }
    package var latencyFrames: Int { lag() }

    package func reset() {
        health.unmute()
        forget()
    }

    /// Lets the unit get ready anew for the next plan.
    package func renew() { isStale = true }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        if let present, !isStale, present.suits(wiring) { return recipe(present) }
        isStale = false
        gate.pointer.pointee.close()
        defer { gate.pointer.pointee.open() }
        do { try ready(wiring) } catch {
            throw .unsupportedFormat(
                wiring.node,
                wiring.outputs.first ?? wiring.inputs.first?.format ?? BusFormat(sampleRate: 0, channelCount: 0))
        }
        // Older plans, which still have the old formats, are silent from now on.
        let generation = (present?.held.pointer.pointee.generation ?? 0) + 1
        gate.pointer.pointee.generation.store(generation, ordering: .releasing)
        let memory = HostedMemory(block, gate: gate, generation: generation, wiring: wiring)
        present = memory
        return recipe(memory)
    }

    /// The processor itself, so that the function's context lives as long as the plan.
    private func recipe(_ memory: HostedMemory) -> StepRecipe {
        StepRecipe(
            run: runHosted, state: UnsafeMutableRawPointer(memory.held.pointer),
            owner: HostedOwner(unit: self, memory: memory), scratchByteCount: memory.scratchByteCount)
    }
}

/// The objects that a plan keeps alive.
private final class HostedOwner {
    private let unit: HostedUnit
    private let memory: HostedMemory

    init(unit: HostedUnit, memory: HostedMemory) { (self.unit, self.memory) = (unit, memory) }
}

/// Keeps rendering and getting ready apart.
struct HostedGate: ~Copyable {
    /// 0: unused; 1: in use by the render thread; 2: closed.
    let visitor = Atomic<Int>(0)
    /// Which memory is of the present formats.
    let generation = Atomic<Int>(0)
}

/// The lists of one wiring.
private final class HostedMemory {
    let held: Held<HostedState>
    private let wiring: Wiring
    private let lists: [UnsafeMutableAudioBufferListPointer]
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
    private let busses: UnsafeMutablePointer<Int>

    init(_ block: ClientBlock, gate: Held<HostedGate>, generation: Int, wiring: Wiring) {
        self.wiring = wiring
        lists =
            wiring.outputs.isEmpty
            // A unit that makes no sound is asked all the same, and finds no buffers.
            ? [AudioBufferList.allocate(maximumBuffers: 1)]
            : wiring.outputs.map { AudioBufferList.allocate(maximumBuffers: $0.channelCount) }
        if wiring.outputs.isEmpty { lists[0].unsafeMutablePointer.pointee.mNumberBuffers = 0 }
        pointers = .allocate(capacity: lists.count)
        for (index, list) in lists.enumerated() { (pointers + index).initialize(to: list.unsafeMutablePointer) }
        busses = .allocate(capacity: max(wiring.inputs.count, 1))
        for (index, input) in wiring.inputs.enumerated() { (busses + index).initialize(to: input.bus) }
        held = Held(
            HostedState(
                block: block, gate: gate.pointer, generation: generation, lists: pointers, inputBusses: busses,
                maximumFrameCount: wiring.maximumFrameCount))
    }

    /// Bytes of memory to copy the inputs into, for functions that may write over them.
    var scratchByteCount: Int {
        wiring.inputs.reduce(0) { $0 + $1.format.channelCount } * wiring.maximumFrameCount * MemoryLayout<Float>.stride
    }

    deinit {
        for list in lists { list.unsafeMutablePointer.deallocate() }
        pointers.deallocate()
        busses.deallocate()
    }

    func suits(_ other: Wiring) -> Bool {
        wiring.outputs == other.outputs && wiring.maximumFrameCount == other.maximumFrameCount
            && wiring.inputs.elementsEqual(other.inputs) { $0.bus == $1.bus && $0.format == $1.format }
    }
}

/// The render thread's state of a hosted unit.
struct HostedState {
    let block: ClientBlock
    let gate: UnsafeMutablePointer<HostedGate>
    let generation: Int
    /// One list for each output bus.
    let lists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
    /// The bus of each wired input.
    let inputBusses: UnsafeMutablePointer<Int>
    let maximumFrameCount: Int
}

/// The data passed between a hosted unit and its function.
package struct HostedExchange {
    /// The number of frames to make.
    package let frameCount: Int
    /// The first frame's time.
    package let time: AudioTimeStamp
    /// The output bus that is rendered.
    package let bus: Int
    /// Where the frames go: floats, one buffer for each channel.
    package let list: UnsafeMutablePointer<AudioBufferList>
    /// Set by a function that made silence.
    package var isSilence: Bool
    let io: UnsafeMutablePointer<StepIO>
    let inputBusses: UnsafeMutablePointer<Int>
    let maximumFrameCount: Int
}
