import Glibc
import SordinoHardware

/// What programs without a session say that their streams are for.
///
/// Pure. Source: PipeWire's `media.role` ("Alarm", "Accessibility"), and the words that PulseAudio's programs use.
package enum MediaRoles {
    /// What runs now and concerns programs with a session.
    ///
    /// Every other role is left alone. `Notification` too: such a sound is short, belongs to no session, and interrupts
    /// nobody. `Communication` too: programs for talking keep their streams open for as long as they run, so the stream does
    /// not say that somebody talks; telephone services do.
    package static func sounds(in mirror: GraphMirror, isManaged: (Int32) -> Bool) -> Set<OtherSound> {
        var sounds = Set<OtherSound>()
        for node in mirror.nodes.values {
            guard node.isRunning, node.properties["media.class"] == "Stream/Output/Audio",
                node.properties[StreamProperties.role] == nil,
                let sound = node.properties["media.role"].flatMap(sound)
            else { continue }
            // A program with a session is judged by that, whatever else it shows in the graph.
            if let process = mirror.processID(ofNode: node.id), process == getpid() || isManaged(process) { continue }
            sounds.insert(sound)
        }
        return sounds
    }

    /// What a role means; nil for those that are left alone.
    package static func sound(_ role: String) -> OtherSound? {
        switch role.lowercased() {
        case "alarm": .alarm
        case "accessibility", "a11y": .screenReader
        default: nil
        }
    }
}
