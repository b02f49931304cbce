import Glibc
import SordinoHardware

/// The reading of nodes as streams of programs without a session.
///
/// Pure. Source: PipeWire's `media.class`, `client.api`, `stream.capture.sink`, `stream.monitor`, `application.*`, `media.role`.
package enum GuestStreams {
    /// Returns the stream that a node is; nil for everything else.
    ///
    /// Excluded are Sordino's own nodes, those of this process and of registered programs, recordings of other programs' output,
    /// level meters, and the far ends of virtual devices. Alarms and screen readers with an accepted role are actors
    /// (`MediaRoles`); `GuestRules` excludes them.
    package static func stream(_ node: GraphNode, in mirror: GraphMirror, isManaged: (Int32) -> Bool) -> GuestStream? {
        let properties = node.properties
        guard node.isKnown, properties[StreamProperties.role] == nil else { return nil }
        var stream: GuestStream
        let serial = properties.number("object.serial") ?? node.id
        switch properties["media.class"] {
        case "Stream/Output/Audio": stream = GuestStream(node: node.id, serial: serial, process: 0, direction: .output)
        case "Stream/Input/Audio": stream = GuestStream(node: node.id, serial: serial, process: 0, direction: .input)
        default:
            guard isPatched(node) else { return nil }
            stream = GuestStream(node: node.id, serial: serial, process: 0, direction: .output)
            stream.isPatched = true
        }
        for key in ["stream.monitor", "stream.capture.sink"] where properties[key] == "true" { return nil }
        if isFarEnd(node, in: mirror) { return nil }
        let role = properties["media.role"] ?? ""
        if let process = mirror.processID(ofNode: node.id), process == getpid() || isManaged(process) { return nil }
        describe(&stream, node, in: mirror)
        // JACK's library says "DSP" for every program.
        stream.role = stream.isPatched ? "" : text(role).lowercased()
        // A program of JACK plays for as long as it is linked.
        stream.isRunning = stream.isPatched || node.isRunning
        return stream
    }

    /// The stream of a program that records what others play.
    static func recorder(_ node: GraphNode, in mirror: GraphMirror) -> GuestStream {
        let serial = node.properties.number("object.serial") ?? node.id
        var stream = GuestStream(node: node.id, serial: serial, process: 0, direction: .input)
        stream.recordsOutput = true
        describe(&stream, node, in: mirror)
        return stream
    }

    /// Adds what the graph says of the program of a stream.
    private static func describe(_ stream: inout GuestStream, _ node: GraphNode, in mirror: GraphMirror) {
        let properties = node.properties
        stream.process = process(of: node, in: mirror)
        stream.family = stream.process
        stream.channelCount = node.channelCount
        stream.application = text(properties["application.name"] ?? properties["node.name"])
        stream.executable = text(properties["application.process.binary"])
        stream.sandbox = text(sandbox(of: node, in: mirror))
        stream.identifier = stream.sandbox.isEmpty ? text(properties["application.id"]) : stream.sandbox
    }

    /// Returns whether a node is the far end of a virtual device, such as a loopback, a filter or an echo canceller.
    ///
    /// The far end carries the sound that the virtual sink received. If it were on the stage, the sound would return to the
    /// sink.
    private static func isFarEnd(_ node: GraphNode, in mirror: GraphMirror) -> Bool {
        guard let group = node.properties["node.link-group"] else { return false }
        return mirror.nodes.values.contains {
            $0.id != node.id && $0.properties["node.link-group"] == group
                && $0.properties["media.class"]?.hasPrefix("Audio/") == true
        }
    }

    /// Returns the node that a program itself names for its stream; nil if it names none, or none that is there.
    ///
    /// Source: PipeWire's `target.object`, the name or serial number of a node, and the older `node.target`, also its number.
    static func target(of node: GraphNode, in mirror: GraphMirror) -> GraphNode? {
        guard let wish = node.properties["target.object"] ?? node.properties["node.target"] else { return nil }
        let isNumber = node.properties["target.object"] == nil
        return mirror.nodes.values.filter { other in
            other.properties["node.name"] == wish || other.properties["object.serial"] == wish
                || isNumber && String(other.id) == wish
        }.min { $0.id < $1.id }
    }

    /// Returns the process of a node; 0 if it is unknown.
    ///
    /// For a client of PulseAudio's protocol it is the process that the client declares.
    static func process(of node: GraphNode, in mirror: GraphMirror) -> Int32 {
        let isRelayed = node.properties["client.api"] == "pipewire-pulse"
        let claimed = node.properties["application.process.id"].flatMap { Int32($0) }
        return (isRelayed ? claimed : mirror.processID(ofNode: node.id) ?? claimed) ?? 0
    }

    /// The application of the sandbox from which a node's program is connected; nil if it is in none that the server knows.
    ///
    /// Only the client's properties count: the server takes them from the portal and from the security context of the socket, and
    /// lets no client change those that begin with `pipewire.`. A node has the properties that its program gave it.
    private static func sandbox(of node: GraphNode, in mirror: GraphMirror) -> String? {
        guard let client = node.properties.number("client.id").flatMap({ mirror.clients[$0] }) else { return nil }
        return client["pipewire.sec.app-id"] ?? client["pipewire.access.portal.app_id"]
    }

    /// Indicates whether a node's program makes its links itself: those of JACK.
    package static func isPatched(_ node: GraphNode) -> Bool {
        node.isKnown && node.properties["client.api"] == "jack" && node.properties["media.class"] == nil
    }

    /// A stranger's text, of a length that can be kept.
    private static func text(_ text: String?) -> String { String((text ?? "").prefix(200)) }
}
