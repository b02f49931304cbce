import CPipeWire

/// A node of the server that takes sound and plays nothing, or gives silence.
///
/// Its format and rate are fixed: from a format that leaves a choice PipeWire 1.4 configures no ports, or ports whose links never
/// become active, and what waits for such a link is silent.
enum SilentNode {
    /// Asks the server for such a node.
    ///
    /// - Parameters:
    ///   - name: Its `node.name`.
    ///   - description: What users see.
    ///   - positions: "[ FL FR ]", "[ MONO ]", ...
    ///   - role: The word in `StreamProperties.role`.
    ///   - more: Further properties of the node.
    /// - Returns: The node, or nil if the server's library cannot ask. It is removed with `cpw_object_destroy`.
    /// - Thread: The loop lock is held.
    static func make(
        _ connection: PipeWireConnection, name: String, description: String, positions: String, role: String,
        more: [String: String]
    ) -> OpaquePointer? {
        var properties = [
            StreamProperties.role: role, "factory.name": "support.null-audio-sink", "node.name": name,
            "node.description": description, "audio.position": positions, "audio.format": "F32P",
            "audio.rate": "48000", "node.virtual": "true",
        ]
        properties.merge(more) { $1 }
        return properties.withItems {
            cpw_object_create(connection.server, "adapter", GraphKind.node.rawValue, 3, $0, $1)
        }
    }
}
