import CPipeWire
import Glibc

/// The place where streams of programs without a session lead beside the stage: a sink and a source that are silent.
///
/// The session manager links such streams there and is content, so that it and the stage never undo each other's links; what
/// is heard goes by the stage's own links. When this process ends, sink and source go, and the session manager links the
/// streams to the default devices again, as after an unplug.
///
/// - Thread: the loop lock is held.
final class GuestHold {
    private let objects: [OpaquePointer]
    private let sinkName: String
    private let sourceName: String

    /// The word in `StreamProperties.role`.
    static let role = "hold"

    init(_ connection: PipeWireConnection, group: String) {
        sinkName = "sordino.hold.sink.\(getpid())"
        sourceName = "sordino.hold.source.\(getpid())"
        let kinds = [
            (sinkName, "Audio/Sink", "Sordino (programs without a session)"),
            (sourceName, "Audio/Source/Virtual", "Sordino (recording programs without a session)"),
        ]
        objects = kinds.compactMap { name, mediaClass, description in
            let properties = [
                StreamProperties.role: Self.role,
                "factory.name": "support.null-audio-sink", "node.name": name, "node.description": description,
                "media.class": mediaClass, "audio.position": "[ FL FR ]", "node.virtual": "true",
                // Always in the stage's cycle; nobody's default, and no clock while a device has one.
                "node.group": group, "priority.session": "-1000", "priority.driver": "1",
                "monitor.channel-volumes": "false",
                "adapter.auto-port-config": "{ mode = dsp monitor = true position = preserve }",
            ]
            return properties.withItems {
                cpw_object_create(connection.server, "adapter", GraphKind.node.rawValue, 3, $0, $1)
            }
        }
    }

    /// The node that a stream is to be linked to.
    func node(isSink: Bool, in mirror: GraphMirror) -> GraphNode? {
        let name = isSink ? sinkName : sourceName
        return mirror.nodes.values.first {
            $0.properties["node.name"] == name && $0.properties[StreamProperties.role] == Self.role
        }
    }

    /// Before the connection closes.
    func close() { for object in objects { cpw_object_destroy(object) } }
}
