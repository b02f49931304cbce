// Accelerate beside plain loops in C, FFTW and OpenBLAS, each on one thread: microseconds a call, the least of nine runs.
//
//   Scripts/bench accelerate-bench

import Accelerate
import BenchmarkRatios
import CAcceleratePeers
import Glibc

func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The least time of one call, in microseconds; ours and the peer's in turn, so that another load meets both.
func compare(_ row: String, _ peer: String, work: Int, ours: () -> Void, theirs: () -> Void) {
    let times = max(1, 400_000 / work)
    func run(_ body: () -> Void) -> Double {
        let start = seconds()
        for _ in 0..<times { body() }
        return (seconds() - start) * 1e6 / Double(times)
    }
    var (best, other) = (Double.infinity, Double.infinity)
    for _ in 0..<9 {
        best = min(best, run(ours))
        other = min(other, run(theirs))
    }
    Ratios.less("accelerate: \(row) / \(peer)", ours: best, theirs: other)
    func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
    func rounded(_ x: Double) -> String { "\((x * 1000).rounded() / 1000)" }
    print(
        padded(row, 34), padded(rounded(best), 10), padded(peer, 18), padded(rounded(other), 10), rounded(other / best))
}

let most = 1 << 20
/// Vectors that do not begin at the same place of a page, as those of one block do not: they would push each other out of the cache.
///
/// They begin at multiples of 64 bytes, as those that FFTW measured its plans with.
func vector(_ place: Int) -> UnsafeMutablePointer<Float> {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * (most + 1024), alignment: 64)
    return memory.bindMemory(to: Float.self, capacity: most + 1024) + 208 * place
}
let (a, b, c, d) = (vector(0), vector(1), vector(2), vector(3))
let shorts = UnsafeMutablePointer<Int16>.allocate(capacity: most)
for i in 0..<most {
    a[i] = Float((i &* 7919) % 1021) / 1021 + 0.001
    b[i] = Float((i &* 104_729) % 2039) / 2039 - 0.5
    (c[i], d[i], shorts[i]) = (0, 0, Int16(truncatingIfNeeded: i &* 31))
}
print("function                            ours us    peer               us         ratio")

// MARK: Vectors of 1024

let n = 1024
let count = UInt(n)
var factor: Float = 0.999
var (low, high): (Float, Float) = (-0.2, 0.3)
var result: Float = 0
compare("vDSP_vadd", "C loop", work: n) {
    vDSP_vadd(a, 1, b, 1, c, 1, count)
} theirs: {
    cpeer_add(a, b, c, n)
}
compare("vDSP_vma, in place", "C loop", work: n) {
    vDSP_vma(a, 1, b, 1, c, 1, c, 1, count)
} theirs: {
    cpeer_multiply_add(a, b, c, n)
}
compare("vDSP_vsmul, in place", "C loop", work: n) {
    vDSP_vsmul(c, 1, &factor, c, 1, count)
} theirs: {
    cpeer_scale(d, factor, d, n)
}
compare("vDSP_vclip", "C loop", work: n) {
    vDSP_vclip(b, 1, &low, &high, c, 1, count)
} theirs: {
    cpeer_clip(b, low, high, c, n)
}
compare("vDSP_svesq", "C loop", work: n) {
    vDSP_svesq(b, 1, &result, count)
} theirs: {
    result = cpeer_sum_of_squares(b, n)
}
compare("vDSP_maxmgv", "C loop", work: n) {
    vDSP_maxmgv(b, 1, &result, count)
} theirs: {
    result = cpeer_peak(b, n)
}
compare("vDSP_vflt16", "C loop", work: n) {
    vDSP_vflt16(shorts, 1, c, 1, count)
} theirs: {
    cpeer_from_int16(shorts, c, n)
}
compare("vDSP_vfix16 (limits; the loop not)", "C loop", work: n) {
    vDSP_vfix16(b, 1, shorts, 1, count)
} theirs: {
    cpeer_to_int16(b, shorts, n)
}
var split = DSPSplitComplex(realp: a, imagp: b)
compare("vDSP_zvmags", "C loop", work: n) {
    vDSP_zvmags(&split, 1, c, 1, count)
} theirs: {
    cpeer_magnitudes(a, b, c, n)
}
compare("vDSP_conv, 64 taps", "C loop", work: 64 * n) {
    vDSP_conv(a, 1, b, 1, c, 1, count, 64)
} theirs: {
    cpeer_convolve(a, b, c, n, 64)
}
compare("vDSP_desamp, 64 taps by 4", "C loop", work: 64 * n) {
    vDSP_desamp(a, 4, b, c, count, 64)
} theirs: {
    cpeer_decimate(a, b, c, n, 4, 64)
}
let section: [Double] = [0.2, 0.3, 0.2, -0.5, 0.2]
for sections in [1, 4] {
    let coefficients = Array(repeating: section, count: sections).flatMap { $0 }
    guard let setup = vDSP_biquad_CreateSetup(coefficients, UInt(sections)) else { continue }
    var delays = [Float](repeating: 0, count: 2 * sections + 2)
    var state = [Float](repeating: 0, count: 4 * sections)
    let single = coefficients.map(Float.init)
    compare("vDSP_biquad, \(sections) sections", "C loop", work: 8 * n * sections) {
        vDSP_biquad(setup, &delays, b, 1, c, 1, count)
    } theirs: {
        cpeer_biquads(single, &state, sections, b, c, n)
    }
    vDSP_biquad_DestroySetup(setup)
}
var length = Int32(n)
compare("vvexpf", "C loop", work: 4 * n) {
    vvexpf(c, b, &length)
} theirs: {
    cpeer_exp(b, c, n)
}
var one: Float = 1
compare("vDSP_vdbcon", "C loop", work: 4 * n) {
    vDSP_vdbcon(a, 1, &one, c, 1, count, 1)
} theirs: {
    cpeer_decibels(a, c, n)
}
compare("vDSP_vsort", "C qsort", work: 100 * n) {
    c.update(from: b, count: n)
    vDSP_vsort(c, count, 1)
} theirs: {
    c.update(from: b, count: n)
    cpeer_sort(c, n)
}

