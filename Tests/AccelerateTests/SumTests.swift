import Accelerate
import Foundation
import Testing

typealias Reduction<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UInt) -> Void
typealias PlacedReduction<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UnsafeMutablePointer<UInt>, UInt) ->
    Void

/// Compares reductions with formulas in double precision, at many lengths and strides.
struct Reductions<T: BinaryFloatingPoint> {
    private var random = SeededNumbers(11)

    /// - Parameter formula: The true value, of any number of elements.
    mutating func check(_ name: String, _ call: Reduction<T>, _ formula: ([Double]) -> Double) {
        for count in counts + [1027] {
            for stride in strides {
                let input = Strided<T>(random.numbers(count), stride: stride)
                var result: T = 99
                call(input.pointer, stride, &result, UInt(count))
                let expected = formula(input.values.map { Double($0) })
                if expected.isNaN || expected.isInfinite {
                    #expect(same(Double(result), expected), "\(name) of \(count)")
                } else {
                    // Two units in the last place. Sums cancel: those of the summands count too, and all of them where the
                    // true value is no more exact than what is tested.
                    let unit = max(T(expected).ulp, T.self == Double.self ? T(max(count, 1)).ulp : T(1).ulp / 4)
                    #expect(abs(Double(result) - expected) <= 2 * Double(unit), "\(name) of \(count), stride \(stride)")
                }
            }
        }
    }

    mutating func place(_ name: String, _ call: PlacedReduction<T>, _ better: (T, T) -> Bool, _ key: (T) -> T) {
        for count in counts where count > 0 {
            for stride in [1, 2, 3] {
                let input = Strided<T>(random.numbers(count) + [], stride: stride)
                let values = input.values.map(key)
                var best = 0
                for index in values.indices where better(values[index], values[best]) { best = index }
                var (result, index): (T, UInt) = (99, 99)
                call(input.pointer, stride, &result, &index, UInt(count))
                #expect(result == values[best] && index == UInt(best * stride), "\(name) of \(count), stride \(stride)")
            }
        }
    }
}

private func mean(_ x: [Double]) -> Double { x.isEmpty ? .nan : x.reduce(0, +) / Double(x.count) }

@Suite struct SumTests {
    var float = Reductions<Float>()
    var double = Reductions<Double>()

    @Test mutating func sumsAndMeansAreWithinTwoUnitsOfTheTrueOnes() {
        float.check("sve", vDSP_sve) { $0.reduce(0, +) }
        double.check("sve", vDSP_sveD) { $0.reduce(0, +) }
        float.check("svemg", vDSP_svemg) { $0.map(abs).reduce(0, +) }
        double.check("svemg", vDSP_svemgD) { $0.map(abs).reduce(0, +) }
        float.check("svesq", vDSP_svesq) { $0.map { $0 * $0 }.reduce(0, +) }
        float.check("svs", vDSP_svs) { $0.map { $0 * abs($0) }.reduce(0, +) }
        float.check("meanv", vDSP_meanv) { mean($0) }
        double.check("meanv", vDSP_meanvD) { mean($0) }
        float.check("meamgv", vDSP_meamgv) { mean($0.map(abs)) }
        float.check("measqv", vDSP_measqv) { mean($0.map { $0 * $0 }) }
        float.check("mvessq", vDSP_mvessq) { mean($0.map { $0 * abs($0) }) }
        float.check("rmsqv", vDSP_rmsqv) { mean($0.map { $0 * $0 }).squareRoot() }
        double.check("rmsqv", vDSP_rmsqvD) { mean($0.map { $0 * $0 }).squareRoot() }
    }

    @Test mutating func extremesAreThoseOfTheVectorAndOfNothingWhereItIsEmpty() {
        float.check("maxv", vDSP_maxv) { $0.max() ?? -.infinity }
        double.check("maxv", vDSP_maxvD) { $0.max() ?? -.infinity }
        float.check("minv", vDSP_minv) { $0.min() ?? .infinity }
        double.check("minv", vDSP_minvD) { $0.min() ?? .infinity }
        float.check("maxmgv", vDSP_maxmgv) { $0.map(abs).max() ?? 0 }
        double.check("maxmgv", vDSP_maxmgvD) { $0.map(abs).max() ?? 0 }
        float.check("minmgv", vDSP_minmgv) { $0.map(abs).min() ?? .infinity }
        double.check("minmgv", vDSP_minmgvD) { $0.map(abs).min() ?? .infinity }
    }

