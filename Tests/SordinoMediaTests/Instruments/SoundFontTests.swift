import ByteMutation
import SordinoMedia
import SordinoSignal
import Testing

@Suite struct SoundFontTests {
    /// A bank of two instruments in one preset, each with a global zone.
    static func bank() -> SoundFontWriter {
        var writer = SoundFontWriter(name: "Test bank")
        let ramp = writer.add(
            .init("ramp", (0..<400).map { Int16($0) }, loop: 100..<300, sampleRate: 44_100, rootKey: 69))
        let tone = writer.add(
            .init("tone", (0..<100).map { Int16($0 * 3) }, sampleRate: 22_050, rootKey: 48, correctionCents: -7))
        let first = writer.addInstrument(
            "First",
            [
                .init(nil, generators: [(Generator.pan, 100), (Generator.attenuation, 60)]),
                .init(ramp, keys: 0...63, generators: [(Generator.pan, -200), (Generator.sampleModes, 1)]),
                .init(
                    tone, keys: 64...127, velocities: 10...90, generators: [(Generator.startOffset, 10)],
                    modulators: [Modulator(0x0502, to: Generator.attenuation, 480)]),
            ])
        let second = writer.addInstrument("Second", [.init(tone, generators: [(Generator.coarseTune, 12)])])
        writer.addPreset(
            "Layers", ProgramNumber(bank: 3, program: 7),
            [
                .init(nil, generators: [(Generator.attenuation, 10)]),
                .init(
                    first, keys: 20...100, generators: [(Generator.pan, 50)],
                    modulators: [Modulator(0x0502, to: Generator.attenuation, 100)]),
                .init(second, generators: [(Generator.attenuation, 30), (Generator.coarseTune, 2)]),
            ])
        writer.addPreset("Plain", ProgramNumber(bank: 0, program: 0), [.init(second)])
        return writer
    }

    @Test func aBankTellsItsNameAndItsPresetsInOrder() throws {
        let font = try SoundFont(MappedBytes(Self.bank().bytes))
        #expect(font.name == "Test bank")
        #expect(font.presets.map(\.name) == ["Plain", "Layers"])
        #expect(font.presets.map(\.number) == [.init(bank: 0, program: 0), .init(bank: 3, program: 7)])
        #expect(font.instrument(.init(bank: 1, program: 0)) == nil)
    }

    @Test func aZoneHasItsOwnValueElseTheGlobalOneAndWhatThePresetAdds() throws {
        let font = try SoundFont(MappedBytes(Self.bank().bytes))
        let zones = try #require(font.instrument(.init(bank: 3, program: 7))).zones
        #expect(zones.count == 3)
        // Own pan -200 and 50 of the preset; global attenuation 60 and 10 of the preset's global zone.
        #expect(zones[0].generators[Generator.pan] == -150)
        #expect(zones[0].generators[Generator.attenuation] == 70)
        #expect(zones[1].generators[Generator.pan] == 150)
        #expect(zones[2].generators[Generator.attenuation] == 30)
        #expect(zones[2].generators[Generator.coarseTune] == 14)
        // Generators that are not set have their usual value.
        #expect(zones[2].generators[Generator.filterCutoff] == 13_500)
        #expect(zones[2].generators[Generator.scaleTuning] == 100)
    }

    @Test func aZoneSoundsWhereInstrumentAndPresetBothDo() throws {
        let font = try SoundFont(MappedBytes(Self.bank().bytes))
        let zones = try #require(font.instrument(.init(bank: 3, program: 7))).zones
        #expect(zones[0].keys == 20...63)
        #expect(zones[1].keys == 64...100)
        #expect(zones[1].velocities == 10...90)
        #expect(zones[2].keys == 0...127)
    }

    @Test func modulatorsOfAnInstrumentReplaceIdenticalOnesAndThoseOfAPresetAdd() throws {
        let font = try SoundFont(MappedBytes(Self.bank().bytes))
        let zones = try #require(font.instrument(.init(bank: 3, program: 7))).zones
        func velocityAmount(_ zone: InstrumentZone) -> Float? {
            zone.modulators.first { $0.source.bits == 0x0502 && $0.destination == 48 }?.amount
        }
        #expect(zones.map(velocityAmount) == [1_060, 580, 960])
        #expect(zones.allSatisfy { $0.modulators.count == Modulator.standard.count })
    }

