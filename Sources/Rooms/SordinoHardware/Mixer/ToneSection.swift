import SordinoSignal

/// One filter section for the mix of a port.
package struct ToneSection: Hashable, Sendable {
    /// The shapes of a section.
    package enum Shape: String, CaseIterable, Sendable {
        case highPass = "high-pass"
        case lowPass = "low-pass"
        case lowShelf = "low-shelf"
        case highShelf = "high-shelf"
        case peak
    }

    package var shape: Shape
    /// The corner or the centre.
    package var hertz: Double
    /// The gain of shelves and peaks; not used by passes.
    package var decibels: Double
    package var q: Double

    package init(_ shape: Shape, hertz: Double, decibels: Double = 0, q: Double = .butterworthQ) {
        (self.shape, self.hertz, self.decibels, self.q) = (shape, hertz, decibels, q)
    }

    /// The most sections of a port; further ones are ignored.
    package static let most = 8

    /// The section's coefficients at a rate.
    package func biquad(sampleRate: Double) -> Biquad {
        let corner = BiquadCorner(hertz: hertz, q: q, sampleRate: sampleRate)
        return switch shape {
        case .highPass: .highPass(corner)
        case .lowPass: .lowPass(corner)
        case .lowShelf: .lowShelf(corner, decibels: decibels)
        case .highShelf: .highShelf(corner, decibels: decibels)
        case .peak: .peak(corner, decibels: decibels)
        }
    }
}
