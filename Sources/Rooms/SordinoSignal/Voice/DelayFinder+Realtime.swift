import SordinoRealtime

extension DelayFinder {
    /// Takes a block of both.
    ///
    /// - Parameters:
    ///   - played: A block of the reference as it comes, not delayed.
    ///   - heard: The same block of the microphone.
    ///   - frameCount: A multiple of 4.
    /// - Returns: A delay that was found with this block, in frames; `exact` has it between frames. Or -1.
    @_noAllocation @_noLocks
    mutating func listen(_ played: UnsafePointer<Float>, _ heard: UnsafePointer<Float>, frameCount: Int) -> Int {
        let mask = Self.span &- 1
        var frame = 0
        while frame &+ stride <= frameCount {
            var (a, b): (Float, Float) = (0, 0)
            for index in frame..<frame &+ stride {
                a += played[index]
                b += heard[index]
            }
            reference[count & mask] = a
            microphone[count & mask] = b
            referencePower += 0.001 * (a * a - referencePower)
            microphonePower += 0.001 * (b * b - microphonePower)
            count &+= 1
            frame &+= stride
        }
        wait &-= frameCount / stride
        if stage > 0 { return proceed() }
        guard wait <= 0 else { return -1 }
        wait = Self.span / 8
        // Below -60 dBFS, at a gain of 2 to 4, nothing is played; half an hour of digital silence is no evidence
        // either.
        guard referencePower > 1.6e-5, microphonePower > 1e-9 else { return -1 }
        load(reference, from: 0)
        fft.forward(time, real: real, imaginary: imaginary)
        stage = 1
        return -1
    }

    /// The next stage of a comparison: one with each block, so that none takes long.
    @_noAllocation @_noLocks
    private mutating func proceed() -> Int {
        switch stage {
        case 1:
            load(microphone, from: Self.span / 2)
            fft.forward(time, real: otherReal, imaginary: otherImaginary)
            stage = 2
        case 2:
            compare()
            fft.inverse(real: crossReal, imaginary: crossImaginary, samples: time)
            stage = 3
        default:
            stage = 0
            return judge()
        }
        return -1
    }

    /// Puts a ring in order, with zeros for samples before `start`.
    @_noAllocation @_noLocks
    private func load(_ ring: UnsafePointer<Float>, from start: Int) {
        let mask = Self.span &- 1
        for index in 0..<Self.span { time[index] = index < start ? 0 : ring[(count &+ index) & mask] }
    }

    /// Adds the difference of phases of each bin to the smoothed spectrum.
    @_noAllocation @_noLocks
    private func compare() {
        for bin in 0..<Self.span / 2 &+ 1 {
            let (a, b) = (real[bin], imaginary[bin])
            let (c, d) = (otherReal[bin], otherImaginary[bin])
            // The microphone times the reference's conjugate.
            let (x, y) = (c * a + d * b, d * a - c * b)
            let size = x * x + y * y
            let share = size > 1e-20 ? 0.3 / RealtimeMath.sqrt(size) : 0
            crossReal[bin] = 0.7 * crossReal[bin] + share * x
            crossImaginary[bin] = 0.7 * crossImaginary[bin] + share * y
        }
    }

    /// Looks whether a delay stands out.
    @_noAllocation @_noLocks
    private mutating func judge() -> Int {
        var (best, sum): (Float, Float) = (0, 0)
        var place = 0
        let lags = Self.span / 2 &- 64
        for lag in 0..<lags {
            let value = time[lag] * time[lag]
            sum += value
            if value > best { (best, place) = (value, lag) }
        }
        guard best > 60 * sum / Float(lags) else {
            sightings = 0
            return -1
        }
        let isSame = abs(place &- candidate) <= 2
        sightings = isSame ? sightings &+ 1 : 1
        candidate = place
        // The top of a parabola through three.
        var part: Float = 0
        if place > 0 {
            let (before, after) = (abs(time[place &- 1]), abs(time[place &+ 1]))
            let bend = before - 2 * abs(time[place]) + after
            part = bend < 0 ? min(max(0.5 * (before - after) / bend, -0.5), 0.5) : 0
        }
        exact = (Double(place) + Double(part)) * Double(stride)
        return sightings >= 2 ? Int(max(exact, 0) + 0.5) : -1
    }
}
