import ByteMutation
import SmallBanks
import SordinoMedia
import SordinoSignal
import Testing

@Suite struct DLSBankTests {
    @Test func aBankTellsItsInstruments() throws {
        let bank = try DLSBank(MappedBytes(SmallDLSBank.bytes()))
        #expect(bank.name == "Bank")
        #expect(bank.instruments.map(\.instrument.name) == ["Marimba", "Kit"])
        #expect(bank.instruments.map(\.number) == [.init(bank: 0, program: 12), .init(bank: 128, program: 0)])
    }

    @Test func regionsPlayTheirWaveAsTheyOrTheWaveSay() throws {
        let bank = try DLSBank(MappedBytes(SmallDLSBank.bytes()))
        let zones = bank.instruments[0].instrument.zones
        #expect(zones.map(\.keys) == [0...59, 60...127])
        #expect(zones.map(\.sample.rootKey) == [65, 72])
        #expect(zones.map(\.sample.loop) == [20..<180, 0..<0])
        #expect(zones.map { $0.generators[Generator.sampleModes] } == [1, 0])
        // A gain of -6 dB is 60 centibels down.
        #expect(zones.map { $0.generators[Generator.attenuation] } == [0, 60])
        #expect(zones[0].sample.frameCount == 200 && zones[0].sample.sampleRate == 22_050)
        #expect(zones[0].generators[Generator.exclusiveClass] == 5)
    }

    @Test func articulationComesInTheTermsOfSoundFont() throws {
        let bank = try DLSBank(MappedBytes(SmallDLSBank.bytes()))
        let zone = bank.instruments[0].instrument.zones[0]
        #expect(zone.generators[Generator.volumeEnvelopeAttack] == -1_200)
        // Half of 96 dB.
        #expect(zone.generators[Generator.volumeEnvelopeSustain] == 480)
        #expect(zone.generators[Generator.filterCutoff] == 9_000)
        let wheel = zone.modulators.last
        #expect(wheel?.source.bits == 0x81 && wheel?.destination == UInt16(Generator.modulationLFOToPitch))
        #expect(wheel?.amount == 40)
        // The kit has none of it.
        #expect(bank.instruments[1].instrument.zones[0].generators[Generator.filterCutoff] == 13_500)
    }

    @Test(arguments: 0..<4) func damagedBanksNeverTrap(_ part: Int) {
        let whole = SmallDLSBank.bytes()
        for seed in 0..<400 {
            var mutation = ByteMutation(seed: UInt64(part * 1_000 + seed))
            let bytes = mutation.damaged(whole, headByteCount: whole.count)
            guard let bank = try? DLSBank(MappedBytes(bytes)) else { continue }
            for zone in bank.instruments.flatMap(\.instrument.zones) {
                guard case .int16(let frames) = zone.sample.frames else { continue }
                var sum = 0
                for frame in 0..<zone.sample.frameCount { sum &+= Int(frames[frame]) }
                #expect(zone.sample.loop.upperBound <= zone.sample.frameCount, "\(sum)")
            }
        }
    }
}
