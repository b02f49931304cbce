import SordinoHardware
import SordinoRealtime
import Synchronization

/// The state of one program's stream on the data thread.
struct ClientCell: ~Copyable {
    let renderer: StreamRenderer
    /// The number of the start that the program asked for; 0 while the stream is stopped.
    let wanted = Atomic<Int32>(0)
    /// The number of the start that the stage is ready for.
    let allowed = Atomic<Int32>(0)
    /// The number of the start whose first block was rendered.
    let begun = Atomic<Int32>(0)
    /// Indicates whether the data thread is between reading `wanted` and the end of the callback of the program.
    let isInside = Atomic<Bool>(false)
    /// Frames from the graph's cycle to the hardware, and the frames and hertz of a cycle.
    let delay = Atomic<Int64>(0)
    let blockFrames = Atomic<Int>(0)
    let rate = Atomic<Int>(0)
    let frameCapacity: Int
    /// The first frame of the next block.
    var sampleTime: Int64 = 0
    var outputs: ClientPorts
    var inputs: ClientPorts
    var references: ClientPorts
    /// Reused for every callback.
    let cycle: UnsafeMutablePointer<StreamCycle>
    /// The continuation after the program stops.
    let tail: UnsafeMutablePointer<TailCell>
}

/// The ports of one kind, and where their samples are in this cycle.
struct ClientPorts {
    let ports: UnsafeMutablePointer<OpaquePointer>
    /// Memory for channels that are not linked.
    let spare: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The channel pointers that the program is given: filled anew in each cycle.
    let samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let count: Int
}

/// The memory of a stream's cell.
final class ClientCellMemory {
    let cell: UnsafeMutablePointer<ClientCell>
    private let spares: [PlanarBuffer]

    /// Frames of the largest cycle that is rendered.
    static let frameCapacity = 8_192

    init(renderer: StreamRenderer, outputs: [OpaquePointer], inputs: [OpaquePointer], references: [OpaquePointer]) {
        let lists = [outputs, inputs, references]
        spares = lists.map { PlanarBuffer(channelCount: $0.count, frameCapacity: Self.frameCapacity) }
        let kinds = zip(lists, spares).map(Self.ports)
        let cycle = UnsafeMutablePointer<StreamCycle>.allocate(capacity: 1)
        cycle.initialize(
            to: StreamCycle(
                frameCount: 0, sampleTime: 0, hostNanoseconds: 0, sampleRate: 48_000, output: nil,
                outputChannelCount: 0))
        let tail = UnsafeMutablePointer<TailCell>.allocate(capacity: 1)
        tail.initialize(to: TailCell(channelCount: outputs.count))
        cell = .allocate(capacity: 1)
        cell.initialize(
            to: ClientCell(
                renderer: renderer, frameCapacity: Self.frameCapacity, outputs: kinds[0], inputs: kinds[1],
                references: kinds[2], cycle: cycle, tail: tail))
    }

    deinit {
        for kind in [cell.pointee.outputs, cell.pointee.inputs, cell.pointee.references] {
            kind.ports.deallocate()
            kind.samples.deallocate()
        }
        cell.pointee.cycle.deallocate()
        cell.pointee.tail.pointee.history.deallocate()
        cell.pointee.tail.pointee.risen.deallocate()
        cell.pointee.tail.deinitialize(count: 1)
        cell.pointee.tail.deallocate()
        cell.deinitialize(count: 1)
        cell.deallocate()
    }

    private static func ports(_ ports: [OpaquePointer], _ spare: PlanarBuffer) -> ClientPorts {
        let memory = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: max(ports.count, 1))
        memory.initialize(from: ports, count: ports.count)
        let samples = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: max(ports.count, 1))
        samples.initialize(from: spare.channels, count: ports.count)
        return ClientPorts(ports: memory, spare: spare.channels, samples: samples, count: ports.count)
    }
}

/// The place in which the data thread finds the cell: made before the cell, which needs the node's ports.
final class ClientCellHolder {
    let place: UnsafeMutablePointer<UnsafeMutablePointer<ClientCell>?>
    private var memory: ClientCellMemory?

    init() {
        place = .allocate(capacity: 1)
        place.initialize(to: nil)
    }

    /// Shows the data thread a cell; before the node is connected.
    func hold(_ memory: ClientCellMemory) {
        self.memory = memory
        place.pointee = memory.cell
    }

    deinit { place.deallocate() }
}
