import CoreAudioTypes
import SordinoGraph

extension UnitOutputsState {
    /// Checks a list for a block of one bus, and gives it memory where it has none.
    ///
    /// A unit without outputs, such as one that only sends MIDI, is rendered by bus 0 with any list.
    @_noAllocation @_noLocks
    func aim(_ bus: Int, _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus {
        guard let busses else { return UnitStatus.uninitialized }
        if count == 0, bus == 0 { return 0 }
        guard bus >= 0, bus < count else { return UnitStatus.invalidElement }
        return busses[bus].aim(at: list, frameCount: Int(frameCount)) ? 0 : UnitStatus.parameter
    }
}
