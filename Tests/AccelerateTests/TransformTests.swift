import Accelerate
import Foundation
import Testing

/// The transform by its definition, in double precision: sum of x[n] exp(sign 2 pi i k n / N).
func directTransform(_ re: [Double], _ im: [Double], sign: Double) -> (re: [Double], im: [Double]) {
    let count = re.count
    let table = (0..<count).map {
        (cos(2 * .pi * Double($0) / Double(count)), sin(2 * .pi * Double($0) / Double(count)))
    }
    var result = (re: [Double](repeating: 0, count: count), im: [Double](repeating: 0, count: count))
    for k in 0..<count {
        for n in 0..<count {
            let (c, s) = table[k * n % count]
            result.re[k] += re[n] * c - sign * im[n] * s
            result.im[k] += sign * re[n] * s + im[n] * c
        }
    }
    return result
}

/// The largest difference, as a part of the largest value.
func relativeError<T: BinaryFloatingPoint>(_ a: [T], _ b: [Double]) -> Double {
    let size = b.map { abs($0) }.max() ?? 1
    return (zip(a, b).map { abs(Double($0) - $1) }.max() ?? 0) / max(size, 1e-30)
}

/// Even and odd elements in turn.
func merged<T>(_ even: [T], _ odd: [T]) -> [T] { zip(even, odd).flatMap { [$0, $1] } }

@Suite struct TransformTests {
    private func split(_ re: inout [Float], _ im: inout [Float], _ body: (inout DSPSplitComplex) -> Void) {
        re.withUnsafeMutableBufferPointer { re in
            im.withUnsafeMutableBufferPointer { im in
                var split = DSPSplitComplex(
                    realp: re.baseAddress.unsafelyUnwrapped, imagp: im.baseAddress.unsafelyUnwrapped)
                body(&split)
            }
        }
    }

    private func split(_ re: inout [Double], _ im: inout [Double], _ body: (inout DSPDoubleSplitComplex) -> Void) {
        re.withUnsafeMutableBufferPointer { re in
            im.withUnsafeMutableBufferPointer { im in
                var split = DSPDoubleSplitComplex(
                    realp: re.baseAddress.unsafelyUnwrapped, imagp: im.baseAddress.unsafelyUnwrapped)
                body(&split)
            }
        }
    }

    @Test func complexTransformsOfEveryPowerOfTwoEqualTheDirectSum() throws {
        var random = SeededNumbers(1)
        let setup = try #require(vDSP_create_fftsetup(11, FFTRadix(kFFTRadix2)))
        let double = try #require(vDSP_create_fftsetupD(11, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        defer { vDSP_destroy_fftsetupD(double) }
        for log2 in 0...11 {
            for direction in [FFT_FORWARD, FFT_INVERSE] {
                let count = 1 << log2
                let re: [Float] = random.numbers(count)
                let im: [Float] = random.numbers(count)
                let expected = directTransform(re.map(Double.init), im.map(Double.init), sign: -Double(direction))
                var (outRe, outIm) = (re, im)
                split(&outRe, &outIm) {
                    vDSP_fft_zip(setup, &$0, 1, vDSP_Length(log2), FFTDirection(direction))
                }
                #expect(relativeError(outRe + outIm, expected.re + expected.im) < 1e-6, "2^\(log2), \(direction)")
                var (wideRe, wideIm) = (re.map(Double.init), im.map(Double.init))
                split(&wideRe, &wideIm) {
                    vDSP_fft_zipD(double, &$0, 1, vDSP_Length(log2), FFTDirection(direction))
                }
                #expect(relativeError(wideRe + wideIm, expected.re + expected.im) < 1e-14, "2^\(log2), \(direction)")
            }
        }
    }

