import Testing

@testable import SordinoCodecs

#if canImport(Glibc)
import Glibc
#endif

@Suite("Band replication")
struct SBRDecodingTests {
    static func settings(
        length: Int = 1024, rate: Int = 22050, isLowDelay: Bool = false, isStereo: Bool = false, channels: Int = 1,
        isSingleRate: Bool = false
    ) -> BandReplicationSettings {
        BandReplicationSettings(
            elementChannelCount: channels, coreFrameLength: length, coreSampleRate: rate,
            outputSampleRate: isSingleRate ? rate : 2 * rate, isLowDelay: isLowDelay, hasChecksum: false,
            isParametricStereo: isStereo, configuration: [], headerBit: -1)
    }

    /// Mean energies of the 64 subbands of a signal at 16-bit scale, without its first and last slots.
    private func energies(_ plane: [Float], _ kind: QMFKind) -> [Double] {
        let slots = plane.count / 64
        var (real, imaginary) = (
            [Float](repeating: 0, count: (slots + 4) * 64), [Float](repeating: 0, count: (slots + 4) * 64)
        )
        QMFAnalysis(kind: kind, bandCount: 64, slotLimit: slots, gain: 32768)
            .process(plane, slotCount: slots, real: &real, imaginary: &imaginary, stride: 64)
        var sums = [Double](repeating: 0, count: 64)
        for slot in slots / 2..<slots {
            for band in 0..<64 {
                let (re, im) = (Double(real[slot * 64 + band]), Double(imaginary[slot * 64 + band]))
                sums[band] += (re * re + im * im) / Double(slots - slots / 2)
            }
        }
        return sums
    }

