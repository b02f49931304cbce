import CMath

/// Finds the line spectra of speech by linear prediction (RFC 3951, 3.2.1 to 3.2.4).
struct ILBCAnalysis {
    /// Samples that one analysis window covers.
    private static var window: Int { 240 }
    /// Samples of history and frame together.
    private static var span: Int { 300 }

    /// Steps of the search for frequencies, from 0 to half the sample rate.
    private static var steps: Int { 64 }

    /// High-passed speech, the newest frame last.
    let speech: UnsafeMutablePointer<Float>
    /// The exact spectra of this frame: one or two times ten frequencies.
    let exact: UnsafeMutablePointer<Float>
    /// The last exact spectrum of the previous frame.
    let earlier: UnsafeMutablePointer<Float>
    private let mode: ILBCMode
    private let symmetric: UnsafeMutablePointer<Float>
    private let asymmetric: UnsafeMutablePointer<Float>
    private let lagWindow: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let products: UnsafeMutablePointer<Float>
    private let predictor: UnsafeMutablePointer<Float>
    private let sums: UnsafeMutablePointer<Float>
    private let differences: UnsafeMutablePointer<Float>
    /// Cosines of the 65 angles at which the polynomials are first evaluated.
    private let grid: UnsafeMutablePointer<Float>
    private let sumValues: UnsafeMutablePointer<Float>
    private let differenceValues: UnsafeMutablePointer<Float>

    /// Takes its vectors from `memory`.
    init(mode: ILBCMode, memory: ILBCMemory) {
        self.mode = mode
        speech = memory.take(Self.span)
        exact = memory.take(2 * ILBCSize.order)
        earlier = memory.take(ILBCSize.order)
        symmetric = memory.take(
            (0..<Self.window).map { 0.5 - 0.5 * cmath_cosf(2 * .pi * Float(min($0, 239 - $0) + 1) / 241) })
        asymmetric = memory.take(
            (0..<Self.window).map { index -> Float in
                guard index < 220 else { return cmath_cosf(.pi * Float(index - 220) / 40) }
                let sine = cmath_sinf(.pi * Float(index + 1) / 441)
                return sine * sine
            })
        lagWindow = memory.take(
            (0..<ILBCSize.filter).map { lag -> Float in
                let angle = 2 * .pi * 60 * Float(lag) / 8000
                return lag == 0 ? 1.0001 : cmath_expf(-0.5 * angle * angle)
            })
        windowed = memory.take(Self.window)
        products = memory.take(ILBCSize.filter)
        predictor = memory.take(ILBCSize.filter)
        sums = memory.take(6)
        differences = memory.take(6)
        grid = memory.take((0...Self.steps).map { cmath_cosf(.pi * Float($0) / Float(Self.steps)) })
        sumValues = memory.take(Self.steps + 4)
        differenceValues = memory.take(Self.steps + 4)
    }

    /// The newest frame's first sample; the ten before it are the filters' memory.
    var frame: UnsafeMutablePointer<Float> { speech + (Self.span - mode.framesPerPacket) }

    /// Forgets all speech, as at a beginning.
    func reset() { speech.update(repeating: 0, count: Self.span) }

    /// Moves the newest frame into the history, before the next one is stored at `frame`.
    func advance() {
        speech.update(from: speech + mode.framesPerPacket, count: Self.span - mode.framesPerPacket)
    }

    /// Computes `exact` from `speech`; a spectrum that cannot be found repeats the previous one.
    func findSpectra() {
        let order = ILBCSize.order
        for spectrum in 0..<mode.spectrumCount {
            let isLast = spectrum == mode.spectrumCount - 1
            predict(isLast ? speech + (Self.span - Self.window) : speech, isLast ? asymmetric : symmetric)
            let place = exact + spectrum * order
            guard !findFrequencies(place) else { continue }
            place.update(from: spectrum == 0 ? earlier : exact, count: order)
        }
    }

    /// Computes the predictor of one window, its peaks widened by 0.9025.
    private func predict(_ signal: UnsafePointer<Float>, _ shape: UnsafePointer<Float>) {
        for index in 0..<Self.window { windowed[index] = signal[index] * shape[index] }
        for lag in 0...ILBCSize.order {
            products[lag] = ILBCVector.dot(windowed, windowed + lag, Self.window) * lagWindow[lag]
        }
        predictor[0] = 1
        for index in 1...ILBCSize.order { predictor[index] = 0 }
        var error = products[0]
        guard error > 1e-6 else { return }
        for order in 1...ILBCSize.order {
            var sum = products[order]
            for index in 1..<order { sum += predictor[index] * products[order - index] }
            let reflection = -sum / error
            var (low, high) = (1, order - 1)
            while low <= high {
                let (first, second) = (predictor[low], predictor[high])
                predictor[low] = first + reflection * second
                predictor[high] = second + reflection * first
                (low, high) = (low + 1, high - 1)
            }
            predictor[order] = reflection
            error *= 1 - reflection * reflection
            if error <= 0 { break }
        }
        var chirp: Float = 1
        for index in 1...ILBCSize.order {
            chirp *= 0.9025
            predictor[index] *= chirp
        }
    }

