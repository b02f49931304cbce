import SordinoRealtime
import SordinoSignal

extension DopplerLine {
    /// Forgets the sound on its way.
    @_noAllocation @_noLocks
    mutating func clear() {
        for index in 0...mask { samples[index] = 0 }
        (isSet, quietFrames) = (false, Int.max / 2)
    }

    /// Indicates whether the whole line is silent.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get { quietFrames > mask }
    }

    /// Takes a piece of a source in, and writes the sound that arrives meanwhile to `output`.
    ///
    /// - Parameters:
    ///   - input: Nil for silence.
    ///   - metres: Of the source, at the end of the piece.
    @_noAllocation @_noLocks
    mutating func render(_ input: UnsafePointer<Float>?, frameCount: Int, metres: Float) {
        let goal = Double(min(max(metres, 0), Self.metresLimit) / Self.speedOfSound * sampleRate)
        if !isSet { (isSet, delay) = (true, goal) }
        quietFrames = input == nil ? min(quietFrames &+ frameCount, Int.max / 2) : 0
        if isAtRest {
            delay = goal
            output.pointee.publishSilence()
            return
        }
        let way = (goal - delay) / max(Double(frameCount), 0.05 * Double(sampleRate))
        // Read at half to twice the speed.
        let step = min(max(way, -1), 0.5)
        output.pointee.publishOwn()
        let heard = output.pointee.own[0]
        for frame in 0..<frameCount {
            if let input { samples[position & mask] = input[frame] } else { samples[position & mask] = 0 }
            delay = max(delay + step, 0)
            // Two frames later, for the cubic through four of them.
            let place = Double(mask &+ 1) - delay
            let whole = Int(place)
            heard[frame] = value(position &+ whole &- 2, share: Float(place - Double(whole)))
            position &+= 1
        }
    }

    /// The cubic of Lagrange through the four samples around a place.
    @_noAllocation @_noLocks
    private func value(_ first: Int, share: Float) -> Float {
        let (a, b) = (samples[(first &- 1) & mask], samples[first & mask])
        let (c, d) = (samples[(first &+ 1) & mask], samples[(first &+ 2) & mask])
        let (s, rest) = (share, 1 - share)
        let inner = (b * rest + c * s) * (1 + s) * (2 - s) * 0.5
        return inner - (a * (2 - s) + d * (1 + s)) * (s * rest / 6)
    }
}
