import Accelerate
import Foundation
import Testing

extension Conformance {
    /// Functions of Accelerate that audio programs use, against their formulas.
    @Suite struct Signals {
        private let first = (0..<257).map { Float(sin(Double($0) * 0.37)) }
        private let second = (0..<257).map { Float(cos(Double($0) * 0.11)) }
        private var count: vDSP_Length { vDSP_Length(first.count) }

        @Test(arguments: [-2, 0, 0.5, 3] as [Float])
        func scalarsAreMultipliedAndAdded(factor: Float) {
            var (factor, made) = (factor, zeros(first.count))
            vDSP_vsmul(first, 1, &factor, &made, 1, count)
            check("vDSP_vsmul by \(factor)", made, near: first.map { $0 * factor }, within: 1e-7)
            vDSP_vsadd(first, 1, &factor, &made, 1, count)
            check("vDSP_vsadd of \(factor)", made, near: first.map { $0 + factor }, within: 1e-6)
        }

        @Test func vectorsAreCombined() {
            var made = zeros(first.count)
            vDSP_vadd(first, 1, second, 1, &made, 1, count)
            check("vDSP_vadd", made, near: zip(first, second).map { $0 + $1 }, within: 1e-7)
            vDSP_vmul(first, 1, second, 1, &made, 1, count)
            check("vDSP_vmul", made, near: zip(first, second).map { $0 * $1 }, within: 1e-7)
            // The first operand is what is taken away.
            vDSP_vsub(first, 1, second, 1, &made, 1, count)
            check("vDSP_vsub", made, near: zip(first, second).map { $1 - $0 }, within: 1e-7)
        }

        @Test func vectorsAreMeasured() {
            var value: Float = 0
            vDSP_rmsqv(first, 1, &value, count)
            let squares = first.reduce(0.0) { $0 + Double($1) * Double($1) }
            check("vDSP_rmsqv", value, near: (squares / 257).squareRoot(), within: 1e-6)
            vDSP_maxmgv(first, 1, &value, count)
            check("vDSP_maxmgv", value, is: first.map(abs).max() ?? 0)
            vDSP_maxv(first, 1, &value, count)
            check("vDSP_maxv", value, is: first.max() ?? 0)
            vDSP_meanv(first, 1, &value, count)
            check("vDSP_meanv", value, near: first.reduce(0.0) { $0 + Double($1) } / 257, within: 1e-6)
            vDSP_dotpr(first, 1, second, 1, &value, count)
            check(
                "vDSP_dotpr", value, near: zip(first, second).reduce(0.0) { $0 + Double($1.0) * Double($1.1) },
                within: 1e-4)
        }

        @Test(arguments: [5, 8, 10] as [vDSP_Length])
        func aTonesSpectrumIsOneLine(log2n: vDSP_Length) throws {
            let size = 1 << Int(log2n)
            let setup = try #require(vDSP_create_fftsetup(log2n, FFTRadix(kFFTRadix2)))
            defer { vDSP_destroy_fftsetup(setup) }
            let tone = (0..<size).map { Float(cos(2 * Double.pi * 3 * Double($0) / Double(size))) }
            var (real, imaginary) = (zeros(size / 2), zeros(size / 2))
            for index in 0..<size / 2 { (real[index], imaginary[index]) = (tone[2 * index], tone[2 * index + 1]) }
            real.withUnsafeMutableBufferPointer { real in
                imaginary.withUnsafeMutableBufferPointer { imaginary in
                    guard let realp = real.baseAddress, let imagp = imaginary.baseAddress else { return }
                    var split = DSPSplitComplex(realp: realp, imagp: imagp)
                    vDSP_fft_zrip(setup, &split, 1, log2n, FFTDirection(FFT_FORWARD))
                }
            }
            // The forward transform of real numbers is twice the mathematical one.
            check("vDSP_fft_zrip of \(size): line 3", Double(real[3]), near: Double(size), within: 1e-3 * Double(size))
            let rest = real.indices.filter { $0 != 3 }.map { abs(real[$0]) + abs(imaginary[$0]) }.max() ?? 1
            check("vDSP_fft_zrip of \(size): the other lines", rest < 1e-4 * Float(size))
        }

        @Test(arguments: [16, 64, 256])
        func aHannWindowHasItsFormula(size: Int) {
            var made = zeros(size)
            vDSP_hann_window(&made, vDSP_Length(size), 0)
            let expected = (0..<size).map { Float(0.5 * (1 - cos(2 * Double.pi * Double($0) / Double(size)))) }
            check("vDSP_hann_window of \(size)", made, near: expected, within: 1e-6)
        }
    }
}
