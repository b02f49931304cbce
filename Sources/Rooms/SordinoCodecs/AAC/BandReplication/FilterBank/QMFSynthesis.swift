import CMath

/// Joins complex subbands to a signal, one number a band to each slot of `bandCount` samples.
///
/// All memory is allocated in `init`. Source: ISO/IEC 14496-3, 4.6.18.4.2, 4.6.18.4.3, 4.6.19.
package final class QMFSynthesis {
    /// Bands and samples a slot: 32 (down-sampled) or 64.
    package let bandCount: Int
    /// Slots that one call may join at most.
    package let slotLimit: Int
    private let transform: QMFTransform
    private let window: UnsafeMutablePointer<Float>
    private let rotation: UnsafeMutablePointer<Float>
    private let isPlain: Bool
    private let blocks: UnsafeMutablePointer<Float>
    private let lanes: UnsafeMutablePointer<QMFLane>

    /// Makes a bank with a silent past.
    ///
    /// - Parameters:
    ///   - kind: The family.
    ///   - bandCount: 32 or 64.
    ///   - slotLimit: Slots of the longest call.
    ///   - gain: Factor of all samples; the standard's bank has 1/64.
    package init(kind: QMFKind, bandCount: Int, slotLimit: Int, gain: Double) {
        self.bandCount = bandCount == 64 ? 64 : 32
        self.slotLimit = max(1, slotLimit)
        let bands = self.bandCount
        transform = QMFTransform(count: bands)
        window = .allocate(capacity: 10 * bands)
        rotation = .allocate(capacity: 2 * bands)
        let blockCount = (self.slotLimit + 9) * 2 * bands
        blocks = .allocate(capacity: blockCount)
        blocks.initialize(repeating: 0, count: blockCount)
        lanes = .allocate(capacity: 2 * bands)
        lanes.initialize(repeating: .zero, count: 2 * bands)
        if case .standard = kind { isPlain = bands == 64 } else { isPlain = false }
        // The turn of the standard bank of 64 bands is -1 for every band; it goes into the window.
        let sign: Double = isPlain ? -1 : 1
        for (index, value) in kind.window(bandCount: bands).enumerated() { window[index] = Float(value * gain * sign) }
        for band in 0..<bands {
            let angle = -Double.pi * (Double(band) + 0.5) * kind.synthesisPhase(bandCount: bands) / Double(bands)
            rotation[band] = Float(cmath_cos(angle))
            rotation[bands + band] = Float(cmath_sin(angle))
        }
    }

    deinit {
        window.deallocate()
        rotation.deallocate()
        blocks.deallocate()
        lanes.deallocate()
    }

    /// Forgets all samples, as after a jump.
    package func reset() { blocks.update(repeating: 0, count: 9 * 2 * bandCount) }

    /// Joins `slotCount` slots.
    ///
    /// - Parameters:
    ///   - real: Rows of at least `bandCount` numbers; rows up to the next multiple of four are read.
    ///   - imaginary: The imaginary parts likewise.
    ///   - stride: Numbers from row to row.
    ///   - slotCount: At most `slotLimit`.
    ///   - output: Receives `slotCount` * `bandCount` samples.
    package func process(
        real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>, stride: Int, slotCount: Int,
        output: UnsafeMutablePointer<Float>
    ) {
        let slots = min(slotCount, slotLimit)
        let period = 2 &* bandCount
        // Newest block first: the past moves behind the new blocks.
        UnsafeMutableRawPointer(blocks + slots &* period).copyMemory(
            from: blocks, byteCount: 9 &* period &* MemoryLayout<Float>.stride)
        var slot = 0
        while slot < slots {
            gather(real + slot &* stride, imaginary + slot &* stride, stride)
            transform.transform(lanes)
            transform.transform(lanes + bandCount)
            spread(slot, slots)
            slot &+= 4
        }
        for slot in 0..<slots { join(blocks + (slots &- 1 &- slot) &* period, output + slot &* bandCount) }
    }

    /// Loads four rows into lanes: real parts, and imaginary parts with alternating signs.
    @inline(__always)
    private func gather(_ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ stride: Int) {
        let (reals, imaginaries) = (lanes, lanes + bandCount)
        var k = 0
        while k < bandCount {
            var r = transposed(real + k, real + (k &+ stride), real + (k &+ 2 &* stride), real + (k &+ 3 &* stride))
            var i = transposed(
                imaginary + k, imaginary + (k &+ stride), imaginary + (k &+ 2 &* stride),
                imaginary + (k &+ 3 &* stride))
            if !isPlain {
                @inline(__always) func turn(_ re: inout QMFLane, _ im: inout QMFLane, _ band: Int) {
                    let (c, s) = (rotation[band], rotation[bandCount &+ band])
                    (re, im) = (re * c - im * s, re * s + im * c)
                }
                turn(&r.0, &i.0, k)
                turn(&r.1, &i.1, k &+ 1)
                turn(&r.2, &i.2, k &+ 2)
                turn(&r.3, &i.3, k &+ 3)
            }
            (reals[k], reals[k &+ 1], reals[k &+ 2], reals[k &+ 3]) = r
            imaginaries[k] = i.0
            imaginaries[k &+ 1] = 0 - i.1
            imaginaries[k &+ 2] = i.2
            imaginaries[k &+ 3] = 0 - i.3
            k &+= 4
        }
    }

    /// Stores two transforms as the blocks of up to four slots.
    @inline(__always)
    private func spread(_ slot: Int, _ slots: Int) {
        let (period, last) = (2 &* bandCount, bandCount &- 1)
        let (cosines, sines) = (lanes, lanes + bandCount)
        let valid = min(4, slots &- slot)
        let newest = blocks + (slots &- 1 &- slot) &* period
        var n = 0
        while n < bandCount {
            let (c0, c1, c2, c3) = (cosines[n], cosines[n &+ 1], cosines[n &+ 2], cosines[n &+ 3])
            let (s0, s1) = (sines[last &- n], sines[last &- n &- 1])
            let (s2, s3) = (sines[last &- n &- 2], sines[last &- n &- 3])
            let near = transposed(c0 - s0, c1 - s1, c2 - s2, c3 - s3)
            let far = transposed(0 - c3 - s3, 0 - c2 - s2, 0 - c1 - s1, 0 - c0 - s0)
            let mirror = period &- 4 &- n
            store4(newest + n, near.0)
            store4(newest + mirror, far.0)
            if valid > 1 {
                store4(newest + (n &- period), near.1)
                store4(newest + (mirror &- period), far.1)
            }
            if valid > 2 {
                store4(newest + (n &- 2 &* period), near.2)
                store4(newest + (mirror &- 2 &* period), far.2)
            }
            if valid > 3 {
                store4(newest + (n &- 3 &* period), near.3)
                store4(newest + (mirror &- 3 &* period), far.3)
            }
            n &+= 4
        }
    }

    /// Windows ten blocks and adds them to one slot of samples.
    @inline(__always)
    private func join(_ source: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        let bands = bandCount
        let window = UnsafePointer(self.window)
        var k = 0
        while k < bands {
            var sum = load8(source + k) * load8(window + k)
            sum += load8(source + (k &+ 3 &* bands)) * load8(window + (k &+ bands))
            sum += load8(source + (k &+ 4 &* bands)) * load8(window + (k &+ 2 &* bands))
            sum += load8(source + (k &+ 7 &* bands)) * load8(window + (k &+ 3 &* bands))
            sum += load8(source + (k &+ 8 &* bands)) * load8(window + (k &+ 4 &* bands))
            sum += load8(source + (k &+ 11 &* bands)) * load8(window + (k &+ 5 &* bands))
            sum += load8(source + (k &+ 12 &* bands)) * load8(window + (k &+ 6 &* bands))
            sum += load8(source + (k &+ 15 &* bands)) * load8(window + (k &+ 7 &* bands))
            sum += load8(source + (k &+ 16 &* bands)) * load8(window + (k &+ 8 &* bands))
            sum += load8(source + (k &+ 19 &* bands)) * load8(window + (k &+ 9 &* bands))
            store8(output + k, sum)
            k &+= 8
        }
    }
}
