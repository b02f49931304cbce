import Glibc
import SordinoHardware

/// The purposes that streams of programs without a session declare.
///
/// Pure. Source: PipeWire's `media.role` ("Alarm", "Accessibility"), and the words that PulseAudio's programs use.
package enum MediaRoles {
    /// Returns the running purposes that concern programs with a session.
    ///
    /// Every other role is left alone. `Notification` too: such a sound is short, belongs to no session, and does not
    /// interrupt. `Communication` too: programs for talking keep their streams open for as long as they run, so the
    /// stream does not show whether there is a conversation; telephone services do.
    ///
    /// - Parameter believes: Returns whether a role is accepted for a process.
    package static func sounds(
        in mirror: GraphMirror, isManaged: (Int32) -> Bool, believes: (String, Int32) -> Bool = { _, _ in true }
    ) -> Set<OtherSound> {
        var sounds = Set<OtherSound>()
        for node in mirror.nodes.values {
            guard node.isRunning, node.properties["media.class"] == "Stream/Output/Audio",
                node.properties[StreamProperties.role] == nil,
                let role = node.properties["media.role"], let sound = sound(role)
            else { continue }
            // A program with a session is judged by that alone, not by its other streams in the graph.
            if let process = mirror.processID(ofNode: node.id), process == getpid() || isManaged(process) { continue }
            if believes(role, GuestStreams.process(of: node, in: mirror)) { sounds.insert(sound) }
        }
        return sounds
    }

    /// Returns the meaning of a role; nil for roles that are left alone.
    package static func sound(_ role: String) -> OtherSound? {
        switch role.lowercased() {
        case "alarm": .alarm
        case "accessibility", "a11y": .screenReader
        default: nil
        }
    }
}
