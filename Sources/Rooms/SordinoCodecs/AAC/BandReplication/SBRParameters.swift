/// Holds the parameters of one channel and frame as the stream has them: grid, envelopes, noise floors, sinusoids.
///
/// Two of these take turns, so that a damaged frame leaves the previous one whole. All memory is allocated in `init`.
package final class SBRParameters {
    /// Envelopes that a frame can have.
    package static let envelopeLimit = 5
    /// Noise floors that a frame can have.
    package static let floorLimit = 2
    /// Numbers from envelope to envelope in `levels`.
    package static let levelStride = 64
    /// Numbers from floor to floor in `noise`.
    package static let noiseStride = 8

    /// Number of envelopes; 0 before the first frame.
    package var envelopeCount = 0
    /// Number of noise floors, 1 or 2.
    package var floorCount = 1
    /// Borders of the envelopes in time slots.
    package let borders: UnsafeMutablePointer<Int>
    /// Borders of the noise floors in time slots.
    package let floorBorders: UnsafeMutablePointer<Int>
    /// Frequency resolution of each envelope: 1 for high, 0 for low.
    package let resolutions: UnsafeMutablePointer<Int>
    /// The envelope at whose start a transient is, or -1.
    package var transient = -1
    /// Indicates steps of 3 dB instead of 1.5 dB for this frame.
    package var isCoarse = false
    /// Indicates deltas over time for each envelope.
    package let levelsOverTime: UnsafeMutablePointer<Bool>
    /// Indicates deltas over time for each noise floor.
    package let noiseOverTime: UnsafeMutablePointer<Bool>
    /// Inverse filtering of each noise band: 0 off, 1 low, 2 medium, 3 strong.
    package let whitening: UnsafeMutablePointer<Int>
    /// Quantised envelope levels by envelope and band.
    package let levels: UnsafeMutablePointer<Int32>
    /// Quantised noise levels by floor and band.
    package let noise: UnsafeMutablePointer<Int32>
    /// Indicates a sinusoid for each band at high resolution.
    package let sinusoids: UnsafeMutablePointer<UInt8>

    /// Makes the parameters of a channel without a frame.
    package init() {
        let limit = Self.envelopeLimit
        borders = .allocate(capacity: limit + 1)
        floorBorders = .allocate(capacity: Self.floorLimit + 1)
        resolutions = .allocate(capacity: limit)
        levelsOverTime = .allocate(capacity: limit)
        noiseOverTime = .allocate(capacity: Self.floorLimit)
        whitening = .allocate(capacity: SBRBands.noiseLimit)
        levels = .allocate(capacity: limit * Self.levelStride)
        noise = .allocate(capacity: Self.floorLimit * Self.noiseStride)
        sinusoids = .allocate(capacity: Self.levelStride)
        borders.initialize(repeating: 0, count: limit + 1)
        floorBorders.initialize(repeating: 0, count: Self.floorLimit + 1)
        resolutions.initialize(repeating: 0, count: limit)
        levelsOverTime.initialize(repeating: false, count: limit)
        noiseOverTime.initialize(repeating: false, count: Self.floorLimit)
        whitening.initialize(repeating: 0, count: SBRBands.noiseLimit)
        levels.initialize(repeating: 0, count: limit * Self.levelStride)
        noise.initialize(repeating: 0, count: Self.floorLimit * Self.noiseStride)
        sinusoids.initialize(repeating: 0, count: Self.levelStride)
    }

    deinit {
        borders.deallocate()
        floorBorders.deallocate()
        resolutions.deallocate()
        levelsOverTime.deallocate()
        noiseOverTime.deallocate()
        whitening.deallocate()
        levels.deallocate()
        noise.deallocate()
        sinusoids.deallocate()
    }

    /// The last border in time slots.
    var end: Int { borders[envelopeCount] }

    /// The last envelope's levels.
    var lastLevels: UnsafeMutablePointer<Int32> { levels + max(0, envelopeCount - 1) * Self.levelStride }

    /// The last floor's levels.
    var lastNoise: UnsafeMutablePointer<Int32> { noise + max(0, floorCount - 1) * Self.noiseStride }

    /// Forgets the parameters of the frame.
    func reset() {
        envelopeCount = 0
        floorCount = 1
        transient = -1
        isCoarse = false
        levels.update(repeating: 0, count: Self.envelopeLimit * Self.levelStride)
        noise.update(repeating: 0, count: Self.floorLimit * Self.noiseStride)
        sinusoids.update(repeating: 0, count: Self.levelStride)
        whitening.update(repeating: 0, count: SBRBands.noiseLimit)
        resolutions.update(repeating: 0, count: Self.envelopeLimit)
        borders.update(repeating: 0, count: Self.envelopeLimit + 1)
    }

    /// Copies the grid of the other channel of a coupled pair.
    func copyGrid(_ other: SBRParameters) {
        envelopeCount = other.envelopeCount
        floorCount = other.floorCount
        transient = other.transient
        isCoarse = other.isCoarse
        borders.update(from: other.borders, count: Self.envelopeLimit + 1)
        floorBorders.update(from: other.floorBorders, count: Self.floorLimit + 1)
        resolutions.update(from: other.resolutions, count: Self.envelopeLimit)
    }

    /// Holds the last envelope and floor of `other` for a frame whose own parameters are lost.
    ///
    /// - Parameters:
    ///   - slotCount: Time slots of a frame.
    ///   - fade: Steps that each level loses.
    func hold(_ other: SBRParameters, slotCount: Int, fade: Int32) {
        let start = max(0, min(other.end - slotCount, slotCount - 1))
        (envelopeCount, floorCount, transient, isCoarse) = (1, 1, -1, other.isCoarse)
        (borders[0], borders[1]) = (start, slotCount)
        (floorBorders[0], floorBorders[1]) = (start, slotCount)
        resolutions[0] = other.resolutions[max(0, other.envelopeCount - 1)]
        for band in 0..<Self.levelStride { levels[band] = max(0, other.lastLevels[band] - fade) }
        noise.update(from: other.lastNoise, count: Self.noiseStride)
        whitening.update(from: other.whitening, count: SBRBands.noiseLimit)
        sinusoids.update(from: other.sinusoids, count: Self.levelStride)
    }
}
