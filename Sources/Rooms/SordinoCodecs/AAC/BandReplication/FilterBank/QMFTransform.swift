import CMath

/// Four numbers of the same index in four time slots.
typealias QMFLane = SIMD4<Float>

/// Computes four cosine transforms of type IV at once, one in each lane.
///
/// Y[m] = the sum over k of X[k] cos(pi / M (m + 1/2)(k + 1/2)). All memory is allocated in `init`.
final class QMFTransform {
    /// The length M: 32 or 64.
    let count: Int
    private let half: Int
    /// Turns and twiddles, each number in all four lanes.
    private let turns: UnsafeMutablePointer<QMFLane>
    private let twiddles: UnsafeMutablePointer<QMFLane>
    private let work: UnsafeMutablePointer<QMFLane>

    /// Makes a transform of 32 or 64 numbers a lane.
    init(count: Int) {
        self.count = count
        half = count / 2
        turns = .allocate(capacity: count)
        twiddles = .allocate(capacity: 6 * 16)
        work = .allocate(capacity: 4 * half)
        work.initialize(repeating: .zero, count: 4 * half)
        for k in 0..<half {
            let angle = Double.pi * (8 * Double(k) + 1) / (8 * Double(count))
            turns[2 * k] = QMFLane(repeating: Float(cmath_cos(angle)))
            turns[2 * k + 1] = QMFLane(repeating: Float(cmath_sin(angle)))
        }
        // First pass of 8 or 4 butterflies, second of 2 (only 32 points have one with factors).
        var place = 0
        for length in [half, half / 4] where length >= 8 {
            for p in 0..<length / 4 {
                for factor in 1...3 {
                    let angle = -2 * Double.pi * Double(p * factor) / Double(length)
                    twiddles[place] = QMFLane(repeating: Float(cmath_cos(angle)))
                    twiddles[place + 1] = QMFLane(repeating: Float(cmath_sin(angle)))
                    place += 2
                }
            }
        }
    }

    deinit {
        turns.deallocate()
        twiddles.deallocate()
        work.deallocate()
    }

    /// Transforms `count` lanes in place.
    @inline(__always)
    func transform(_ data: UnsafeMutablePointer<QMFLane>) {
        let (a, b) = (work, work + 2 &* half)
        turnIn(data, a)
        if half == 32 {
            pass4(a, b, groups: 8, stride: 1, twiddles: twiddles)
            pass4(b, a, groups: 2, stride: 4, twiddles: twiddles + 48)
            pass2(a, b)
            turnOut(b, data)
        } else {
            pass4(a, b, groups: 4, stride: 1, twiddles: twiddles)
            lastPass4(b, a)
            turnOut(a, data)
        }
    }

    /// Packs two real numbers to a complex one and turns it by its share of the phase.
    @inline(__always)
    private func turnIn(_ data: UnsafePointer<QMFLane>, _ target: UnsafeMutablePointer<QMFLane>) {
        for k in 0..<half {
            let (even, odd) = (data[2 &* k], data[count &- 1 &- 2 &* k])
            let (c, s) = (turns[2 &* k], turns[2 &* k &+ 1])
            target[2 &* k] = even * c + odd * s
            target[2 &* k &+ 1] = odd * c - even * s
        }
    }

    /// Turns the spectrum back and unpacks it.
    @inline(__always)
    private func turnOut(_ source: UnsafePointer<QMFLane>, _ data: UnsafeMutablePointer<QMFLane>) {
        for k in 0..<half {
            let (re, im) = (source[2 &* k], source[2 &* k &+ 1])
            let (c, s) = (turns[2 &* k], turns[2 &* k &+ 1])
            data[2 &* k] = re * c + im * s
            data[count &- 1 &- 2 &* k] = re * s - im * c
        }
    }

