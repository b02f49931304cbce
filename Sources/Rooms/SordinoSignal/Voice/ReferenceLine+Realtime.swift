extension ReferenceLine {
    /// Remembers a block of each channel, one after the other.
    @_noAllocation @_noLocks
    mutating func append(_ samples: UnsafePointer<Float>, frameCount: Int) {
        let mask = capacity &- 1
        for channel in 0..<channelCount {
            let ring = rings + channel &* capacity
            let from = samples + channel &* frameCount
            for frame in 0..<frameCount { ring[(end &+ frame) & mask] = from[frame] }
        }
        end &+= frameCount
    }

    /// Gives the newest block, as late as the delay is, or a block as much further back.
    @_noAllocation @_noLocks
    func read(_ output: UnsafeMutablePointer<Float>, frameCount: Int, back: Int = 0) {
        let mask = capacity &- 1
        let start = end &- frameCount &- delay &- back
        for channel in 0..<channelCount {
            let ring = rings + channel &* capacity
            let to = output + channel &* frameCount
            for frame in 0..<frameCount { to[frame] = ring[(start &+ frame) & mask] }
        }
    }
}
