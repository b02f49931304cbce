import Accelerate
import Foundation
import Testing

@Suite struct OverlayTests {
    private let a: [Float] = [1, -2, 3, -4]
    private let b: [Float] = [5, 6, -7, 8]
    private let c: [Double] = [0.5, 1.5, -2.5, 4]

    @Test func sumsAndDifferencesTakeVectorsAndNumbers() {
        #expect(vDSP.add(2, a) == [3, 0, 5, -2])
        #expect(vDSP.add(a, b) == [6, 4, -4, 4])
        #expect(vDSP.add(1, c) == [1.5, 2.5, -1.5, 5])
        #expect(vDSP.subtract(a, b) == [-4, -8, 10, -12])
        #expect(vDSP.add(multiplication: (a: a, b: b), a) == [6, -14, -18, -36])
        #expect(vDSP.add(multiplication: (a: a, b: b), 1) == [6, -11, -20, -31])
        #expect(vDSP.add(multiplication: (a: a, b: 2), b) == [7, 2, -1, 0])
        #expect(vDSP.add(multiplication: (a: a, b: 2), 1) == [3, -3, 7, -7])
        #expect(vDSP.add(multiplication: (a: a, b: b), multiplication: (c: a, d: a)) == [6, -8, -12, -16])
        #expect(vDSP.add(multiplication: (a: a, b: 2), multiplication: (c: b, d: 3)) == [17, 14, -15, 16])
        #expect(vDSP.subtract(multiplication: (a: a, b: b), a) == [4, -10, -24, -28])
        #expect(vDSP.subtract(multiplication: (a: a, b: 2), b) == [-3, -10, 13, -16])
        var (sum, difference) = (a, a)
        vDSP.addSubtract(a, b, addResult: &sum, subtractResult: &difference)
        #expect(sum == [6, 4, -4, 4] && difference == [-4, -8, 10, -12])
    }

    @Test func productsAndQuotientsTakeVectorsAndNumbers() {
        #expect(vDSP.multiply(2, a) == [2, -4, 6, -8])
        #expect(vDSP.multiply(a, b) == [5, -12, -21, -32])
        #expect(vDSP.multiply(addition: (a: a, b: b), 2) == [12, 8, -8, 8])
        #expect(vDSP.multiply(addition: (a: a, b: b), a) == [6, -8, -12, -16])
        #expect(vDSP.multiply(subtraction: (a: a, b: b), 2) == [-8, -16, 20, -24])
        #expect(vDSP.multiply(addition: (a: a, b: b), subtraction: (c: a, d: b)) == [-24, -32, -40, -48])
        #expect(vDSP.divide(a, 2) == [0.5, -1, 1.5, -2])
        #expect(vDSP.divide(12, a) == [12, -6, 4, -3])
        #expect(vDSP.divide(c, [0.5, 0.5, 0.5, 0.5]) == [1, 3, -5, 8])
    }

    @Test func slicesAndEmptyVectorsAreVectorsToo() {
        #expect(vDSP.add(a[1..<3], b[2...]) == [-9, 11])
        #expect(vDSP.sum([Float]()) == 0)
        #expect(vDSP.mean([Double]()).isNaN)
        #expect(vDSP.maximum([Float]()) == -.infinity)
        #expect(vDSP.multiply(2, [Float]()) == [])
        var result = a
        vDSP.square(b[0..<2], result: &result[1...2])
        #expect(result == [1, 25, 36, -4])
    }

    @Test func reductionsAreNumbers() {
        #expect(vDSP.sum(a) == -2 && vDSP.sumOfSquares(a) == 30 && vDSP.sumOfMagnitudes(a) == 10)
        #expect(vDSP.mean(c) == 0.875 && vDSP.meanMagnitude(a) == 2.5 && vDSP.meanSquare(a) == 7.5)
        #expect(vDSP.rootMeanSquare(a) == Float(7.5).squareRoot())
        #expect(vDSP.maximum(a) == 3 && vDSP.minimum(a) == -4 && vDSP.maximumMagnitude(a) == 4)
        #expect(vDSP.indexOfMaximum(a) == (2, 3) && vDSP.indexOfMinimum(a) == (3, -4))
        #expect(vDSP.dot(a, b) == -60 && vDSP.distanceSquared(a, b) == 16 + 64 + 100 + 144)
        #expect(vDSP.countZeroCrossings(a) == 3)
    }

