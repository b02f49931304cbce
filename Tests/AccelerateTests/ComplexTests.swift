import Accelerate
import Testing

/// A complex number as tests compute with it.
struct Complex: Equatable {
    var re: Float
    var im: Float
    var conjugate: Complex { Complex(re: re, im: -im) }
    static func + (a: Complex, b: Complex) -> Complex { Complex(re: a.re + b.re, im: a.im + b.im) }
    static func - (a: Complex, b: Complex) -> Complex { Complex(re: a.re - b.re, im: a.im - b.im) }
    static func * (a: Complex, b: Complex) -> Complex {
        Complex(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
    }
    func isNear(_ other: Complex) -> Bool {
        abs(re - other.re) <= 1e-5 * (1 + abs(re)) && abs(im - other.im) <= 1e-5 * (1 + abs(im))
    }
}

/// A strided vector of complex numbers.
final class ComplexVector {
    let re: Strided<Float>
    let im: Strided<Float>
    var split: DSPSplitComplex

    init(_ values: [Complex], stride: Int) {
        re = Strided(values.map(\.re), stride: stride)
        im = Strided(values.map(\.im), stride: stride)
        split = DSPSplitComplex(realp: re.pointer, imagp: im.pointer)
    }

    var stride: Int { re.stride }
    var values: [Complex] { zip(re.values, im.values).map { Complex(re: $0, im: $1) } }
    var neighboursAreUntouched: Bool { re.neighboursAreUntouched && im.neighboursAreUntouched }
}

@Suite struct ComplexTests {
    private func numbers(_ random: inout SeededNumbers, _ count: Int) -> [Complex] {
        (0..<count).map { _ in Complex(re: Float(random.next()), im: Float(random.next())) }
    }

    /// Runs a function of up to three complex vectors at many lengths and strides, beside and in place.
    private func check(
        _ name: String, _ call: (ComplexVector, ComplexVector, ComplexVector, ComplexVector, UInt) -> Void,
        _ formula: (Complex, Complex, Complex) -> Complex
    ) {
        var random = SeededNumbers(40)
        for count in counts {
            for (turn, stride) in strides.enumerated() {
                let vectors = (0..<3).map { index in
                    ComplexVector(numbers(&random, count), stride: strides[(turn + index) % strides.count])
                }
                for isInPlace in [false, true] {
                    let out = isInPlace ? vectors[0] : ComplexVector(numbers(&random, count), stride: stride)
                    let given = vectors.map(\.values)
                    call(vectors[0], vectors[1], vectors[2], out, UInt(count))
                    let isRight = out.values.indices.allSatisfy {
                        out.values[$0].isNear(formula(given[0][$0], given[1][$0], given[2][$0]))
                    }
                    #expect(isRight, "\(name) of \(count), stride \(stride), in place: \(isInPlace)")
                    #expect(out.neighboursAreUntouched, "\(name) of \(count), stride \(stride)")
                }
            }
        }
    }

