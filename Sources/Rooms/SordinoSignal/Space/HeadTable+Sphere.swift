import SordinoRealtime
import Synchronization

extension HeadTable {
    /// Metres from the middle of the head to an ear, and how fast sound goes.
    package static let headRadius = 0.0875
    package static let speedOfSound = 343.0

    private static let spheres = Mutex<[Double: HeadTable]>([:])

    /// The ears of a rigid sphere: no data, one table a rate and process.
    ///
    /// - Source: the sound pressure on a rigid sphere in a plane wave (G. F. Kuhn, "Model for the interaural time
    ///   differences in the azimuthal plane", 1977, equation 1) for the levels; R. S. Woodworth's formula for the
    ///   delays.
    package static func sphere(sampleRate: Double) -> HeadTable {
        spheres.withLock { tables in
            if let table = tables[sampleRate] { return table }
            let table = makeSphere(sampleRate: sampleRate)
            tables[sampleRate] = table
            return table
        }
    }

    /// Returns the arrival time of sound at an ear relative to the middle of the head, in seconds; below 0 if earlier.
    ///
    /// - Parameter incidence: The angle between the source and the ear's axis, in radians, 0 to pi.
    package static func woodworthDelay(incidence: Double) -> Double {
        let reach = headRadius / speedOfSound
        return incidence < .pi / 2 ? -reach * RealtimeMath.cos(incidence) : reach * (incidence - .pi / 2)
    }

    /// The level at an ear on a rigid sphere, relative to the free field in its middle.
    ///
    /// - Parameter incidence: As for `woodworthDelay`.
    package static func sphereMagnitude(hertz: Double, incidence: Double) -> Double {
        pressure(SphereModes(hertz: hertz), legendre(cosine: RealtimeMath.cos(incidence)))
    }

    private static func makeSphere(sampleRate: Double) -> HeadTable {
        let (bins, angles) = (129, 73)
        let modes = (0..<bins).map { SphereModes(hertz: Double($0) * sampleRate / Double(2 * (bins - 1))) }
        var levels = (0..<angles).map { angle -> [Double] in
            let polynomials = legendre(cosine: RealtimeMath.cos(Double(angle) * .pi / Double(angles - 1)))
            return modes.map { pressure($0, polynomials) }
        }
        // The mean power over all directions, by the area of each ring, becomes a half: two ears.
        for bin in 0..<bins {
            var (power, area) = (0.0, 0.0)
            for angle in 0..<angles {
                let ring = RealtimeMath.sin(Double(angle) * .pi / Double(angles - 1))
                power += ring * levels[angle][bin] * levels[angle][bin]
                area += ring
            }
            let factor = (0.5 * area / power).squareRoot()
            for angle in 0..<angles { levels[angle][bin] *= factor }
        }
        let tapCount = Fineness.plain.tapCount(sampleRate: sampleRate)
        let taps = UnsafeMutablePointer<Float>.allocate(capacity: angles * tapCount)
        defer { taps.deallocate() }
        let maker = MinimumPhaseFilter(binCount: bins)
        for angle in 0..<angles { maker.make(levels[angle], into: taps + angle * tapCount, tapCount: tapCount) }
        let filters = SharedFilters(
            taps, count: angles, tapCount: tapCount, sampleRate: sampleRate,
            componentCount: Fineness.plain.componentCount)
        return HeadTable(sampleRate: sampleRate, filters: filters) { isRight, azimuth, elevation in
            let side = RealtimeMath.sin(azimuth * .pi / 180) * RealtimeMath.cos(elevation * .pi / 180)
            let cosine = min(max(isRight ? side : -side, -1), 1)
            let incidence = RealtimeMath.atan2((1 - cosine * cosine).squareRoot(), cosine)
            let place = incidence / .pi * Double(angles - 1)
            let index = min(Int(place), angles - 2)
            let share = Float(place - Double(index))
            return (
                (index, index + 1, index), (1 - share, share, 0), woodworthDelay(incidence: incidence) * sampleRate
            )
        }
    }

    /// Legendre polynomials of a cosine, from order 0 on.
    private static func legendre(cosine: Double) -> [Double] {
        var values = [1.0, cosine]
        for order in 2...SphereModes.limit {
            let n = Double(order)
            values.append(((2 * n - 1) * cosine * values[order - 1] - (n - 1) * values[order - 2]) / n)
        }
        return values
    }

    private static func pressure(_ modes: SphereModes, _ polynomials: [Double]) -> Double {
        if modes.real.isEmpty { return 1 }
        var (real, imaginary) = (0.0, 0.0)
        for order in modes.real.indices {
            real += modes.real[order] * polynomials[order]
            imaginary += modes.imaginary[order] * polynomials[order]
        }
        return (real * real + imaginary * imaginary).squareRoot()
    }
}

/// The factors of the modes of a sphere at one frequency: i (-i)^m (2m + 1) / (h'm(ka) (ka)^2), the angle being that of
/// the source.
private struct SphereModes {
    /// The highest order that is ever used.
    static let limit = 96

    var real: [Double] = []
    var imaginary: [Double] = []

    init(hertz: Double) {
        let ka = 2 * .pi * hertz * HeadTable.headRadius / HeadTable.speedOfSound
        // Below it the sphere is too small for the wave to notice.
        if ka < 1e-3 { return }
        // Spherical Hankel functions upwards, as pairs of real and imaginary parts.
        var before = (RealtimeMath.sin(ka) / ka, -RealtimeMath.cos(ka) / ka)
        var now = (
            RealtimeMath.sin(ka) / (ka * ka) - RealtimeMath.cos(ka) / ka,
            -RealtimeMath.cos(ka) / (ka * ka) - RealtimeMath.sin(ka) / ka
        )
        for order in 0..<Self.limit {
            // `before` is h of this order, `now` of the next.
            let m = Double(order)
            let slope = (m / ka * before.0 - now.0, m / ka * before.1 - now.1)
            let power = slope.0 * slope.0 + slope.1 * slope.1
            guard power.isFinite else { return }
            let factor = (2 * m + 1) / (power * ka * ka)
            // One over the slope, turned by a quarter for each order.
            let (a, b) = (slope.0 * factor, -slope.1 * factor)
            switch order % 4 {
            case 0: (real, imaginary) = (real + [-b], imaginary + [a])
            case 1: (real, imaginary) = (real + [a], imaginary + [b])
            case 2: (real, imaginary) = (real + [b], imaginary + [-a])
            default: (real, imaginary) = (real + [-a], imaginary + [-b])
            }
            if order > 2, Double(order) > ka, factor * power.squareRoot() < 1e-7 { return }
            (before, now) = (
                now, ((2 * m + 3) / ka * now.0 - before.0, (2 * m + 3) / ka * now.1 - before.1)
            )
        }
    }
}