    @Test mutating func placesOfExtremesAreMultipliedByTheStride() {
        float.place("maxvi", vDSP_maxvi, >) { $0 }
        double.place("maxvi", vDSP_maxviD, >) { $0 }
        float.place("minvi", vDSP_minvi, <) { $0 }
        double.place("minvi", vDSP_minviD, <) { $0 }
        float.place("maxmgvi", vDSP_maxmgvi, >) { abs($0) }
        float.place("minmgvi", vDSP_minmgvi, <) { abs($0) }
        var (value, index): (Float, UInt) = (0, 9)
        vDSP_maxvi([1, 3, 3, 2], 1, &value, &index, 4)
        #expect(value == 3 && index == 1, "the first of two")
    }

    @Test func productsOfTwoVectorsAreSums() {
        var random = SeededNumbers(12)
        for count in counts + [1027] {
            for stride in strides {
                let (a, b) = (
                    Strided<Float>(random.numbers(count), stride: stride),
                    Strided<Float>(random.numbers(count), stride: 1)
                )
                let pairs = zip(a.values.map(Double.init), b.values.map(Double.init))
                let limit = 1e-6 * max(1, pairs.reduce(0) { $0 + abs($1.0 * $1.1) })
                var (dot, distance): (Float, Float) = (9, 9)
                vDSP_dotpr(a.pointer, stride, b.pointer, 1, &dot, UInt(count))
                vDSP_distancesq(a.pointer, stride, b.pointer, 1, &distance, UInt(count))
                #expect(abs(Double(dot) - pairs.reduce(0) { $0 + $1.0 * $1.1 }) < limit)
                #expect(abs(Double(distance) - pairs.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }) < 4 * limit)
            }
        }
        var (first, second): (Double, Double) = (0, 0)
        vDSP_dotpr2D([1, 2, 3], 1, [4, 5, 6], 1, [1, 10, 100], 1, &first, &second, 3)
        #expect(first == 321 && second == 654)
    }

    @Test func aNormalizedVectorHasNoMeanAndADeviationOfOne() {
        var (mean, deviation): (Float, Float) = (0, 0)
        var out = [Float](repeating: 0, count: 4)
        vDSP_normalize([2, 4, 4, 6], 1, &out, 1, &mean, &deviation, 4)
        #expect(mean == 4 && deviation == Float(2).squareRoot())
        #expect(out == [-1, 0, 0, 1].map { $0 * Float(2).squareRoot() })
        vDSP_normalize([2, 4, 4, 6], 1, nil, 1, &mean, &deviation, 4)
        #expect(mean == 4)
    }

    @Test func crossingsOfZeroAreCountedUpToANumber() {
        let values: [Float] = [1, -1, -2, 3, 4, -5, 6]
        var (last, found): (UInt, UInt) = (9, 9)
        vDSP_nzcros(values, 1, 2, &last, &found, 7)
        #expect(last == 3 && found == 2)
        vDSP_nzcros(values, 1, 100, &last, &found, 7)
        #expect(last == 0 && found == 4)
        vDSP_nzcros(values, 1, 100, &last, &found, 0)
        #expect(last == 0 && found == 0)
    }

    @Test func runningSumsIntegrate() {
        let one = [Float](repeating: 1, count: 5)
        var out = one
        vDSP_vrsum([5, 1, 2, 3, 4], 1, [2], &out, 1, 5)
        #expect(out == [0, 2, 6, 12, 20])
        vDSP_vtrapz([1, 3, 5, 7, 9], 1, [0.5], &out, 1, 5)
        #expect(out == [0, 1, 3, 6, 10])
        // Simpson's rule is exact for parabolas: n^2 from 0 to n.
        vDSP_vsimps([0, 1, 4, 9, 16], 1, [1], &out, 1, 5)
        #expect(out[0] == 0 && out[1] == 0.5 && abs(out[2] - 8 / 3) < 1e-6 && abs(out[4] - 64 / 3) < 1e-5)
        var random = SeededNumbers(13)
        for window in [1, 2, 7, 300] {
            let values: [Float] = random.numbers(600 + window - 1)
            var (sums, maxima) = ([Float](repeating: 0, count: 600), [Float](repeating: 0, count: 600))
            vDSP_vswsum(values, 1, &sums, 1, 600, vDSP_Length(window))
            vDSP_vswmax(values, 1, &maxima, 1, 600, vDSP_Length(window))
            for n in [0, 1, 17, 255, 256, 257, 599] {
                let part = values[n..<(n + window)]
                #expect(abs(Double(sums[n]) - part.reduce(0) { $0 + Double($1) }) < 1e-6, "\(window) at \(n)")
                #expect(maxima[n] == part.max(), "\(window) at \(n)")
            }
        }
    }
}
