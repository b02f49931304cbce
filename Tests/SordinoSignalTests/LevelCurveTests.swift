import Glibc
import SordinoSignal
import Testing

@Suite struct LevelCurveTests {
    @Test func gainsAreTheFormulaWithinAThousandthOfADecibel() {
        let curve = LevelCurve(threshold: -20, headroom: 6, expansionThreshold: -60, ratio: 3)
        var worst = 0.0
        for step in 0..<1600 {
            let input = -119 + Double(step) * 0.1
            var level = [Float(pow(10, input / 20))]
            curve.takeLogarithms(of: &level, frameCount: 1)
            curve.makeGains(of: &level, frameCount: 1)
            let over = max(input + 20, 0)
            let wanted = max(-over * over / (over + 6) + min((input + 60) * 2, 0), -120)
            worst = max(worst, abs(20 * log10(Double(level[0])) - wanted))
        }
        #expect(worst < 1e-3)
    }

    @Test func belowTheFloorEveryGainIsTheSame() {
        let plain = LevelCurve(threshold: -20, headroom: 6)
        #expect(plain.gain(of: plain.floor) == 1 && plain.gain(of: plain.floor - 3) == 1)
        let gate = LevelCurve(threshold: -20, headroom: 6, expansionThreshold: -50, ratio: 5)
        #expect(abs(20 * log10(gate.gain(of: gate.floor)) + 120) < 0.01)
        #expect(gate.gain(of: gate.floor) == gate.gain(of: gate.floor - 1))
    }

    /// The recursion as it is written, with a decision at every frame.
    @Test(arguments: [(0.001, 0.05), (0.2, 0.01)]) func followersGoUpAndDownWithTheirOwnTimes(
        _ attack: Double, _ release: Double
    ) {
        var follower = LevelFollower()
        follower.set(attackSeconds: Float(attack), releaseSeconds: Float(release), sampleRate: 48_000)
        var values = (0..<2000).map { Float(sin(Double($0) * 0.01) * 4 - Double($0 % 7)) }
        let (up, down) = (LevelFollower.part(Float(attack), 48_000), LevelFollower.part(Float(release), 48_000))
        var state = 0.0
        let wanted = values.map { value in
            let way = Double(value) - state
            state += way * (way > 0 ? up : down)
            return state
        }
        values.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            follower.follow(first, frameCount: 700)
            follower.follow(first + 700, frameCount: 1300)
        }
        #expect(zip(values, wanted).allSatisfy { abs(Double($0) - $1) < 1e-5 })
    }

    @Test func fourFollowersSideBySideAreFourFollowers() {
        var single = LevelFollower()
        single.set(attackSeconds: 0.001, releaseSeconds: 0.01, sampleRate: 48_000)
        var four = [LevelFollower](repeating: single, count: 4)
        let rows = (0..<4).map { row in (0..<300).map { Float(cos(Double($0 * (row + 1)) * 0.03)) } }
        var together = rows.flatMap { $0 }
        together.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            LevelFollower.follow(&four, first, stride: 300, frameCount: 300)
        }
        for row in 0..<4 {
            var alone = single
            var values = rows[row]
            alone.follow(&values, frameCount: 300)
            #expect(zip(values, together[row * 300..<row * 300 + 300]).allSatisfy { abs($0 - $1) < 1e-6 })
            #expect(abs(alone.state - four[row].state) < 1e-12)
        }
    }
}
