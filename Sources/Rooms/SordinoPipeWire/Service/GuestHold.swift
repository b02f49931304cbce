import CPipeWire
import Glibc
import SordinoHardware
import SordinoPolicy

/// The places where streams of programs without a session lead beside the stage: nodes that are silent.
///
/// The session manager links such streams there and is content, so that it and the stage never undo each other's links; what
/// is heard goes by the stage's own links. When this process ends the nodes go, and the session manager links the
/// streams to the default devices again, as after an unplug.
///
/// A session manager gives a stream the channels of the node that it leads to, so there is one for each usual layout. They are
/// sinks and sources like others, since PulseAudio's programs wait until they have one; so that a session manager never makes one
/// the default, they are there only while the device has outputs, or inputs, of its own.
///
/// - Thread: the loop lock is held.
final class GuestHold {
    /// The stream that a node is for.
    private enum Place: Hashable {
        case recording
        /// For a program that may not record what others play: nothing leads to it.
        case listening
        /// Channels of its layout.
        case playing(Int)

        init(_ stream: GuestStream) {
            guard !stream.recordsOutput else {
                self = .listening
                return
            }
            guard stream.direction == .output else {
                self = .recording
                return
            }
            self = .playing(stream.channelCount <= 2 ? 2 : stream.channelCount <= 6 ? 6 : 8)
        }

        var direction: PortDirection { self == .recording ? .input : .output }
        var mediaClass: String { self == .recording ? "Audio/Source/Virtual" : "Audio/Sink" }

        var positions: String {
            switch self {
            case .recording, .listening, .playing(2): "[ FL FR ]"
            case .playing(6): "[ FL FR FC LFE RL RR ]"
            case .playing: "[ FL FR FC LFE RL RR SL SR ]"
            }
        }

        var name: String {
            switch self {
            case .recording: "sordino.hold.recording.\(getpid())"
            case .listening: "\(GuestHold.listeningName).\(getpid())"
            case .playing(let count): "sordino.hold.playing\(count).\(getpid())"
            }
        }
    }

    private let connection: PipeWireConnection
    private let group: String
    /// The nodes, all made ahead.
    ///
    /// One that is made while the stage runs runs before a session manager has seen to its ports; WirePlumber 0.4 then waits for it
    /// and links no program any more: all are silent.
    private let places: [Place]
    private var objects: [Place: OpaquePointer] = [:]
    /// The directions in which the device has ports.
    private var present = Set<PortDirection>()

    static let listeningName = "sordino.hold.listening"

    /// The word in `StreamProperties.role`.
    static let role = "hold"

    /// - Parameter guardsOutput: Whether there are programs that may not record what others play.
    init(_ connection: PipeWireConnection, group: String, guardsOutput: Bool) {
        self.connection = connection
        self.group = group
        places = [.playing(2), .playing(6), .playing(8), .recording] + (guardsOutput ? [.listening] : [])
    }

    /// Makes the nodes ahead, since a session manager has to know a node before it can lead a stream there, or removes
    /// those that the device has no port for.
    ///
    /// - Parameter directions: Those in which the device has ports of its own.
    func update(_ directions: Set<PortDirection>) {
        guard directions != present else { return }
        present = directions
        for (place, object) in objects where !directions.contains(place.direction) {
            objects[place] = nil
            cpw_object_destroy(object)
        }
        for place in places
        where directions.contains(place.direction) && objects[place] == nil {
            make(place)
        }
    }

    private func make(_ place: Place) {
        objects[place] = SilentNode.make(
            connection, name: place.name, description: "Sordino (programs without a session)",
            positions: place.positions, role: Self.role,
            more: [
                "media.class": place.mediaClass,
                // Always in the stage's cycle, and not its clock while a sink is in it that was there before: of equal
                // priorities the server takes the first. It reads negative ones as very large.
                "node.group": group, "priority.session": "-1000", "priority.driver": "0",
                "monitor.channel-volumes": "false",
                "adapter.auto-port-config": "{ mode = dsp monitor = true position = preserve }",
            ])
    }

    /// Returns whether a stream's target is one of the nodes.
    ///
    /// Source: the keys of WirePlumber's metadata: `target.object` has a serial number, `target.node` an identifier.
    func isMeant(by key: String, _ value: String, in mirror: GraphMirror) -> Bool {
        mirror.nodes.values.contains { node in
            guard node.properties[StreamProperties.role] == Self.role else { return false }
            return switch key {
            case "target.object": node.properties["object.serial"] == value
            case "target.node": String(node.id) == value
            default: false
            }
        }
    }

    /// The node that a stream is to be linked to; nil while it is not there yet.
    func node(for stream: GuestStream, in mirror: GraphMirror) -> GraphNode? {
        let place = Place(stream)
        guard present.contains(place.direction) else { return nil }
        let name = place.name
        return mirror.nodes.values.first {
            $0.properties["node.name"] == name && $0.properties[StreamProperties.role] == Self.role
        }
    }

    /// Before the connection closes.
    func close() { for object in objects.values { cpw_object_destroy(object) } }
}
