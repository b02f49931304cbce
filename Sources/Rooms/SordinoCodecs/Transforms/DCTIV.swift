import CKernels
import CMath

/// Computes the discrete cosine transform of type IV by a complex Fourier transform of half its length.
///
/// Y[m] = the sum over k of X[k] cos(pi / M (m + 1/2)(k + 1/2)). It is its own inverse up to the factor 2 / M. All memory is
/// allocated in `init`; an instance serves one thread at a time.
package final class DCTIV {
    /// The transform's length M.
    package let count: Int
    private let half: Int
    private let table: UnsafeMutablePointer<Float>
    private let turn: UnsafeMutablePointer<Float>
    private let work: UnsafeMutablePointer<Float>

    /// Makes a transform of `count` numbers, each result multiplied by `scale`.
    ///
    /// - Parameter count: A multiple of 8 that only 2, 3 and 5 divide; other numbers are rounded up to 8.
    package init(count wanted: Int, scale: Double = 1) {
        let valid = wanted >= 8 && wanted % 8 == 0 && ckernels_fft_table_count(max(wanted, 8) / 2) > 0
        count = valid ? wanted : 8
        half = count / 2
        table = .allocate(capacity: ckernels_fft_table_count(half) + 1)
        turn = .allocate(capacity: count * 2)
        work = .allocate(capacity: count * 2)
        ckernels_fft_make_table(table, half)
        work.initialize(repeating: 0, count: count * 2)
        for k in 0..<half {
            let angle = Double.pi * (8 * Double(k) + 1) / (8 * Double(count))
            let (cosine, sine) = (cmath_cos(angle), cmath_sin(angle))
            turn[k] = Float(cosine)
            turn[half + k] = Float(sine)
            turn[count + k] = Float(cosine * scale)
            turn[count + half + k] = Float(sine * scale)
        }
    }

    deinit {
        table.deallocate()
        turn.deallocate()
        work.deallocate()
    }

    /// Transforms `input` to `output`, `count` numbers each; they may be the same memory.
    package func transform(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        let (real, imaginary, scratch) = (work, work + half, work + count)
        let (cosines, sines) = (UnsafePointer(turn), UnsafePointer(turn + half))
        var k = 0
        while k < half {
            let even = load8(input + 2 &* k).evenHalf
            let odd = reversed(load8(input + (count &- 8 &- 2 &* k)).oddHalf)
            let (c, s) = (load4(cosines + k), load4(sines + k))
            store4(real + k, even * c + odd * s)
            store4(imaginary + k, odd * c - even * s)
            k &+= 4
        }
        ckernels_fft(real, imaginary, real, imaginary, scratch, table, half)
        turnBack(real, imaginary, output)
    }

    @inline(__always)
    private func turnBack(
        _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) {
        let (cosines, sines) = (UnsafePointer(turn + count), UnsafePointer(turn + count + half))
        var low = 0
        var high = half &- 4
        while low <= high {
            let (cl, sl, ch, sh) = (
                load4(cosines + low), load4(sines + low), load4(cosines + high), load4(sines + high)
            )
            let (rl, il, rh, ih) = (
                load4(real + low), load4(imaginary + low), load4(real + high), load4(imaginary + high)
            )
            store8(output + 2 &* low, interleaved(rl * cl + il * sl, reversed(rh * sh - ih * ch)))
            store8(output + 2 &* high, interleaved(rh * ch + ih * sh, reversed(rl * sl - il * cl)))
            low &+= 4
            high &-= 4
        }
    }
}