    @Test func elementsAreLimitedAndChosen() {
        #expect(vDSP.clip(a, to: -2...2) == [1, -2, 2, -2])
        #expect(vDSP.invertedClip(a, to: -3...2) == [2, -3, 3, -4])
        #expect(vDSP.limit(a, limit: 1, withOutputConstant: 9) == [9, -9, 9, -9])
        #expect(vDSP.threshold(a, to: 0, with: .zeroFill) == [1, 0, 3, 0])
        #expect(vDSP.threshold(a, to: 0, with: .clampToThreshold) == [1, 0, 3, 0])
        #expect(vDSP.threshold(a, to: 2, with: .signedConstant(5)) == [-5, -5, 5, -5])
        #expect(vDSP.trunc([1.25, -2.5] as [Float]) == [0.25, -0.5])
        #expect(vDSP.hypot([3, 5] as [Double], [4, 12]) == [5, 13])
        #expect(vDSP.hypot(x0: [1] as [Double], x1: [4], y0: [1], y1: [5]) == [5])
        #expect(vDSP.compress(a, gatingVector: [1, 0, 0, 1] as [Float], nonZeroGatingCount: nil) == [1, -4])
        #expect(vDSP.gather(a, indices: [4, 1] as [UInt]) == [-4, 1])
        #expect(vDSP.linearInterpolate([0, 10] as [Float], [10, 20], using: 0.25) == [2.5, 12.5])
        #expect(
            vDSP.linearInterpolate(elementsOf: [0, 10, 20] as [Float], using: [0.5, 1.25, 9, -1]) == [5, 12.5, 20, 0])
        #expect(vDSP.linearInterpolate(values: [0, 4] as [Double], atIndices: [0, 4]) == [0, 1, 2, 3, 4])
        #expect(vDSP.taperedMerge([0, 0, 0] as [Float], [4, 4, 4]) == [0, 2, 4])
    }

    @Test func memoryIsFilledSortedAndTurnedAround() {
        var x = a
        vDSP.sort(&x, sortOrder: .descending)
        #expect(x == [3, 1, -2, -4])
        vDSP.reverse(&x)
        #expect(x == [-4, -2, 1, 3])
        vDSP.fill(&x, with: 7)
        #expect(x == [7, 7, 7, 7])
        vDSP.clear(&x)
        #expect(x == [0, 0, 0, 0])
        var y = b
        vDSP.swapElements(&x, &y)
        #expect(x == b && y == [0, 0, 0, 0])
        #expect(vDSP.ramp(withInitialValue: 1, increment: Float(2), count: 3) == [1, 3, 5])
        #expect(vDSP.ramp(in: 0...Double(1), count: 5) == [0, 0.25, 0.5, 0.75, 1])
        var start: Float = 1
        #expect(vDSP.ramp(withInitialValue: &start, multiplyingBy: a, increment: 1) == [1, -4, 9, -16] && start == 5)
    }

    @Test func decibelsAndWindowsHaveTheirFormulas() {
        let loud = vDSP.amplitudeToDecibels([1, 10, 0.1] as [Double], zeroReference: 1)
        #expect(zip(loud, [0, 20, -20]).allSatisfy { abs($0 - $1) < 1e-12 })
        let power = vDSP.powerToDecibels([100] as [Double], zeroReference: 10)
        #expect(abs(power[0] - 10) < 1e-12)
        let hann = vDSP.window(ofType: Double.self, usingSequence: .hanningDenormalized, count: 8, isHalfWindow: false)
        for n in 0..<8 { #expect(abs(hann[n] - 0.5 * (1 - cos(2 * .pi * Double(n) / 8))) < 1e-15) }
        let normal = vDSP.window(ofType: Float.self, usingSequence: .hanningNormalized, count: 64, isHalfWindow: false)
        #expect(abs(vDSP.meanSquare(normal) - 1) < 1e-6)
        let hamming = vDSP.window(ofType: Double.self, usingSequence: .hamming, count: 8, isHalfWindow: true)
        #expect(abs(hamming[0] - 0.08) < 1e-15 && hamming[4...].allSatisfy { $0 == 0 })
        let blackman = vDSP.window(ofType: Double.self, usingSequence: .blackman, count: 8, isHalfWindow: false)
        #expect(abs(blackman[4] - 1) < 1e-15)
    }

    @Test func convolutionTurnsTheKernelAndCorrelationDoesNot() {
        let x: [Float] = [1, 2, 3, 4, 5]
        #expect(vDSP.convolve(x, withKernel: [1, 10] as [Float]) == [12, 23, 34, 45])
        #expect(vDSP.correlate(x, withKernel: [1, 10] as [Float]) == [21, 32, 43, 54])
        #expect(vDSP.downsample(x, decimationFactor: 2, filter: [1, 1] as [Float]) == [3, 7])
        #expect(vDSP.slidingWindowSum(x, usingWindowLength: 3) == [6, 9, 12])
        let image: [Float] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let kernel: [Float] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        let out = vDSP.convolve(image, rowCount: 4, columnCount: 4, with3x3Kernel: kernel)
        #expect(out == [0, 0, 0, 0, 0, 5, 6, 0, 0, 8, 9, 0, 0, 0, 0, 0])
        #expect(vDSP.integrate(x, using: .trapezoidal, stepSize: 2) == [0, 3, 8, 15, 24])
        #expect(
            vDSP.evaluatePolynomial(usingCoefficients: [1, 2, 3], withVariables: [2, 10] as [Float]) == [11, 123])
    }

    @Test func numbersAreConvertedAndLimited() {
        var bytes: [Int8] = [0, 0, 0, 0]
        vDSP.convertElements(of: [1.5, -2.5, 300, .nan] as [Float], to: &bytes, rounding: .towardNearestInteger)
        #expect(bytes == [2, -2, 127, 0])
        vDSP.convertElements(of: [1.5, -2.5, -300, 0] as [Float], to: &bytes, rounding: .towardZero)
        #expect(bytes == [1, -2, -128, 0])
        let words = vDSP.floatingPointToInteger(
            [3e9, -3e9, 7] as [Double], integerType: Int32.self, rounding: .towardZero)
        #expect(words == [.max, .min, 7])
        let unsigned = vDSP.floatingPointToInteger(
            [5e9, -1] as [Float], integerType: UInt32.self, rounding: .towardZero)
        #expect(unsigned == [.max, 0])
        #expect(vDSP.integerToFloatingPoint([1, -2] as [Int16], floatingPointType: Float.self) == [1, -2])
        #expect(vDSP.floatToDouble(a) == [1, -2, 3, -4] && vDSP.doubleToFloat(c) == [0.5, 1.5, -2.5, 4])
    }

    @Test func elementaryFunctionsAreThoseOfTheLibrary() {
        let x: [Double] = [0.1, 0.5, 0.9]
        #expect(vForce.sin(x) == x.map { Foundation.sin($0) })
        #expect(vForce.exp(x) == x.map { Foundation.exp($0) })
        #expect(vForce.sqrt(x) == x.map { $0.squareRoot() })
        #expect(vForce.pow(bases: [2, 3] as [Float], exponents: [3, 2] as [Float]) == [8, 9])
        #expect(vForce.atan2(x: [0] as [Double], y: [1] as [Double]) == [Double.pi / 2])
        #expect(vForce.copysign(magnitudes: [1, -2] as [Float], signs: [-1, 1] as [Float]) == [-1, 2])
        #expect(vForce.truncatingRemainder(dividends: [5, -5] as [Float], divisors: [3, 3] as [Float]) == [2, -2])
        #expect(vForce.remainder(dividends: [5] as [Float], divisors: [3] as [Float]) == [-1])
        #expect(vForce.nearestInteger([0.5, 1.5, -2.5] as [Float]) == [0, 2, -2])
        #expect(vForce.sinPi([0.5, 1, 1.5, 1e15] as [Double]) == [1, 0, -1, 0])
        #expect(vForce.cosPi([0, 0.5, 1, 1e15] as [Double]) == [1, 0, -1, -1 * -1])
        var (sines, cosines) = (x, x)
        vForce.sincos(x, sinResult: &sines, cosResult: &cosines)
        #expect(sines == vForce.sin(x) && cosines == vForce.cos(x))
    }

    @Test func transformsOfAllKindsAreObjects() throws {
        let x: [Float] = (0..<16).map { Float(($0 * 7) % 5) - 2 }
        var (re, im) = ([Float](repeating: 0, count: 8), [Float](repeating: 0, count: 8))
        var (outRe, outIm) = (re, im)
        let fft = try #require(vDSP.FFT(log2n: 4, radix: .radix2, ofType: DSPSplitComplex.self))
        let expected = directTransform(x.map(Double.init), [Double](repeating: 0, count: 16), sign: -1)
        let back: [Float] = outRe.withUnsafeMutableBufferPointer { outRe in
            outIm.withUnsafeMutableBufferPointer { outIm in
                let input = DSPSplitComplex(fromInputArray: x, realParts: &re, imaginaryParts: &im)
                var output = DSPSplitComplex(
                    realp: outRe.baseAddress.unsafelyUnwrapped, imagp: outIm.baseAddress.unsafelyUnwrapped)
                fft.forward(input: input, output: &output)
                #expect(abs(Double(output.realp[3]) - 2 * expected.re[3]) < 1e-5)
                #expect(abs(Double(output.imagp[0]) - 2 * expected.re[8]) < 1e-5)
                var again = input
                fft.inverse(input: output, output: &again)
                return [Float](fromSplitComplex: again, scale: 1 / 32, count: 16)
            }
        }
        #expect(relativeError(back, x.map(Double.init)) < 1e-6)

        let dft = try #require(
            vDSP.DFT(count: 16, direction: .forward, transformType: .complexComplex, ofType: Float.self))
        let spectrum = dft.transform(inputReal: x, inputImaginary: [Float](repeating: 0, count: 16))
        #expect(relativeError(spectrum.real + spectrum.imaginary, expected.re + expected.im) < 1e-6)
        let newer = try vDSP.DiscreteFourierTransform(
            count: 16, direction: .forward, transformType: .complexComplex, ofType: DSPComplex.self)
        let bins = newer.transform(input: x.map { DSPComplex(real: $0, imag: 0) })
        #expect(relativeError(bins.map(\.real), expected.re) < 1e-6)
        #expect(throws: vDSPError.self) {
            try vDSP.DiscreteFourierTransform(
                count: 7, direction: .forward, transformType: .complexComplex, ofType: Double.self)
        }
        let dct = try #require(vDSP.DCT(count: 16, transformType: .II))
        #expect(abs(dct.transform(x)[0] - vDSP.sum(x)) < 1e-5)
        #expect(vDSP.DCT(count: 12, transformType: .II) == nil)
    }

    @Test func aBiquadFiltersInPartsAsItFiltersTheWhole() throws {
        var random = SeededNumbers(20)
        let x: [Float] = random.numbers(100)
        let section: [Double] = [0.2, 0.3, 0.1, -0.4, 0.2]
        var whole = try #require(
            vDSP.Biquad(
                coefficients: Array(repeating: section, count: 6).flatMap { $0 }, channelCount: 1, sectionCount: 6,
                ofType: Float.self))
        var parts = whole
        let all = whole.apply(input: x)
        #expect(parts.apply(input: x[..<37]) + parts.apply(input: x[37...]) == all)
        // The definition, in double precision.
        var signal = x.map(Double.init)
        for _ in 0..<6 {
            var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
            signal = signal.map { x in
                let y = 0.2 * x + 0.3 * x1 + 0.1 * x2 + 0.4 * y1 - 0.2 * y2
                (x2, x1, y2, y1) = (x1, x, y1, y)
                return y
            }
        }
        #expect(relativeError(all, signal) < 1e-6)
        #expect(vDSP.Biquad(coefficients: section, channelCount: 2, sectionCount: 1, ofType: Double.self) == nil)
    }

    @Test func complexVectorsAreMultipliedMeasuredAndInterleaved() {
        var (ar, ai): ([Float], [Float]) = ([1, 2], [3, -4])
        var (br, bi): ([Float], [Float]) = ([5, 6], [7, 8])
        ar.withUnsafeMutableBufferPointer { ar in
            ai.withUnsafeMutableBufferPointer { ai in
                br.withUnsafeMutableBufferPointer { br in
                    bi.withUnsafeMutableBufferPointer { bi in
                        let a = DSPSplitComplex(realp: ar.baseAddress!, imagp: ai.baseAddress!)
                        var b = DSPSplitComplex(realp: br.baseAddress!, imagp: bi.baseAddress!)
                        var magnitudes: [Float] = [0, 0]
                        vDSP.squareMagnitudes(a, result: &magnitudes)
                        #expect(magnitudes == [10, 20])
                        vDSP.phase(a, result: &magnitudes)
                        #expect(magnitudes[0] == Float(atan2(3, 1) as Double))
                        let c = b
                        vDSP.multiply(a, by: c, count: 2, useConjugate: false, result: &b)
                        #expect(Array(br) == [5 - 21, 12 + 32] && Array(bi) == [7 + 15, 16 - 24])
                        var pairs = [DSPComplex](repeating: DSPComplex(), count: 2)
                        vDSP.convert(splitComplexVector: b, toInterleavedComplexVector: &pairs)
                        #expect(pairs.map(\.imag) == [22, -8])
                    }
                }
            }
        }
    }
}