    @Test(
        "Generated bands have the energy of their envelope",
        arguments: [(1024, false), (960, false), (512, true), (480, true)])
    func generatedBandsHaveTheEnergyOfTheirEnvelope(length: Int, isLowDelay: Bool) throws {
        var payload = ReplicationPayload()
        payload.isLowDelay = isLowDelay
        payload.level = 24
        payload.header.startFrequency = 5
        payload.header.stopFrequency = 9
        let bands = try SBRBands(header: payload.header, rate: 44100)
        let run = try #require(ReplicationRun(Self.settings(length: length, isLowDelay: isLowDelay)))
        var noise = TestNoise(seed: 11)
        let bytes = try payload.bytes()
        for _ in 0..<(isLowDelay ? 16 : 8) {
            let isRead = run.frame(bytes) { _, _ in noise.sample() * 0.1 }
            #expect(isRead)
        }
        let measured = energies(run.planes[0], isLowDelay ? .lowDelay : .standard)
        let wanted = 64 * pow(2, Double(payload.level) / 2)
        // The subbands next to the core, ten decibels louder, hold some of its energy.
        for band in bands.first + 2..<bands.first + bands.count - 1 {
            #expect(
                abs(10 * log10(measured[band] / wanted)) < 1.5,
                "subband \(band): \(10 * log10(measured[band] / wanted)) dB")
        }
        // Nothing above, and below the core: noise of power 0.1^2 / 3 in full scale.
        #expect(measured[min(63, bands.first + bands.count + 2)...].allSatisfy { 10 * log10($0 / wanted + 1e-9) < -25 })
        let core: Double = 10 * log10(measured[3] / measured[bands.first - 3])
        #expect(abs(core) < 3)
    }

    @Test func sinusoidsStandInTheMiddleOfTheirBands() throws {
        var payload = ReplicationPayload()
        (payload.level, payload.noiseLevel, payload.hasSinusoids) = (30, 30, true)
        payload.header.startFrequency = 5
        payload.header.stopFrequency = 9
        let bands = try SBRBands(header: payload.header, rate: 44100)
        let run = try #require(ReplicationRun(Self.settings()))
        let bytes = try payload.bytes()
        for _ in 0..<8 { run.frame(bytes) { _, _ in 0 } }
        let measured = energies(run.planes[0], .standard)
        for band in 0..<bands.highCount {
            let middle = (bands.high[band] + bands.high[band + 1]) / 2
            let around = bands.high[band]..<bands.high[band + 1]
            #expect(around.max { measured[$0] < measured[$1] } == middle)
        }
    }

    @Test func withoutPayloadTheCoreIsOnlyUpsampled() throws {
        for isSingleRate in [false, true] {
            let run = try #require(ReplicationRun(Self.settings(isSingleRate: isSingleRate)))
            var phase = 0.0
            for _ in 0..<4 {
                run.frame(nil) { _, _ in
                    phase += 2 * Double.pi * 1000 / 22050
                    return Float(sin(phase)) * 0.5
                }
            }
            // A sine of the same amplitude: its energy is 1/8, and it obeys x[n+1] + x[n-1] = 2 cos(w) x[n].
            let plane = run.planes[0].suffix(run.planes[0].count / 2)
            let factor = 2 * cos(2 * Double.pi * 1000 / (isSingleRate ? 22050 : 44100))
            var (power, rest) = (0.0, 0.0)
            let list = Array(plane)
            for index in 1..<list.count - 1 {
                power += Double(list[index] * list[index])
                rest += pow(Double(list[index + 1]) + Double(list[index - 1]) - factor * Double(list[index]), 2)
            }
            #expect(abs(power / Double(list.count) - 0.125) < 0.002)
            #expect(rest / power < 1e-6)
        }
    }

    @Test func aPayloadWithAWrongChecksumIsRefused() throws {
        for isLowDelay in [false, true] {
            var payload = ReplicationPayload()
            payload.isLowDelay = isLowDelay
            payload.header.startFrequency = 5
            payload.header.stopFrequency = 9
            let bytes = try payload.bytes(checksum: true)
            let run = try #require(
                ReplicationRun(Self.settings(length: isLowDelay ? 512 : 1024, isLowDelay: isLowDelay)))
            let isRead = run.frame(bytes, checksum: true) { _, _ in 0 }
            #expect(isRead)
            for bit in 10..<60 {
                var broken = bytes
                broken[bit / 8] ^= 0x80 >> UInt8(bit % 8)
                let isBrokenRead = run.frame(broken, checksum: true, keep: false) { _, _ in 0 }
                #expect(!isBrokenRead)
            }
        }
    }

    @Test func aLostPayloadHoldsTheEnvelope() throws {
        var payload = ReplicationPayload()
        payload.header.startFrequency = 5
        payload.header.stopFrequency = 9
        let bands = try SBRBands(header: payload.header, rate: 44100)
        let run = try #require(ReplicationRun(Self.settings()))
        var noise = TestNoise(seed: 12)
        let bytes = try payload.bytes()
        for index in 0..<8 { run.frame(index == 5 ? nil : bytes) { _, _ in noise.sample() * 0.1 } }
        let measured = energies(run.planes[0], .standard)
        let wanted = 64 * pow(2, Double(payload.level) / 2)
        #expect(abs(10 * log10(measured[bands.first + 4] / wanted)) < 2)
    }

    @Test func strangersPayloadsGiveFiniteSamplesOrAnError() throws {
        #if DEBUG
        let rounds = 60
        #else
        let rounds = 2000
        #endif
        let seed: UInt64 = 20
        print("seed \(seed)")
        var noise = TestNoise(seed: seed)
        let kinds: [(Int, Bool, Bool, Int)] = [
            (1024, false, true, 1), (1024, false, false, 2), (960, false, true, 1), (512, true, false, 1),
            (480, true, false, 2),
        ]
        var accepted = 0
        for (length, isLowDelay, isStereo, channels) in kinds {
            for rate in [8000, 16000, 22050, 24000, 48000] {
                let settings = Self.settings(
                    length: length, rate: rate, isLowDelay: isLowDelay, isStereo: isStereo, channels: channels,
                    isSingleRate: rate == 16000)
                let run = try #require(ReplicationRun(settings))
                for round in 0..<rounds / 20 {
                    var body = BitOutput(byteCapacity: 256)
                    let hasHeader = round % 4 == 0
                    body.put(hasHeader ? 1 : 0, 1)
                    if hasHeader {
                        var header = SBRHeader()
                        header.startFrequency = noise.below(16)
                        header.stopFrequency = noise.below(16)
                        header.crossoverBand = noise.below(3)
                        header.frequencyScale = noise.below(4)
                        header.limiterGains = noise.below(4)
                        header.isSmoothingOff = noise.below(2) == 1
                        header.interpolatesFrequency = noise.below(2) == 1
                        header.put(&body)
                    }
                    // Runs of ones and zeros reach long and short codewords.
                    for _ in 0..<noise.below(40) + 1 {
                        let value = noise.below(3) == 0 ? 0 : Int(truncatingIfNeeded: noise.next())
                        body.put(value, noise.below(32) + 1)
                    }
                    body.align()
                    let scale: Float = round % 7 == 0 ? 1e30 : round % 5 == 0 ? 0 : 1
                    if run.frame(body.bytes, keep: false, source: { _, _ in noise.sample() * scale }) { accepted += 1 }
                    #expect(run.isFinite)
                }
            }
        }
        #expect(accepted > rounds / 20)
    }
}
