import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import SordinoSession
import Synchronization

/// A unit as C renders it: where its inputs get their frames, the functions that are called around each block, its last error.
///
/// Inputs reach the render thread by a hand-over: a change holds from the next block on, and what was connected before is released
/// after the last block that used it.
/// - Thread: control, but for `state`.
package final class UnitCalls: Sendable {
    /// The source of an input's frames.
    package enum Input: Sendable {
        case callback(ClientProc)
        /// An output bus of another unit, and the object that keeps that unit.
        case unit(UnitCalls, bus: UInt32, keeping: Kept)
    }

    /// An object that is only kept.
    package typealias Kept = Lent<AnyObject>

    private struct Wires: Sendable {
        var inputs: [Int: Input] = [:] {
            didSet {
                sources = inputs.values.compactMap { input in
                    if case .unit(let source, let bus, _) = input, source.hardwareBus != bus { source } else { nil }
                }
            }
        }
        var arrival: ClientProc?
        var place: ClientPlaceProc?
        /// The units among the inputs; what comes from the hardware leads nowhere further.
        private(set) var sources: [UnitCalls] = []
    }

    /// The output bus that delivers hardware input, whichever inputs are connected; nil for units without hardware.
    package let hardwareBus: UInt32?
    private let gate = Guarded<UnitGate?>(nil)
    /// Functions that are called before and after each block.
    package let notifies = RenderNotifies()
    private let held: Held<UnitCallsState>
    private let news = Held(UnitCallsNews())
    private let handOver: HandOver<UnitInputTable>
    private let wires = Guarded(Wires())
    /// The time lines of input buses, of units that keep them.
    private let clocks = Guarded<[Int: Held<InputClock>]>([:])
    private let keepsInputTime: Bool
    private let pending = AfterBlock()
    /// Held while connections are made, so that two threads cannot make a ring together.
    private static let wiring = Guarded(())
    /// The unit's own work beside the render thread, for so many frames ahead.
    private let serveUnit: Lent<(Int) -> Void>

    /// Makes the calls of a unit without inputs.
    ///
    /// - Parameters:
    ///   - hardwareBus: The output bus that gives what comes from the hardware.
    ///   - keepsInputTime: Whether each input has a time line that `setInputTime` moves: those of mixers.
    ///   - serve: Does the unit's work beside the render thread, reading so many frames ahead.
    package init(hardwareBus: UInt32? = nil, keepsInputTime: Bool = false, serve: @escaping (Int) -> Void) {
        self.hardwareBus = hardwareBus
        self.keepsInputTime = keepsInputTime
        serveUnit = Lent(serve)
        handOver = HandOver<UnitInputTable>(returnCapacity: 16) { table in
            table.pointee.free()
            table.deallocate()
        }
        held = Held(UnitCallsState(inputs: handOver.renderer, notifies: notifies.state, news: news.pointer))
        held.pointer.pointee.desk = ControlCall(context: Unmanaged.passUnretained(self).toOpaque()) {
            Unmanaged<UnitCalls>.fromOpaque($0).takeUnretainedValue().serveInputs(readAhead: $1)
        }
        let state = held.pointer
        state.pointee.render.pull = { pullCalls(state, $0, $1, $2, $3, $4) }
    }

    /// The render thread's part; valid as long as this object.
    package var state: UnsafeMutablePointer<UnitCallsState> { held.pointer }

    /// Renders the unit; set while nothing renders, nil while the unit is not ready.
    package var block: RenderBlock? {
        get { held.pointer.pointee.render.block }
        set { held.pointer.pointee.render.block = newValue }
    }

    /// Takes the status of the last block that failed; 0 if none did since the last call.
    package func takeLastError() -> OSStatus {
        news.pointer.pointee.lastError.exchange(0, ordering: .relaxed)
    }

    /// Does work that is not possible inside a block: at once on other threads, after work deferred earlier; inside a block a
    /// worker does it when the block is over.
    ///
    /// - Parameters:
    ///   - key: Identifies the work: a second request with the same key is ignored while the first one waits.
    ///   - work: The work.
    package func afterBlock(_ key: Int, _ work: @escaping @Sendable () -> Void) {
        guard RenderThread.isCurrent else {
            pending.finish()
            return work()
        }
        pending.ask(key, of: AppContext.currentIfMade?.system.workers) { [self] in
            BlockEnd.wait { news.pointer.pointee.isInside.load(ordering: .sequentiallyConsistent) }
            work()
        }
    }

    /// Does the work that was deferred inside a block.
    ///
    /// - Returns: False inside a block that has deferred work.
    package func finishAfterBlock() -> Bool {
        pending.finish()
        return !pending.isPending
    }

    // MARK: Inputs

    /// Changes where an input bus gets its frames, from the next block on; nil leaves it open.
    ///
    /// - Returns: False if the connection would close a ring; nothing has changed then.
    package func setInput(_ input: Input?, bus: Int) -> Bool {
        Self.wiring.withLock { _ in
            if case .unit(let source, let output, _) = input, source.hardwareBus != output, source.isFed(by: self) {
                return false
            }
            wires.withLock { wires in
                wires.inputs[bus] = input
                publish(wires)
            }
            return true
        }
    }

    /// Leaves all inputs open, from the next block on.
    package func clearInputs() {
        wires.withLock { wires in
            wires.inputs = [:]
            publish(wires)
        }
    }

    /// Puts the unit behind a gate; called once, before anything renders it.
    ///
    /// - Parameter isHead: Whether the unit's blocks are those of the gate: it is pulled from outside.
    package func join(_ gate: UnitGate, isHead: Bool) {
        self.gate.withLock { $0 = gate }
        held.pointer.pointee.gate = gate.state
        held.pointer.pointee.isHead = isHead
    }

    /// Changes the function that is called when frames have arrived, from the next block on.
    package func setArrival(_ proc: ClientProc?) {
        wires.withLock { wires in
            wires.arrival = proc
            publish(wires)
        }
    }

    /// Changes the function that is called with the input positions of each block, from the next block on; for units
    /// that change time.
    package func setPlace(_ proc: ClientPlaceProc?) {
        wires.withLock { wires in
            wires.place = proc
            publish(wires)
        }
    }

    /// The next sample time of an input bus: as it has gone on since something was asked for there.
    ///
    /// - Returns: NaN for a bus that was never asked, or has no clock.
    package func inputTime(bus: Int) -> Double { clocks.withLock { $0[bus]?.pointer.pointee.time ?? .nan } }

    /// Makes an input bus continue at a sample time, with the next frames that are pulled.
    package func setInputTime(_ time: Double, bus: Int) {
        wires.withLock { wires in
            clocks.withLock { clocks in
                let clock = clocks[bus] ?? Held(InputClock())
                clocks[bus] = clock
                clock.pointer.pointee.wish(time)
            }
            publish(wires)
        }
    }

    /// Returns whether frames of a unit reach this one, or it is this one.
    private func isFed(by other: UnitCalls) -> Bool {
        if self === other { return true }
        return sources.contains { $0.isFed(by: other) }
    }

    /// The units that lead here.
    private var sources: [UnitCalls] { wires.withLock { $0.sources } }

    private func publish(_ wires: Wires) {
        let table = UnsafeMutablePointer<UnitInputTable>.allocate(capacity: 1)
        let clocks = clocks.withLock { clocks in
            if keepsInputTime {
                for bus in wires.inputs.keys where clocks[bus] == nil { clocks[bus] = Held(InputClock()) }
            }
            return clocks
        }
        table.initialize(to: UnitInputTable(wires.inputs, clocks: clocks, arrival: wires.arrival, place: wires.place))
        handOver.publish(table)
    }

    /// Lets the units that lead here do their work beside the render thread.
    package func serveInputs(readAhead frameCount: Int) {
        let sources = sources
        // Indices: an iterator of an array costs a heap call where nothing is specialised.
        for index in 0..<sources.count {
            sources[index].serveUnit.value(frameCount)
            sources[index].serveInputs(readAhead: frameCount)
        }
    }
}

