import SordinoRealtime
import Testing

@testable import SordinoSignal

/// A plane wave in SN3D, by the trigonometric forms of the AmbiX paper: azimuth to the left, elevation up, in degrees.
private func wave(_ azimuth: Double, _ elevation: Double, order: Int) -> [Double] {
    let (a, e) = (azimuth * .pi / 180, elevation * .pi / 180)
    func s(_ x: Double) -> Double { RealtimeMath.sin(x) }
    func c(_ x: Double) -> Double { RealtimeMath.cos(x) }
    let (se, ce) = (s(e), c(e))
    let (ce2, ce3, se2) = (ce * ce, ce * ce * ce, se * se)
    func r(_ x: Double) -> Double { x.squareRoot() }
    var all: [Double] = [1, s(a) * ce, se, c(a) * ce]
    all += [r(0.75) * s(2 * a) * ce2, r(0.75) * s(a) * s(2 * e), (3 * se2 - 1) / 2]
    all += [r(0.75) * c(a) * s(2 * e), r(0.75) * c(2 * a) * ce2]
    all += [r(0.625) * s(3 * a) * ce3, r(3.75) * s(2 * a) * se * ce2, r(0.375) * s(a) * ce * (5 * se2 - 1)]
    all += [se * (5 * se2 - 3) / 2, r(0.375) * c(a) * ce * (5 * se2 - 1), r(3.75) * c(2 * a) * se * ce2]
    all += [r(0.625) * c(3 * a) * ce3]
    return Array(all[..<((order + 1) * (order + 1))])
}

private func components(_ order: Int, first: UInt32 = 131_072) -> [ChannelPlace] {
    (0..<UInt32((order + 1) * (order + 1))).map { ChannelPlace(rawValue: first + $0) }
}

/// The angle between two directions, in degrees.
private func angle(_ a: SpacePoint, _ b: SpacePoint) -> Double {
    let cosine = Double(a.dot(b) / a.length / b.length)
    return RealtimeMath.atan2(max(1 - cosine * cosine, 0).squareRoot(), cosine) * 180 / .pi
}

private func direction(_ azimuth: Double, _ elevation: Double) -> SpacePoint {
    let (a, e) = (azimuth * .pi / 180, elevation * .pi / 180)
    return SpacePoint(
        Float(-RealtimeMath.cos(e) * RealtimeMath.sin(a)), Float(RealtimeMath.sin(e)),
        Float(-RealtimeMath.cos(e) * RealtimeMath.cos(a)))
}

@Suite struct SoundFieldTests {
    /// The vector that gains point to, each raised to a power: 1 for velocity, 2 for energy.
    private func vector(_ gains: [Double], _ directions: [SpacePoint], power: Int) -> (SpacePoint, Double) {
        var (x, y, z, sum) = (0.0, 0.0, 0.0, 0.0)
        for (gain, direction) in zip(gains, directions) {
            let weight = power == 1 ? gain : gain * gain
            x += weight * Double(direction.x)
            y += weight * Double(direction.y)
            z += weight * Double(direction.z)
            sum += weight
        }
        return (SpacePoint(Float(x / sum), Float(y / sum), Float(z / sum)), sum)
    }

