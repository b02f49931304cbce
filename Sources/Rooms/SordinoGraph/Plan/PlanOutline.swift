import SordinoRealtime

/// A compiled plan for views: its steps in their order, the buses that they read and write, and their cost.
///
/// It owns all that the plan points to, so it stays valid after the plan has gone.
/// - Thread: any.
package final class PlanOutline {
    /// The role of a step for its node.
    enum Role {
        case node
        /// Converts the rate before an input bus.
        case converter(bus: Int)
        /// Listens to an output bus.
        case tap(bus: Int)
    }

    /// One step of the plan.
    struct Entry {
        let node: NodeID
        let role: Role
        let io: UnsafeMutablePointer<StepIO>
        /// Of a processor, converter or tap that the plan retains.
        let health: UnsafeMutablePointer<HealthState>
        /// The inputs of a gathering node.
        let bank: MixerBank?
    }

    /// The memory that the plans of one graph share for the length of a block.
    struct SharedMemory {
        let stack: Held<PlaneStack>
        let planes: SharedPages
        let scratch: SharedPages
    }

    /// Frames per second at the output.
    package let sampleRate: Double
    /// Longer blocks are rendered in pieces.
    package let maximumFrameCount: Int
    let trunk: Trunk
    private let banks: [MixerBank]
    private let clocks: [Held<BlockClock>]
    let shared: SharedMemory
    /// Frames that buses take of the shared planes if all of them write in one block.
    let stackFrames: Int
    let clockPointers: UnsafeBufferPointer<UnsafeMutablePointer<BlockClock>>
    let bankViews: UnsafeBufferPointer<Bank>

    /// Describes a plan.
    ///
    /// - Parameter clocks: Of all regions, the root first.
    init(
        sampleRate: Double, maximumFrameCount: Int, trunk: Trunk, banks: [MixerBank], clocks: [Held<BlockClock>],
        shared: SharedMemory, stackFrames: Int
    ) {
        self.sampleRate = sampleRate
        self.maximumFrameCount = maximumFrameCount
        self.trunk = trunk
        self.banks = banks
        self.clocks = clocks
        self.shared = shared
        self.stackFrames = stackFrames
        let pointers = UnsafeMutableBufferPointer<UnsafeMutablePointer<BlockClock>>.allocate(capacity: clocks.count)
        for (index, clock) in clocks.enumerated() { pointers.initializeElement(at: index, to: clock.pointer) }
        clockPointers = UnsafeBufferPointer(pointers)
        let views = UnsafeMutableBufferPointer<Bank>.allocate(capacity: banks.count)
        for (index, bank) in banks.enumerated() {
            views.initializeElement(
                at: index,
                to: Bank(
                    chunks: UnsafePointer(bank.chunks), chunkCount: bank.parts.count, sourceLimit: bank.sourceCount,
                    hasDemands: bank.hasDemands, scratch: shared.scratch.start))
        }
        bankViews = UnsafeBufferPointer(views)
    }

    deinit {
        clockPointers.deallocate()
        bankViews.deallocate()
    }

    /// Regions that run at a rate of their own, the output's included.
    package var clockCount: Int { clocks.count }

    /// Every step, those of branches before the node that they lead to.
    var entries: [Entry] {
        var entries: [Entry] = []
        for (index, entry) in trunk.entries.enumerated() {
            let step = trunk.steps[index]
            let bank = step.bank >= 0 ? banks[step.bank] : nil
            for branch in bank?.parts.flatMap(\.branches) ?? [] {
                for (place, step) in branch.steps.enumerated() {
                    let isConverter = branch.demand != nil && place == branch.steps.count - 1
                    entries.append(
                        Entry(
                            node: branch.nodes[place], role: isConverter ? .converter(bus: branch.bus) : .node,
                            io: step.io, health: branch.meters[place], bank: nil))
                }
            }
            entries.append(
                Entry(node: entry.node, role: entry.role, io: step.step.io, health: trunk.meters[index], bank: bank))
        }
        return entries
    }

    /// Steps, converters and taps included.
    package var stepCount: Int {
        banks.reduce(trunk.steps.count) { count, bank in
            bank.parts.reduce(count) { $0 + $1.chunk.stepCount }
        }
    }

    /// Bytes of sample memory that the plan holds.
    package var sampleByteCount: Int {
        var count = trunk.keeper.sampleByteCount + stackFrames * 4
        for bank in banks {
            for part in bank.parts { for branch in part.branches { count += branch.sampleByteCount } }
        }
        return count
    }

    /// The cost of each node, including its converters and taps.
    package var loads: [NodeID: Load] {
        var loads: [NodeID: Load] = [:]
        for entry in entries { loads[entry.node] = (loads[entry.node] ?? Load()) + entry.health.pointee.load.total }
        return loads
    }

    /// The plan, a line for each step.
    ///
    /// Memory is called by letters: where a letter comes again, the same memory is used again.
    ///
    /// - Parameter names: Returns the name of each node.
    package func text(naming name: (NodeID) -> String) -> String {
        var letters = Letters()
        var lines = [
            "plan: \(stepCount) steps, \(clockCount) \(clockCount == 1 ? "clock" : "clocks"), "
                + "\(Self.decimal(sampleRate, 0)) Hz, blocks of up to \(maximumFrameCount) frames, "
                + "\((sampleByteCount + 1023) / 1024) KiB for samples"
        ]
        for (index, entry) in entries.enumerated() {
            // Field by field: the plan may be rendered meanwhile, and sets `bank`.
            let io = entry.io
            let read =
                entry.bank?.parts.flatMap(\.branches).map(\.input.buffer)
                ?? (0..<io.pointee.inputCount).map { io.pointee.inputs[$0] }
            let inputs = read.map { letters.name(of: $0) }
            let outputs = (0..<io.pointee.outputCount).map { letters.name(of: io.pointee.outputs[$0]) }
            let way = inputs.joined(separator: " ") + (outputs.isEmpty ? "" : " -> " + outputs.joined(separator: " "))
            let title: String
            switch entry.role {
            case .node: title = name(entry.node)
            case .converter(let bus):
                title =
                    "  \(Self.decimal(io.pointee.inputClock.pointee.sampleRate, 0)) -> "
                    + "\(Self.decimal(io.pointee.clock.pointee.sampleRate, 0)) Hz before bus \(bus) of \(name(entry.node))"
            case .tap(let bus): title = "  tap on bus \(bus) of \(name(entry.node))"
            }
            let load = entry.health.pointee.load.total
            let cost = load.blockCount > 0 ? "  \(Self.decimal(load.share * 100, 3)) %" : ""
            lines.append("\(Self.padded("\(index + 1)", to: 4))  \(title): \(way)\(cost)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Names for the memory of buses.
    private struct Letters {
        private var known: [UnsafeMutableRawPointer: String] = [:]

        /// Reads only fields that no block changes: the plan may be rendered meanwhile.
        mutating func name(of buffer: UnsafeMutablePointer<BusBuffer>) -> String {
            let channels = buffer.pointee.channelCount
            guard channels > 0 else { return "-" }
            let own = buffer.pointee.own
            // Shared memory belongs to another bus in each block: the key is the table of pointers then, not the
            // samples.
            let place =
                buffer.pointee.stack == nil ? UnsafeMutableRawPointer(own[0]) : UnsafeMutableRawPointer(own)
            let letter = known[place] ?? Self.letter(known.count)
            known[place] = letter
            return "\(letter)(\(channels))"
        }

        /// From a to z, then aa, ab and so on.
        private static func letter(_ number: Int) -> String {
            var number = number
            var name = ""
            repeat {
                name = String(UnicodeScalar(UInt8(97 + number % 26))) + name
                number = number / 26 - 1
            } while number >= 0
            return name
        }
    }

    /// A number with so many decimals.
    static func decimal(_ number: Double, _ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let whole = Int((number * scale).rounded())
        guard places > 0 else { return "\(whole)" }
        let digits = padded("\(abs(whole) % Int(scale))", to: places, with: "0")
        return "\(whole < 0 ? "-" : "")\(abs(whole) / Int(scale)).\(digits)"
    }

    /// A text brought to a width from the left.
    static func padded(_ text: String, to width: Int, with filler: String = " ") -> String {
        String(repeating: filler, count: max(0, width - text.count)) + text
    }
}
