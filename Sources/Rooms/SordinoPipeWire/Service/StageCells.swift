import SordinoHardware
import SordinoRealtime
import Synchronization

/// The state that both stage nodes share on the data thread.
struct StageCycleCell: ~Copyable {
    let renderer: StageRenderer
    /// The plan of the cycle that began at `nanoseconds`; nil before the first.
    var plan: UnsafeMutablePointer<StagePlan>?
    var nanoseconds: UInt64 = 0
    let frameCapacity: Int
    /// Rung when the control side has something to look at.
    let bell: OpaquePointer
    /// Of the latest cycle: frames, hertz, and frames from the cycle to the hardware.
    let blockFrames = Atomic<Int>(0)
    let rate = Atomic<Int>(0)
    let delay = Atomic<Int64>(0)
}

/// The state of one program's stream on the stage, on the data thread.
struct StreamEndCell: ~Copyable {
    /// Indicates whether in the latest cycle samples came on every channel that the program makes.
    let outputFlows = Atomic<Bool>(false)
    /// Indicates whether a cycle has come in which the program's node gave every channel a block, since it was started.
    ///
    /// A link that is up may still lead nothing: in the cycle before the server has told the program's process of it.
    let hasArrived = Atomic<Bool>(false)
    /// Likewise whether every channel that the program takes had a place to go.
    let inputFlows = Atomic<Bool>(false)
    /// Indicates whether a sample other than 0 has come since the links were made.
    let isAudible = Atomic<Bool>(false)
    /// Indicates whether the program was told to begin: until then its silence is not let in.
    let isOpen = Atomic<Bool>(false)
    /// Ports of the playback node.
    let outputs: StageEnds
    /// Ports of the capture node.
    let inputs: StageEnds
    let references: StageEnds
    /// The continuation after the program's samples break off.
    let tail: UnsafeMutablePointer<TailCell>
    /// The number of the start that the program was told to begin, and of the one whose sound the tail is.
    let start = Atomic<Int32>(0)
    var tailStart: Int32 = 0
    /// Indicates whether in the latest cycle the stream or its tail was let in.
    let sounds = Atomic<Bool>(false)
}

extension StreamEndCell {
    /// Begins anew: nothing has come yet, and nothing is let in.
    func close() {
        isAudible.store(false, ordering: .relaxed)
        isOpen.store(false, ordering: .releasing)
        outputFlows.store(false, ordering: .relaxed)
        hasArrived.store(false, ordering: .relaxed)
        inputFlows.store(false, ordering: .relaxed)
    }

    /// Returns whether the sound of a program that begins now would come from its first frame on.
    ///
    /// A program's node gives silence until it begins; a guest's gives nothing while it has nothing to play.
    func gives(isGuest: Bool) -> Bool {
        outputFlows.load(ordering: .relaxed) && (isGuest || hasArrived.load(ordering: .relaxed))
    }
}

/// The state of one port of the device on the data thread.
struct PortEndCell: ~Copyable {
    /// Indicates whether in the latest cycle every channel was linked.
    let flows = Atomic<Bool>(false)
    let ends: StageEnds
    /// Where what others play on an output comes in, as far as a reference has channels.
    let others: StageEnds
    /// Memory for channels that are not linked.
    let spare: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Indicates whether the server has said that every link is active; samples that were written before that are lost.
    let isOpen = Atomic<Bool>(false)
    /// Frames since sound that was lost before is heard on the port; -1 when it has risen.
    var risen = -1
}

/// Ports of a stage node, one for each channel.
struct StageEnds {
    let ports: UnsafeMutablePointer<OpaquePointer>
    let count: Int

    init(_ ports: [OpaquePointer]) {
        count = ports.count
        self.ports = .allocate(capacity: max(count, 1))
        self.ports.initialize(from: ports, count: count)
    }
}

/// The memory of a stream's end.
final class StreamEnd {
    let cell: UnsafeMutablePointer<StreamEndCell>

    init(outputs: [OpaquePointer], inputs: [OpaquePointer], references: [OpaquePointer]) {
        let tail = UnsafeMutablePointer<TailCell>.allocate(capacity: 1)
        tail.initialize(to: TailCell(channelCount: outputs.count))
        cell = .allocate(capacity: 1)
        cell.initialize(
            to: StreamEndCell(
                outputs: StageEnds(outputs), inputs: StageEnds(inputs), references: StageEnds(references), tail: tail))
    }

    deinit {
        cell.pointee.outputs.ports.deallocate()
        cell.pointee.inputs.ports.deallocate()
        cell.pointee.references.ports.deallocate()
        cell.pointee.tail.pointee.history.deallocate()
        cell.pointee.tail.pointee.risen.deallocate()
        cell.pointee.tail.deinitialize(count: 1)
        cell.pointee.tail.deallocate()
        cell.deinitialize(count: 1)
        cell.deallocate()
    }
}

/// The memory of a device port's end.
final class PortEnd {
    let cell: UnsafeMutablePointer<PortEndCell>

    private let spare: PlanarBuffer

    init(_ ports: [OpaquePointer], others: [OpaquePointer], frameCapacity: Int) {
        spare = PlanarBuffer(channelCount: ports.count, frameCapacity: frameCapacity)
        cell = .allocate(capacity: 1)
        cell.initialize(to: PortEndCell(ends: StageEnds(ports), others: StageEnds(others), spare: spare.channels))
    }

    deinit {
        cell.pointee.ends.ports.deallocate()
        cell.pointee.others.ports.deallocate()
        cell.deinitialize(count: 1)
        cell.deallocate()
    }
}