/// The calls of a unit as both sides see them.
struct UnitCallsNews: ~Copyable {
    let lastError = Atomic<OSStatus>(0)
    /// Set while a block is rendered.
    let isInside = Atomic(false)
}

/// The inputs of a unit at one time, as the render thread sees them.
struct UnitInputTable {
    /// One for each bus up to the last that is connected.
    let inputs: UnsafeMutablePointer<UnitInputEntry>
    let count: Int
    let arrival: ClientProc?
    let place: ClientPlaceProc?
    /// Keeps the units and clocks that are pointed to.
    private let keeper: Unmanaged<Keeper>

    private final class Keeper {
        let wires: [UnitCalls.Input]
        let clocks: [Held<InputClock>]

        init(_ wires: [UnitCalls.Input], _ clocks: [Held<InputClock>]) { (self.wires, self.clocks) = (wires, clocks) }
    }

    init(
        _ wires: [Int: UnitCalls.Input], clocks: [Int: Held<InputClock>], arrival: ClientProc?, place: ClientPlaceProc?
    ) {
        count = (wires.keys.max() ?? -1) + 1
        inputs = .allocate(capacity: max(count, 1))
        inputs.initialize(repeating: UnitInputEntry(), count: max(count, 1))
        for (bus, input) in wires {
            switch input {
            case .callback(let proc): inputs[bus].proc = proc
            case .unit(let source, let output, _): (inputs[bus].source, inputs[bus].bus) = (source.state, output)
            }
        }
        for (bus, clock) in clocks where bus < count { inputs[bus].clock = clock.pointer }
        (self.arrival, self.place) = (arrival, place)
        keeper = .passRetained(Keeper(Array(wires.values), Array(clocks.values)))
    }

