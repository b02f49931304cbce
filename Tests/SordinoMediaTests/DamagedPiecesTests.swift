import ByteMutation
import SordinoMedia
import Testing

/// Damaged streams of every kind give the same packets whole and in pieces of many sizes.
///
/// The long version is `fuzz-containers`. A finding prints the seed, the round and the sizes that give it again.
@Suite struct DamagedPiecesTests {
    /// The packets of a stream one behind the other, the bytes of each, their frames, and the error at the end.
    struct Outcome: Equatable {
        var packets: [UInt8] = []
        var byteCounts: [Int] = []
        var frameCount = 0
        var error = ""

        mutating func take(_ run: PacketRun) {
            packets += run.bytes
            byteCounts += [Int](repeating: run.bytes.count / max(1, run.packetCount), count: run.packetCount)
            frameCount += run.frameCount
        }

        /// Returns the first difference in words.
        func difference(from other: Outcome) -> String? {
            guard self != other else { return nil }
            let alike = zip(byteCounts, other.byteCounts).prefix { $0.0 == $0.1 }.count
            return "\(byteCounts.count) packets and \(other.byteCounts.count), the first \(alike) alike; "
                + "\(frameCount) frames and \(other.frameCount); \"\(error)\" and \"\(other.error)\""
        }
    }

    /// Pushes a stream in pieces of the sizes that `size` gives.
    static func pushed(_ bytes: [UInt8], _ size: () -> Int) -> Outcome {
        var parser = PushParser()
        var outcome = Outcome()
        do {
            var at = 0
            while at < bytes.count {
                let end = min(bytes.count, at + max(1, size()))
                try bytes[at..<end].withUnsafeBytes { try parser.push($0) { outcome.take($0) } }
                at = end
            }
            try parser.finish { outcome.take($0) }
        } catch { outcome.error = "\(error)" }
        return outcome
    }

