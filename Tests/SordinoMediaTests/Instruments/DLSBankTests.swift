import ByteMutation
import SordinoMedia
import SordinoSignal
import Testing

@Suite struct DLSBankTests {
    private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
        [UInt8](id.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private static func list(_ kind: String, _ body: [UInt8]) -> [UInt8] { chunk("LIST", [UInt8](kind.utf8) + body) }

    private static func settings(root: Int, fine: Int, gain: Int, loop: Range<Int>?) -> [UInt8] {
        var body = number(20, 4) + number(root, 2) + number(fine, 2) + number(gain, 4) + number(0, 4)
        body += number(loop == nil ? 0 : 1, 4)
        if let loop { body += number(16, 4) + number(0, 4) + number(loop.lowerBound, 4) + number(loop.count, 4) }
        return chunk("wsmp", body)
    }

    private static func connection(_ source: Int, _ destination: Int, _ scale: Int, control: Int = 0) -> [UInt8] {
        number(source, 2) + number(control, 2) + number(destination, 2) + number(0, 2) + number(scale << 16, 4)
    }

    /// A bank of one melodic instrument and one drum kit, on one wave.
    static func bank() -> [UInt8] {
        let format = number(1, 2) + number(1, 2) + number(22_050, 4) + number(44_100, 4) + number(2, 2) + number(16, 2)
        let frames = (0..<200).flatMap { number($0, 2) }
        let wave = list(
            "wave", chunk("fmt ", format) + chunk("data", frames) + settings(root: 65, fine: 3, gain: 0, loop: 20..<180)
        )
        let connections = [
            connection(0, 0x0206, -1_200), connection(0, 0x020A, 500), connection(0, 0x0500, 9_000),
            connection(1, 0x0003, 40, control: 0x81),
        ]
        let articulation = list(
            "lart", chunk("art1", number(8, 4) + number(connections.count, 4) + connections.flatMap { $0 }))
        func region(_ keys: ClosedRange<Int>, _ more: [UInt8] = []) -> [UInt8] {
            let header =
                number(keys.lowerBound, 2) + number(keys.upperBound, 2) + number(0, 2) + number(0, 2) + number(0, 2)
                + number(5, 2)
            let link = number(0, 2) + number(0, 2) + number(1, 4) + number(0, 4)
            return list("rgn ", chunk("rgnh", header) + more + chunk("wlnk", link))
        }
        func instrument(_ bank: Int, _ program: Int, _ name: String, _ regions: [UInt8], _ more: [UInt8]) -> [UInt8] {
            list(
                "ins ",
                chunk("insh", number(1, 4) + number(bank, 4) + number(program, 4)) + list("lrgn", regions) + more
                    + list("INFO", chunk("INAM", [UInt8](name.utf8) + [0])))
        }
        let regions = region(0...59) + region(60...127, settings(root: 72, fine: 0, gain: -60 << 16, loop: nil))
        let body =
            chunk("colh", number(2, 4))
            + list(
                "lins",
                instrument(0, 12, "Marimba", regions, articulation)
                    + instrument(0x8000_0000, 0, "Kit", region(35...81), []))
            + chunk("ptbl", number(8, 4) + number(1, 4) + number(0, 4)) + list("wvpl", wave)
            + list("INFO", chunk("INAM", [UInt8]("Bank".utf8) + [0]))
        return chunk("RIFF", [UInt8]("DLS ".utf8) + body)
    }

    @Test func aBankTellsItsInstruments() throws {
        let bank = try DLSBank(MappedBytes(Self.bank()))
        #expect(bank.name == "Bank")
        #expect(bank.instruments.map(\.instrument.name) == ["Marimba", "Kit"])
        #expect(bank.instruments.map(\.number) == [.init(bank: 0, program: 12), .init(bank: 128, program: 0)])
    }

    @Test func regionsPlayTheirWaveAsTheyOrTheWaveSay() throws {
        let bank = try DLSBank(MappedBytes(Self.bank()))
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
        let bank = try DLSBank(MappedBytes(Self.bank()))
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
        let whole = Self.bank()
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
