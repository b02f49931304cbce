import SordinoRealtime
import Synchronization

/// The values of a unit's parameters, as all threads but the render thread see them, and the queue of scheduled
/// changes.
///
/// Values are atomics that any thread reads and writes; the render thread notices a change at its next block and glides
/// to it. Every element of every specification has a *slot*; kernels number their parameters by slot, in the order of
/// the specifications.
package final class ParameterBank {
    /// The parameters that the unit was made with.
    package let specs: [ParameterSpec]
    /// The number of slots of all parameters.
    package let slotCount: Int
    /// The trivial value through which both sides, and callers on render threads, reach the memory.
    package let port: ParameterPort

    private let slots: UnsafeMutablePointer<ParameterSlot>
    private let road = SharedRing<UnitEvent>(capacity: ParameterBank.eventCapacity)
    private let state: UnsafeMutablePointer<BankState>

    /// Changes that may wait to be rendered.
    static let eventCapacity = 512

    /// Makes a bank with every value at its initial one.
    package init(_ specs: [ParameterSpec]) {
        self.specs = specs
        var made: [ParameterSlot] = []
        for spec in specs {
            for element in 0..<spec.elementCount {
                made.append(
                    ParameterSlot(
                        address: spec.address(element: element), minimum: spec.minimum,
                        // The kernel stops below half its own rate.
                        maximum: spec.flags.contains(.upToNyquist) ? .greatestFiniteMagnitude : spec.maximum,
                        isWritable: spec.flags.contains(.isWritable), canRamp: spec.flags.contains(.canRamp),
                        sortedSlot: 0, bits: spec.initial.bitPattern))
            }
        }
        slotCount = made.count
        let order = made.indices.sorted { made[$0].address < made[$1].address }
        for (rank, slot) in order.enumerated() { made[rank].sortedSlot = slot }
        slots = .allocate(capacity: max(made.count, 1))
        for (index, slot) in made.enumerated() { (slots + index).initialize(to: slot) }
        state = .allocate(capacity: 1)
        state.initialize(to: BankState())
        values = .allocate(capacity: max(made.count, 1))
        for (index, slot) in made.enumerated() { (values + index).initialize(to: SlotValue(bits: slot.bits)) }
        port = ParameterPort(
            slots: slots, values: values, slotCount: slotCount, road: road.port, state: state)
    }

    private let values: UnsafeMutablePointer<SlotValue>

    deinit {
        slots.deallocate()
        values.deinitialize(count: slotCount)
        values.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }
}

/// The constant part of one slot.
struct ParameterSlot: BitwiseCopyable {
    let address: UInt64
    let minimum: Float
    let maximum: Float
    let isWritable: Bool
    let canRamp: Bool
    /// At index i: the slot with the i-th smallest address.
    var sortedSlot: Int
    /// The initial value as a bit pattern.
    let bits: UInt32
}

/// The value that was set last, as a bit pattern.
struct SlotValue: ~Copyable {
    let bits: Atomic<UInt32>

    init(bits: UInt32) { self.bits = Atomic(bits) }
}

/// Counters that both sides use.
struct BankState: ~Copyable {
    /// Goes up with every value set.
    let changes = Atomic<Int>(0)
    let isBypassed = Atomic<Bool>(false)
    /// The rate of the newest plan, as a bit pattern; 0 before the first.
    let sampleRate = Atomic<UInt64>(0)
}

/// A change at a time.
struct UnitEvent: BitwiseCopyable {
    var slot: Int32
    var value: Float
    /// A sample time, or `ParameterPort.immediately` plus an offset into the next block.
    var time: Int64
    var rampFrames: UInt32

    @_noAllocation @_noLocks
    init(slot: Int32, value: Float, time: Int64, rampFrames: UInt32) {
        self.slot = slot
        self.value = value
        self.time = time
        self.rampFrames = rampFrames
    }
}

/// The trivial value that reaches a unit's parameters from any thread, also from inside a render call.
///
/// Valid as long as its bank; an object that keeps one retains the unit.
package struct ParameterPort: BitwiseCopyable, @unchecked Sendable {
    let slots: UnsafeMutablePointer<ParameterSlot>
    let values: UnsafeMutablePointer<SlotValue>
    /// The number of slots of all parameters.
    package let slotCount: Int
    /// The scheduled changes: any thread pushes, the render thread pops.
    let road: SharedRingPort<UnitEvent>
    let state: UnsafeMutablePointer<BankState>

    /// The sample time that means "in the next block"; up to 4096 frames of offset may be added
    /// (AUEventSampleTimeImmediate).
    package static var immediately: Int64 {
        @_noAllocation @_noLocks get { -0x1_0000_0000 }
    }
}
