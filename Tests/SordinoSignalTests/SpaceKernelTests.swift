import CKernels
import Testing

/// The kernels of echoes, rooms and distortion against the same in plain Swift, bit for bit.
@Suite struct SpaceKernelTests {
    let a: [Float]
    let b: [Float]

    init() {
        var numbers = Seeded(51)
        (a, b) = (numbers.samples(203), numbers.samples(203))
    }

    private func kept(_ v: Float) -> Float { abs(v) > 1e-10 && abs(v) < 1e18 ? v : 0 }

    @Test func lowPassAndDamping() {
        let taps: [Float] = [0.3, 0.2, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01]
        var y = b
        var expected = b
        a.withUnsafeBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                guard let x = x.baseAddress, let y = y.baseAddress else { return }
                ckernels_low_pass(y + 8, x + 8, taps, 0.4, 195)
            }
        }
        for frame in 8..<203 {
            var sum: Float = expected[frame - 8] * 0.4
            for tap in 0..<8 { sum += a[frame - tap] * taps[tap] }
            expected[frame] = kept(sum)
        }
        #expect(y == expected)
        var damped = [Float](repeating: 0, count: 202)
        a.withUnsafeBufferPointer { x in
            if let x = x.baseAddress { ckernels_damp(&damped, x + 1, 0.6, 0.3, 202) }
        }
        for frame in 0..<202 {
            let (now, before): (Float, Float) = (0.6 * a[frame + 1], 0.3 * a[frame])
            #expect(damped[frame] == now + before)
        }
    }

    @Test func hadamardIsItsOwnInverse() {
        var numbers = Seeded(52)
        let planes = numbers.samples(16 * 203)
        var turned = planes
        ckernels_hadamard16(&turned, 203, 203)
        for frame in [0, 7, 199, 202] {
            for row in 0..<16 {
                var sum = 0.0
                for line in 0..<16 {
                    sum += Double(planes[line * 203 + frame]) * ((row & line).nonzeroBitCount & 1 == 0 ? 1 : -1)
                }
                #expect(abs(Double(turned[row * 203 + frame]) - sum) < 1e-5)
            }
        }
        ckernels_hadamard16(&turned, 203, 203)
        for (back, sample) in zip(turned, planes) { #expect(abs(back / 16 - sample) < 1e-6) }
    }

    @Test func feedingKeepsWhatIsSound() {
        var spoilt = a
        (spoilt[3], spoilt[9], spoilt[11], spoilt[12]) = (.nan, .infinity, 1e19, 1e-11)
        var line = [Float](repeating: 9, count: 203)
        ckernels_keep(&line, spoilt, 203)
        #expect(line == spoilt.map(kept))
        ckernels_feed(&line, b, a, 0.25, 203)
        for frame in 0..<203 {
            let fed: Float = 0.25 * a[frame]
            #expect(line[frame] == kept(b[frame] + fed))
        }
        var (x, ring) = (a, [Float](repeating: 0, count: 203))
        ckernels_all_pass(&x, &ring, b, 0.62, 203)
        for frame in 0..<203 {
            let past: Float = 0.62 * b[frame]
            let v = kept(a[frame] + past)
            let back: Float = 0.62 * v
            #expect(ring[frame] == v && x[frame] == b[frame] - back)
        }
    }

    @Test func turningKeepsTheEnergyOfAPair() {
        var (left, right) = (a, b)
        ckernels_rotate(&left, &right, 0.8, 0, 0.6, 0, 0, 203)
        for frame in 0..<203 {
            let before = a[frame] * a[frame] + b[frame] * b[frame]
            #expect(abs(left[frame] * left[frame] + right[frame] * right[frame] - before) < 1e-6)
        }
    }
}