    @Test func linksLeadToTheirModulatorsAndNeverInRings() throws {
        var writer = SoundFontWriter(name: "Links")
        let sample = writer.add(.init("x", [Int16](repeating: 1, count: 50), sampleRate: 8_000))
        let link = Int(Modulator.linkFlag)
        let modulators = [
            Modulator(0x0081, to: link | 1, 1), Modulator(0x007F, to: Generator.pan, 300),
            Modulator(0x0082, to: link | 0, 1), Modulator(0x0502, to: Generator.attenuation, 500),
        ]
        let instrument = writer.addInstrument("x", [.init(sample, modulators: modulators)])
        writer.addPreset("x", .init(bank: 0, program: 0), [.init(instrument)])
        let zone = try #require(
            SoundFont(MappedBytes(writer.bytes)).instrument(.init(bank: 0, program: 0))?.zones.first)
        let standard = Modulator.standard.count
        #expect(zone.modulators.count == standard + 3)
        #expect(Int(zone.modulators[standard].destination) == link | (standard + 1))
        #expect(zone.modulators[standard + 2] == .nothing)
        #expect(zone.modulators[0].amount == 500)
    }

    @Test func samplesAreWhereTheirHeadersAndTheirZonesSay() throws {
        let font = try SoundFont(MappedBytes(Self.bank().bytes))
        let zones = try #require(font.instrument(.init(bank: 3, program: 7))).zones
        let (ramp, tone) = (zones[0].sample, zones[1].sample)
        #expect(ramp.frameCount == 400)
        #expect(ramp.loop == 100..<300)
        #expect(ramp.rootKey == 69)
        #expect(tone.frameCount == 90)
        #expect(tone.sampleRate == 22_050)
        #expect(tone.correctionCents == -7)
        guard case .int16(let frames) = tone.frames else {
            Issue.record("samples of a bank are 16-bit integers")
            return
        }
        #expect(frames[0] == 30)
        #expect(frames[89] == 297)
    }

    @Test func aLoopOutsideItsSampleIsNone() throws {
        var writer = SoundFontWriter(name: "Loops")
        let sample = writer.add(.init("x", [Int16](repeating: 1, count: 50), loop: 10..<40, sampleRate: 8_000))
        let generators = [(Generator.sampleModes, 1), (Generator.loopEndOffset, 11)]
        let instrument = writer.addInstrument("x", [.init(sample, generators: generators)])
        writer.addPreset("x", .init(bank: 0, program: 0), [.init(instrument)])
        let zone = try #require(
            SoundFont(MappedBytes(writer.bytes)).instrument(.init(bank: 0, program: 0))?.zones.first)
        #expect(zone.sample.loop.isEmpty)
        #expect(zone.generators[Generator.sampleModes] == 0)
    }

    @Test func whatIsNoBankIsSaidToBeNone() {
        #expect(throws: MediaError.unsupported(.fileType("the file is not a SoundFont bank"))) {
            try SoundFont(MappedBytes([UInt8]("RIFF....WAVEfmt ".utf8)))
        }
        #expect(throws: MediaError.unsupported(.fileType("the file is not a SoundFont bank"))) {
            try SoundFont(MappedBytes([]))
        }
    }

    @Test(arguments: 0..<4) func damagedBanksNeverTrap(_ part: Int) {
        let whole = Self.bank().bytes
        for seed in 0..<400 {
            var mutation = ByteMutation(seed: UInt64(part * 1_000 + seed))
            let bytes = mutation.damaged(whole, headByteCount: whole.count)
            guard let font = try? SoundFont(MappedBytes(bytes)) else { continue }
            for preset in font.presets {
                for zone in font.instrument(preset).zones {
                    // Every frame that a zone claims can be read.
                    guard case .int16(let frames) = zone.sample.frames else { continue }
                    var sum = 0
                    for frame in 0..<zone.sample.frameCount { sum &+= Int(frames[frame]) }
                    #expect(zone.sample.loop.upperBound <= zone.sample.frameCount, "\(sum)")
                }
            }
        }
    }
}
