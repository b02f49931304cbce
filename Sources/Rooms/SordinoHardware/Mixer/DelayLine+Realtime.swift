import SordinoSignal
import Synchronization

extension PlannedLine {
    /// Begins a block in which nothing has entered.
    @_noAllocation @_noLocks
    func beginBlock() {
        for channel in 0..<channelCount { written[channel] = false }
    }

    /// Takes the block that was mixed, and puts the block that leaves in its place.
    ///
    /// - Returns: False if nothing leaves.
    @_noAllocation @_noLocks
    func turn(frameCount: Int) -> Bool {
        var hasEntered = false
        for channel in 0..<channelCount where written[channel] { hasEntered = true }
        let place = cell.pointee.place
        cell.pointee.place = (place &+ frameCount) % capacity
        cell.pointee.quietFrames = hasEntered ? 0 : min(cell.pointee.quietFrames &+ frameCount, capacity)
        let isSounding = cell.pointee.quietFrames < capacity
        cell.pointee.isSounding.store(isSounding, ordering: .releasing)
        guard isSounding else { return false }
        let exit = (place &+ capacity &- delayFrames) % capacity
        for channel in 0..<channelCount {
            let (mix, ring) = (mix[channel], ring[channel])
            if written[channel] {
                let first = min(frameCount, capacity &- place)
                pour(mix, times: 1, into: ring + place, adding: true, frameCount: first)
                pour(mix + first, times: 1, into: ring, adding: true, frameCount: frameCount &- first)
            }
            let first = min(frameCount, capacity &- exit)
            Mixing.copy(ring + exit, into: mix, frameCount: first)
            Mixing.copy(ring, into: mix + first, frameCount: frameCount &- first)
            Mixing.clear(ring + exit, frameCount: first)
            Mixing.clear(ring, frameCount: frameCount &- first)
        }
        return true
    }
}
