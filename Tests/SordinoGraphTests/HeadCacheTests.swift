import ByteMutation
import Foundation
import SordinoSignal
import Testing

@testable import SordinoGraph

private let usualPath = "/usr/share/libmysofa/default.sofa"
private let isInstalled = FileManager.default.fileExists(atPath: usualPath)

@Suite struct HeadCacheTests {
    /// A folder of the test's own, and a cache in it.
    private func withCache(_ body: (HeadCache, URL) throws -> Void) rethrows {
        let folder = FileManager.default.temporaryDirectory.appending(path: "heads-\(UUID().uuidString)/a/b")
        defer {
            try? FileManager.default.removeItem(at: folder.deletingLastPathComponent().deletingLastPathComponent())
        }
        try body(HeadCache(folder: folder.path), folder)
    }

    /// Eight corners of a cube, each with an impulse for each ear.
    private var cube: HeadCache.Set {
        var corners: [Float] = []
        for corner in 0..<8 {
            for bit in 0..<3 { corners.append(corner >> bit & 1 == 0 ? -1 : 1) }
        }
        var responses = [Float](repeating: 0, count: 16 * 32)
        for ear in 0..<16 { responses[ear * 32 + ear % 7] = 0.5 }
        return HeadCache.Set(
            sampleRate: 48_000, frameCount: 32, positions: corners[...], responses: responses[...],
            delays: [Float](repeating: 0.25, count: 16)[...])
    }

    @Test func aSetThatIsKeptComesBack() {
        withCache { cache, _ in
            #expect(cache.set("a") == nil)
            cache.keep(cube, as: "a")
            let found = cache.set("a")
            #expect(found?.sampleRate == 48_000 && found?.frameCount == 32)
            #expect(found?.positions.elementsEqual(cube.positions) == true)
            #expect(found?.responses.elementsEqual(cube.responses) == true)
            #expect(found?.delays.elementsEqual(cube.delays) == true)
        }
    }

    @Test func aDamagedFileIsAsNone() throws {
        try withCache { cache, folder in
            cache.keep(cube, as: "a")
            let whole = Array(try Data(contentsOf: folder.appending(path: "a")))
            for count in [0, 3, 23, 24, whole.count - 4, whole.count - 1] {
                try Data(whole.prefix(count)).write(to: folder.appending(path: "a"))
                #expect(cache.set("a") == nil, "\(count) bytes")
            }
            for seed in 0..<300 {
                var mutation = ByteMutation(seed: UInt64(seed))
                let damaged = mutation.damaged(whole, headByteCount: 24)
                try Data(damaged).write(to: folder.appending(path: "a"))
                // The rate stands beside the numbers that are summed up; it is checked where a head is made.
                let isSame = damaged.count == whole.count && damaged[16...] == whole[16...]
                #expect(cache.set("a") == nil || isSame, "seed \(seed)")
            }
        }
    }

    @Test func sixteenSetsAreKeptAndAFolderThatCannotBeIsNone() throws {
        try withCache { cache, folder in
            for number in 0..<20 { cache.keep(cube, as: "\(number)") }
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(kept.count == 16)
            #expect(cache.set("19") != nil)
        }
        let nowhere = HeadCache(folder: "/proc/nowhere/heads")
        nowhere.keep(cube, as: "a")
        #expect(nowhere.set("a") == nil)
    }

    @Test func keysFollowFromTheBytesAlone() throws {
        try withCache { _, folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            func key(_ name: String, _ bytes: [UInt8]) throws -> String? {
                let url = folder.appending(path: name)
                try Data(bytes).write(to: url)
                return HeadCache.key(ofFile: url.path)
            }
            let bytes = (0..<1_001).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let (one, two) = (try key("a", bytes), try key("b", bytes))
            #expect(one == two)
            var keys: Swift.Set<String?> = [try key("a", bytes), try key("c", bytes + [0])]
            for place in [0, 7, 8, 999, 1_000] {
                var other = bytes
                other[place] ^= 1
                keys.insert(try key("d", other))
            }
            #expect(keys.count == 7)
            #expect(HeadCache.key(ofFile: "/dev/zero") == nil && HeadCache.key(ofFile: "/nowhere") == nil)
        }
    }

    @Test(.enabled(if: isInstalled)) func aFileIsReadOnceAndThenComesFromTheCache() throws {
        try withCache { cache, _ in
            let first = try SceneHeads.read(usualPath, isInstalled: true, cache: cache)
            let again = try SceneHeads.read(usualPath, isInstalled: true, cache: cache)
            #expect(first.directions == again.directions && first.delays == again.delays)
            let key = try #require(HeadCache.key(ofFile: usualPath))
            #expect(cache.set(key)?.responses.count == first.directions.count * 2 * (cache.set(key)?.frameCount ?? 0))
            // Another set under the file's key: what is read now was not in the file.
            cache.keep(cube, as: key)
            let other = try SceneHeads.read(usualPath, isInstalled: true, cache: cache)
            #expect(other.directions.count == 8)
            // A set that is no head is not taken.
            var flat = cube
            flat.positions = [Float](repeating: 0, count: 24)[...]
            cache.keep(flat, as: key)
            let last = try SceneHeads.read(usualPath, isInstalled: true, cache: cache)
            #expect(last.directions == first.directions)
        }
    }
}
