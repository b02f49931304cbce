import Testing

@testable import SordinoCodecs

/// Packets of strangers, mutated and cut.
@Suite struct ILBCMutationTests {
    @Test(arguments: ILBCMode.allCases)
    func damagedPacketsDecodeOrAreRefused(mode: ILBCMode) throws {
        let seed: UInt64 = 20_260_731
        var random = ILBCRandom(state: seed)
        let packets = ILBCSpeech.encode(ILBCSpeech.make(seconds: 0.5), mode: mode)
        let decoder = ILBCDecoder(mode: mode, isEnhanced: true)
        var counts = (decoded: 0, refused: 0)
        for round in 0..<3000 {
            var packet = packets[Int(random.next() % UInt64(packets.count))]
            switch random.next() % 8 {
            case 0: packet.removeLast(Int(random.next() % UInt64(packet.count)) + 1)
            case 1: packet.append(UInt8(truncatingIfNeeded: random.next()))
            case 2: for index in packet.indices { packet[index] = UInt8(truncatingIfNeeded: random.next()) }
            case 3: packet = [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: packet.count)
            default:
                for _ in 0...random.next() % 20 {
                    let bit = Int(random.next() % UInt64(8 * packet.count))
                    packet[bit / 8] ^= 0x80 >> UInt8(bit % 8)
                }
            }
            do {
                let count = try packet.withUnsafeBytes { try decoder.decode($0) }
                #expect(count == mode.framesPerPacket)
                counts.decoded += 1
            } catch {
                guard case CodecError.damaged = error else {
                    Issue.record("seed \(seed), round \(round): \(error)")
                    continue
                }
                counts.refused += 1
                decoder.conceal()
            }
            let plane = UnsafeBufferPointer(start: decoder.plane(0), count: mode.framesPerPacket)
            let isSound = plane.allSatisfy { $0.isFinite && abs($0) <= 1 }
            #expect(isSound, "seed \(seed), round \(round)")
            if !isSound { break }
        }
        // Both outcomes occur often.
        #expect(counts.decoded > 1000 && counts.refused > 500, "seed \(seed)")
        print("iLBC \(mode), seed \(seed): \(counts.decoded) decoded, \(counts.refused) refused")
        // The decoder is as good as before.
        decoder.reset()
        let again = try packets.flatMap { packet in
            let count = try packet.withUnsafeBytes { try decoder.decode($0) }
            return Array(UnsafeBufferPointer(start: decoder.plane(0), count: count))
        }
        #expect(again == (try ILBCSpeech.decode(packets, mode: mode, isEnhanced: true)))
    }

    @Test(arguments: ILBCMode.allCases)
    func anUnstableSpectrumThatStaysForeverStaysFinite(mode: ILBCMode) throws {
        // Rows whose frequencies fall together after both passes of the stability check.
        let rows = Self.meetingRows()
        #expect(!rows.isEmpty)
        let layout = ILBCPacketLayout(mode: mode)
        for (row1, row2, row3) in rows {
            var random = ILBCRandom(state: 5)
            let decoder = ILBCDecoder(mode: mode, isEnhanced: false)
            for _ in 0..<40 {
                let widths = ILBCPacketLayout.widths(mode: mode).map { UInt64($0.reduce(0, +)) }
                for (index, width) in widths.enumerated() {
                    layout.parameters.values[index] = Int32(random.next() % (1 << width))
                }
                for spectrum in 0..<mode.spectrumCount {
                    layout.parameters.values[3 * spectrum] = Int32(row1)
                    layout.parameters.values[3 * spectrum + 1] = Int32(row2)
                    layout.parameters.values[3 * spectrum + 2] = Int32(row3)
                }
                layout.parameters.values[layout.parameters.startBlock] = 1
                layout.parameters.values[layout.parameters.stateScale] = 63
                layout.parameters.values[layout.parameters.isEmpty] = 0
                let count = try decoder.decode(layout.write())
                let plane = UnsafeBufferPointer(start: decoder.plane(0), count: count)
                #expect(plane.allSatisfy { $0.isFinite && abs($0) <= 1 }, "rows \(row1), \(row2), \(row3)")
            }
        }
    }

    /// A few combinations of codebook rows that leave two equal frequencies.
    private static func meetingRows() -> [(Int, Int, Int)] {
        let memory = ILBCMemory()
        let trial = memory.take(10)
        let tables = ILBCTables.spectrumCodebooks.map { Float($0) / 8192 }
        var found: [(Int, Int, Int)] = []
        var random = ILBCRandom(state: 9)
        for _ in 0..<200_000 where found.count < 3 {
            let rows = (Int(random.next() % 64), Int(random.next() % 128), Int(random.next() % 128))
            for column in 0..<3 {
                trial[column] = tables[3 * rows.0 + column]
                trial[3 + column] = tables[192 + 3 * rows.1 + column]
            }
            for column in 0..<4 { trial[6 + column] = tables[576 + 4 * rows.2 + column] }
            ILBCSpectrum.separate(trial)
            let gap = (0..<9).map { trial[$0 + 1] - trial[$0] }.min() ?? 1
            if gap <= 1e-6 { found.append(rows) }
        }
        return found
    }
}
