import CoreAudioTypes
import Synchronization

extension InputClock {
    /// Moves a time of the unit onto the bus's own line.
    @_noAllocation @_noLocks
    mutating func place(_ time: AudioTimeStamp, _ frameCount: UInt32) -> AudioTimeStamp {
        guard time.hasSampleTime else { return time }
        var placed = time
        let wished = Double(bitPattern: wish.exchange(Double.nan.bitPattern, ordering: .acquiring))
        if !wished.isNaN { shift = wished - time.mSampleTime }
        placed.mSampleTime += shift
        next.store((placed.mSampleTime + Double(frameCount)).bitPattern, ordering: .relaxed)
        return placed
    }
}