// MARK: Linear algebra

if cpeer_blas_open() != 0 {
    compare("cblas_sdot, 1024", "OpenBLAS", work: n) {
        result = cblas_sdot(1024, a, 1, b, 1)
    } theirs: {
        result = cpeer_blas_dot(a, b, 1024)
    }
    compare("cblas_saxpy, 1024", "OpenBLAS", work: n) {
        cblas_saxpy(1024, 0.5, a, 1, c, 1)
    } theirs: {
        cpeer_blas_axpy(0.5, a, c, 1024)
    }
    compare("cblas_sgemv, 512", "OpenBLAS", work: 512 * 512) {
        cblas_sgemv(CblasRowMajor, CblasNoTrans, 512, 512, 1, a, 512, b, 1, 0, c, 1)
    } theirs: {
        cpeer_blas_gemv(a, b, c, 512)
    }
    for size: Int32 in [8, 32, 128, 512] {
        compare("cblas_sgemm, \(size)", "OpenBLAS", work: Int(size * size * size) / 4) {
            cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1, a, size, b, size, 0, c, size)
        } theirs: {
            cpeer_blas_gemm(a, b, c, size)
        }
    }
} else {
    print("OpenBLAS is not here.")
}

// MARK: Transforms

if let setup = vDSP_create_fftsetup(14, FFTRadix(kFFTRadix2)) {
    for log2 in 6...14 {
        let size = 1 << log2
        var input = DSPSplitComplex(realp: a, imagp: b)
        var output = DSPSplitComplex(realp: c, imagp: d)
        let work = 2 * size * log2
        for (kind, name) in [(cpeer_split, "FFTW, two planes"), (cpeer_interleaved, "FFTW, interleaved")] {
            guard let peer = cpeer_fft_make(size, Int32(kind)) else { continue }
            compare("vDSP_fft_zop, \(size)", name, work: work) {
                vDSP_fft_zop(setup, &input, 1, &output, 1, UInt(log2), FFTDirection(FFT_FORWARD))
            } theirs: {
                cpeer_fft_run(peer, 1)
            }
        }
        guard let peer = cpeer_fft_make(size, Int32(cpeer_real)) else { continue }
        compare("vDSP_fft_zrop, \(size)", "FFTW, real", work: work / 2) {
            vDSP_fft_zrop(setup, &input, 1, &output, 1, UInt(log2), FFTDirection(FFT_FORWARD))
        } theirs: {
            cpeer_fft_run(peer, 1)
        }
    }
    vDSP_destroy_fftsetup(setup)
}
