import ByteMutation
import SordinoMedia
import Testing

/// Damaged files of every container, the same ones at every run.
///
/// The long version is `fuzz-containers`.
@Suite struct MutationTests {
    static let fileTypes: [FourCC] = ["WAVE", "RF64", "AIFF", "AIFC", "caff", "NeXT", "W64f"]

    /// Files with everything in them that the parsers look at.
    static func seeds(_ fileType: FourCC) throws -> [[UInt8]] {
        let isBig = ["AIFF", "AIFC", "NeXT"].contains(fileType)
        let info = ["title", "artist", "comments"].map { MediaProperties.Info(key: $0, value: "Some \($0)") }
        return try [(1, 200), (2, 77), (6, 33)].map { channelCount, frameCount in
            let format = MediaFormat(
                isBig ? .int24(.big) : .int16(.little), sampleRate: 44100, channelCount: channelCount)
            let layout = channelCount == 6 ? ChannelLayout(tag: 121 << 16 | 6) : nil
            return try written(
                exactSamples(channelCount: channelCount, frameCount: frameCount, bits: 16), fileType,
                MediaDescription(format, layout: layout, info: info))
        }
    }

    @Test(arguments: fileTypes.indices)
    func damagedFilesAreReadInPartOrRefusedWithAReason(index: Int) throws {
        let fileType = Self.fileTypes[index]
        var mutation = ByteMutation(seed: 1000 + UInt64(index))
        let seeds = try Self.seeds(fileType)
        var read = 0
        var refused = 0
        for round in 0..<3000 {
            let bytes = mutation.damaged(seeds[round % seeds.count])
            do {
                let reader = try MediaReader(bytes: bytes)
                #expect(reader.dataRange.upperBound <= Int64(bytes.count))
                #expect(reader.frameCount <= Int64(bytes.count))
                let frames = try allFrames(reader, step: 512)
                #expect(frames.allSatisfy { Int64($0.count) == reader.frameCount }, "round \(round)")
                read += 1
            } catch let error as MediaError {
                #expect(!error.description.isEmpty)
                refused += 1
            }
        }
        #expect(read > 300 && refused > 300, "\(read) read, \(refused) refused")
    }

    @Test(arguments: fileTypes.indices)
    func damagedStreamsGiveTheSamePacketsHoweverTheyAreCut(index: Int) throws {
        let fileType = Self.fileTypes[index]
        var mutation = ByteMutation(seed: 2000 + UInt64(index))
        let seeds = try Self.seeds(fileType)
        for round in 0..<600 {
            let bytes = mutation.damaged(seeds[round % seeds.count])
            func pushed(_ pieceByteCount: Int) -> ([UInt8], String) {
                var parser = PushParser()
                var packets: [UInt8] = []
                do throws(MediaError) {
                    for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
                        let piece = Array(bytes[start..<min(bytes.count, start + pieceByteCount)])
                        try push(piece, &parser, &packets)
                    }
                    try parser.finish()
                    return (packets, "")
                } catch {
                    return (packets, error.description)
                }
            }
            let whole = pushed(1 << 20)
            for pieceByteCount in [1, 13] {
                let cut = pushed(pieceByteCount)
                #expect(cut.0 == whole.0, "round \(round)")
                #expect(cut.1 == whole.1, "round \(round)")
            }
        }
    }

    private func push(_ piece: [UInt8], _ parser: inout PushParser, _ packets: inout [UInt8]) throws(MediaError) {
        var failure: MediaError?
        piece.withUnsafeBytes { bytes in
            do throws(MediaError) { try parser.push(bytes) { packets += $0.bytes } } catch { failure = error }
        }
        if let failure { throw failure }
    }

    static let seedFiles = SeedFiles.all()

    @Test(.enabled(if: !seedFiles.isEmpty, "Fuzz/Seeds is not beside these sources"))
    func damagedSeedsOfEveryKindAreReadInPartOrRefused() throws {
        var mutation = ByteMutation(seed: 3000)
        var (read, refused) = (0, 0)
        for round in 0..<40 * Self.seedFiles.count {
            let bytes = mutation.damaged(Self.seedFiles[round % Self.seedFiles.count].bytes)
            do throws(MediaError) {
                let scan = try MediaScan.scan(MemoryByteSource(bytes))
                #expect(scan.dataStart + scan.dataByteCount <= Int64(bytes.count))
                read += 1
            } catch {
                #expect(!error.description.isEmpty)
                refused += 1
            }
            #expect(pushed(bytes, 1 << 20).packets.count <= bytes.count)
        }
        #expect(read > 100 && refused > 100, "\(read) read, \(refused) refused")
    }

    /// Packets of the seeds as a stream gives them, and whether it was refused.
    private func pushed(_ bytes: [UInt8], _ pieceByteCount: Int) -> (packets: [UInt8], count: Int, isRefused: Bool) {
        var parser = PushParser()
        var (packets, count) = ([UInt8](), 0)
        do {
            for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
                try bytes[start..<min(bytes.count, start + pieceByteCount)].withUnsafeBytes { piece in
                    try parser.push(piece) {
                        packets += $0.bytes
                        count += $0.packetCount
                    }
                }
            }
            try parser.finish {
                packets += $0.bytes
                count += $0.packetCount
            }
            return (packets, count, false)
        } catch { return (packets, count, true) }
    }

    @Test(.enabled(if: !seedFiles.isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: seedFiles.map(\.name))
    func aCutStreamGivesAllPacketsBeforeTheCut(name: String) throws {
        let bytes = try #require(Self.seedFiles.first { $0.name == name }).bytes
        let whole = pushed(bytes, 4096)
        guard !whole.isRefused else {
            // A description behind the audio is no stream.
            let described = ["alac.caf", "m4a", "m4b", "mov", "mp4", "3gp", "aiff"]
            #expect(described.contains { name.hasSuffix($0) })
            return
        }
        // Pages of Ogg are whole or not at all; GSM has no headers, so that only whole packets are believed to be some.
        let isPaged = ["oga", "ogg", "opus", "raw.gsm"].contains { name.hasSuffix($0) }
        var places: [(end: Int64, number: Int)] = []
        let scan = try MediaScan.scan(MemoryByteSource(bytes))
        guard scan.format.encoding == nil, OutsideTool.hasLibrary, !isPaged else { return }
        let packets = try MediaReader(bytes: bytes).makePacketSource()
        while let packet = try packets.next() {
            places.append((packet.offset + Int64(packet.bytes.count), Int(packet.number)))
        }
        #expect(whole.count >= places.count)
        for place in places.dropFirst(3) {
            // Some bytes of what follows: a header may stand before a packet.
            let cut = min(bytes.count, Int(place.end) + 9)
            let part = pushed(Array(bytes[..<cut]), 1000)
            #expect(whole.packets.starts(with: part.packets), "\(name), cut at \(cut)")
            #expect(part.count >= place.number + 1, "\(name), cut at \(cut): \(part.count) of \(place.number + 1)")
        }
    }

    @Test func garbageIsRefusedWithinAQuarterOfAMebibyte() {
        var mutation = ByteMutation(seed: 77)
        for round in 0..<3 {
            let garbage = (0..<1 << 18).map { _ in UInt8(mutation.choice(below: 256)) }
            #expect(pushed(garbage, 1 + 500 * round).isRefused)
        }
    }
}
