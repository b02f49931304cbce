import Testing

@testable import SordinoCodecs

@Suite("Tables of band replication")
struct SBRTableTests {
    static let codebooks: [CodewordTable] = {
        var list: [CodewordTable] = []
        for balance in [false, true] {
            for coarse in [false, true] {
                for overTime in [false, true] {
                    list.append(SBRCodebooks.envelope(balance: balance, coarse: coarse, overTime: overTime))
                }
            }
            list.append(SBRCodebooks.noise(balance: balance, overTime: true))
        }
        return list + [
            PSCodebookTables.intensityFrequency, PSCodebookTables.intensityTime,
            PSCodebookTables.fineIntensityFrequency,
            PSCodebookTables.fineIntensityTime, PSCodebookTables.coherenceFrequency, PSCodebookTables.coherenceTime,
            PSCodebookTables.phaseFrequency, PSCodebookTables.phaseTime, PSCodebookTables.overallPhaseFrequency,
            PSCodebookTables.overallPhaseTime,
        ]
    }()

    @Test func everyCodebookIsCompleteAndReadsWhatItWrites() {
        for codebook in Self.codebooks {
            let kraft = codebook.lengths.reduce(0.0) { $0 + 1 / Double(1 << Int($1)) }
            #expect(kraft == 1)
            var output = BitOutput(byteCapacity: 1024)
            for value in codebook.smallest...codebook.largest { codebook.put(value, &output) }
            output.align()
            output.bytes.withUnsafeBytes { bytes in
                var input = BitInput(bytes)
                for value in codebook.smallest...codebook.largest { #expect(codebook.value(&input) == value) }
            }
        }
    }

    @Test func aHeaderReadsWhatItWrites() {
        var noise = TestNoise(seed: 3)
        for _ in 0..<200 {
            var header = SBRHeader()
            header.coarseAmplitude = noise.below(2) == 1
            header.startFrequency = noise.below(16)
            header.stopFrequency = noise.below(16)
            header.crossoverBand = noise.below(8)
            if noise.below(2) == 1 {
                header.frequencyScale = noise.below(4)
                header.alterScale = noise.below(2) == 1
                header.noiseBands = noise.below(4)
            }
            if noise.below(2) == 1 {
                header.limiterBands = noise.below(4)
                header.limiterGains = noise.below(4)
                header.interpolatesFrequency = noise.below(2) == 1
                header.isSmoothingOff = noise.below(2) == 1
            }
            var output = BitOutput(byteCapacity: 8)
            header.put(&output)
            output.align()
            output.bytes.withUnsafeBytes { bytes in
                var input = BitInput(bytes)
                #expect(SBRHeader(&input) == header)
            }
        }
    }

    @Test(
        "Band tables keep the standard's limits",
        arguments: [16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000])
    func bandTablesKeepTheStandardsLimits(rate: Int) throws {
        var noise = TestNoise(seed: UInt64(rate))
        var served = 0
        for _ in 0..<600 {
            var header = SBRHeader()
            header.startFrequency = noise.below(16)
            header.stopFrequency = noise.below(16)
            header.crossoverBand = noise.below(8)
            header.frequencyScale = noise.below(4)
            header.alterScale = noise.below(2) == 1
            header.noiseBands = noise.below(4)
            header.limiterBands = noise.below(4)
            guard let bands = try? SBRBands(header: header, rate: rate) else { continue }
            served += 1
            for borders in [bands.master, bands.high, bands.low, bands.noise, bands.limiter] {
                #expect(zip(borders, borders.dropFirst()).allSatisfy { $0 < $1 })
            }
            let whole = bands.patchCounts.reduce(0, +)
            for borders in [bands.high, bands.low, bands.noise] {
                #expect(borders.first == bands.first && borders.last == bands.first + bands.count)
            }
            // Where a short last patch is left out, the limiter's last border may fall with it.
            #expect(bands.limiter.first == bands.first)
            #expect((bands.limiter.last ?? 0) <= bands.first + bands.count)
            #expect(whole < bands.count || bands.limiter.last == bands.first + bands.count)
            #expect(Set(bands.low).isSubset(of: bands.high) && Set(bands.noise).isSubset(of: bands.low))
            #expect(bands.lowCount == (bands.highCount + 1) / 2)
            #expect((1...5).contains(bands.noiseCount))
            #expect(bands.first + bands.count <= 64 && bands.first <= 32)
            #expect(zip(bands.patchStarts, bands.patchCounts).allSatisfy { $0 >= 0 && $0 + $1 <= bands.firstMaster })
            // A short last patch may be left out.
            #expect(whole <= bands.count && whole > bands.count - 3)
        }
        #expect(served > 50)
    }

    /// A worked case that a deployed encoder uses: 44.1 kHz, `bs_start_freq` 5, `bs_stop_freq` 9.
    @Test func theStartOfTheMasterTableFollowsTheFormula() {
        // NINT(4000 * 128 / 44100) = 12, and entry 5 of the offsets is 2.
        #expect(SBRBands.startSubband(index: 5, rate: 44100) == 14)
        // NINT(3000 * 128 / 24000) = 16, and entry 0 is -5.
        #expect(SBRBands.startSubband(index: 0, rate: 24000) == 11)
        #expect(SBRBands.stopSubband(index: 14, rate: 48000, start: 10) == 20)
        #expect(SBRBands.stopSubband(index: 15, rate: 48000, start: 30) == 64)
        // NINT(8000 * 128 / 48000) = 21 without steps.
        #expect(SBRBands.stopSubband(index: 0, rate: 48000, start: 10) == 21)
        #expect(SBRBands.startSubband(index: 5, rate: 8000) == nil)
    }

    @Test func aPayloadAndItsChecksumDivideWithoutRest() {
        var noise = TestNoise(seed: 5)
        for count in [9, 40, 333] {
            var output = BitOutput(byteCapacity: 64)
            for _ in 0..<count { output.put(noise.below(2), 1) }
            output.align()
            let sum = output.bytes.withUnsafeBytes { SBRChecksum.value(BitInput($0), to: count) }
            // The remainder of the message with its own remainder behind it is zero.
            var whole = BitOutput(byteCapacity: 64)
            output.bytes.withUnsafeBytes { bytes in
                var input = BitInput(bytes)
                for _ in 0..<count { whole.put(input.bits(1), 1) }
            }
            whole.put(sum, 10)
            whole.align()
            #expect(whole.bytes.withUnsafeBytes { SBRChecksum.value(BitInput($0), to: count + 10) } == 0)
        }
    }
}
