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

    /// Gives the newest block of some channels, as late as the delay is, or a block as much further back.
    @_noAllocation @_noLocks
    func read(
        _ output: UnsafeMutablePointer<Float>, frameCount: Int, back: Int = 0, channels: Range<Int>
    ) {
        if isBetween {
            return interpolate(output, frameCount: frameCount, back: back, channels: channels)
        }
        let mask = capacity &- 1
        let start = end &- frameCount &- delay &- back
        for channel in channels.lowerBound..<channels.upperBound {
            let ring = rings + channel &* capacity
            let to = output + (channel &- channels.lowerBound) &* frameCount
            for frame in 0..<frameCount { to[frame] = ring[(start &+ frame) & mask] }
        }
    }

    /// Indicates whether frames are read between those that there are.
    var isBetween: Bool {
        @_noAllocation @_noLocks get { drift != 0 || fraction != 0 }
    }

    /// Moves the delay by the drift between the clocks in a block.
    @_noAllocation @_noLocks
    mutating func advance(_ frameCount: Int) {
        fraction += drift * Double(frameCount)
        while fraction >= 1 {
            fraction -= 1
            delay &+= 1
        }
        while fraction < 0 {
            fraction += 1
            delay &-= 1
        }
    }

    @_noAllocation @_noLocks
    private func interpolate(
        _ output: UnsafeMutablePointer<Float>, frameCount: Int, back: Int, channels: Range<Int>
    ) {
        let mask = capacity &- 1
        // A block of the longest drift moves by less than a frame, so that 18 frames more are enough.
        let start = end &- frameCount &- delay &- back &- 9
        for channel in channels.lowerBound..<channels.upperBound {
            let ring = rings + channel &* capacity
            let to = output + (channel &- channels.lowerBound) &* frameCount
            for index in 0..<frameCount &+ 18 { span[index] = ring[(start &+ index) & mask] }
            for frame in 0..<frameCount {
                let place = 9 + Double(frame) - fraction - drift * Double(frame)
                let whole = Int(place)
                let row = (place - Double(whole)) * 32
                let first = Int(row)
                let share = Float(row - Double(first))
                let taps = kernel + first &* 16
                let samples = span + (whole &- 7)
                var sum: Float = 0
                for tap in 0..<16 { sum += samples[tap] * (taps[tap] + share * (taps[tap &+ 16] - taps[tap])) }
                to[frame] = sum
            }
        }
    }
}
