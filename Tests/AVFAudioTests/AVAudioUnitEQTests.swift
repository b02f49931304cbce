import AVFAudio
import Foundation
import Testing

/// The equaliser as a node.
@Suite struct AVAudioUnitEQTests {
    @Test func itsDefaultsAreTheHeaders() {
        let equaliser = AVAudioUnitEQ(numberOfBands: 3)
        #expect(equaliser.bands.count == 3 && equaliser.globalGain == 0)
        for band in equaliser.bands { #expect(band.filterType == .parametric && band.gain == 0 && band.bypass) }
        #expect(AVAudioUnitEQ().bands.count == 1)
    }

    @Test func valuesStayWithinTheirRanges() {
        let band = AVAudioUnitEQ(numberOfBands: 1)
        band.bands[0].bandwidth = 9
        band.bands[0].frequency = 3
        band.globalGain = 100
        #expect(band.bands[0].bandwidth == 5 && band.bands[0].frequency == 20 && band.globalGain == 24)
    }

    /// The gain in decibels at a frequency, from the impulse response of the node in an engine.
    private func gain(_ response: [Float], hertz: Double) -> Double {
        var sum = (0.0, 0.0)
        for (frame, sample) in response.enumerated() {
            let angle = 2 * Double.pi * hertz * Double(frame) / 48_000
            sum.0 += Double(sample) * cos(angle)
            sum.1 += Double(sample) * sin(angle)
        }
        return 20 * log10((sum.0 * sum.0 + sum.1 * sum.1).squareRoot())
    }

    @Test func aPeakHasItsGainAtItsCentreAndHalfAtItsEdges() throws {
        let equaliser = AVAudioUnitEQ(numberOfBands: 2)
        let band = equaliser.bands[1]
        (band.filterType, band.frequency, band.bandwidth, band.gain, band.bypass) = (.parametric, 1000, 1, 12, false)
        let response = try AVAudioUnitTests.render(equaliser, frames: 48_000) { $0 == 0 ? 1 : 0 }
        #expect(abs(gain(response, hertz: 1000) - 12) < 0.05)
        for hertz in [707.1068, 1414.2136] {
            let edge = gain(response, hertz: hertz)
            #expect(abs(edge - 6) < 0.1, "\(edge) dB at \(hertz) Hz")
        }
        #expect(abs(gain(response, hertz: 30)) < 0.05)
    }

    @Test func aLowPassIsThreeDecibelsDownAtItsCutoff() throws {
        let equaliser = AVAudioUnitEQ(numberOfBands: 1)
        (equaliser.bands[0].filterType, equaliser.bands[0].frequency, equaliser.bands[0].bypass) = (
            .lowPass, 2000, false
        )
        equaliser.globalGain = 3
        let response = try AVAudioUnitTests.render(equaliser, frames: 24_000) { $0 == 0 ? 1 : 0 }
        #expect(abs(gain(response, hertz: 2000) + 0.0103) < 0.05)
        #expect(abs(gain(response, hertz: 100) - 3) < 0.05)
        // Butterworth, mapped bilinearly: the gain at f is 1/sqrt(1 + (tan(pi f/fs)/tan(pi fc/fs))^4).
        let (upper, lower): (Double, Double) = (tan(Double.pi / 6), tan(Double.pi / 24))
        let ratio = upper / lower
        let slope: Double = pow(ratio, 4)
        let expected: Double = 3 - 10 * log10(1 + slope)
        let measured = gain(response, hertz: 8000)
        #expect(abs(measured - expected) < 0.05)
    }
}