    @Test func complexVectorsFollowTheirFormulas() {
        check("zvadd") { a, b, _, z, n in
            vDSP_zvadd(&a.split, a.stride, &b.split, b.stride, &z.split, z.stride, n)
        } _: { a, b, _ in
            a + b
        }
        check("zvsub") { a, b, _, z, n in
            vDSP_zvsub(&a.split, a.stride, &b.split, b.stride, &z.split, z.stride, n)
        } _: { a, b, _ in
            a - b
        }
        check("zvmul") { a, b, _, z, n in
            vDSP_zvmul(&a.split, a.stride, &b.split, b.stride, &z.split, z.stride, n, 1)
        } _: { a, b, _ in
            a * b
        }
        check("zvmul, conjugate") { a, b, _, z, n in
            vDSP_zvmul(&a.split, a.stride, &b.split, b.stride, &z.split, z.stride, n, -1)
        } _: { a, b, _ in
            a.conjugate * b
        }
        check("zvcmul") { a, b, _, z, n in
            vDSP_zvcmul(&a.split, a.stride, &b.split, b.stride, &z.split, z.stride, n)
        } _: { a, b, _ in
            a.conjugate * b
        }
        check("zvma") { a, b, c, z, n in
            vDSP_zvma(&a.split, a.stride, &b.split, b.stride, &c.split, c.stride, &z.split, z.stride, n)
        } _: { a, b, c in
            a * b + c
        }
        check("zvcma") { a, b, c, z, n in
            vDSP_zvcma(&a.split, a.stride, &b.split, b.stride, &c.split, c.stride, &z.split, z.stride, n)
        } _: { a, b, c in
            a.conjugate * b + c
        }
        check("zvconj") { a, _, _, z, n in
            vDSP_zvconj(&a.split, a.stride, &z.split, z.stride, n)
        } _: { a, _, _ in
            a.conjugate
        }
        check("zvneg") { a, _, _, z, n in
            vDSP_zvneg(&a.split, a.stride, &z.split, z.stride, n)
        } _: { a, _, _ in
            Complex(re: -a.re, im: -a.im)
        }
        check("zvmov") { a, _, _, z, n in
            vDSP_zvmov(&a.split, a.stride, &z.split, z.stride, n)
        } _: { a, _, _ in
            a
        }
        check("zrvmul") { a, b, _, z, n in
            vDSP_zrvmul(&a.split, a.stride, b.re.pointer, b.stride, &z.split, z.stride, n)
        } _: { a, b, _ in
            Complex(re: a.re * b.re, im: a.im * b.re)
        }
        check("zrvadd") { a, b, _, z, n in
            vDSP_zrvadd(&a.split, a.stride, b.re.pointer, b.stride, &z.split, z.stride, n)
        } _: { a, b, _ in
            Complex(re: a.re + b.re, im: a.im)
        }
    }

    @Test func divisionTakesTheDivisorFirstAndAFactorIsOneNumber() {
        let (a, b) = (
            ComplexVector([Complex(re: 4, im: 2)], stride: 1), ComplexVector([Complex(re: 1, im: -1)], stride: 1)
        )
        let z = ComplexVector([Complex(re: 0, im: 0)], stride: 1)
        vDSP_zvdiv(&b.split, 1, &a.split, 1, &z.split, 1, 1)
        #expect(z.values == [Complex(re: 1, im: 3)])
        vDSP_zvzsml(&a.split, 1, &b.split, &z.split, 1, 1)
        #expect(z.values == [Complex(re: 6, im: -2)])
        vDSP_zvsma(&a.split, 1, &b.split, &a.split, 1, &z.split, 1, 1)
        #expect(z.values == [Complex(re: 10, im: 0)])
        vDSP_zvfill(&b.split, &z.split, 1, 1)
        #expect(z.values == b.values)
    }

    @Test func complexVectorsHaveMagnitudesAndSums() {
        var random = SeededNumbers(41)
        for count in counts {
            for stride in strides {
                let (a, b) = (
                    ComplexVector(numbers(&random, count), stride: stride),
                    ComplexVector(numbers(&random, count), stride: 1)
                )
                let out = Strided<Float>([Float](repeating: 0, count: count), stride: stride)
                vDSP_zvmags(&a.split, stride, out.pointer, stride, UInt(count))
                #expect(out.values == a.values.map { $0.re * $0.re + $0.im * $0.im })
                vDSP_zvabs(&a.split, stride, out.pointer, stride, UInt(count))
                #expect(out.values == a.values.map { ($0.re * $0.re + $0.im * $0.im).squareRoot() })
                vDSP_zvmgsa(&a.split, stride, b.re.pointer, 1, out.pointer, stride, UInt(count))
                #expect(out.values == zip(a.values, b.values).map { ($0.re * $0.re + $0.im * $0.im) + $1.re })
                #expect(out.neighboursAreUntouched)
                let sum = ComplexVector([Complex(re: 9, im: 9)], stride: 1)
                vDSP_zdotpr(&a.split, stride, &b.split, 1, &sum.split, UInt(count))
                let none = Complex(re: 0, im: 0)
                var product = none
                for (x, y) in zip(a.values, b.values) { product = product + x * y }
                #expect(sum.values[0].isNear(product))
                vDSP_zidotpr(&a.split, stride, &b.split, 1, &sum.split, UInt(count))
                product = none
                for (x, y) in zip(a.values, b.values) { product = product + x.conjugate * y }
                #expect(sum.values[0].isNear(product))
            }
        }
    }

