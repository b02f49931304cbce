import SordinoRealtime
import Synchronization

/// The range of parameters within a block, which units that change time need before it begins.
extension UnitCore {
    /// Indicates whether some parameter may change in the next block.
    var mayChange: Bool {
        @_noAllocation @_noLocks get {
            !isSet || needsAim || isGliding || pendingCount > 0 || port.hasEvents
                || port.state.pointee.changes.load(ordering: .acquiring) != seenChanges
        }
    }

    /// The least and the greatest value that a parameter may have in the next block.
    @_noAllocation @_noLocks
    func reach(of slot: Int) -> (least: Float, greatest: Float) {
        let set = port.value(slot: slot)
        var (least, greatest) = (set, set)
        if isSet {
            let state = values.parameters[slot]
            least = min(least, min(state.next, state.target))
            greatest = max(greatest, max(state.next, state.target))
            if state.isGliding { (least, greatest) = (min(least, state.start), max(greatest, state.start)) }
        }
        for index in 0..<pendingCount where Int(pending[index].slot) == slot {
            (least, greatest) = (min(least, pending[index].value), max(greatest, pending[index].value))
        }
        return port.reach(of: slot, least, greatest)
    }
}

extension ParameterPort {
    /// Indicates whether scheduled changes are on the road.
    var hasEvents: Bool {
        @_noAllocation @_noLocks get { road.peek() != nil }
    }

    /// Widens a range by the changes on the road, which stay there.
    @_noAllocation @_noLocks
    func reach(of slot: Int, _ least: Float, _ greatest: Float) -> (least: Float, greatest: Float) {
        var (least, greatest) = (least, greatest)
        var index = 0
        while let event = road.peek(index) {
            if Int(event.slot) == slot { (least, greatest) = (min(least, event.value), max(greatest, event.value)) }
            index &+= 1
        }
        return (least, greatest)
    }
}
