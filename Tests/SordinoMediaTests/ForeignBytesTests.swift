import ByteMutation
import Foundation
import SordinoMedia
import Testing

/// Files of other programs hold bytes that look like headers of frames.
@Suite struct ForeignBytesTests {
    /// Returns whether bytes are refused as no sound.
    private func isRefused(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try MediaScan.scan(MemoryByteSource(bytes))
            return false
        } catch {
            if case .unsupported(.fileType) = error { return true }
            return false
        }
    }

    private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var mutation = ByteMutation(seed: seed)
        // No header begins by chance: none of the bytes is the first of one.
        return (0..<count).map { _ in UInt8(mutation.choice(below: 10)) }
    }

    /// Headers of one kind at the distances that they announce: MPEG audio of 128 kbit/s and ADTS of 200 bytes.
    private static func frames(_ header: [UInt8], every distance: Int, count: Int, seed: UInt64) -> [UInt8] {
        (0..<count).flatMap { header + noise(distance - header.count, seed: seed + UInt64($0)) }
    }

    @Test(arguments: [3, 4, 6]) func someFramesInTheMiddleOfAProgramAreNoSound(count: Int) {
        let mpeg = Self.frames([0xFF, 0xFB, 0x90, 0x64], every: 417, count: count, seed: 3)
        let adts = Self.frames([0xFF, 0xF1, 0x50, 0x80, 0x19, 0x1F, 0xFC], every: 200, count: count, seed: 4)
        for middle in [mpeg, adts] {
            let bytes = Self.magic + Self.noise(3000, seed: 1) + middle + Self.noise(60_000, seed: 2)
            #expect(isRefused(bytes))
        }
    }

    @Test func aTableOfEqualEntriesIsNoSound() {
        // 417 is a multiple of 3: every header finds the next one at its place.
        let table = [[UInt8]](repeating: [0xFF, 0xFB, 0x90] + [UInt8](repeating: 0, count: 136), count: 200)
        #expect(isRefused(Self.magic + Self.noise(100, seed: 1) + table.flatMap { $0 } + Self.noise(900, seed: 2)))
    }

    @Test func soundBehindOtherBytesIsStillFound() throws {
        let frames = Self.frames([0xFF, 0xFB, 0x90, 0x64], every: 417, count: 20, seed: 5)
        let scan = try MediaScan.scan(MemoryByteSource(Self.noise(5000, seed: 6) + frames))
        #expect(scan.format.codec == ".mp3")
        #expect(scan.dataStart == 5000)
    }

    @Test func noProgramOfThisMachineIsTakenForSound() throws {
        let folder = "/usr/bin"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var looked = 0
        for name in names where looked < 40 {
            guard let file = FileHandle(forReadingAtPath: folder + "/" + name) else { continue }
            defer { try? file.close() }
            guard let bytes = try? file.read(upToCount: 1 << 18), bytes.starts(with: Self.magic.prefix(4)) else {
                continue
            }
            looked += 1
            let isNoSound = isRefused([UInt8](bytes))
            #expect(isNoSound, "\(name)")
        }
    }
}
