import CMath

/// Makes the residual of a lost frame from the one before: its last pitch cycles and noise (RFC 3951, 4.5).
struct ILBCConcealment {
    private let mode: ILBCMode
    private let residual: UnsafeMutablePointer<Float>
    private let noise: UnsafeMutablePointer<Float>
    private let filter: UnsafeMutablePointer<Float>
    private var seed: UInt32 = 777
    private var lostCount = 0
    private var period = 120
    private var periodicity: Float = 0

    /// Takes its vectors from `memory`.
    init(mode: ILBCMode, memory: ILBCMemory) {
        self.mode = mode
        residual = memory.take(ILBCSize.frameLimit)
        noise = memory.take(ILBCSize.frameLimit)
        filter = memory.take(ILBCSize.filter)
        filter[0] = 1
    }

    /// Forgets all frames, as after a jump.
    mutating func reset() {
        residual.update(repeating: 0, count: ILBCSize.frameLimit)
        filter.update(repeating: 0, count: ILBCSize.filter)
        filter[0] = 1
        (seed, lostCount, period, periodicity) = (777, 0, 120, 0)
    }

    /// Keeps a decoded frame for the case that the next one is lost.
    ///
    /// - Parameters:
    ///   - samples: The frame's residual.
    ///   - filter: The filter of its last sub-block.
    mutating func keep(_ samples: UnsafePointer<Float>, filter: UnsafePointer<Float>) {
        residual.update(from: samples, count: mode.framesPerPacket)
        self.filter.update(from: filter, count: ILBCSize.filter)
        lostCount = 0
    }

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - estimate: The pitch period at the end of the previous frame, 20 to 118.
    ///   - samples: Receives the residual.
    ///   - filters: Receives the same filter for each sub-block.
    mutating func conceal(
        estimate: Int, into samples: UnsafeMutablePointer<Float>, filters: UnsafeMutablePointer<Float>
    ) {
        let count = mode.framesPerPacket
        if lostCount == 0 { findPeriod(near: estimate) }
        lostCount = min(lostCount + 1, 100)
        let gain = fade
        let root = cmath_sqrtf(periodicity)
        let voiced = min(1, max(0, (root - 0.4) / 0.3))
        // Two cycles are repeated if they are short: one would buzz.
        let lag = period < 80 ? 2 * period : period
        var energy: Float = 0
        for index in 0..<count {
            seed = (seed &* 69069 &+ 1) & 0x7FFF_FFFF
            let from = index - 50 - Int(seed % 70)
            noise[index] = from < 0 ? residual[count + from] : noise[from]
            let repeated = index < lag ? residual[count + index - lag] : samples[index - lag]
            let decay: Float = index < 80 ? 1 : index < 160 ? 0.95 : 0.9
            samples[index] = decay * gain * (voiced * repeated + (1 - voiced) * noise[index])
            energy += samples[index] * samples[index]
        }
        // A residual below 30 dB has no pitch to be kept.
        if energy < 900 * Float(count) {
            for index in 0..<count { samples[index] = gain * noise[index] }
        }
        residual.update(from: samples, count: count)
        for subBlock in 0..<mode.subBlockCount {
            (filters + subBlock * ILBCSize.filter).update(from: filter, count: ILBCSize.filter)
        }
    }

    /// Gain of this lost frame: all is silent after 160 ms.
    private var fade: Float {
        switch lostCount * mode.framesPerPacket {
        case ...320: 1
        case ...640: 0.9
        case ...960: 0.7
        case ...1280: 0.5
        default: 0
        }
    }

    /// Searches the period within three samples of `estimate` by the correlation with the end of the frame.
    private mutating func findPeriod(near estimate: Int) {
        let count = mode.framesPerPacket
        var best: Float = -1
        for lag in max(1, estimate - 3)...min(count - 1, estimate + 3) {
            let range = min(60, count - lag)
            let end = residual + (count - range)
            let product = ILBCVector.dot(end, end - lag, range)
            let earlier = ILBCVector.dot(end - lag, end - lag, range)
            let later = ILBCVector.dot(end, end, range)
            let measure = earlier > 0 ? product * product / earlier : 0
            if measure > best {
                (best, period) = (measure, lag)
                let norm = cmath_sqrtf(earlier) * cmath_sqrtf(later)
                periodicity = norm > 0 ? abs(product) / norm : 0
            }
        }
    }
}
