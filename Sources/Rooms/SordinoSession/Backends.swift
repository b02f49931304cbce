import SordinoHardware
import SordinoPolicy

/// The list of peers that can stand under a process, and the choice among them.
package enum Backends {
    /// Makes the device that this process is on.
    static func makeSystem() -> AudioSystem {
        preconditionFailure("no peer of the hardware contract is built into this process yet")
    }
}