    func free() {
        inputs.deallocate()
        keeper.release()
    }
}

/// One input of a unit.
struct UnitInputEntry {
    var proc: ClientProc?
    var source: UnsafeMutablePointer<UnitCallsState>?
    /// The output bus of `source`.
    var bus: UInt32 = 0
    var clock: UnsafeMutablePointer<InputClock>?
}

/// The render thread's part of a unit's calls.
package struct UnitCallsState {
    let inputs: HandOverRenderer<UnitInputTable>
    let notifies: RenderNotifiesState
    let news: UnsafeMutablePointer<UnitCallsNews>
    var render = ClientRender()
    /// The input position of the last block, if the unit changes time.
    package var inputPlace: UnsafeMutablePointer<InputPlace>?
    var desk: ControlCall?
    /// The inputs of the block at hand.
    var table: UnsafeMutablePointer<UnitInputTable>?
    /// Calls of the unit that are under way: a callback may render another bus.
    var depth = 0
    /// Frames that came with the call.
    var given: GivenInput?
    var gate: UnsafeMutablePointer<UnitGateState>?
    /// Indicates whether the gate's blocks are those of this unit.
    var isHead = false

    init(
        inputs: HandOverRenderer<UnitInputTable>, notifies: RenderNotifiesState,
        news: UnsafeMutablePointer<UnitCallsNews>
    ) {
        self.inputs = inputs
        self.notifies = notifies
        self.news = news
    }
}

/// Frames of input buses that come with a call.
struct GivenInput {
    let lists: UnsafePointer<UnsafePointer<AudioBufferList>>
    let count: Int
    let start: AudioTimeStamp
    let frameCount: Int

    @_noAllocation @_noLocks
    init(
        lists: UnsafePointer<UnsafePointer<AudioBufferList>>, count: Int, start: AudioTimeStamp, frameCount: Int
    ) {
        self.lists = lists
        self.count = count
        self.start = start
        self.frameCount = frameCount
    }
}
