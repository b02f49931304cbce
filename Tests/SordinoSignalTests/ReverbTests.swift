import CKernels
import Foundation
import SordinoSignal
import Testing

/// Rooms, heard with an impulse.
@Suite struct ReverbTests {
    /// The room's answer to an impulse in the first channel.
    private func response(
        _ settings: ReverbSettings, seconds: Double, channelCount: Int = 2, sampleRate: Double = 48_000
    ) -> [[Float]] {
        let reverb = Reverb(channelCount: channelCount, sampleRate: sampleRate, settings: settings)
        let count = Int(seconds * sampleRate)
        let (input, output) = (
            Planes(channelCount: channelCount, frameCount: count), Planes(channelCount: channelCount, frameCount: count)
        )
        input.pointers[0][0] = 1
        reverb.renderer.process(UnsafePointer(input.pointers), into: UnsafePointer(output.pointers), frameCount: count)
        return (0..<channelCount).map { output[$0] }
    }

    /// Seconds to -60 dB at a frequency, from the straight part of the energy in a band of a third of an octave.
    private func decay(_ samples: [Float], hertz: ClosedRange<Double>, sampleRate: Double = 48_000) -> Double {
        let size = 2048
        let fft = FFT(sampleCount: size)
        let (real, imaginary, frame) = (
            UnsafeMutablePointer<Float>.allocate(capacity: size), UnsafeMutablePointer<Float>.allocate(capacity: size),
            UnsafeMutablePointer<Float>.allocate(capacity: size)
        )
        defer {
            for pointer in [real, imaginary, frame] { pointer.deallocate() }
        }
        let window = Window.hann.periodic(count: size)
        let bins =
            max(
                Int(hertz.lowerBound / sampleRate * Double(size)), 0)...min(
                Int(hertz.upperBound / sampleRate * Double(size)), size / 2)
        var energies: [Double] = []
        var start = 0
        while start + size <= samples.count {
            for index in 0..<size { frame[index] = samples[start + index] * window[index] }
            fft.transform.forward(frame, real: real, imaginary: imaginary)
            energies.append(bins.reduce(0.0) { $0 + Double(real[$1] * real[$1] + imaginary[$1] * imaginary[$1]) })
            start += size / 4
        }
        // Schroeder: what is still to come, from the end; a straight line through -5 to -35 dB.
        var left = 0.0
        let tail = energies.reversed().map { energy -> Double in
            left += energy
            return left
        }.reversed()
        let levels = tail.map { 10 * log10(max($0, 1e-30)) }
        guard let top = levels.first else { return 0 }
        let points = levels.enumerated().filter { $0.element < top - 5 && $0.element > top - 35 }
        let count = Double(points.count)
        let (x, y) = (
            points.map { Double($0.offset) }.reduce(0, +) / count, points.map(\.element).reduce(0, +) / count
        )
        let slope =
            points.map { (Double($0.offset) - x) * ($0.element - y) }.reduce(0, +)
            / points.map { pow(Double($0.offset) - x, 2) }.reduce(0, +)
        return -60 / slope * Double(size / 4) / sampleRate
    }

