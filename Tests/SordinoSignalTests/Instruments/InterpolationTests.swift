import SordinoRealtime
import SordinoSignal
import Testing

/// The ways of reading a recording between its samples.
@Suite struct InterpolationTests {
    private func render(
        _ zone: InstrumentZone, _ interpolation: NoteInterpolation, key: Float, count: Int = 20_000
    ) -> [Float] {
        let stage = NoteStage([zone])
        stage.synthesizer.renderer.interpolation = interpolation
        return stage.render(count, [NoteStage.on(0, key)]).left
    }

    private func distortion(_ interpolation: NoteInterpolation, key: Float) -> Double {
        let hertz = 500 * RealtimeMath.pow(2, (Double(key) - 60) / 12)
        let sound = render(TestZone.sine(), interpolation, key: key)
        return SineFit(sound[4_800..<20_000], cyclesPerSample: hertz / 48_000).distortionDecibels
    }

    @Test(arguments: [48, 57, 63.5, 67, 72] as [Float])
    func eachWayIsPurerThanTheOneBefore(key: Float) {
        let found = NoteInterpolation.allCases.map { distortion($0, key: key) }
        // A sine of 1/88 of the rate: by closed forms of the error of the sample before about -30 dB, of a straight line -62 dB.
        #expect(found[0] > -45 && found[1] < -55 && found[2] < -90 && found[3] < -95, "\(found)")
        #expect(found[0] > found[1] && found[1] > found[2])
    }

    @Test func sixteenSamplesCarryWhatACubicDoesNot() {
        // Half of the highest frequency that there is: two samples for half a wave.
        let samples = SineFit.tone(11_025, rate: 44_100, amplitude: 1, count: 8_820)
        let zone = TestZone.zone(samples, loop: 880..<7_936, rate: 44_100)
        func level(_ interpolation: NoteInterpolation) -> (decibels: Double, distortion: Double) {
            let sound = render(zone, interpolation, key: 60)
            let fit = SineFit(sound[4_800..<20_000], cyclesPerSample: 11_025.0 / 48_000)
            return (20 * RealtimeMath.log10(fit.amplitude / TestZone.fullLevel), fit.distortionDecibels)
        }
        let sinc = level(.sinc)
        #expect(abs(sinc.decibels) < 0.05 && sinc.distortion < -80, "\(sinc)")
        #expect(level(.cubic).distortion > sinc.distortion + 40)
    }

    @Test(arguments: NoteInterpolation.allCases)
    func theEdgesOfALoopAndOfARecordingAreHeardAsTheirMiddle(interpolation: NoteInterpolation) {
        // The loop holds 17 samples: most frames look across its edge. Its sound is that of a long recording of the same.
        let cycle = (0..<17).map { Float(RealtimeMath.sin(2 * Double.pi * Double($0) / 17)) }
        let short = TestZone.zone(cycle + cycle, loop: 17..<34, rate: 44_100)
        let long = TestZone.zone((0..<2_000).flatMap { _ in cycle }, loop: 17..<33_983, rate: 44_100)
        let (one, two) = (
            render(short, interpolation, key: 63, count: 4_000), render(long, interpolation, key: 63, count: 4_000)
        )
        let worst = zip(one, two).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 1e-5, "\(worst)")
    }

    @Test(arguments: NoteInterpolation.allCases)
    func anySplitIntoBlocksGivesTheSameSamples(interpolation: NoteInterpolation) {
        func sound(_ pieces: Int) -> [Float] {
            let stage = NoteStage([TestZone.sine()])
            stage.synthesizer.renderer.interpolation = interpolation
            return stage.render(3_000, pieces: pieces, [NoteStage.on(7, 67)]).left
        }
        let whole = sound(64)
        for pieces in [1, 13, 63] { #expect(sound(pieces) == whole) }
    }

    @Test(arguments: NoteInterpolation.allCases)
    func samplesOf24BitsKeepTheirLowerBits(interpolation: NoteInterpolation) {
        // A sine 100 dB down: 16 bits have nothing of it but a step or none.
        let tone = SineFit.tone(500, rate: 44_100, amplitude: 1e-5, count: 8_820)
        let values = tone.map { Int32(($0 * 8_388_608).rounded()) }
        let (high, low) = (
            values.map { Int16(truncatingIfNeeded: $0 >> 8) }, values.map { UInt8(truncatingIfNeeded: $0) }
        )
        final class Owner: Sendable {}
        high.withUnsafeBufferPointer { high in
            low.withUnsafeBufferPointer { low in
                guard let start = high.baseAddress, let lowStart = low.baseAddress else { return }
                var sample = InstrumentSample(
                    .int16(start), frameCount: values.count, loop: 882..<7_938, sampleRate: 44_100, owner: Owner())
                func amplitude() -> Double {
                    let zone = InstrumentZone(sample, generators: TestZone.generators([]))
                    let sound = render(zone, interpolation, key: 62)
                    let hertz = 500 * RealtimeMath.pow(2, 2.0 / 12)
                    return SineFit(sound[4_800..<20_000], cyclesPerSample: hertz / 48_000).amplitude
                        / TestZone.fullLevel
                }
                sample.lowBytes = InstrumentSample.LowBytes(lowStart)
                #expect(abs(amplitude() / 1e-5 - 1) < 0.02)
                sample.lowBytes = nil
                #expect(abs(amplitude() / 1e-5 - 1) > 0.1)
            }
        }
    }
}