    /// A stream that gives some packets, and where its audio begins.
    struct Stream: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var dataStart: Int
        /// Indicates whether a table places the packets, so that damage leads a file elsewhere than a stream.
        var hasTable: Bool
        var testDescription: String { name }
    }

    /// The seeds that can be read as streams.
    static let streams: [Stream] = (SeedFiles.all() + [shortFrames]).compactMap { file in
        guard !pushed(file.bytes, { file.bytes.count }).packets.isEmpty,
            let scan = try? MediaScan.scan(MemoryByteSource(file.bytes))
        else { return nil }
        return Stream(name: file.name, bytes: file.bytes, dataStart: Int(scan.dataStart), hasTable: isTable(scan))
    }

    private static func isTable(_ scan: MediaScan.Result) -> Bool {
        if case .table = scan.properties.packets { true } else { false }
    }

    /// Frames of FLAC that are shorter than the longest header.
    private static let shortFrames = SeedFiles.File(
        name: "silent.flac", bytes: SilentFLAC.bytes(frameCount: 20, channelCount: 1))

    /// Damages a stream by its round: anywhere, at the beginning of the audio or in front of it, without its first
    /// bytes, or with another stream behind it.
    static func damaged(_ stream: Stream, round: Int, _ mutation: inout ByteMutation) -> [UInt8] {
        var bytes = stream.bytes
        let start = min(stream.dataStart, bytes.count)
        switch round % 6 {
        case 0: return mutation.damaged(bytes)
        case 1: return mutation.damaged(bytes, headByteCount: bytes.count)
        case 2:
            let audio = mutation.damaged(Array(bytes[start...]), headByteCount: 64)
            return Array(bytes[..<start]) + audio
        case 3:
            // Bytes that may begin a frame of one kind or another.
            let firsts: [UInt8] = [0xFF, 0xFB, 0xF1, 0xF8, 0x0B, 0x77, 0x56, 0xE0, 0x4F, 0x66, 0xD0, 0]
            let garbage = (0..<1 + mutation.choice(below: 70)).map { _ in firsts[mutation.choice(below: firsts.count)] }
            bytes.replaceSubrange(start..<start + mutation.choice(below: min(40, bytes.count - start)), with: garbage)
            return bytes
        case 4:
            bytes.removeSubrange(start..<start + mutation.choice(below: min(1500, bytes.count - start)))
            return bytes
        default:
            let cut = start + mutation.choice(below: bytes.count - start)
            return Array(bytes[..<cut]) + streams[mutation.choice(below: streams.count)].bytes
        }
    }

    @Test(.enabled(if: !streams.isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: streams.indices)
    func aDamagedStreamGivesTheSamePacketsInPiecesOfManySizes(index: Int) {
        let stream = Self.streams[index]
        let seed = 5000 + UInt64(index)
        var mutation = ByteMutation(seed: seed)
        for round in 0..<CallWalk.steps(36) {
            let bytes = Self.damaged(stream, round: round, &mutation)
            let whole = Self.pushed(bytes) { bytes.count }
            #expect(whole.packets.count <= bytes.count)
            for size in [1, 13, 16, 97, 513, 4099] where size < bytes.count {
                let difference = Self.pushed(bytes) { size }.difference(from: whole)
                #expect(difference == nil, "\(stream.name), seed \(seed), round \(round), pieces of \(size)")
            }
            let limit = [3, 30, 300, 3000][round % 4]
            let difference = Self.pushed(bytes) { 1 + mutation.choice(below: limit) }.difference(from: whole)
            #expect(difference == nil, "\(stream.name), seed \(seed), round \(round), pieces of up to \(limit)")
        }
    }

    /// Every place at which two pieces can meet, in streams whose beginning is damaged.
    @Test(.enabled(if: !streams.isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: streams.indices)
    func twoPiecesMayMeetAnywhere(index: Int) {
        let stream = Self.streams[index]
        let seed = 6000 + UInt64(index)
        var mutation = ByteMutation(seed: seed)
        for round in 2...4 {
            let bytes = Self.damaged(stream, round: round, &mutation)
            let whole = Self.pushed(bytes) { bytes.count }
            // Each of the first places, and some of the others.
            let others = stride(from: 700 + round, to: bytes.count, by: 61)
            for cut in Array(1..<min(700, bytes.count)) + Array(others) {
                var sizes = [bytes.count, cut]
                let difference = Self.pushed(bytes) { sizes.removeLast() }.difference(from: whole)
                #expect(difference == nil, "\(stream.name), seed \(seed), round \(round), cut at \(cut)")
            }
        }
    }

    /// The packets of a file, which is read by the same parsers and framers in pieces of its own.
    static func pulled(_ bytes: [UInt8]) throws -> Outcome {
        let packets = try MediaReader(bytes: bytes).makePacketSource()
        var outcome = Outcome()
        while let packet = try packets.next() {
            outcome.packets += packet.bytes
            outcome.byteCounts.append(packet.bytes.count)
            outcome.frameCount += packet.frameCount
        }
        return outcome
    }

    @Test(
        .enabled(if: !streams.isEmpty, "Fuzz/Seeds is not beside these sources"),
        arguments: streams.indices.filter { !streams[$0].hasTable })
    func aDamagedFileGivesThePacketsOfItsStream(index: Int) {
        let stream = Self.streams[index]
        let seed = 7000 + UInt64(index)
        var mutation = ByteMutation(seed: seed)
        for round in 0..<CallWalk.steps(90) {
            let bytes = Self.damaged(stream, round: round, &mutation)
            var whole = Self.pushed(bytes) { bytes.count }
            guard !whole.packets.isEmpty, let file = try? Self.pulled(bytes) else { continue }
            // A file ends where a stream breaks off with a reason.
            whole.error = ""
            let difference = file.difference(from: whole)
            #expect(difference == nil, "\(stream.name), seed \(seed), round \(round)")
        }
    }

    @Test(arguments: 1...20)
    func aShortLastFrameOfFLACIsFoundBehindOtherBytes(byteCount: Int) throws {
        let bytes = SilentFLAC.bytes(frameCount: 3, channelCount: 1)
        let last = bytes.count - SilentFLAC.bytes(frameCount: 2, channelCount: 1).count
        #expect(last < 16)
        let garbled = bytes.dropLast(last) + [UInt8](repeating: 0x55, count: byteCount) + bytes.suffix(last)
        let whole = Self.pushed(Array(garbled)) { garbled.count }
        #expect(whole.byteCounts.last == last && whole.byteCounts.count == 3)
        #expect(try Self.pulled(Array(garbled)) == whole)
    }
}
