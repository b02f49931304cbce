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
        var sum = c
        ckernels_add_product(&sum, a, b, 203)
        #expect(sum == (0..<203).map { c[$0] + a[$0] * b[$0] })
        var product = [Float](repeating: 0, count: 203)
        ckernels_product(&product, a, b, 203)
        #expect(product == (0..<203).map { a[$0] * b[$0] })
        sum = c
        ckernels_add_quotient(&sum, a, b, 0.25, 203)
        #expect(sum == (0..<203).map { c[$0] + a[$0] / max(b[$0], 0.25) })
    }

    @Test func turns() {
        var (real, imaginary) = (c, d)
        ckernels_turn_between(&real, &imaginary, a, b, d, c, 203)
        #expect(real == (0..<203).map { c[$0] + (a[$0] * d[$0] + b[$0] * c[$0]) })
        #expect(imaginary == (0..<203).map { d[$0] + (b[$0] * d[$0] - a[$0] * c[$0]) })
        ckernels_turn(&real, &imaginary, a, b, c, d, 203)
        #expect(real == (0..<203).map { a[$0] * c[$0] - b[$0] * d[$0] })
        #expect(imaginary == (0..<203).map { a[$0] * d[$0] + b[$0] * c[$0] })
    }

    @Test func unitTurnsAreOfLengthOneAndHarmless() {
        var (from, to) = (a, b)
        (from[100], to[100]) = (.nan, 1)
        for index in 120..<130 { (from[index], to[index]) = (0, 0) }
        var (real, imaginary) = ([Float](repeating: 9, count: 201), [Float](repeating: 9, count: 201))
        ckernels_unit_turn(&real, &imaginary, from, to, 201)
        for index in 0..<201 {
            let r = from[index + 1] + 0.5 * (from[index] + from[index + 2])
            let i = to[index + 1] + 0.5 * (to[index] + to[index + 2])
            let square = r * r + i * i
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
        #expect(sum == (0..<200).map { 1 + (a[$0 + 1] - a[$0]) * (a[$0 + 1] - a[$0]) })
    }
}
