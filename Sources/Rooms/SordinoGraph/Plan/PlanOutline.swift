/// A compiled plan as something to look at: its steps in their order, what they read and write, and what they cost.
///
/// Keeps the plan's memory, but not the plan: what it says stays true after the plan has gone.
/// - Thread: any.
package final class PlanOutline: @unchecked Sendable {
    /// One step.
    struct Entry {
        /// What a step does for its node.
        enum Role {
            case node
            /// Converts the rate before an input bus.
            case converter(bus: Int)
            /// Listens to an output bus.
            case tap(bus: Int)
        }

        let node: NodeID
        let role: Role
        let io: UnsafeMutablePointer<StepIO>
        /// Of a processor, converter or tap that the plan retains.
        let health: UnsafeMutablePointer<HealthState>
    }

    let entries: [Entry]
    /// Frames per second at the output.
    package let sampleRate: Double
    /// Longer blocks are rendered in pieces.
    package let maximumFrameCount: Int
    /// Regions that run at a rate of their own, the output's included.
    package let clockCount: Int
    private let keeper: PlanKeeper

    init(entries: [Entry], sampleRate: Double, maximumFrameCount: Int, clockCount: Int, keeper: PlanKeeper) {
        self.entries = entries
        self.sampleRate = sampleRate
        self.maximumFrameCount = maximumFrameCount
        self.clockCount = clockCount
        self.keeper = keeper
    }

    /// Steps, converters and taps included.
    package var stepCount: Int { entries.count }

    /// Bytes of sample memory that the plan holds.
    package var sampleByteCount: Int { keeper.sampleByteCount }

    /// What each node costs, its converters and taps included.
    package var loads: [NodeID: Load] {
        var loads: [NodeID: Load] = [:]
        for entry in entries { loads[entry.node] = (loads[entry.node] ?? Load()) + entry.health.pointee.load.total }
        return loads
    }

    /// The plan, a line for each step.
    ///
    /// Memory is called by letters: where a letter comes again, the same memory is used again.
    ///
    /// - Parameter names: What to call each node.
    package func text(naming name: (NodeID) -> String) -> String {
        var letters = Letters()
        var lines = [
            "plan: \(stepCount) steps, \(clockCount) \(clockCount == 1 ? "clock" : "clocks"), "
                + "\(Self.decimal(sampleRate, 0)) Hz, blocks of up to \(maximumFrameCount) frames, "
                + "\((sampleByteCount + 1023) / 1024) KiB for samples"
        ]
        for (index, entry) in entries.enumerated() {
            let io = entry.io.pointee
            let inputs = (0..<io.inputCount).map { letters.name(of: io.inputs[$0]) }
            let outputs = (0..<io.outputCount).map { letters.name(of: io.outputs[$0]) }
            let way = inputs.joined(separator: " ") + (outputs.isEmpty ? "" : " -> " + outputs.joined(separator: " "))
            let title: String
            switch entry.role {
            case .node: title = name(entry.node)
            case .converter(let bus):
                title =
                    "  \(Self.decimal(io.inputClock.pointee.sampleRate, 0)) -> "
                    + "\(Self.decimal(io.clock.pointee.sampleRate, 0)) Hz before bus \(bus) of \(name(entry.node))"
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

        /// Only what no block changes is read: the plan may be rendered meanwhile.
        mutating func name(of buffer: UnsafeMutablePointer<BusBuffer>) -> String {
            let channels = buffer.pointee.channelCount
            guard channels > 0 else { return "-" }
            let own = buffer.pointee.own
            // What is shared belongs to another bus in each block.
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