    @inline(__always)
    private func pass4(
        _ x: UnsafePointer<QMFLane>, _ y: UnsafeMutablePointer<QMFLane>, groups: Int, stride: Int,
        twiddles: UnsafePointer<QMFLane>
    ) {
        let step = 2 &* stride &* groups
        for p in 0..<groups {
            let w = twiddles + 6 &* p
            let (w1r, w1i, w2r, w2i, w3r, w3i) = (w[0], w[1], w[2], w[3], w[4], w[5])
            for q in 0..<stride {
                let at = x + 2 &* (q &+ stride &* p)
                let (ar, ai, br, bi) = (at[0], at[1], at[step], at[step &+ 1])
                let (cr, ci) = (at[2 &* step], at[2 &* step &+ 1])
                let (dr, di) = (at[3 &* step], at[3 &* step &+ 1])
                let (sr, si, tr, ti) = (ar + cr, ai + ci, ar - cr, ai - ci)
                let (ur, ui, vr, vi) = (br + dr, bi + di, br - dr, bi - di)
                let out = y + 2 &* (q &+ 4 &* stride &* p)
                out[0] = sr + ur
                out[1] = si + ui
                let (er, ei) = (tr + vi, ti - vr)
                out[2 &* stride] = er * w1r - ei * w1i
                out[2 &* stride &+ 1] = er * w1i + ei * w1r
                let (fr, fi) = (sr - ur, si - ui)
                out[4 &* stride] = fr * w2r - fi * w2i
                out[4 &* stride &+ 1] = fr * w2i + fi * w2r
                let (gr, gi) = (tr - vi, ti + vr)
                out[6 &* stride] = gr * w3r - gi * w3i
                out[6 &* stride &+ 1] = gr * w3i + gi * w3r
            }
        }
    }

    /// The last pass of 16 points: four butterflies of four without factors.
    @inline(__always)
    private func lastPass4(_ x: UnsafePointer<QMFLane>, _ y: UnsafeMutablePointer<QMFLane>) {
        for q in 0..<4 {
            let at = x + 2 &* q
            let (ar, ai, br, bi) = (at[0], at[1], at[8], at[9])
            let (cr, ci, dr, di) = (at[16], at[17], at[24], at[25])
            let (sr, si, tr, ti) = (ar + cr, ai + ci, ar - cr, ai - ci)
            let (ur, ui, vr, vi) = (br + dr, bi + di, br - dr, bi - di)
            let out = y + 2 &* q
            out[0] = sr + ur
            out[1] = si + ui
            out[8] = tr + vi
            out[9] = ti - vr
            out[16] = sr - ur
            out[17] = si - ui
            out[24] = tr - vi
            out[25] = ti + vr
        }
    }

    /// The last pass of 32 points: sixteen butterflies of two.
    @inline(__always)
    private func pass2(_ x: UnsafePointer<QMFLane>, _ y: UnsafeMutablePointer<QMFLane>) {
        for q in 0..<16 {
            let (ar, ai, br, bi) = (x[2 &* q], x[2 &* q &+ 1], x[2 &* q &+ 32], x[2 &* q &+ 33])
            y[2 &* q] = ar + br
            y[2 &* q &+ 1] = ai + bi
            y[2 &* q &+ 32] = ar - br
            y[2 &* q &+ 33] = ai - bi
        }
    }
}

/// Loads four numbers from each of four rows and exchanges rows and columns.
@inline(__always)
func transposed(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>
) -> (QMFLane, QMFLane, QMFLane, QMFLane) { transposed(load4(a), load4(b), load4(c), load4(d)) }

/// Exchanges rows and columns of four times four numbers.
@inline(__always)
func transposed(
    _ a: QMFLane, _ b: QMFLane, _ c: QMFLane, _ d: QMFLane
) -> (QMFLane, QMFLane, QMFLane, QMFLane) {
    let low = (SIMD4(a[0], b[0], a[1], b[1]), SIMD4(c[0], d[0], c[1], d[1]))
    let high = (SIMD4(a[2], b[2], a[3], b[3]), SIMD4(c[2], d[2], c[3], d[3]))
    return (
        SIMD4(low.0[0], low.0[1], low.1[0], low.1[1]), SIMD4(low.0[2], low.0[3], low.1[2], low.1[3]),
        SIMD4(high.0[0], high.0[1], high.1[0], high.1[1]), SIMD4(high.0[2], high.0[3], high.1[2], high.1[3])
    )
}