    @Test(arguments: 1...3) func aWavePointsWhereItComesFromInVelocityAndEnergy(_ order: Int) throws {
        let field = try #require(SoundField(places: components(order)))
        #expect(field.directions.count == [8, 24, 24][order - 1])
        let channels = (order + 1) * (order + 1)
        for azimuth in stride(from: -180.0, to: 180, by: 20) {
            for elevation in [-70.0, -20, 0, 35, 80] {
                let samples = wave(azimuth, elevation, order: order)
                func gains(_ matrix: [Float]) -> [Double] {
                    field.directions.indices.map { row in
                        (0..<channels).reduce(0.0) { $0 + Double(matrix[row * channels + $1]) * samples[$1] }
                    }
                }
                let wanted = direction(azimuth, elevation)
                // For ears: the pressure in the middle is that of the wave, and its velocity vector has length 1.
                let (velocity, pressure) = vector(gains(field.pressure), field.directions, power: 1)
                #expect(abs(pressure - 1) < 1e-4 && abs(velocity.length - 1) < 1e-3)
                #expect(angle(velocity, wanted) < 0.1)
                // For loudspeakers: the power is that of the wave, and the energy vector is as long as the order allows.
                let (energy, power) = vector(gains(field.energy), field.directions, power: 2)
                #expect(abs(power - 1) < 1e-3)
                #expect(angle(energy, wanted) < 5 && energy.length > [0.57, 0.75, 0.83][order - 1])
                #expect(angle(vector(gains(field.energy), field.directions, power: 1).0, wanted) < 5)
            }
        }
    }

    @Test func layoutsOfTheSameFieldDecodeAlike() throws {
        let sn3d = try #require(SoundField(places: components(1)))
        let n3d = try #require(SoundField(places: components(1, first: 196_608)))
        // W, X, Y, Z.
        let traditional = try #require(SoundField(places: (200...203).map { ChannelPlace(rawValue: $0) }))
        let samples = wave(50, 10, order: 1)
        let scaled = samples.enumerated().map { $0 == 0 ? $1 : $1 * 3.0.squareRoot() }
        let old = [samples[0] / 2.0.squareRoot(), samples[3], samples[1], samples[2]]
        for row in sn3d.directions.indices {
            func heard(_ field: SoundField, _ samples: [Double]) -> Double {
                samples.indices.reduce(0) { $0 + Double(field.pressure[row * 4 + $1]) * samples[$1] }
            }
            #expect(abs(heard(sn3d, samples) - heard(n3d, scaled)) < 1e-5)
            #expect(abs(heard(sn3d, samples) - heard(traditional, old)) < 1e-5)
        }
    }

    @Test func whatIsNoWholeFieldIsNone() {
        #expect(SoundField(places: []) == nil)
        #expect(SoundField(places: [.left, .right, .center, .lowFrequency]) == nil)
        #expect(SoundField(places: Array(components(2)[..<5])) == nil)
        #expect(SoundField(places: Array(repeating: components(1)[0], count: 4)) == nil)
        #expect(SoundField(places: components(4)) == nil)
    }

    /// 7.1 and 7.1.4, the order, and decibels that the power may be off.
    @Test(arguments: [(8, 1, 1.0), (8, 2, 2.5), (8, 3, 2), (12, 1, 0.5), (12, 2, 1.7), (12, 3, 1.5)])
    func fromLoudspeakersAroundTheEnergyComesFromTheWavesSide(_ channels: Int, _ order: Int, _ limit: Double) throws {
        let places = try #require(ChannelPlace.usual(channelCount: channels))
        let angles = ChannelPlace.angles(of: places)
        let field = try #require(SoundField(places: components(order)))
        let gains = field.gains(to: places)
        let directions = angles.map { angle in
            angle.map { direction(-Double($0.azimuth), Double($0.elevation)) } ?? SpacePoint(0, 0, 0)
        }
        let components = (order + 1) * (order + 1)
        // Between the places for which the turns were found, too.
        for azimuth in stride(from: -180.0, to: 180, by: 4) {
            let samples = wave(azimuth, 0, order: order)
            let heard = places.indices.map { row in
                (0..<components).reduce(0.0) { $0 + Double(gains[row * components + $1]) * samples[$1] }
            }
            #expect(heard[3] == 0)
            let (energy, power) = vector(heard, directions, power: 2)
            // In the plane: these layouts have nothing below it.
            let off = angle(SpacePoint(energy.x, 0, energy.z), direction(azimuth, 0))
            #expect(off < 5, "\(azimuth) degrees: \(off) off")
            #expect(abs(10 * RealtimeMath.log10(power)) < limit, "\(azimuth) degrees: \(power)")
        }
    }