    @Test func realTransformsGiveTwiceTheSpectrumPackedWithTheLastBinInTheFirst() throws {
        var random = SeededNumbers(2)
        let setup = try #require(vDSP_create_fftsetup(11, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        for log2 in 1...11 {
            let (count, half) = (1 << log2, 1 << (log2 - 1))
            let samples: [Float] = random.numbers(count)
            let spectrum = directTransform(
                samples.map(Double.init), [Double](repeating: 0, count: count), sign: -1)
            var expectedRe = spectrum.re[..<half].map { 2 * $0 }
            var expectedIm = spectrum.im[..<half].map { 2 * $0 }
            (expectedRe[0], expectedIm[0]) = (2 * spectrum.re[0], 2 * spectrum.re[half])
            var re = (0..<half).map { samples[2 * $0] }
            var im = (0..<half).map { samples[2 * $0 + 1] }
            split(&re, &im) { vDSP_fft_zrip(setup, &$0, 1, vDSP_Length(log2), FFTDirection(FFT_FORWARD)) }
            #expect(relativeError(re + im, expectedRe + expectedIm) < 1e-6, "2^\(log2)")
            // There and back is 2 N times the samples.
            split(&re, &im) { vDSP_fft_zrip(setup, &$0, 1, vDSP_Length(log2), FFTDirection(FFT_INVERSE)) }
            let back = merged(re, im).map { $0 / Float(2 * count) }
            #expect(relativeError(back, samples.map(Double.init)) < 1e-6, "2^\(log2), back")
        }
    }

    @Test func doubleRealTransformsDoTheSame() throws {
        var random = SeededNumbers(3)
        let setup = try #require(vDSP_create_fftsetupD(8, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetupD(setup) }
        let samples: [Double] = random.numbers(256)
        let spectrum = directTransform(samples, [Double](repeating: 0, count: 256), sign: -1)
        var re = (0..<128).map { samples[2 * $0] }
        var im = (0..<128).map { samples[2 * $0 + 1] }
        split(&re, &im) { vDSP_fft_zripD(setup, &$0, 1, 8, FFTDirection(FFT_FORWARD)) }
        #expect(relativeError(re, spectrum.re[..<128].map { 2 * $0 }) < 1e-14)
        #expect(relativeError([im[0]], [2 * spectrum.re[128]]) < 1e-13)
        split(&re, &im) { vDSP_fft_zripD(setup, &$0, 1, 8, FFTDirection(FFT_INVERSE)) }
        #expect(relativeError(merged(re, im).map { $0 / 512 }, samples) < 1e-14)
    }

    @Test func stridesAndOutOfPlaceTransformsGiveTheSameNumbers() throws {
        var random = SeededNumbers(4)
        let setup = try #require(vDSP_create_fftsetup(7, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        for direction in [FFTDirection(FFT_FORWARD), FFTDirection(FFT_INVERSE)] {
            for isReal in [false, true] {
                let re: [Float] = random.numbers(64)
                let im: [Float] = random.numbers(64)
                let log2 = vDSP_Length(isReal ? 7 : 6)
                var (plainRe, plainIm) = (re, im)
                split(&plainRe, &plainIm) {
                    if isReal {
                        vDSP_fft_zrip(setup, &$0, 1, log2, direction)
                    } else {
                        vDSP_fft_zip(setup, &$0, 1, log2, direction)
                    }
                }
                for (from, to) in [(1, 1), (3, 1), (1, 2), (2, 3)] {
                    let (inRe, inIm) = (Strided(re, stride: from), Strided(im, stride: from))
                    let zeros = [Float](repeating: 0, count: 64)
                    let (outRe, outIm) = (Strided(zeros, stride: to), Strided(zeros, stride: to))
                    var input = DSPSplitComplex(realp: inRe.pointer, imagp: inIm.pointer)
                    var output = DSPSplitComplex(realp: outRe.pointer, imagp: outIm.pointer)
                    if isReal {
                        vDSP_fft_zrop(setup, &input, from, &output, to, log2, direction)
                    } else {
                        vDSP_fft_zop(setup, &input, from, &output, to, log2, direction)
                    }
                    #expect(outRe.values == plainRe && outIm.values == plainIm, "\(isReal) \(from) \(to)")
                    #expect(inRe.values == re && inIm.values == im)
                    #expect(outRe.neighboursAreUntouched && outIm.neighboursAreUntouched)
                    if isReal {
                        vDSP_fft_zrip(setup, &input, from, log2, direction)
                    } else {
                        vDSP_fft_zip(setup, &input, from, log2, direction)
                    }
                    #expect(inRe.values == plainRe && inIm.values == plainIm, "in place, \(isReal) \(from)")
                    #expect(inRe.neighboursAreUntouched && inIm.neighboursAreUntouched)
                }
            }
        }
    }

    @Test func radixThreeAndFiveTransformThriceAndFiveTimesThePowers() throws {
        var random = SeededNumbers(5)
        for (radix, factor) in [(kFFTRadix3, 3), (kFFTRadix5, 5)] {
            let setup = try #require(vDSP_create_fftsetup(6, FFTRadix(radix)))
            defer { vDSP_destroy_fftsetup(setup) }
            for log2 in 0...6 {
                let count = factor << log2
                var re: [Float] = random.numbers(count)
                var im: [Float] = random.numbers(count)
                let expected = directTransform(re.map(Double.init), im.map(Double.init), sign: -1)
                split(&re, &im) {
                    var out = $0
                    if factor == 3 {
                        vDSP_fft3_zop(setup, &$0, 1, &out, 1, vDSP_Length(log2), FFTDirection(FFT_FORWARD))
                    } else {
                        vDSP_fft5_zop(setup, &$0, 1, &out, 1, vDSP_Length(log2), FFTDirection(FFT_FORWARD))
                    }
                }
                #expect(relativeError(re + im, expected.re + expected.im) < 1e-6, "\(count)")
            }
        }
    }

    @Test func aTransformOfRowsAndColumnsIsTheProductOfBoth() throws {
        var random = SeededNumbers(6)
        let setup = try #require(vDSP_create_fftsetup(3, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        var re: [Float] = random.numbers(32)
        var im: [Float] = random.numbers(32)
        // Four rows of eight.
        var expected = (re: re.map(Double.init), im: im.map(Double.init))
        for row in 0..<4 {
            let places = (0..<8).map { row * 8 + $0 }
            let out = directTransform(places.map { expected.re[$0] }, places.map { expected.im[$0] }, sign: -1)
            for (index, place) in places.enumerated() {
                (expected.re[place], expected.im[place]) = (out.re[index], out.im[index])
            }
        }
        for column in 0..<8 {
            let places = (0..<4).map { $0 * 8 + column }
            let out = directTransform(places.map { expected.re[$0] }, places.map { expected.im[$0] }, sign: -1)
            for (index, place) in places.enumerated() {
                (expected.re[place], expected.im[place]) = (out.re[index], out.im[index])
            }
        }
        split(&re, &im) { vDSP_fft2d_zip(setup, &$0, 1, 0, 3, 2, FFTDirection(FFT_FORWARD)) }
        #expect(relativeError(re + im, expected.re + expected.im) < 1e-6)
    }

    @Test(arguments: [1, 3, 5, 15])
    func discreteTransformsOfAllLengthsEqualTheDirectSum(factor: Int) throws {
        var random = SeededNumbers(7)
        for twos in 3...6 {
            let count = factor << twos
            let inRe: [Float] = random.numbers(count)
            let inIm: [Float] = random.numbers(count)
            for direction in [vDSP_DFT_Direction.FORWARD, .INVERSE] {
                let setup = try #require(vDSP_DFT_zop_CreateSetup(nil, vDSP_Length(count), direction))
                defer { vDSP_DFT_DestroySetup(setup) }
                let sign = -Double(direction.rawValue)
                let expected = directTransform(inRe.map(Double.init), inIm.map(Double.init), sign: sign)
                var outRe = [Float](repeating: 0, count: count)
                var outIm = outRe
                vDSP_DFT_Execute(setup, inRe, inIm, &outRe, &outIm)
                #expect(relativeError(outRe + outIm, expected.re + expected.im) < 1e-6, "\(count)")
                (outRe, outIm) = (inRe, inIm)
                split(&outRe, &outIm) { vDSP_DFT_Execute(setup, $0.realp, $0.imagp, $0.realp, $0.imagp) }
                #expect(relativeError(outRe + outIm, expected.re + expected.im) < 1e-6, "\(count) in place")
            }
        }
    }

    @Test(arguments: [1, 3, 5, 15])
    func discreteRealTransformsAreScaledAndPackedAsTheOthers(factor: Int) throws {
        var random = SeededNumbers(8)
        for twos in 4...6 {
            let (count, half) = (factor << twos, factor << (twos - 1))
            let samples: [Double] = random.numbers(count)
            let forward = try #require(vDSP_DFT_zrop_CreateSetupD(nil, vDSP_Length(count), .FORWARD))
            let inverse = try #require(vDSP_DFT_zrop_CreateSetupD(forward, vDSP_Length(count), .INVERSE))
            defer { vDSP_DFT_DestroySetupD(forward) }
            defer { vDSP_DFT_DestroySetupD(inverse) }
            let spectrum = directTransform(samples, [Double](repeating: 0, count: count), sign: -1)
            let (even, odd) = ((0..<half).map { samples[2 * $0] }, (0..<half).map { samples[2 * $0 + 1] })
            var re = [Double](repeating: 0, count: half)
            var im = re
            vDSP_DFT_ExecuteD(forward, even, odd, &re, &im)
            #expect(relativeError(re, spectrum.re[..<half].map { 2 * $0 }) < 1e-14, "\(count)")
            #expect(
                relativeError(im, [2 * spectrum.re[half]] + spectrum.im[1..<half].map { 2 * $0 }) < 1e-14, "\(count)")
            var back = (even: re, odd: im)
            vDSP_DFT_ExecuteD(inverse, re, im, &back.even, &back.odd)
            #expect(relativeError(back.even + back.odd, (even + odd).map { $0 * Double(2 * count) }) < 1e-14)
        }
    }

    @Test(arguments: [1, 3, 5, 15])
    func cosineTransformsEqualTheirFormulas(factor: Int) throws {
        var random = SeededNumbers(9)
        for twos in 4...6 {
            let count = factor << twos
            let input: [Float] = random.numbers(count)
            let x = input.map(Double.init)
            /// The sum of the input times the cosines of pi / N, (k + a) and (n + b).
            func sums(_ a: Double, _ b: Double) -> [Double] {
                (0..<count).map { k in
                    var sum = 0.0
                    for n in 0..<count {
                        sum += x[n] * cos(Double.pi * (Double(k) + a) * (Double(n) + b) / Double(count))
                    }
                    return sum
                }
            }
            let expected: [(vDSP_DCT_Type, [Double])] = [
                (.II, sums(0, 0.5)), (.III, sums(0.5, 0).map { $0 - x[0] / 2 }), (.IV, sums(0.5, 0.5)),
            ]
            for (type, values) in expected {
                let setup = try #require(vDSP_DCT_CreateSetup(nil, vDSP_Length(count), type))
                defer { vDSP_DFT_DestroySetup(setup) }
                var output = [Float](repeating: 0, count: count)
                vDSP_DCT_Execute(setup, input, &output)
                #expect(relativeError(output, values) < 1e-6, "\(type) of \(count)")
                output = input
                output.withUnsafeMutableBufferPointer {
                    let first = $0.baseAddress.unsafelyUnwrapped
                    vDSP_DCT_Execute(setup, first, first)
                }
                #expect(relativeError(output, values) < 1e-6, "\(type) of \(count), in place")
            }
        }
    }

    @Test func lengthsThatAreNotTakenGiveNoSetup() {
        for length: vDSP_Length in [0, 1, 2, 4, 7, 9, 12, 20, 56, 72, 200] {
            #expect(vDSP_DFT_zop_CreateSetup(nil, length, .FORWARD) == nil, "\(length)")
        }
        for length: vDSP_Length in [0, 8, 24, 40, 120, 112] {
            #expect(vDSP_DFT_zrop_CreateSetup(nil, length, .FORWARD) == nil, "\(length)")
            #expect(vDSP_DCT_CreateSetup(nil, length, .II) == nil, "\(length)")
        }
        #expect(vDSP_create_fftsetup(64, FFTRadix(kFFTRadix2)) == nil)
        #expect(vDSP_create_fftsetup(4, 3) == nil)
        vDSP_destroy_fftsetup(nil)
        vDSP_DFT_DestroySetup(nil)
    }

    @Test func interleavedTransformsEqualTheSplitOnes() throws {
        var random = SeededNumbers(10)
        let numbers: [Double] = random.numbers(96)
        let setup = try #require(vDSP_DFT_Interleaved_CreateSetupD(nil, 48, .FORWARD, .interleaved_ComplextoComplex))
        defer { vDSP_DFT_Interleaved_DestroySetupD(setup) }
        let input = (0..<48).map { DSPDoubleComplex(real: numbers[2 * $0], imag: numbers[2 * $0 + 1]) }
        var output = input
        vDSP_DFT_Interleaved_ExecuteD(setup, input, &output)
        let expected = directTransform(input.map(\.real), input.map(\.imag), sign: -1)
        #expect(relativeError(output.map(\.real) + output.map(\.imag), expected.re + expected.im) < 1e-14)
    }
}
