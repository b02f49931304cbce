import SordinoHardware
import Testing

@Suite struct RampCurveTests {
    @Test func theCosineIsTheCLibrarys() {
        for step in 0...10_000 {
            let x = Double(step) / 10_000
            // cos(πx) = sin(2π(1/4 - x/2))
            #expect(abs(exactCosinePi(x) - sine(turns: 0.25 - x / 2)) < 1e-11)
        }
    }

    @Test(arguments: [RampCurve.linear, .equalPower])
    func bothEndsAreExact(curve: RampCurve) {
        for (from, to) in [(1.0, 0.2), (0, 1), (0.199_526_23, 1), (0.3, 0.3)] {
            #expect(curve.factor(from: from, to: to, progress: 0) == from)
            #expect(curve.factor(from: from, to: to, progress: 1) == to)
            #expect(curve.factor(from: from, to: to, progress: -1) == from)
            #expect(curve.factor(from: from, to: to, progress: 2) == to)
        }
    }

    @Test func aFadeOutAndAFadeInTogetherKeepTheirPower() {
        for step in 0...100 {
            let progress = Double(step) / 100
            let down = RampCurve.equalPower.factor(from: 1, to: 0, progress: progress)
            let up = RampCurve.equalPower.factor(from: 0, to: 1, progress: progress)
            #expect(abs(down * down + up * up - 1) < 1e-12)
        }
    }

    @Test func twoStraightFadesTogetherKeepTheirAmplitude() {
        for step in 0...100 {
            let progress = Double(step) / 100
            let down = RampCurve.linear.factor(from: 1, to: 0, progress: progress)
            let up = RampCurve.linear.factor(from: 0, to: 1, progress: progress)
            #expect(abs(down + up - 1) < 1e-15)
        }
    }
}
