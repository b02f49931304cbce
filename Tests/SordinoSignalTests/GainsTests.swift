import SordinoSignal
import Testing

@Suite struct GainsTests {
    @Test func decibelsAndAmplitudesAreInverse() {
        #expect(Gains.amplitude(decibels: 0) == 1)
        #expect(abs(Gains.amplitude(decibels: 20) - 10) < 1e-6)
        #expect(abs(Gains.amplitude(decibels: -6.0206) - 0.5) < 1e-6)
        #expect(Gains.amplitude(decibels: -.infinity) == 0)
        #expect(Gains.decibels(amplitude: 0) == -160)
        #expect(Gains.decibels(amplitude: 1e-12) == -160)
        for level in stride(from: Float(-120), through: 24, by: 7.5) {
            #expect(abs(Gains.decibels(amplitude: Gains.amplitude(decibels: level)) - level) < 1e-4)
        }
    }

    @Test func theMiddleIsUnityWhereItMustBeAndEqualPowerElsewhere() {
        #expect(Gains.balance(pan: 0) == (1, 1))
        for step in -10...10 {
            let pan = Float(step) / 10
            let power = Gains.equalPower(pan: pan)
            #expect(abs(power.left * power.left + power.right * power.right - 1) < 1e-6)
        }
    }

    @Test func theEndsAreExactAndBeyondThemIsClamped() {
        for law in [Gains.balance, Gains.equalPower] as [(Float) -> (left: Float, right: Float)] {
            #expect(law(-1) == (1, 0))
            #expect(law(1) == (0, 1))
            #expect(law(-3) == (1, 0))
            #expect(law(3) == (0, 1))
            let a = law(0.3)
            let b = law(-0.3)
            #expect(a.left == b.right && abs(a.right - b.left) < 1e-7)
            #expect(a.left < a.right)
        }
    }
}