    /// Finds the ten frequencies at which sum and difference polynomial cross zero in turn.
    ///
    /// - Returns: Whether all ten were found.
    private func findFrequencies(_ spectrum: UnsafeMutablePointer<Float>) -> Bool {
        (sums[0], differences[0]) = (1, 1)
        for index in 1...5 {
            let (near, far) = (predictor[index], predictor[11 - index])
            sums[index] = near + far - sums[index - 1]
            differences[index] = near - far + differences[index - 1]
        }
        evaluate(sums, into: sumValues)
        evaluate(differences, into: differenceValues)
        var (polynomial, values) = (UnsafePointer(sums), UnsafePointer(sumValues))
        var found = 0
        var low: Float = 1
        var lowValue = values[0]
        for step in 1...Self.steps {
            let high = grid[step]
            var highValue = values[step]
            // Both polynomials may cross within one step.
            while lowValue * highValue <= 0 && found < ILBCSize.order {
                low = Self.root(of: polynomial, low, lowValue, high, highValue)
                spectrum[found] = cmath_atan2f(cmath_sqrtf(max(0, 1 - low * low)), low)
                found += 1
                let isSum = found & 1 == 0
                polynomial = UnsafePointer(isSum ? sums : differences)
                values = UnsafePointer(isSum ? sumValues : differenceValues)
                lowValue = Self.value(polynomial, atCosine: low)
                highValue = values[step]
            }
            (low, lowValue) = (high, highValue)
        }
        return found == ILBCSize.order
    }

    /// Narrows a zero between two cosines down by halving, then by a straight line.
    private static func root(
        of polynomial: UnsafePointer<Float>, _ from: Float, _ fromValue: Float, _ to: Float, _ toValue: Float
    ) -> Float {
        var (low, lowValue, high, highValue) = (from, fromValue, to, toValue)
        for _ in 0..<4 {
            let middle = 0.5 * (low + high)
            let value = value(polynomial, atCosine: middle)
            if lowValue * value <= 0 { (high, highValue) = (middle, value) } else { (low, lowValue) = (middle, value) }
        }
        let difference = lowValue - highValue
        return difference == 0 ? low : low + (high - low) * lowValue / difference
    }

    /// Evaluates a polynomial at all angles of the grid.
    private func evaluate(_ polynomial: UnsafePointer<Float>, into values: UnsafeMutablePointer<Float>) {
        var step = 0
        while step <= Self.steps {
            let cosine = ILBCVector.load(grid + step)
            let double = cosine + cosine
            var (newer, older) = (SIMD4<Float>(), SIMD4<Float>())
            for index in 0..<5 {
                (newer, older) = (double * newer - older + SIMD4(repeating: polynomial[index]), newer)
            }
            ILBCVector.store(cosine * newer - older + SIMD4(repeating: 0.5 * polynomial[5]), values + step)
            step += 4
        }
    }

    /// Evaluates a symmetric polynomial of degree ten on the unit circle, as a Chebyshev series of the cosine.
    @inline(__always)
    private static func value(_ polynomial: UnsafePointer<Float>, atCosine cosine: Float) -> Float {
        var (newer, older): (Float, Float) = (0, 0)
        for index in 0..<5 { (newer, older) = (2 * cosine * newer - older + polynomial[index], newer) }
        return cosine * newer - older + 0.5 * polynomial[5]
    }
}

extension ILBCSpectrum {
    /// Quantises spectra part by part to the nearest codebook rows.
    ///
    /// - Parameters:
    ///   - spectra: `count` times ten frequencies.
    ///   - indices: Receives three indices for each.
    func quantise(_ spectra: UnsafePointer<Float>, count: Int, into indices: UnsafeMutablePointer<Int32>) {
        for spectrum in 0..<count {
            var book = UnsafePointer(codebooks)
            var part = spectra + spectrum * ILBCSize.order
            for place in 0..<3 {
                let (columns, rows) = (place == 2 ? 4 : 3, place == 0 ? 64 : 128)
                // A row of three is read with the next row's first number, which does not count.
                let mask = SIMD4<Float>(1, 1, 1, columns == 4 ? 1 : 0)
                let wanted = SIMD4<Float>(part[0], part[1], part[2], columns == 4 ? part[3] : 0)
                var (best, bestRow) = (Float.infinity, 0)
                for row in 0..<rows {
                    var difference = (ILBCVector.load(book + row * columns) - wanted) * mask
                    difference *= difference
                    let error = (difference.x + difference.z) + (difference.y + difference.w)
                    if error < best { (best, bestRow) = (error, row) }
                }
                indices[3 * spectrum + place] = Int32(bestRow)
                book += rows * columns
                part += columns
            }
        }
    }
}
