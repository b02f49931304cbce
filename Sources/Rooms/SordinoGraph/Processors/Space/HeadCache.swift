import Glibc
import SordinoRealtime

/// A folder of the contents of SOFA files, by the bytes of the files: reading one again takes a few milliseconds
/// instead of libmysofa's hundred.
///
/// Nothing depends on it. A file of the folder that is damaged, or cannot be written, is as none.
package struct HeadCache: Sendable {
    /// The numbers of a set of responses.
    struct Set {
        var sampleRate: Float
        var frameCount: Int
        /// Three for each direction: x ahead, y to the left, z up.
        var positions: ArraySlice<Float>
        /// Left and right response of each direction.
        var responses: ArraySlice<Float>
        /// Left and right delay of each direction, in frames.
        var delays: ArraySlice<Float>
    }

    /// A file of the folder begins with these words: its kind, directions, frames, the rate's bits, and the sum of its
    /// numbers.
    private static let headWordCount = 6
    private static let kind: UInt32 = 0x3148_6453  // "SdH1"
    /// Files that are kept.
    private static let fileLimit = 16
    /// Longer files are not looked up.
    private static let byteLimit = 1 << 28

    private let folder: String

    /// Names a folder; it is made when the first set is kept.
    package init(folder: String) { self.folder = folder }

    /// The folder in the user's cache; nil for a process without a home.
    package static var usual: HeadCache? { BaseFolders().cache.map { HeadCache(folder: $0 + "/sordino/heads") } }

    /// Names a file's bytes; nil for one that cannot be read.
    ///
    /// A file that is made to have another one's name is taken for the other one; nothing worse.
    static func key(ofFile path: String) -> String? {
        guard let bytes = SmallFile.bytes(path, limit: byteLimit + 1), bytes.count <= byteLimit else { return nil }
        let (one, two) = sums(bytes)
        let digits = [one, two, UInt64(bytes.count)].map { String($0, radix: 16) }
        return digits.joined(separator: "-")
    }

    /// The set that is kept under a key; nil for none.
    func set(_ key: String) -> Set? {
        guard let bytes = SmallFile.bytes("\(folder)/\(key)", limit: Self.byteLimit) else { return nil }
        let head = Self.headWordCount
        guard bytes.count >= head * 4, bytes.count % 4 == 0 else { return nil }
        let words = bytes.withUnsafeBytes { memory in
            (0..<head).map { memory.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        let (directions, frames) = (Int(words[1]), Int(words[2]))
        guard words[0] == Self.kind, (1...20_000).contains(directions), (1...4_096).contains(frames),
            bytes.count == (head + directions * (2 * frames + 5)) * 4
        else { return nil }
        let numbers = [Float](unsafeUninitializedCapacity: bytes.count / 4 - head) { numbers, count in
            count = bytes.count / 4 - head
            bytes.withUnsafeBytes { memory in
                UnsafeMutableRawBufferPointer(numbers).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: memory[(head * 4)...]))
            }
        }
        let sum = numbers.withUnsafeBytes { Self.sums($0).0 }
        guard sum == UInt64(words[5]) << 32 | UInt64(words[4]) else { return nil }
        let (first, second) = (directions * 3, directions * (2 * frames + 3))
        return Set(
            sampleRate: Float(bitPattern: words[3]), frameCount: frames, positions: numbers[..<first],
            responses: numbers[first..<second], delays: numbers[second...])
    }

    /// Keeps a set under a key.
    func keep(_ set: Set, as key: String) {
        let numbers = Array(set.positions) + set.responses + set.delays
        let sum = numbers.withUnsafeBytes { Self.sums($0).0 }
        var words = [
            Self.kind, UInt32(set.positions.count / 3), UInt32(set.frameCount), set.sampleRate.bitPattern,
            UInt32(truncatingIfNeeded: sum), UInt32(sum >> 32),
        ]
        words += numbers.map(\.bitPattern)
        guard SmallFile.makeFolder(folder) else { return }
        forgetOldest()
        SmallFile.replace("\(folder)/\(key)", with: words.withUnsafeBytes { Array($0) }, ending: ".\(getpid())")
    }

    /// Removes files beyond the number that is kept, those first that were written first.
    private func forgetOldest() {
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        var files: [(path: String, time: Int)] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            let path = "\(folder)/\(name)"
            guard !name.hasPrefix("."), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append((path, status.st_mtim.tv_sec))
        }
        for file in files.sorted(by: { $0.time < $1.time }).dropLast(Self.fileLimit - 1) { unlink(file.path) }
    }

    private static func sums(_ bytes: [UInt8]) -> (UInt64, UInt64) { bytes.withUnsafeBytes { sums($0) } }

    /// Two sums that change with every byte and its place.
    private static func sums(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        // Odd numbers by chance: multiplying by them loses nothing.
        var (one, two) = (0x9E37_79B9_7F4A_7C15 as UInt64, 0xC2B2_AE3D_27D4_EB4F as UInt64)
        func take(_ word: UInt64) {
            one = (one ^ word) &* 0xFF51_AFD7_ED55_8CCD
            one ^= one >> 32
            two = (two &+ word) &* 0xC4CE_B9FE_1A85_EC53
            two ^= two >> 29
        }
        var place = 0
        while place + 8 <= bytes.count {
            take(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        for (index, byte) in bytes[place...].enumerated() { rest |= UInt64(byte) << UInt64(8 * index) }
        take(rest)
        return (one, two)
    }
}
