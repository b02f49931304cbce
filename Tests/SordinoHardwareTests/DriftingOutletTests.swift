import Glibc
import HardwareContract
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Testing

/// One program on two interfaces of which only one keeps the stage's time.
@Suite struct DriftingOutletTests {
    /// Fits a sine of a known frequency to some samples.
    ///
    /// - Returns: Its amplitude, and what is left beside it in decibels of it.
    private func fit(_ samples: ArraySlice<Float>, turnsPerFrame: Double) -> (amplitude: Double, rest: Double) {
        let count = Double(samples.count)
        func angle(_ index: Int) -> Double { 2 * Double.pi * turnsPerFrame * Double(index) }
        var (a, b) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            a += 2 * Double(sample) * sin(angle(index)) / count
            b += 2 * Double(sample) * cos(angle(index)) / count
        }
        let rest = samples.enumerated().reduce(0.0) { sum, pair in
            let left = Double(pair.element) - a * sin(angle(pair.offset)) - b * cos(angle(pair.offset))
            return sum + left * left / count
        }
        let power = (a * a + b * b) / 2
        return ((2 * power).squareRoot(), 10 * log10(max(rest, 1e-20) / power))
    }

    @Test(arguments: [-300.0, 0, 25, 300])
    func nothingIsLostAndTheDifferenceOfTheClocksIsKnown(partsPerMillion: Double) throws {
        let run = StageRun(block: 512, profile: .desktop)
        let ports = run.device.plug(.usb(name: "USB Audio", outputs: 2, inputs: 0))
        let uid = try #require(ports.first { $0.direction == .output }?.uid)
        let outlet = run.device.outlet(portUID: uid, partsPerMillion: partsPerMillion)
        // 1 kHz by the stage's clock: 48 frames to a turn.
        let table = (0..<48).map { Float(0.5 * sine(turns: Double($0) / 48)) }
        let music = TestProgram(1, .tone { time in table[Int(time % 48)] })
        try music.play(run.device, on: ["Speaker", uid])
        run.device.advance(seconds: 75)
        #expect(outlet.lostFrames == 0)
        #expect(abs(outlet.measuredPartsPerMillion - partsPerMillion) < 0.5)
        // As many frames as its own clock counts.
        let heard = outlet.channel(0)
        #expect(abs(Double(heard.count) - 75 * 48_000 * (1 + partsPerMillion * 1e-6)) < 1_024)
        // The same tone in the air: fewer turns in each frame of a faster clock. The end, since the loop has settled.
        let turns = 1_000.0 / 48_000 / (1 + partsPerMillion * 1e-6)
        let (amplitude, rest) = fit(heard.suffix(4_800), turnsPerFrame: turns)
        #expect(abs(amplitude - 0.5) < 0.001)
        #expect(rest < -60, "\(rest) dB")
        // The leader has every sample as it was.
        let leader = run.speaker.channel(0)
        #expect(leader.suffix(48_000).allSatisfy { table.contains($0) })
    }

    /// Ten minutes between two clocks: no frame is lost, the way through the queue does not grow, and a sine stays one.
    ///
    /// The closed formula: a frame of the port is 1 / (1 + difference) frames of the stage, so the sine that entered as
    /// sin(2π n / 48) leaves as sin(2π (m / (1 + difference) - delay) / 48), with one delay for all ten minutes.
    @Test(arguments: [-200.0, 200]) func aSineIsTheSameAfterTenMinutes(partsPerMillion: Double) throws {
        let block = 512
        let follower = ClockFollower(channelCount: 1, sampleRate: 48_000, blockFrames: block)
        let (input, output) = (
            PlanarBuffer(channelCount: 1, frameCapacity: block), PlanarBuffer(channelCount: 1, frameCapacity: 2 * block)
        )
        let table = (0..<48).map { Float(0.5 * sine(turns: Double($0) / 48)) }
        let ratio = 1 + partsPerMillion * 1e-6
        let turns = 1 / (48 * ratio)
        // A sine is twice its last value times this, less the one before.
        let factor = Float(2 * cos(2 * Double.pi * turns))
        var (due, heardFrames, phase) = (0.0, 0, 0)
        var (last, before): (Float, Float) = (0, 0)
        var jump: Float = 0
        var minutes: [(delay: Double, rest: Double, amplitude: Double)] = []
        var window: [Float] = []
        let frames = 600 * 48_000
        for start in stride(from: 0, to: frames, by: block) {
            for frame in 0..<block {
                input.channels[0][frame] = table[phase]
                phase = phase == 47 ? 0 : phase + 1
            }
            follower.put(UnsafePointer(input.channels), frameCount: block)
            due += Double(block) * ratio
            let count = Int(due)
            due -= Double(count)
            follower.take(UnsafePointer(output.channels), frameCount: count)
            let isMeasured = start % (60 * 48_000) > 59 * 48_000 + 24_000
            for frame in 0..<count {
                let value = output.channels[0][frame]
                if start > 60 * 48_000 { jump = max(jump, abs(value - (factor * last - before))) }
                (before, last) = (last, value)
                if isMeasured { window.append(value) }
            }
            heardFrames += count
            if !isMeasured, !window.isEmpty || start + block >= frames {
                minutes.append(measured(window, endingAt: heardFrames - count, turns))
                window = []
            }
        }
        if !window.isEmpty { minutes.append(measured(window, endingAt: heardFrames, turns)) }
        print("clocks \(partsPerMillion) ppm apart, by minute: \(minutes); largest break \(jump)")
        #expect(follower.lostFrames == 0)
        #expect(abs(follower.partsPerMillion - partsPerMillion) < 0.5)
        #expect(minutes.count == 10)
        let settled = minutes.dropFirst()
        #expect(settled.allSatisfy { abs($0.amplitude - 0.5) < 0.000_1 })
        #expect(settled.allSatisfy { $0.rest < -90 }, "\(settled.map(\.rest))")
        // The same delay after ten minutes as after two, to a hundredth of a frame.
        let delays = settled.map(\.delay)
        #expect((delays.max() ?? 1) - (delays.min() ?? 0) < 0.01)
        #expect(jump < 0.000_1)
    }

    /// Fits a window of the sine: its delay modulo one turn in frames, what is left beside it in decibels, its amplitude.
    private func measured(
        _ window: [Float], endingAt end: Int, _ turns: Double
    ) -> (delay: Double, rest: Double, amplitude: Double) {
        let first = end - window.count
        let used = window.prefix(4_800)
        // The least squares: sine and cosine of a part of a turn are not at right angles.
        var (ss, cc, sc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (index, sample) in used.enumerated() {
            let angle = 2 * Double.pi * turns * Double(first + index)
            let (s, c) = (sin(angle), cos(angle))
            (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
            (ys, yc) = (ys + Double(sample) * s, yc + Double(sample) * c)
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((ys * cc - yc * sc) / determinant, (yc * ss - ys * sc) / determinant)
        var rest = 0.0
        for (index, sample) in used.enumerated() {
            let angle = 2 * Double.pi * turns * Double(first + index)
            let left = Double(sample) - a * sin(angle) - b * cos(angle)
            rest += left * left / Double(used.count)
        }
        let power = (a * a + b * b) / 2
        return (atan2(-b, a) / (2 * Double.pi) * 48, 10 * log10(max(rest, 1e-20) / power), (2 * power).squareRoot())
    }
}
