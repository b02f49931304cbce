import SordinoRealtime
import Testing

@testable import SordinoGraph

@Suite struct DopplerLineTests {
    /// A line of 48 kHz that a tone passes, a piece of 256 frames after the other.
    private func heard(_ seconds: Double, metres: (Double) -> Double, tone hertz: Double) -> [Float] {
        let memory = UnitMemory()
        var line = DopplerLine(sampleRate: 48_000, maximumFrameCount: 256, memory: memory)
        var sound: [Float] = []
        var input = [Float](repeating: 0, count: 256)
        for piece in 0..<Int(seconds * 48_000 / 256) {
            for frame in 0..<256 {
                let turn = 2 * Double.pi * hertz * Double(piece * 256 + frame) / 48_000
                input[frame] = Float(RealtimeMath.sin(turn))
            }
            let time = Double(piece + 1) * 256 / 48_000
            line.render(input, frameCount: 256, metres: Float(metres(time)))
            sound += UnsafeBufferPointer(start: line.output.pointee.channels[0], count: 256)
        }
        return withExtendedLifetime(memory) { sound }
    }

    @Test(arguments: [-30.0, -5, 8, 40])
    func aSourceThatMovesSoundsHigherOrLowerByItsSpeed(_ metresASecond: Double) throws {
        let sound = heard(1, metres: { 100 + metresASecond * $0 }, tone: 1_000)
        // Behind the way of the sound, a third of a second, and the beginning of the glide.
        var crossings: [Double] = []
        for index in 24_001..<sound.count where sound[index - 1] < 0 && sound[index] >= 0 {
            crossings.append(Double(index) - Double(sound[index] / (sound[index] - sound[index - 1])))
        }
        let (first, last) = (try #require(crossings.first), try #require(crossings.last))
        let hertz = Double(crossings.count - 1) / (last - first) * 48_000
        // The sound heard at t left at t - d(t) / c.
        let wanted = 1_000 * (1 - metresASecond / 343.2)
        #expect(abs(hertz / wanted - 1) < 2e-4, "\(hertz) Hz instead of \(wanted)")
    }

    @Test func soundTakesItsTimeAndTheLineComesToRest() {
        let memory = UnitMemory()
        var line = DopplerLine(sampleRate: 48_000, maximumFrameCount: 256, memory: memory)
        #expect(line.isAtRest)
        var impulse = [Float](repeating: 0, count: 256)
        impulse[0] = 1
        var sound: [Float] = []
        for piece in 0..<80 {
            if piece == 0 {
                line.render(impulse, frameCount: 256, metres: 68.64)
            } else {
                line.render(nil, frameCount: 256, metres: 68.64)
            }
            sound += UnsafeBufferPointer(start: line.output.pointee.channels[0], count: 256)
        }
        // A fifth of a second, and two frames for the cubic.
        #expect(sound.firstIndex { abs($0) > 0.5 } == 9_602)
        #expect(!line.isAtRest)
        for _ in 0..<300 { line.render(nil, frameCount: 256, metres: 68.64) }
        #expect(line.isAtRest)
        withExtendedLifetime(memory) {}
    }

    @Test func aJumpIsNoFasterThanAnOctave() {
        let sound = heard(1, metres: { $0 < 0.5 ? 1 : 300 }, tone: 400)
        // At half the speed at most the sine moves half as far from frame to frame.
        let steps = zip(sound[25_000...], sound[25_001...]).map { abs($1 - $0) }
        #expect((steps.max() ?? 1) < Float(2 * Double.pi * 400 / 48_000) * 1.01)
        let isFinite = sound.allSatisfy { $0.isFinite }
        #expect(isFinite)
    }
}
