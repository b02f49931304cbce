import CKernels
import SordinoRealtime

/// Many filters as sums of few: each is made of the same components, with shares of its own.
///
/// The components are the directions in which the filters differ most, by a singular value decomposition of their
/// spectra at 128 frequencies, a fixed number to the octave. Every filter counts by the shape of its spectrum, not by
/// its level: the ear in the shadow of the head is heard, too.
package struct SharedFilters: Sendable {
    package let componentCount: Int
    package let tapCount: Int
    /// `componentCount` filters of `tapCount`.
    package let components: [Float]
    /// `componentCount` for each filter.
    package let shares: [Float]

    private static let frequencyCount = 128

    /// Finds the components of filters.
    ///
    /// - Parameters:
    ///   - filters: `count` of them, `tapCount` taps each.
    ///   - sampleRate: Hertz.
    /// - Thread: control; takes some milliseconds.
    package init(
        _ filters: UnsafePointer<Float>, count: Int, tapCount: Int, sampleRate: Double, componentCount: Int
    ) {
        let features = 2 * Self.frequencyCount
        let componentCount = min(componentCount, tapCount, count, features)
        (self.componentCount, self.tapCount) = (componentCount, tapCount)
        // Cosines and sines of the frequencies, row by row of time.
        var waves = [Float](repeating: 0, count: tapCount * features)
        let top = min(17_000, 0.45 * sampleRate)
        for frequency in 0..<Self.frequencyCount {
            let hertz = 50 * RealtimeMath.pow(top / 50, Double(frequency) / Double(Self.frequencyCount - 1))
            for tap in 0..<tapCount {
                let turn = 2 * Double.pi * hertz / sampleRate * Double(tap)
                waves[tap * features + frequency] = Float(RealtimeMath.cos(turn))
                waves[tap * features + Self.frequencyCount + frequency] = Float(RealtimeMath.sin(turn))
            }
        }
        // Spectra: rows of `features`.
        var spectra = [Float](repeating: 0, count: count * features)
        ckernels_products_add(
            &spectra, features, filters, 1, tapCount, waves, features, tapCount, count, features)
        let weights = Self.evened(&spectra, count: count)
        var squares = [Float](repeating: 0, count: features * features)
        ckernels_products_add(
            &squares, features, spectra, features, 1, spectra, features, count, features, features)
        let basis = Self.strongest(squares, size: features, count: componentCount)
        // The weighted shares, `componentCount` for each filter, and the components that follow from them by least
        // squares.
        var shares = [Float](repeating: 0, count: count * componentCount)
        ckernels_products_add(
            &shares, componentCount, spectra, 1, features, basis, componentCount, features, count, componentCount)
        var weighted = [Float](repeating: 0, count: count * tapCount)
        weighted.withUnsafeMutableBufferPointer { weighted in
            guard let base = weighted.baseAddress else { return }
            for index in 0..<count {
                ckernels_products_add(
                    base + index * tapCount, tapCount, [weights[index]], 1, 1, filters + index * tapCount, tapCount, 1,
                    1, tapCount)
            }
        }
        var normal = [Float](repeating: 0, count: componentCount * componentCount)
        ckernels_products_add(
            &normal, componentCount, shares, componentCount, 1, shares, componentCount, count, componentCount,
            componentCount)
        var sums = [Float](repeating: 0, count: componentCount * tapCount)
        ckernels_products_add(
            &sums, tapCount, shares, componentCount, 1, weighted, tapCount, count, componentCount, tapCount)
        let inverse = Self.inverse(normal, size: componentCount)
        var components = [Float](repeating: 0, count: componentCount * tapCount)
        ckernels_products_add(
            &components, tapCount, inverse, componentCount, 1, sums, tapCount, componentCount, componentCount, tapCount)
        for index in 0..<count {
            for component in 0..<componentCount { shares[index * componentCount + component] /= weights[index] }
        }
        (self.components, self.shares) = (components, shares)
    }

    /// Makes the mean logarithm of the levels 0 along each filter and then along each frequency; returns the filters'
    /// factors.
    private static func evened(_ spectra: inout [Float], count: Int) -> [Float] {
        let features = 2 * frequencyCount
        var weights = [Float](repeating: 1, count: count)
        var means = [Float](repeating: 0, count: frequencyCount)
        var logarithms = means
        spectra.withUnsafeMutableBufferPointer { spectra in
            for index in 0..<count {
                let row = index * features
                var mean: Float = 0
                for frequency in 0..<frequencyCount {
                    let (a, b) = (spectra[row + frequency], spectra[row + frequencyCount + frequency])
                    logarithms[frequency] = 0.5 * RealtimeMath.log(a * a + b * b + 1e-14)
                    mean += logarithms[frequency] / Float(frequencyCount)
                }
                weights[index] = RealtimeMath.exp(-mean)
                for frequency in 0..<frequencyCount {
                    means[frequency] += (logarithms[frequency] - mean) / Float(count)
                }
            }
            let factors = means.map { RealtimeMath.exp(-$0) }
            for index in 0..<count {
                let row = index * features
                for frequency in 0..<frequencyCount {
                    let factor = factors[frequency] * weights[index]
                    spectra[row + frequency] *= factor
                    spectra[row + frequencyCount + frequency] *= factor
                }
            }
        }
        return weights
    }

    /// The strongest eigenvectors of a symmetrical matrix, as columns of a matrix of `size` rows, by orthogonal
    /// iteration.
    ///
    /// - Source: G. H. Golub, C. F. Van Loan, "Matrix Computations", 7.3.2.
    private static func strongest(_ matrix: [Float], size: Int, count: Int) -> [Float] {
        // A few more than are wanted let the last ones come out sooner.
        let width = min(count + 8, size)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        // Vectors as rows: each is one piece of memory.
        var vectors = (0..<width * size).map { _ -> Float in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Double(state >> 33) / Double(1 << 31) - 0.5)
        }
        var next = vectors
        for _ in 0..<10 {
            for index in next.indices { next[index] = 0 }
            ckernels_products_add(&next, size, vectors, 1, size, matrix, size, size, width, size)
            swap(&vectors, &next)
            orthogonalise(&vectors, size: size, count: width)
        }
        var columns = [Float](repeating: 0, count: size * count)
        for row in 0..<size {
            for column in 0..<count { columns[row * count + column] = vectors[column * size + row] }
        }
        return columns
    }

    /// Makes rows orthogonal and of length 1, from the first on, twice: once is not exact in 24 bits.
    private static func orthogonalise(_ vectors: inout [Float], size: Int, count: Int) {
        vectors.withUnsafeMutableBufferPointer { vectors in
            guard let base = vectors.baseAddress else { return }
            for index in 0..<count {
                let own = base + index * size
                var shares = [Float](repeating: 0, count: max(index, 1))
                for _ in 0..<2 where index > 0 {
                    // The products with all rows before, whose parts are then subtracted.
                    for other in 0..<index { shares[other] = 0 }
                    ckernels_products_add(&shares, 1, base, 1, size, own, 1, size, index, 1)
                    for other in 0..<index { shares[other] = -shares[other] }
                    ckernels_products_add(own, size, shares, 1, 1, base, size, index, 1, size)
                }
                var square: Float = 0
                ckernels_products_add(&square, 1, own, 1, 1, own, 1, size, 1, 1)
                // A row that is a sum of others stands for nothing.
                let factor = square > 1e-30 ? 1 / square.squareRoot() : 0
                for item in 0..<size { own[item] *= factor }
            }
        }
    }

    /// The inverse of a symmetrical, positive matrix, by Gauss and Jordan.
    private static func inverse(_ matrix: [Float], size: Int) -> [Float] {
        var left = matrix.map(Double.init)
        let trace = (0..<size).reduce(0) { $0 + left[$1 * size + $1] }
        var right = [Double](repeating: 0, count: size * size)
        for index in 0..<size {
            left[index * size + index] += 1e-9 * trace / Double(size) + 1e-30
            right[index * size + index] = 1
        }
        for pivot in 0..<size {
            let factor = 1 / left[pivot * size + pivot]
            for column in 0..<size {
                left[pivot * size + column] *= factor
                right[pivot * size + column] *= factor
            }
            for row in 0..<size where row != pivot {
                let share = left[row * size + pivot]
                if share == 0 { continue }
                for column in 0..<size {
                    left[row * size + column] -= share * left[pivot * size + column]
                    right[row * size + column] -= share * right[pivot * size + column]
                }
            }
        }
        return right.map(Float.init)
    }
}