    private static let flatLayouts: [[ChannelPlace]] = [
        [.left, .right, .leftSurround, .rightSurround],
        [.left, .right, .center, .leftSurround, .rightSurround],
        [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround],
        [.left, .right, .center, .centerSurround],
        [
            .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .rearSurroundLeft, .rearSurroundRight,
        ],
    ]

    /// 4.0, 5.0, 5.1, three in front with one behind, and 7.1, of each order.
    @Test(arguments: 0..<5, 1...3)
    func onLoudspeakersWithoutHeightEnergyAndVelocityComeFromTheWavesSide(_ layout: Int, _ order: Int) throws {
        let places = Self.flatLayouts[layout]
        let field = try #require(SoundField(places: components(order)))
        let gains = field.gains(to: places)
        let directions = ChannelPlace.angles(of: places).map { angle in
            angle.map { direction(-Double($0.azimuth), Double($0.elevation)) } ?? SpacePoint(0, 0, 0)
        }
        let components = (order + 1) * (order + 1)
        for azimuth in stride(from: -180.0, to: 180, by: 1) {
            for elevation in azimuth.truncatingRemainder(dividingBy: 10) == 0 ? [0.0, -60, -20, 15, 45, 90] : [0] {
                let samples = wave(azimuth, elevation, order: order)
                let heard = places.indices.map { row in
                    (0..<components).reduce(0.0) { $0 + Double(gains[row * components + $1]) * samples[$1] }
                }
                let (energy, power) = vector(heard, directions, power: 2)
                let decibels = 10 * RealtimeMath.log10(power)
                let limit = elevation != 0 && order == 1 ? 3.1 : 1.3
                #expect(abs(decibels) < limit, "\(azimuth), \(elevation): \(decibels)")
                guard elevation == 0 else { continue }
                let off = angle(energy, direction(azimuth, 0))
                #expect(off < 5, "energy at \(azimuth) degrees: \(off) off")
                let offVelocity = angle(vector(heard, directions, power: 1).0, direction(azimuth, 0))
                #expect(offVelocity < 5, "velocity at \(azimuth) degrees: \(offVelocity) off")
            }
        }
    }
}

@Suite struct NearFieldTests {
    @Test func theEarsHearWhatThePotentialOfASphereSays() {
        // The series itself: the sum over m of (2m + 1) / (m + 1) (a / r)^m P_m(cos), to 60 terms.
        for metres in [0.15, 0.25, 0.5, 1.0] {
            for cosine in [-1.0, -0.5, 0, 0.6, 0.99] {
                let x = 0.0875 / metres
                var (before, now, sum, power) = (1.0, cosine, 1.0, x)
                for number in 1..<60 {
                    let m = Double(number)
                    sum += (2 * m + 1) / (m + 1) * power * now
                    let next = ((2 * m + 1) * cosine * now - m * before) / (m + 1)
                    (before, now) = (now, next)
                    power *= x
                }
                let heard = Double(NearField.pressure(Float(metres), Float(cosine)))
                #expect(abs(heard - sum) < 2e-3 * sum, "\(metres) m, cosine \(cosine): \(heard), not \(sum)")
            }
        }
    }

    @Test func aSourceAtTheEarIsLouderThereAndOneAMetreAwayIsNot() {
        let near = NearField(SpacePoint(0.2, 0, 0), 0.2)
        #expect(near.right > 1.8 && near.left < 0.7)
        let ahead = NearField(SpacePoint(0, 0, -0.3), 0.3)
        #expect(ahead.left == ahead.right && ahead.left < 1.1)
        let far = NearField(SpacePoint(1, 0, 0), 1)
        #expect(far.left == 1 && far.right == 1)
        let inside = NearField(SpacePoint(0, 0, 0), 0)
        #expect(inside.left.isFinite && inside.right.isFinite)
    }
}