    @Test func interleavedStridesCountNumbersNotPairs() {
        let pairs = (0..<6).map { DSPComplex(real: Float($0), imag: Float(10 + $0)) }
        let z = ComplexVector(Array(repeating: Complex(re: 0, im: 0), count: 3), stride: 2)
        vDSP_ctoz(pairs, 4, &z.split, 2, 3)
        let expected = [Complex(re: 0, im: 10), Complex(re: 2, im: 12), Complex(re: 4, im: 14)]
        #expect(z.values == expected && z.neighboursAreUntouched)
        var back = [DSPComplex](repeating: DSPComplex(real: 7, imag: 7), count: 6)
        vDSP_ztoc(&z.split, 2, &back, 4, 3)
        #expect(back.map(\.real) == [0, 7, 2, 7, 4, 7] && back.map(\.imag) == [10, 7, 12, 7, 14, 7])
    }

    @Test func spectraAreGatheredAndCompared() {
        let a = ComplexVector([Complex(re: 1, im: 2), Complex(re: 3, im: 4)], stride: 1)
        let b = ComplexVector([Complex(re: 5, im: 6), Complex(re: 7, im: 8)], stride: 1)
        var power: [Float] = [100, 200]
        vDSP_zaspec(&a.split, &power, 2)
        #expect(power == [105, 225])
        let cross = ComplexVector([Complex(re: 0, im: 0), Complex(re: 1, im: 1)], stride: 1)
        vDSP_zcspec(&a.split, &b.split, &cross.split, 2)
        #expect(cross.values == [Complex(re: 17, im: -4), Complex(re: 54, im: -3)])
        var coherence: [Float] = [0, 0]
        vDSP_zcoher([5, 25], [61, 113], &a.split, &coherence, 2)
        let shares: [Float] = [5.0 / 305.0, 25.0 / 2825.0]
        #expect(coherence == shares)
        let product = ComplexVector([Complex(re: 0, im: 0)], stride: 1)
        vDSP_zmmul(&a.split, 1, &b.split, 1, &product.split, 1, 1, 1, 2)
        #expect(product.values == [Complex(re: -7 - 11, im: 16 + 52)])
    }

    @Test func conversionsTakeStridesAndLimitWhatDoesNotFit() {
        let values: [Double] = [-1e10, -2.5, -0.5, 0.5, 1.5, 2.5, 200.7, 1e10, .nan, .infinity]
        for stride in strides {
            let floats = Strided(values.map { Float($0) }, stride: stride)
            let doubles = Strided(values, stride: stride)
            var (bytes, words) = ([UInt8](repeating: 0, count: 10), [Int32](repeating: 0, count: 10))
            vDSP_vfixu8(floats.pointer, stride, &bytes, 1, 10)
            #expect(bytes == [0, 0, 0, 0, 1, 2, 200, 255, 0, 255])
            vDSP_vfixru8D(doubles.pointer, stride, &bytes, 1, 10)
            #expect(bytes == [0, 0, 0, 0, 2, 2, 201, 255, 0, 255])
            vDSP_vfixr32(floats.pointer, stride, &words, 1, 10)
            #expect(words == [.min, -2, 0, 0, 2, 2, 201, .max, 0, .max])
            let shorts: [Int16] = (0..<30).map { Int16($0) * 1000 - 15000 }
            let out = Strided<Float>([Float](repeating: 0, count: 10), stride: stride)
            vDSP_vflt16(shorts, 3, out.pointer, stride, 10)
            #expect(out.values == (0..<10).map { Float(shorts[3 * $0]) } && out.neighboursAreUntouched)
        }
        let three = [
            vDSP_int24(bytes: (0xFF, 0xFF, 0xFF)), vDSP_int24(bytes: (0, 0, 0x80)), vDSP_int24(bytes: (1, 2, 3)),
        ]
        var out: [Float] = [0, 0, 0]
        vDSP_vflt24(three, 1, &out, 1, 3)
        #expect(out == [-1, -8_388_608, 197_121])
        var quotients: [Int32] = [9, 9, 9]
        vDSP_vdivi([0, -1, 3], 1, [5, .min, 7], 1, &quotients, 1, 3)
        #expect(quotients == [0, .min, 2])
    }
}
