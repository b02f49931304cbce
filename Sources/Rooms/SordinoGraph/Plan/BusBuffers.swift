/// Gives memory to the buses of a trunk while it is made: which buffer each has, and until when.
///
/// Memory is free for the steps that follow when the last reader of a bus is done.
final class BusBuffers {
    private let keeper: PlanKeeper
    /// The first bus of the node at each place, and one more.
    private var first: [Int] = [0]
    /// Of each bus, nil before it is made.
    private var made: [UnsafeMutablePointer<BusBuffer>?]
    private var readersLeft: [Int]
    private var frames: [Int]
    /// Planes that are free, by their length; there are few lengths.
    private var pools: [(frames: Int, planes: [UnsafeMutablePointer<Float>])] = []

    init(order: PlanOrder, keeper: PlanKeeper) {
        self.keeper = keeper
        first.reserveCapacity(order.nodes.count + 1)
        for processor in order.processors { first.append(first[first.count - 1] + processor.outputBusCount) }
        let count = first[first.count - 1]
        made = Array(repeating: nil, count: count)
        readersLeft = Array(repeating: 0, count: count)
        frames = Array(repeating: 0, count: count)
        for place in order.nodes.indices {
            for wire in order.inputs(at: place) {
                if let bus = index(of: wire) { readersLeft[bus] += 1 }
            }
        }
    }

    /// Returns the index of the bus that a wire comes from; nil if its node has no such bus any more.
    private func index(of wire: PlanOrder.Wire) -> Int? {
        let index = first[wire.source] + wire.connection.source.bus
        return index < first[wire.source + 1] ? index : nil
    }

    /// Returns the buffer of a wire.
    func buffer(of wire: PlanOrder.Wire) -> UnsafeMutablePointer<BusBuffer>? {
        index(of: wire).flatMap { made[$0] }
    }

    /// Sets the buffer of an output bus.
    func set(_ buffer: UnsafeMutablePointer<BusBuffer>, of place: Int, _ bus: Int, frames: Int) {
        let index = first[place] + bus
        // A node may report more buses now than a moment ago; the next plan will have them.
        if index < first[place + 1] {
            made[index] = buffer
            self.frames[index] = frames
        }
    }

    /// Returns memory for one channel: a free plane, or a new one.
    func plane(frames: Int) -> UnsafeMutablePointer<Float> {
        let pool = pool(of: frames)
        return pools[pool].planes.popLast() ?? keeper.samples(frameCount: frames)
    }

    private func pool(of frames: Int) -> Int {
        if let known = pools.firstIndex(where: { $0.frames == frames }) { return known }
        pools.append((frames, []))
        return pools.count - 1
    }

    /// One reader is done; after the last one the memory is free.
    func release(_ wire: PlanOrder.Wire) {
        guard let index = index(of: wire) else { return }
        readersLeft[index] -= 1
        if readersLeft[index] == 0 { free(at: index) }
    }

    /// Frees the output buses of a node that no other node reads.
    func freeUnread(_ place: Int) {
        for index in first[place]..<first[place + 1] where readersLeft[index] == 0 { free(at: index) }
    }

    private func free(at index: Int) {
        guard let buffer = made[index] else { return }
        free(buffer, frames: frames[index])
    }

    /// The memory is free for the steps that follow.
    func free(_ buffer: UnsafeMutablePointer<BusBuffer>, frames: Int) {
        if buffer.pointee.stack != nil { return }
        let pool = pool(of: frames)
        for channel in 0..<buffer.pointee.channelCount { pools[pool].planes.append(buffer.pointee.own[channel]) }
    }
}
