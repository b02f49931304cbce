import ByteMutation
import SordinoMedia
import Testing

/// A stream that is no sound says so before much of it has passed, for any beginning.
@Suite struct StreamGarbageTests {
    /// The bytes behind the beginning of a stream.
    enum Garbage: CaseIterable {
        case random, zeros, ones, blanks, text

        func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
            var mutation = ByteMutation(seed: seed)
            switch self {
            case .random: return (0..<count).map { _ in UInt8(mutation.choice(below: 256)) }
            case .zeros: return [UInt8](repeating: 0, count: count)
            case .ones: return [UInt8](repeating: 0xFF, count: count)
            case .blanks: return [UInt8](repeating: 0x20, count: count)
            case .text: return (0..<count).map { Array("It was a dark and stormy night. ".utf8)[$0 % 32] }
            }
        }
    }

    static let byteLimit = 200 << 10
    private static let seeds = SeedFiles.all()

    /// Bytes that a stream takes before it is refused; nil if it is not, within the limit.
    private func refusal(_ start: [UInt8], _ garbage: [UInt8], hint: Container?) -> (byteCount: Int?, packetCount: Int)
    {
        var parser = PushParser(hint: hint)
        var (pushed, packetCount) = (0, 0)
        var rest = (start + garbage)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(4096))
            rest = rest.dropFirst(4096)
            do {
                try piece.withUnsafeBytes { try parser.push($0) { packetCount += $0.packetCount } }
            } catch { return (pushed, packetCount) }
            pushed += piece.count
        }
        return (nil, packetCount)
    }

    @Test(arguments: Garbage.allCases) func garbageOfAnyKindIsRefusedWhateverWasExpected(garbage: Garbage) {
        let bytes = garbage.bytes(Self.byteLimit, seed: 5)
        for container in Containers.all {
            let refusal = refusal([], bytes, hint: container)
            #expect(refusal.byteCount ?? .max <= 1 << 18, "\(container.name): \(refusal)")
        }
    }

    /// The beginning is that of a file; then comes something else.
    ///
    /// Where it is taken for sound, it is sound.
    @Test(
        .enabled(if: !seeds.isEmpty, "Fuzz/Seeds is not beside these sources"),
        arguments: [Garbage.random, .blanks])
    func aStreamThatOnlyBeginsLikeSoundIsRefused(garbage: Garbage) throws {
        let bytes = garbage.bytes(Self.byteLimit, seed: 9)
        for seed in Self.seeds {
            // A block of FLAC may be as long as all of this: the test below has its limit.
            for startByteCount in [12, 20, 40] where !seed.name.hasSuffix(".flac") {
                let refusal = refusal(Array(seed.bytes.prefix(startByteCount)), bytes, hint: nil)
                let name = "\(seed.name), \(startByteCount) bytes of it, then \(garbage): \(refusal)"
                #expect(refusal.byteCount != nil || refusal.packetCount > 0, "\(name)")
            }
        }
    }

    /// Empty chunks and blocks without end.
    @Test(arguments: ["RIFF\u{7F}\u{7F}\u{7F}\u{7F}WAVE", "FORM\u{7F}\u{7F}\u{7F}\u{7F}AIFF"])
    func nothingWithoutEndIsRefused(start: String) throws {
        var parser = PushParser()
        let nothing = [UInt8](repeating: 0, count: 1 << 20)
        var pushed = 0
        let error = #expect(throws: MediaError.self) {
            try Array(start.utf8).withUnsafeBytes { try parser.push($0) { _ in } }
            while pushed < 100 << 20 {
                try nothing.withUnsafeBytes { try parser.push($0) { _ in } }
                pushed += nothing.count
            }
        }
        #expect(error != nil && pushed <= 65 << 20, "\(pushed)")
    }

    @Test func whatAnnouncesTooMuchBeforeItsSoundIsRefusedAtOnce() throws {
        func refusedAfter(_ chunkByteCount: Int) throws -> Int {
            var parser = PushParser()
            var pushed = 0
            func push(_ bytes: [UInt8]) throws {
                try bytes.withUnsafeBytes { try parser.push($0) { _ in } }
                pushed += bytes.count
            }
            let size = (0..<4).map { UInt8(chunkByteCount >> (8 * $0) & 0xFF) }
            do {
                try push(Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0x7F] + Array("WAVE".utf8))
                for _ in 0..<100 {
                    try push(Array("JUNK".utf8) + size)
                    try push([UInt8](repeating: 0, count: min(chunkByteCount, 1 << 20)))
                }
            } catch let error as MediaError {
                guard case .limit = error else { throw error }
            }
            return pushed
        }
        #expect(try refusedAfter(1 << 30) <= 20)
        let several = try refusedAfter(1 << 20)
        #expect(several > 60 << 20 && several <= 65 << 20, "\(several)")
    }

    /// All packets up to a byte, and what the end is then said to be.
    private func cut(_ bytes: ArraySlice<UInt8>) -> (packets: [UInt8], error: MediaError?) {
        var parser = PushParser()
        var packets: [UInt8] = []
        do throws(MediaError) {
            var failure: MediaError?
            bytes.withUnsafeBytes { bytes in
                do throws(MediaError) { try parser.push(bytes) { packets += $0.bytes } } catch { failure = error }
            }
            if let failure { throw failure }
            try parser.finish { packets += $0.bytes }
            return (packets, nil)
        } catch { return (packets, error) }
    }

    /// A stream whose header tells its length gives all whole packets, then says that it is cut.
    ///
    /// Streams whose packets carry themselves are those of `CompressedStreamTests`.
    @Test(.enabled(if: !seeds.isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: seeds.map(\.name))
    func aCutStreamGivesItsWholePacketsThenTheError(name: String) throws {
        let bytes = try #require(Self.seeds.first { $0.name == name }).bytes
        let whole = cut(bytes[...])
        // A description behind the audio is no stream; fragments, GSM and iLBC (RFC 3952) do not tell their number.
        guard whole.error == nil, !name.hasPrefix("fragments"), !["raw.gsm", "long.lbc"].contains(name) else { return }
        let scan = try MediaScan.scan(MemoryByteSource(bytes))
        if case .framed = scan.properties.packets { return }
        let end = Int(scan.dataStart + scan.dataByteCount)
        for share in [0.3, 0.5, 0.77] {
            let at = Int(scan.dataStart) + Int(Double(scan.dataByteCount) * share)
            guard at > Int(scan.dataStart), at < end - 1 else { continue }
            let part = cut(bytes[..<at])
            #expect(whole.packets.starts(with: part.packets), "\(name), cut at \(at)")
            #expect(part.packets.count < whole.packets.count, "\(name), cut at \(at)")
            if case .uniform = scan.properties.packets {
                let size = scan.format.bytesPerPacket
                #expect(part.packets.count == (at - Int(scan.dataStart)) / size * size, "\(name), cut at \(at)")
            }
            #expect(part.error != nil, "\(name), cut at \(at)")
        }
    }
}
