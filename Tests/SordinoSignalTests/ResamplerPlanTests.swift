import Foundation
import Testing

@testable import SordinoSignal

/// The set-up of a resampler is bounded for every pair of rates.
@Suite struct ResamplerPlanTests {
    /// Coefficients that a plan computes.
    private static func coefficientCount(_ plan: ResamplerPlan) -> Int {
        let banks = plan.banks.map(\.design) + (plan.fourier?.short.map { [$0.design] } ?? [])
        return banks.reduce(0) { $0 + ($1.rowCount + 3) * $1.tapCount }
    }

    private static let odd: [Double] = [
        1_000, 1_001, 1_999, 7_919, 8_000, 8_001, 11_025, 44_099, 44_100, 48_000, 99_991, 191_999, 192_000, 444_444,
        767_999, 768_000, 12_345.678,
    ]

    @Test(arguments: ResamplerQuality.allCases) func anyPairOfRatesIsCheapToSetUp(quality: ResamplerQuality) {
        for from in Self.odd {
            for to in Self.odd {
                let plan = ResamplerPlan(inputRate: from, outputRate: to, quality: quality)
                // A frame of the longest ratio is seen by 768 · 176 taps, in two rows.
                #expect(Self.coefficientCount(plan) <= ResamplerPlan.coefficientLimit * 3 / 2, "\(from) to \(to)")
            }
        }
    }

    @Test(arguments: ResamplerQuality.allCases) func usualPairsKeepARowForEachPlace(quality: ResamplerQuality) {
        let usual: [Double] = [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]
        for from in usual {
            // 11,025 to 192,000 has 2,560 places.
            for to in usual where quality != .linear && (from, to) != (11_025, 192_000) {
                let plan = ResamplerPlan(inputRate: from, outputRate: to, quality: quality)
                guard case .fraction = plan.counting else {
                    Issue.record("\(from) to \(to)")
                    continue
                }
            }
        }
    }

    @Test func ratesThatAreNoneDoNotTrap() {
        for from in [0, -1, .nan, .infinity, 1e-300, 1e300, 100, 1e8] as [Double] {
            for to in [0, -1, .nan, .infinity, 1e-300, 1e300, 48_000] as [Double] {
                for quality in ResamplerQuality.allCases {
                    let plan = ResamplerPlan(inputRate: from, outputRate: to, quality: quality)
                    #expect(Self.coefficientCount(plan) <= ResamplerPlan.coefficientLimit * 3 / 2)
                }
                let changing = ResamplerPlan(step: from, maximumStep: to, quality: .good)
                #expect(changing.largestStep.isFinite)
            }
        }
    }

    /// A pair for which rows are interpolated sounds as one with a row for each place: a sine stays a sine.
    @Test func anOddPairIsAsPureAsAUsualOne() {
        let (from, to) = (767_999.0, 47_999.0)
        let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: .high)
        let count = 4_096
        let needed = resampler.renderer.inputFramesNeeded(forOutput: count)
        let source = Planes([(0..<needed).map { Float(sin(2 * .pi * 1_000 * Double($0) / from)) }])
        let target = Planes(channelCount: 1, frameCount: count)
        let result = resampler.renderer.process(
            source.pointers, inputOffset: 0, inputFrames: needed, into: target.pointers, outputOffset: 0,
            outputFrames: count)
        #expect(result.produced == count)
        var largest = 0.0
        for frame in 512..<count {
            let wanted = sin(2 * .pi * 1_000 * Double(frame) / to)
            largest = max(largest, abs(Double(target[0][frame]) - wanted))
        }
        // -110 dB: the ripple of the filter and the line between its rows.
        #expect(largest < 3.2e-6, "\(largest)")
    }
}
