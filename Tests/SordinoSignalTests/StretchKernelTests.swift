import CKernels
import Testing

/// The stretcher's kernels against the same in plain Swift, bit for bit.
@Suite struct StretchKernelTests {
    let a: [Float]
    let b: [Float]
    let c: [Float]
    let d: [Float]

    init() {
        var numbers = Seeded(21)
        (a, b, c, d) = (numbers.samples(203), numbers.samples(203), numbers.samples(203), numbers.samples(203))
    }

    @Test func productsAndQuotients() {
        var (sum, quotients) = (c, c)
        var product = [Float](repeating: 0, count: 203)
        ckernels_add_product(&sum, a, b, 203)
        ckernels_product(&product, a, b, 203)
        ckernels_add_quotient(&quotients, a, b, 0.25, 203)
        for index in 0..<203 {
            let expected: Float = a[index] * b[index]
            #expect(product[index] == expected)
            #expect(sum[index] == c[index] + expected)
            let divided: Float = a[index] / max(b[index], 0.25)
            #expect(quotients[index] == c[index] + divided)
        }
    }

    @Test func turns() {
        var (real, imaginary) = (c, d)
        var (turnedReal, turnedImaginary) = (c, d)
        ckernels_turn_between(&real, &imaginary, a, b, d, c, 203)
        ckernels_turn(&turnedReal, &turnedImaginary, a, b, c, d, 203)
        for index in 0..<203 {
            let (a, b, c, d) = (a[index], b[index], c[index], d[index])
            let along: Float = a * d + b * c
            let across: Float = b * d - a * c
            #expect(real[index] == c + along)
            #expect(imaginary[index] == d + across)
            let turned: Float = a * c - b * d
            #expect(turnedReal[index] == turned)
            #expect(turnedImaginary[index] == along)
        }
    }

    @Test func unitTurnsAreOfLengthOneAndHarmless() {
        var (from, to) = (a, b)
        (from[100], to[100]) = (.nan, 1)
        for index in 120..<130 { (from[index], to[index]) = (0, 0) }
        var (real, imaginary) = ([Float](repeating: 9, count: 201), [Float](repeating: 9, count: 201))
        ckernels_unit_turn(&real, &imaginary, from, to, 201)
        for index in 0..<201 {
            let r: Float = from[index + 1] + 0.5 * (from[index] + from[index + 2])
            let i: Float = to[index + 1] + 0.5 * (to[index] + to[index + 2])
            let square: Float = r * r + i * i
            let isFit = square >= 1e-36 && square <= 1e36
            let scale = 1 / (isFit ? square : 1).squareRoot()
            #expect(real[index] == (isFit ? r * scale : 1))
            #expect(imaginary[index] == (isFit ? i * scale : 0))
        }
    }

    @Test func stepsAreSquared() {
        var sum = [Float](repeating: 1, count: 200)
        a.withUnsafeBufferPointer { samples in
            guard let first = samples.baseAddress else { return }
            ckernels_add_square_of_steps(&sum, first + 1, 200)
        }
        for index in 0..<200 {
            let step: Float = a[index + 1] - a[index]
            #expect(sum[index] == 1 + step * step)
        }
    }
}
