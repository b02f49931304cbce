import SordinoPolicy

/// A stream of a program that has no session of its own, as the audio server describes it: a *guest* of the stage.
///
/// All but the numbers is the program's own word; it decides how the program is treated, and gives it no rights.
package struct GuestStream: Hashable, Sendable {
    /// The node's number in the graph.
    package var node: UInt32
    /// Unlike `node`, no other object gets it again.
    package var serial: UInt32
    /// The process at the other end: for a client of a sound server the one that the client reports; 0 when not known.
    package var process: Int32
    /// The name for people.
    package var application = ""
    /// The last path component of the executable.
    package var executable = ""
    /// The first 15 bytes of the name by which the program was started; empty if unknown.
    package var command = ""
    /// The identifier of the application, such as "org.mozilla.firefox"; empty when not given.
    package var identifier = ""
    /// The application of its sandbox, as the audio server knows it; empty outside of such.
    package var sandbox = ""
    /// PipeWire's `media.role`, in lower case; empty when not given.
    package var role = ""
    /// Output for programs that play, input for those that record.
    package var direction: PortDirection
    /// Indicates whether samples go through it now, or would: the program has not paused it.
    package var isRunning = false
    /// Indicates whether the program itself links its ports, as programs of JACK do.
    package var isPatched = false
    /// Indicates whether it records what others play, past the stage.
    package var recordsOutput = false
    /// The channels that the program plays or records; 0 when not known.
    package var channelCount = 0
    /// The process that represents the program: `process`, or the one that started it where both are one program.
    package var family: Int32 = 0
    /// Categories of the desktop entry, such as "Game"; empty without an entry.
    package var categories: [String] = []

    package init(node: UInt32, serial: UInt32, process: Int32, direction: PortDirection) {
        (self.node, self.serial, self.process, self.direction) = (node, serial, process, direction)
        family = process
    }
}
