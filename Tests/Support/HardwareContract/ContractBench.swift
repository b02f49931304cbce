import SordinoHardware
import SordinoPolicy
import Synchronization
import Testing

/// A peer of the hardware contract on the bench: what a contract check may do to it from outside.
///
/// A peer's own tests make one for each check. Nothing here knows whether time is virtual: `pass` returns when at least so
/// many frames went by, and `played` may begin with silence from before the check.
package struct ContractBench: Sendable {
    package let hardware: any Hardware
    /// A stereo output port that is there.
    package let outputUID: String
    /// An input port that is there; nil where the peer has none.
    package let inputUID: String?
    /// Lets at least so many frames go by.
    package let pass: @Sendable (_ frames: Int) -> Void
    /// All that the output port was given since the bench was made, before the device's volume, planar.
    package let played: @Sendable () -> [[Float]]
    /// Makes a port arrive; nil where the peer cannot.
    package let plug: (@Sendable () -> Void)?
    /// Makes it depart again.
    package let unplug: (@Sendable () -> Void)?
    /// Ends the audio server and brings it back; nil where the peer cannot.
    package let loseServer: (@Sendable () -> Void)?
    package let restartServer: (@Sendable () -> Void)?

    package init(
        hardware: any Hardware, outputUID: String, inputUID: String?, pass: @escaping @Sendable (_ frames: Int) -> Void,
        played: @escaping @Sendable () -> [[Float]], plug: (@Sendable () -> Void)? = nil,
        unplug: (@Sendable () -> Void)? = nil, loseServer: (@Sendable () -> Void)? = nil,
        restartServer: (@Sendable () -> Void)? = nil
    ) {
        self.hardware = hardware
        self.outputUID = outputUID
        self.inputUID = inputUID
        self.pass = pass
        self.played = played
        self.plug = plug
        self.unplug = unplug
        self.loseServer = loseServer
        self.restartServer = restartServer
    }

    /// Keeps the events and lets time pass until one of them is what is waited for, 200 blocks at most.
    package func waits(for log: EventLog, _ isMeant: (HardwareEvent) -> Bool) -> Bool {
        for _ in 0..<200 {
            if log.entries.contains(where: isMeant) { return true }
            pass(hardware.timing.blockFrames)
        }
        return false
    }
}

/// The events that a device told, in order.
package final class EventLog: Sendable {
    private let kept = Mutex<[HardwareEvent]>([])

    package init() {}

    package func add(_ event: HardwareEvent) { kept.withLock { $0.append(event) } }
    package var entries: [HardwareEvent] { kept.withLock { $0 } }
}

/// Everything after the silence that samples begin with.
package func afterSilence(_ samples: [Float]) -> ArraySlice<Float> {
    samples[(samples.firstIndex { $0 != 0 } ?? samples.endIndex)...]
}
