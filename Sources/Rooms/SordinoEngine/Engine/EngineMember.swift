import SordinoGraph
import SordinoSession
import Synchronization

/// A node as an engine knows it; the face's node objects are members.
///
/// An engine keeps the members that are attached to it.
/// - Thread: any but the render thread.
package protocol EngineMember: AnyObject, Sendable {
    /// The processor that renders the node.
    var processor: any Processor { get }

    /// The part that the node plays in an engine.
    var role: EngineRole { get }

    /// The engine that the node is attached to.
    var seat: EngineSeat { get }

    /// The gains that mixers apply to the node's output; nil for nodes that no mixer can control.
    var levels: MixLevels? { get }

    /// Seconds by which the node itself delays.
    var latency: Double { get }

    /// The name of the kind of node, for reports.
    var kindName: String { get }

    /// Forgets tails and faults.
    func reset()

    /// Prepares a unit before the engine starts: offline a caller waits for its blocks.
    func willRender(isOffline: Bool)
}

/// The part that a node plays in an engine.
package enum EngineRole: Sendable {
    case player(Player)
    case mixer
    case input(Input)
    case output(Output)
    /// A client block makes the sound; with the format that it makes, if it has one of its own.
    case source(EngineFormat?)
    /// A client block takes the sound.
    case sink
    /// A unit passes the format of its input on.
    case unit
    /// Sends events to units, and makes no sound.
    case sequencer(Sequencer)
}

extension EngineMember {
    /// The player; nil for other nodes.
    var player: Player? { if case .player(let player) = role { player } else { nil } }

    /// The input; nil for other nodes.
    var input: Input? { if case .input(let input) = role { input } else { nil } }

    /// Indicates whether each input gets gains.
    var isMixer: Bool { if case .mixer = role { true } else { false } }

    /// Indicates whether a client block takes the sound.
    var isSink: Bool { if case .sink = role { true } else { false } }
}

/// The place of a node in an engine.
package final class EngineSeat: Sendable {
    private struct Place: Sendable {
        weak var core: EngineCore?
        var id: NodeID?
    }

    private let place = Mutex(Place())

    /// Makes the seat of a node that is attached nowhere.
    package init() {}

    /// The engine and the node's number there; nil while the node is attached nowhere.
    package var attachment: (core: EngineCore, id: NodeID)? {
        place.withLock { place in
            guard let core = place.core, let id = place.id else { return nil }
            return (core, id)
        }
    }

    func set(_ core: EngineCore?, _ id: NodeID?) { place.withLock { $0 = Place(core: core, id: id) } }
}

/// The format of a bus, and the face's own description of it.
package struct EngineFormat: Sendable {
    /// The format as the graph describes it.
    package var bus: BusFormat
    /// The face's description: kept for it, never looked at.
    package var origin: (any AnyObject & Sendable)?

    /// Makes a format with the face's description of it.
    package init(_ bus: BusFormat, origin: (any AnyObject & Sendable)? = nil) {
        self.bus = bus
        self.origin = origin
    }

    /// The format of a bus before anything is connected: 44.1 kHz stereo.
    package static let unconnected = EngineFormat(BusFormat(sampleRate: 44_100, channelCount: 2))
}

/// A time on a node's time line.
package struct NodeTime: Sendable {
    /// Frames since the time line began.
    package var sampleTime: Int64
    /// Frames in one second.
    package var sampleRate: Double
    /// Host time in nanoseconds; below 0 if it is unknown.
    package var hostNanoseconds: Int64
}

/// The face of an engine, which receives its notices.
package protocol EngineFace: AnyObject, Sendable {
    /// The engine is about to ask for the hardware of a program.
    func willUseHardware(of program: AppContext)

    /// The hardware is another one or has another format; the engine has stopped.
    func hardwareChanged()

    /// A node made something that is not a number and is muted.
    func nodeFaulted(_ node: any EngineMember)
}
