import CPipeWire
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Synchronization

/// A program's stream: one node of the graph, with a mono port for each channel.
///
/// A start is a dialogue: the node names the requested start in its properties, the stage links it, sees its first
/// (silent) samples arrive on every channel, and replies with the number of that start; from the next cycle on the
/// program is called. So no channel misses the first frames, and no sound passes before the stage admits the stream.
final class ClientStream: HardwareStream, @unchecked Sendable {
    let description: StreamDescription
    private let connection: PipeWireConnection
    private let memory: ClientCellMemory
    private let holder: ClientCellHolder

    // Guarded by the loop lock.
    private let node: FilterNode
    private let leaving: LeavingNodes

    private struct State {
        var isRunning = false
        /// The server is lost or the stream was closed.
        var isDead = false
    }
    private let state = Mutex(State())

    /// Opens the stream's node.
    ///
    /// With the loop lock held.
    init(
        _ description: StreamDescription, renderer: StreamRenderer, connection: PipeWireConnection,
        leaving: LeavingNodes
    ) throws(HardwareError) {
        self.description = description
        self.connection = connection
        self.leaving = leaving
        let holder = ClientCellHolder()
        self.holder = holder
        let node = FilterNode(
            connection, name: "sordino." + description.name, properties: StreamProperties.properties(description),
            process: { context, cycle in
                guard let cell = context.assumingMemoryBound(to: UnsafeMutablePointer<ClientCell>?.self).pointee
                else { return }
                cell.process(cycle.assumingMemoryBound(to: cpw_cycle.self).pointee)
            }, context: UnsafeMutableRawPointer(holder.place))
        guard let node else { throw .refused("the server gives no node") }
        func ports(_ count: Int, isInput: Bool, _ name: String) -> [OpaquePointer] {
            (0..<count).compactMap { node.addPort(isInput: isInput, name: "\(name)_\($0 + 1)") }
        }
        let references = description.wantsReference ? StreamProperties.referenceChannels : 0
        memory = ClientCellMemory(
            renderer: renderer, outputs: ports(description.outputChannels, isInput: false, Self.outputName),
            inputs: ports(description.inputChannels, isInput: true, Self.inputName),
            references: ports(references, isInput: true, Self.referenceName))
        holder.hold(memory)
        self.node = node
        guard node.connect(isActive: false) else {
            node.close()
            throw .refused("the server does not take the node")
        }
    }

    deinit { close() }

    static let outputName = "output"
    static let inputName = "input"
    static let referenceName = "reference"

    func start() throws(HardwareError) {
        let refusal = state.withLock { state -> HardwareError? in
            guard !state.isDead else { return .gone }
            guard !state.isRunning else { return nil }
            state.isRunning = true
            return nil
        }
        if let refusal { throw refusal }
        connection.locked {
            guard memory.cell.pointee.wanted.load(ordering: .relaxed) == 0, node.isOpen else { return }
            let startCount = Self.nextStart()
            memory.cell.pointee.wanted.store(startCount, ordering: .sequentiallyConsistent)
            node.update([StreamProperties.start: String(startCount)])
            node.setActive(true)
        }
    }

    /// Numbers of starts are never used again, nor those of processes before this one: what the stage once said to another
    /// node of the same number is no answer to this one.
    private static func nextStart() -> Int32 {
        starts.withLock { next in
            defer { next = next == .max ? 1 : next + 1 }
            return next
        }
    }

    private static let starts = Mutex(Int32(HostClock.now() / 1_000_000 % 2_000_000_000) + 1)

    func stop() {
        assertControlThread()
        let wasRunning = state.withLock { state in
            guard !state.isDead, state.isRunning else { return false }
            state.isRunning = false
            return true
        }
        silence()
        guard wasRunning else { return }
        connection.locked {
            guard node.isOpen else { return }
            node.update([StreamProperties.start: "0"])
            node.setActive(false)
        }
    }

    /// The program's callback has returned for the last time when this returns.
    private func silence() {
        memory.cell.pointee.wanted.store(0, ordering: .sequentiallyConsistent)
        BlockEnd.wait { memory.cell.pointee.isInside.load(ordering: .sequentiallyConsistent) }
    }

    func close() {
        silence()
        let wasDead = state.withLock { state in
            defer { state = State(isRunning: false, isDead: true) }
            return state.isDead
        }
        guard !wasDead else { return }
        connection.locked {
            guard node.isOpen else { return }
            leaving.add(node, memory: holder)
        }
    }

    /// The server is gone: frees the node.
    ///
    /// With the loop lock held, before the connection closes.
    func die() {
        memory.cell.pointee.wanted.store(0, ordering: .sequentiallyConsistent)
        let wasDead = state.withLock { state in
            defer { state = State(isRunning: false, isDead: true) }
            return state.isDead
        }
        if !wasDead { node.close() }
    }

    var isRunning: Bool { state.withLock(\.isRunning) }

    /// The stage is ready for the start of that number.
    ///
    /// With the loop lock held.
    func begin(_ start: Int32) { memory.cell.pointee.allowed.store(start, ordering: .releasing) }

    /// The rate of the graph in the stream's last cycle, in hertz; nil before its first cycle.
    var cycleRate: Double? {
        let rate = memory.cell.pointee.rate.load(ordering: .relaxed)
        return rate > 0 ? Double(rate) : nil
    }

    /// The node number of the stream in the graph; nil while it has none.
    ///
    /// With the loop lock held.
    var nodeID: UInt32? { node.id }

    /// Indicates whether the program is called, or is not to be called.
    ///
    var isSettled: Bool {
        let wanted = memory.cell.pointee.wanted.load(ordering: .acquiring)
        return wanted == 0 || memory.cell.pointee.begun.load(ordering: .acquiring) == wanted
    }

    /// The latency between the cycle and the hardware, as the driver reports it.
    var outputLatencySeconds: Double {
        seconds(frames: max(memory.cell.pointee.delay.load(ordering: .relaxed), 0))
    }

    /// A cycle delivers what was taken in over the cycle before it.
    var inputLatencySeconds: Double {
        seconds(frames: Int64(memory.cell.pointee.blockFrames.load(ordering: .relaxed)))
    }

    private func seconds(frames: Int64) -> Double {
        let rate = memory.cell.pointee.rate.load(ordering: .relaxed)
        return rate > 0 ? Double(frames) / Double(rate) : 0
    }
}
