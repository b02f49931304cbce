import ByteMutation
import SordinoMedia
import Testing

/// A stream that is no sound says so before much of it has passed, whatever kind it begins as.
@Suite struct StreamGarbageTests {
    /// What follows the beginning of a stream.
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

    static let byteLimit = 1 << 20
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
    @Test(.enabled(if: !seeds.isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: Garbage.allCases)
    func aStreamThatOnlyBeginsLikeSoundIsRefused(garbage: Garbage) throws {
        for seed in Self.seeds {
            for startByteCount in [4, 12, 20, 40] {
                let bytes = garbage.bytes(Self.byteLimit, seed: UInt64(startByteCount))
                let refusal = refusal(Array(seed.bytes.prefix(startByteCount)), bytes, hint: nil)
                let name = "\(seed.name), \(startByteCount) bytes of it, then \(garbage): \(refusal)"
                #expect(refusal.byteCount != nil, "\(name)")
            }
        }
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

    /// A stream whose header tells its length gives all whole packets, then says that it is cut; one without a length says so
    /// in the middle of a packet.
    @Test(.enabled(if: !seeds.isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: seeds.map(\.name))
    func aCutStreamGivesItsWholePacketsThenTheError(name: String) throws {
        let bytes = try #require(Self.seeds.first { $0.name == name }).bytes
        let whole = cut(bytes[...])
        // What is described behind its audio is no stream; GSM has no headers.
        guard whole.error == nil, !name.hasSuffix("raw.gsm") else { return }
        let scan = try MediaScan.scan(MemoryByteSource(bytes))
        let end = Int(scan.dataStart + scan.dataByteCount)
        let isPaged = scan.container.fileType == "Oggf"
        for share in [0.3, 0.5, 0.77] {
            let at = Int(scan.dataStart) + Int(Double(scan.dataByteCount) * share)
            guard at > Int(scan.dataStart) + 8, at < end - 1 else { continue }
            let part = cut(bytes[..<at])
            #expect(whole.packets.starts(with: part.packets), "\(name), cut at \(at)")
            #expect(part.packets.count < whole.packets.count, "\(name), cut at \(at)")
            if case .uniform = scan.properties.packets {
                let size = scan.format.bytesPerPacket
                #expect(part.packets.count == (at - Int(scan.dataStart)) / size * size, "\(name), cut at \(at)")
            }
            // Its pages are whole or not there.
            if isPaged { continue }
            #expect(part.error != nil, "\(name), cut at \(at)")
        }
    }
}