    @Test(arguments: ReverbPreset.all.map(\.number)) func everyRoomFadesInItsTime(number: Int) {
        let preset = ReverbPreset.all[number]
        let settings = preset.settings
        let heard = response(settings, seconds: Double(settings.decayAt0HzSeconds) * 0.9 + 0.3)
        for (hertz, tolerance) in [(250.0, 0.12), (1000, 0.08), (4000, 0.08), (10_000, 0.08)] {
            // Between the ends of the spectrum long lines and short ones differ a little.
            let times = [settings.shortestSeconds, settings.longestSeconds].map {
                settings.decaySeconds(at: hertz / 24_000, loopSeconds: Double($0))
            }
            let measured = decay(heard[0], hertz: hertz * 0.8...hertz * 1.25)
            let (least, most) = (min(times[0], times[1]), max(times[0], times[1]))
            #expect(
                measured > least * (1 - tolerance) && measured < most * (1 + tolerance),
                "\(preset.name) at \(hertz) Hz: \(measured) s instead of \(least) to \(most) s")
        }
    }

    @Test(arguments: [0.5 as Float, 2, 4]) func theEndsOfTheSpectrumFollowTheirParameters(seconds: Float) {
        let settings = ReverbSettings(
            shortest: 0.01, longest: 0.05, decayAt0Hz: seconds, decayAtNyquist: seconds / 2)
        let heard = response(settings, seconds: Double(seconds) * 0.9 + 0.2)
        #expect(abs(decay(heard[0], hertz: 20...400) / Double(seconds) - 1) < 0.12)
        #expect(abs(decay(heard[1], hertz: 23_000...24_000) / Double(seconds / 2) - 1) < 0.08)
    }

    @Test(arguments: ReverbPreset.all.map(\.number)) func wetIsAsLoudAsDry(number: Int) {
        let settings = ReverbPreset.all[number].settings
        let heard = response(settings, seconds: Double(settings.decayAt0HzSeconds) + 0.2)
        let energy = heard.joined().reduce(0.0) { $0 + Double($1) * Double($1) }
        #expect(abs(10 * log10(energy)) < 1.5, "\(10 * log10(energy)) dB")
    }

    @Test(arguments: ReverbPreset.all.map(\.number)) func echoesBecomeAHissSoon(number: Int) {
        let settings = ReverbPreset.all[number].settings
        let heard = response(settings, seconds: 0.5)[0]
        // Abel and Huang: how many samples lie beyond one standard deviation, against noise; 1 is noise.
        func density(at seconds: Double) -> Double {
            let middle = Int(seconds * 48_000)
            let part = heard[max(middle - 480, 0)..<middle + 480]
            let deviation = (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
            return Double(part.filter { Double(abs($0)) > deviation }.count) / Double(part.count) / 0.3173
        }
        let hall = Double(settings.shortestSeconds + settings.longestSeconds)
        #expect(density(at: 2 * hall + 0.02) > 0.8, "\(density(at: 2 * hall + 0.02))")
        #expect(density(at: 0.3) > 0.85, "\(density(at: 0.3))")
    }

    @Test(arguments: [0, 3, 5, 8]) func nothingRings(number: Int) {
        let settings = ReverbPreset.all[number].settings
        let seconds = Double(settings.decayAt0HzSeconds)
        let heard = response(settings, seconds: 0.8 * seconds + 0.2)[0]
        let (begin, count) = (Int((0.1 + 0.1 * seconds) * 48_000), min(Int(0.3 * seconds * 48_000), 16_000))
        // Made level, so that the part that is compared does not fade.
        let part = (0..<count).map { Double(heard[begin + $0]) * pow(10, 3 * Double($0) / 48_000 / seconds) }
        let energy = part.reduce(0) { $0 + $1 * $1 }
        var worst = 0.0
        // Zeros behind it, as the kernel takes eight at a time.
        (part + [Double](repeating: 0, count: 8)).withUnsafeBufferPointer { part in
            guard let start = part.baseAddress else { return }
            for lag in 48..<min(2_400, count / 2) {
                let sum = Double(ckernels_dot_double(start, start + lag, (count - lag + 7) / 8 * 8))
                worst = max(worst, abs(sum) / energy)
            }
        }
        // Low-passed noise of this length stays below; a comb or a flutter is at a half and more.
        #expect(worst < 0.3, "\(worst)")
    }

    @Test func theSidesDoNotResembleEachOther() {
        let heard = response(ReverbPreset.all[3].settings, seconds: 1)
        var (across, left, right) = (0.0, 0.0, 0.0)
        for (l, r) in zip(heard[0], heard[1]) {
            across += Double(l) * Double(r)
            left += Double(l) * Double(l)
            right += Double(r) * Double(r)
        }
        #expect(abs(across) / (left * right).squareRoot() < 0.1)
        #expect(abs(10 * log10(left / right)) < 2)
    }

    @Test func theFirstReflectionComesAfterTheShortestWay() throws {
        var settings = ReverbSettings()
        settings.shortestSeconds = 0.02
        let heard = response(settings, seconds: 0.2)[0]
        let first = try #require(heard.firstIndex { abs($0) > 1e-6 })
        #expect(abs(first - 960) <= 1)
    }

    @Test func dryIsTheInputBitForBit() {
        var settings = ReverbSettings()
        settings.mix = 0
        let heard = response(settings, seconds: 0.1)
        #expect(heard[0][0] == 1 && heard[0].dropFirst().allSatisfy { $0 == 0 } && heard[1].allSatisfy { $0 == 0 })
    }

    @Test func anotherSeedIsAnotherRoomOfTheSameKind() {
        var settings = ReverbSettings()
        let one = response(settings, seconds: 0.8)[0]
        settings.reflections = 500
        let other = response(settings, seconds: 0.8)[0]
        #expect(one != other)
        #expect(abs(decay(one, hertz: 500...2000) / decay(other, hertz: 500...2000) - 1) < 0.1)
    }

    @Test func extremesStayFiniteAndEnd() {
        for (shortest, longest, low, high) in [
            (0.0001, 0.0001, 20, 20), (1, 1, 0.001, 0.001), (0.0001, 1, 20, 0.001), (0.5, 0.01, 0.001, 20),
        ] as [(Float, Float, Float, Float)] {
            let heard = response(
                ReverbSettings(shortest: shortest, longest: longest, decayAt0Hz: low, decayAtNyquist: high),
                seconds: 0.3, channelCount: 1, sampleRate: 16_000)
            #expect(heard[0].allSatisfy { $0.isFinite && abs($0) < 4 })
        }
    }
}
