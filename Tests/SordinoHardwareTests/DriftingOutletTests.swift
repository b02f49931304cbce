import Glibc
import HardwareContract
import SordinoHardware
import SordinoPolicy
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
}
