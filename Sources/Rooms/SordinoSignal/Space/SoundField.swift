import SordinoRealtime

/// A sound field in spherical harmonics (Ambisonics) of first to third order, and its decoder.
///
/// The field is decoded to directions that lie evenly around the listener, and each of them is a distant source from
/// there on: panned between loudspeakers or rendered for the ears of a head. They are spherical designs, which sample
/// the harmonics of the order as the whole sphere would: the corners of a cube for the first order, else of a twisted
/// cube.
///
/// - Source: C. Nachbar et al., "AmbiX: A Suggested Ambisonics Format" (2011) for order, signs and normalisation of
///   channels; R. H. Hardin, N. J. A. Sloane, "McLaren's Improved Snub Cube and Other New Spherical Designs" (1996) for
///   the 24 directions; F. Zotter, M. Frank, "All-Round Ambisonic Panning and Decoding" (2012) for the way by
///   directions to loudspeakers.
package struct SoundField: Sendable {
    /// The order of the field, 1 to 3.
    package let order: Int
    /// The directions that it is decoded to.
    package let directions: [SpacePoint]
    /// The gain of each channel in each direction, row by row: sounds keep their pressure in the middle, for ears.
    package let pressure: [Float]
    /// The same for loudspeakers: sounds keep their power, and the energy is as close to their direction as the order
    /// allows.
    package let energy: [Float]
    /// The factor of each channel that gives its samples a mean square of 1.
    private let factors: [Double]
    /// The component of each channel, as its number in the order of AmbiX.
    private let numbers: [Int]
    /// The factor of the harmonics of each degree in `energy`.
    private let weights: [Double]

    /// Makes the decoder of a layout.
    ///
    /// - Parameter places: Of the channels; nil unless they are all components of one order, each once.
    package init?(places: [ChannelPlace]) {
        guard let order = [4: 1, 9: 2, 16: 3][places.count] else { return nil }
        var components: [(number: Int, factor: Double)] = []
        for place in places {
            guard let component = place.soundFieldComponent, component.number < places.count else { return nil }
            components.append(component)
        }
        guard Set(components.map(\.number)).count == places.count else { return nil }
        let directions = order == 1 ? Self.cube : Self.snubCube
        let count = Double(directions.count)
        // The energy is drawn together by weights for each order: Legendre's polynomials of this angle's cosine.
        let cosine = RealtimeMath.cos(137.9 / (Double(order) + 1.51) * .pi / 180)
        let square = cosine * cosine
        let weights: [Double] = [1, cosine, (3 * square - 1) / 2, (5 * square - 3) * cosine / 2]
        var power = 0.0
        for degree in 0...order { power += weights[degree] * weights[degree] * Double(2 * degree + 1) }
        let loudness = (count / power).squareRoot()
        var (pressure, energy): ([Float], [Float]) = ([], [])
        for direction in directions {
            let harmonics = Self.harmonics(direction)
            for component in components {
                let degree = component.number < 1 ? 0 : component.number < 4 ? 1 : component.number < 9 ? 2 : 3
                let gain = harmonics[component.number] * component.factor / count
                pressure.append(Float(gain))
                energy.append(Float(gain * weights[degree] * loudness))
            }
        }
        (self.order, self.directions, self.pressure, self.energy) = (order, directions, pressure, energy)
        factors = components.map(\.factor)
        numbers = components.map(\.number)
        self.weights = weights.map { $0 * loudness }
    }

    /// The gains by which the field's channels are heard from loudspeakers, row by row, a row for each of these.
    ///
    /// - Parameter targets: The places of the channels; those that are no loudspeakers get silence.
    package func gains(to targets: [ChannelPlace]) -> [Float] {
        if let rows = decoder(to: targets) { return decoded(rows, targetCount: targets.count) }
        let panned = panned(to: targets)
        let factor = Self.factor(of: panned, components: factors)
        return panned.map { $0 * factor }
    }

    /// The rows of the decoder for loudspeakers that stand too far apart for panning, for the gains of a voice; nil for
    /// others.
    package func decoder(to targets: [ChannelPlace]) -> [Float]? {
        FieldDecoder(order: order, targets: targets, weights: weights)?.rows
    }

    /// The gains of every channel in every loudspeaker by a decoder.
    private func decoded(_ rows: [Float], targetCount: Int) -> [Float] {
        gains(targetCount) { direction, shares in
            rows.withUnsafeBufferPointer { rows in
                guard let rows = rows.baseAddress else { return }
                direction.decode(rows, channelCount: targetCount, into: shares)
            }
        }
    }

    /// The gains of every channel in every loudspeaker, where a function gives those of each direction.
    private func gains(_ targets: Int, _ share: (SpacePoint, UnsafeMutablePointer<Float>) -> Void) -> [Float] {
        let channels = factors.count
        var gains = [Float](repeating: 0, count: targets * channels)
        var shares = [Float](repeating: 0, count: targets)
        for (index, direction) in directions.enumerated() {
            shares.withUnsafeMutableBufferPointer { shares in
                guard let shares = shares.baseAddress else { return }
                share(direction, shares)
            }
            for target in 0..<targets where shares[target] != 0 {
                for channel in 0..<channels {
                    gains[target * channels + channel] += shares[target] * energy[index * channels + channel]
                }
            }
        }
        return gains
    }

    /// How much quieter than themselves directions have to be where they are panned to loudspeakers: those that share
    /// one add up there, and on average over all waves the power is to stay.
    package func loudness(from targets: [ChannelPlace]) -> Float {
        if decoder(to: targets) != nil { return 1 }
        return Self.factor(of: panned(to: targets), components: factors)
    }

    private func panned(to targets: [ChannelPlace]) -> [Float] {
        let ring = LoudspeakerRing(places: targets)
        return panned(to: ring, bend: bend(to: ring, of: targets))
    }

    /// The gains of every channel in every loudspeaker, where directions are panned to the ring as a bend has them.
    private func panned(to ring: LoudspeakerRing, bend: FieldBend) -> [Float] {
        gains(ring.view.channelCount) { direction, shares in
            bend.degrees.withUnsafeBufferPointer { degrees in
                guard let degrees = degrees.baseAddress else { return }
                ring.view.pan(direction.bent(degrees), into: shares)
            }
        }
    }

    /// How directions are to be turned before they are panned to loudspeakers, so that the energy of a wave comes from
    /// its side.
    ///
    /// Loudspeakers that stand unevenly draw the energy to where they are many, by 10 degrees in 7.1.4. The turn at
    /// each azimuth removes the error of waves from there, found by trying; none where loudspeakers do not stand all
    /// around, for which `decoder` may have other gains.
    package func bend(to targets: [ChannelPlace]) -> FieldBend {
        bend(to: LoudspeakerRing(places: targets), of: targets)
    }

    private func bend(to ring: LoudspeakerRing, of targets: [ChannelPlace]) -> FieldBend {
        var bend = FieldBend()
        guard ring.isAround else { return bend }
        let angles = ChannelPlace.angles(of: targets)
        // Six rounds leave less than 3 degrees in 7.1 and 7.1.4.
        for _ in 0..<6 {
            let gains = panned(to: ring, bend: bend)
            let errors = bend.degrees.indices.map { place in
                energyAzimuth(gains, angles, ofWaveAt: FieldBend.azimuth(place)) - FieldBend.azimuth(place)
            }
            for (place, error) in errors.enumerated() {
                let near = error - 360 * (error / 360).rounded()
                bend.degrees[place] = min(max(bend.degrees[place] - Float(0.7 * near), -30), 30)
            }
        }
        return bend
    }

    /// The azimuth, in degrees, from which the energy of a wave in the plane comes.
    private func energyAzimuth(_ gains: [Float], _ angles: [LoudspeakerAngle?], ofWaveAt degrees: Double) -> Double {
        let radians = degrees * .pi / 180
        let harmonics = Self.harmonics(
            SpacePoint(Float(RealtimeMath.sin(radians)), 0, Float(-RealtimeMath.cos(radians))))
        var (x, z) = (0.0, 0.0)
        for (target, angle) in angles.enumerated() {
            guard let angle else { continue }
            var sum = 0.0
            for channel in factors.indices {
                // The factors bring samples to harmonics of a mean square of 1; here a wave's are those at once.
                let gain = Double(gains[target * factors.count + channel]) / factors[channel]
                sum += gain * harmonics[numbers[channel]]
            }
            let (azimuth, elevation) = (Double(angle.azimuth) * .pi / 180, Double(angle.elevation) * .pi / 180)
            x += sum * sum * RealtimeMath.cos(elevation) * RealtimeMath.sin(azimuth)
            z += sum * sum * RealtimeMath.cos(elevation) * RealtimeMath.cos(azimuth)
        }
        return RealtimeMath.atan2(x, z) * 180 / .pi
    }

    /// One over the root of the mean power of waves from everywhere.
    private static func factor(of gains: [Float], components: [Double]) -> Float {
        var power = 0.0
        for (index, gain) in gains.enumerated() {
            let own = Double(gain) / components[index % components.count]
            power += own * own
        }
        return power > 0 ? Float(1 / power.squareRoot()) : 1
    }

    /// The first sixteen real harmonics of a direction in the order of AmbiX, each with a mean square of 1 over the
    /// sphere.
    static func harmonics(_ direction: SpacePoint) -> [Double] {
        // AmbiX counts forwards, to the left and up.
        let (x, y, z) = (-Double(direction.z), -Double(direction.x), Double(direction.y))
        let (xx, yy, zz) = (x * x, y * y, z * z)
        // The polynomials, and the squares of their factors.
        let polynomials: [Double] = [
            1, y, z, x, x * y, y * z, 3 * zz - 1, x * z, xx - yy, y * (3 * xx - yy), x * y * z, y * (5 * zz - 1),
            z * (5 * zz - 3), x * (5 * zz - 1), z * (xx - yy), x * (xx - 3 * yy),
        ]
        let squares: [Double] = [
            1, 3, 3, 3, 15, 15, 1.25, 15, 3.75, 4.375, 105, 2.625, 1.75, 2.625, 26.25, 4.375,
        ]
        return zip(polynomials, squares).map { $0 * $1.squareRoot() }
    }

    private static let cube: [SpacePoint] = signed(0.577_350_3, 0.577_350_3, 0.577_350_3)

    private static let snubCube: [SpacePoint] = {
        let (a, b, c) = (Float(0.866_246_818), Float(0.422_518_654), Float(0.266_635_402))
        func turned(_ x: Float, _ y: Float, _ z: Float, even: Bool) -> [SpacePoint] {
            // Of the eight signs, those with an even or odd number of minuses: turns alone, no mirror images.
            signed(x, y, z).filter { (($0.x < 0) != ($0.y < 0)) != ($0.z < 0) ? !even : even }
        }
        return turned(a, b, c, even: true) + turned(b, c, a, even: true) + turned(c, a, b, even: true)
            + turned(b, a, c, even: false) + turned(a, c, b, even: false) + turned(c, b, a, even: false)
    }()

    private static func signed(_ x: Float, _ y: Float, _ z: Float) -> [SpacePoint] {
        (0..<8).map { SpacePoint($0 & 1 == 0 ? x : 0 - x, $0 & 2 == 0 ? y : 0 - y, $0 & 4 == 0 ? z : 0 - z) }
    }
}

extension ChannelPlace {
    /// A component of a sound field in the order of AmbiX, with a mean square of 1 over the sphere.
    package static func component(_ number: Int) -> ChannelPlace { ChannelPlace(rawValue: 196_608 + UInt32(number)) }

    /// Indicates whether it is a component of a sound field.
    package var isSoundField: Bool { soundFieldComponent != nil }

    /// The number of a component in the order of AmbiX, and the factor that gives its samples a mean square of 1.
    var soundFieldComponent: (number: Int, factor: Double)? {
        func degree(_ number: Int) -> Double { Double(number).squareRoot().rounded(.down) }
        switch rawValue {
        // The traditional four, of which the first is 3 dB lower.
        case 200: return (0, 2.0.squareRoot())
        case 201: return (3, 3.0.squareRoot())
        case 202: return (1, 3.0.squareRoot())
        case 203: return (2, 3.0.squareRoot())
        case 131_072..<131_088:
            let number = Int(rawValue - 131_072)
            return (number, (2 * degree(number) + 1).squareRoot())
        case 196_608..<196_624: return (Int(rawValue - 196_608), 1)
        default: return nil
        }
    }
}
