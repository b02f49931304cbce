import CMath

/// Splits a signal into complex subbands, each slot of `bandCount` samples into one number a band.
///
/// The standard bank computes X[k] = gain * the sum over n of u[n] exp(i pi / N (k + 1/2)(n - phase + 1/2)), where u folds ten
/// slots of windowed samples, newest first; decoders use a gain of 2 with 32 bands. All memory is allocated in `init`.
/// Source: ISO/IEC 14496-3, 4.6.18.4.1, 4.6.18.4.3, 4.6.19.
package final class QMFAnalysis {
    /// Bands and samples a slot: 32 or 64.
    package let bandCount: Int
    /// Slots that one call may split at most.
    package let slotLimit: Int
    private let transform: QMFTransform
    private let window: UnsafeMutablePointer<Float>
    private let rotation: UnsafeMutablePointer<Float>
    private let samples: UnsafeMutablePointer<Float>
    private let folded: UnsafeMutablePointer<Float>
    private let lanes: UnsafeMutablePointer<QMFLane>
    /// Samples beyond this bound are held at it, so that energies stay finite.
    private let bound: Float

    /// Makes a bank with a silent past.
    ///
    /// - Parameters:
    ///   - kind: The family.
    ///   - bandCount: 32 or 64.
    ///   - slotLimit: Slots of the longest call.
    ///   - gain: Factor of all results.
    ///   - bound: Largest magnitude of a sample.
    package init(kind: QMFKind, bandCount: Int, slotLimit: Int, gain: Double, bound: Float = 1024) {
        self.bandCount = bandCount == 64 ? 64 : 32
        self.slotLimit = max(1, slotLimit)
        self.bound = bound
        let bands = self.bandCount
        transform = QMFTransform(count: bands)
        window = .allocate(capacity: 10 * bands)
        rotation = .allocate(capacity: 2 * bands)
        let sampleCount = 9 * bands + (self.slotLimit + 4) * bands
        samples = .allocate(capacity: sampleCount)
        samples.initialize(repeating: 0, count: sampleCount)
        folded = .allocate(capacity: 8 * bands)
        folded.initialize(repeating: 0, count: 8 * bands)
        lanes = .allocate(capacity: 2 * bands)
        lanes.initialize(repeating: .zero, count: 2 * bands)
        for (index, value) in kind.window(bandCount: bands).enumerated() {
            window[10 * bands - 1 - index] = Float(value * gain)
        }
        for band in 0..<bands {
            let angle = -Double.pi * (Double(band) + 0.5) * kind.analysisPhase(bandCount: bands) / Double(bands)
            rotation[band] = Float(cmath_cos(angle))
            rotation[bands + band] = Float(cmath_sin(angle))
        }
    }

    deinit {
        window.deallocate()
        rotation.deallocate()
        samples.deallocate()
        folded.deallocate()
        lanes.deallocate()
    }

    /// Forgets all samples, as after a jump.
    package func reset() { samples.update(repeating: 0, count: 9 * bandCount) }

    /// Splits `slotCount` slots.
    ///
    /// - Parameters:
    ///   - input: `slotCount` * `bandCount` samples.
    ///   - slotCount: At most `slotLimit`.
    ///   - real: Receives row upon row of `bandCount` numbers, `stride` apart. Rows up to the next multiple of four are written.
    ///   - imaginary: Receives the imaginary parts likewise.
    ///   - stride: Numbers from row to row, at least `bandCount`.
    package func process(
        _ input: UnsafePointer<Float>, slotCount: Int, real: UnsafeMutablePointer<Float>,
        imaginary: UnsafeMutablePointer<Float>, stride: Int
    ) {
        let slots = min(slotCount, slotLimit)
        let past = 9 &* bandCount
        let count = slots &* bandCount
        let (low, high) = (SIMD8<Float>(repeating: -bound), SIMD8<Float>(repeating: bound))
        var index = 0
        while index < count {
            var values = load8(input + index)
            values.replace(with: high, where: values .> high)
            values.replace(with: low, where: values .< low)
            store8(samples + (past &+ index), values)
            index &+= 8
        }
        var slot = 0
        while slot < slots {
            for lane in 0..<4 { fold(samples + (slot &+ lane) * bandCount, folded + 2 * lane * bandCount) }
            split()
            let at = slot &* stride
            merge(real + at, imaginary + at, stride)
            slot &+= 4
        }
        samples.update(from: samples + count, count: past)
    }

    /// Windows ten slots, oldest sample first, and folds them to two.
    @inline(__always)
    private func fold(_ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>) {
        let period = 2 &* bandCount
        let window = UnsafePointer(self.window)
        var q = 0
        while q < period {
            var sum = load8(source + q) * load8(window + q)
            sum += load8(source + (q &+ period)) * load8(window + (q &+ period))
            sum += load8(source + (q &+ 2 &* period)) * load8(window + (q &+ 2 &* period))
            sum += load8(source + (q &+ 3 &* period)) * load8(window + (q &+ 3 &* period))
            sum += load8(source + (q &+ 4 &* period)) * load8(window + (q &+ 4 &* period))
            store8(target + q, sum)
            q &+= 8
        }
    }

    /// Makes the cosine and the sine parts of four folded slots.
    @inline(__always)
    private func split() {
        let (period, last) = (2 &* bandCount, bandCount &- 1)
        let (cosines, sines) = (lanes, lanes + bandCount)
        var n = 0
        while n < bandCount {
            let at = UnsafePointer(folded + n)
            let mirror = UnsafePointer(folded + (period &- 4 &- n))
            let near = transposed(at, at + period, at + 2 &* period, at + 3 &* period)
            let far = transposed(mirror, mirror + period, mirror + 2 &* period, mirror + 3 &* period)
            cosines[n] = far.3 - near.0
            cosines[n &+ 1] = far.2 - near.1
            cosines[n &+ 2] = far.1 - near.2
            cosines[n &+ 3] = far.0 - near.3
            sines[last &- n] = far.3 + near.0
            sines[last &- n &- 1] = far.2 + near.1
            sines[last &- n &- 2] = far.1 + near.2
            sines[last &- n &- 3] = far.0 + near.3
            n &+= 4
        }
        transform.transform(cosines)
        transform.transform(sines)
    }

    /// Turns the four spectra by the bank's phase and stores them as rows.
    @inline(__always)
    private func merge(_ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>, _ stride: Int) {
        let (cosines, sines) = (lanes, lanes + bandCount)
        let signs = SIMD4<Float>(1, -1, 1, -1)
        var k = 0
        while k < bandCount {
            let c = transposed(cosines[k], cosines[k &+ 1], cosines[k &+ 2], cosines[k &+ 3])
            let s = transposed(sines[k], sines[k &+ 1], sines[k &+ 2], sines[k &+ 3])
            let (turnReal, turnImaginary) = (load4(rotation + k), load4(rotation + (bandCount &+ k)))
            @inline(__always) func put(_ row: Int, _ c: QMFLane, _ s: QMFLane) {
                let signed = s * signs
                store4(real + (row &* stride &+ k), c * turnReal - signed * turnImaginary)
                store4(imaginary + (row &* stride &+ k), c * turnImaginary + signed * turnReal)
            }
            put(0, c.0, s.0)
            put(1, c.1, s.1)
            put(2, c.2, s.2)
            put(3, c.3, s.3)
            k &+= 4
        }
    }
}
