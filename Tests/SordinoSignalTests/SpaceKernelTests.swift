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
        // However time is cut, and whether echoes are fed back on the way or before, the samples are the same.
        var pole = CKernelsPole(p: 0.7, p2: 0.49, p4: 0.2401, p8: 0.05764801, p16: 0.00332329, gain: 0.3)
        for pieces in [[187], [3, 100, 16, 1, 67], [64, 64, 59]] {
            var results: [[Float]] = []
            for isFused in [false, true] {
                var line = [Float](repeating: 0, count: 187)
                var out = line
                var x = Array(a[..<16]) + line
                var y = Array(b[..<16])
                var start = 0
                for piece in pieces {
                    let input = Array(a[(16 + start)..<(16 + start + piece)])
                    let past = Array(b[(16 + start)..<(16 + start + piece)])
                    x.withUnsafeMutableBufferPointer { x in
                        line.withUnsafeMutableBufferPointer { line in
                            out.withUnsafeMutableBufferPointer { out in
                                guard let x = x.baseAddress, let line = line.baseAddress, let out = out.baseAddress
                                else { return }
                                let isHeard: Int32
                                if isFused {
                                    isHeard = ckernels_echo(
                                        out + start, input, past, line + start, x + 16, &y, &pole, 0.5, 0.8, 0.6, piece)
                                } else {
                                    for frame in 0..<piece {
                                        x[16 + frame] = input[frame] + past[frame] * 0.5
                                        out[start + frame] = input[frame] * 0.8 + past[frame] * 0.6
                                    }
                                    isHeard = ckernels_low_pass(line + start, x + 16, &y, &pole, piece)
                                }
                                #expect(isHeard != 0)
                            }
                        }
                    }
                    start += piece
                }
                results += [line, out]
            }
            var expected = Array(b[..<16])
            let fed = zip(a, b).enumerated().map { $0 < 16 ? $1.0 : $1.0 + $1.1 * 0.5 }
            for frame in 16..<203 {
                func two(_ at: Int) -> Float { fed[at] + fed[at - 1] * pole.p }
                func four(_ at: Int) -> Float { two(at) + two(at - 2) * pole.p2 }
                func eight(_ at: Int) -> Float { four(at) + four(at - 4) * pole.p4 }
                let sum = (eight(frame) + eight(frame - 8) * pole.p8) * pole.gain
                expected.append(kept(sum + expected[frame - 16] * pole.p16))
            }
            #expect(results[0] == Array(expected[16...]))
            #expect(results[2] == results[0])
            #expect(results[3] == results[1])
        }
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
