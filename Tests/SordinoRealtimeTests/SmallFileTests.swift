import Glibc
import SordinoRealtime
import Testing

/// Small files: read up to a limit, replaced as a whole, never waited for.
@Suite final class SmallFileTests {
    private let folder: String

    init() throws {
        var name = Array("/tmp/sordino-small-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&name)))
    }

    deinit {
        for name in ["a", "a.new", "other", "pipe", "link"] { unlink("\(folder)/\(name)") }
        for name in ["/one/two", "/one", ""] { rmdir(folder + name) }
    }

    @Test func aFileIsReplacedAndRead() {
        let path = "\(folder)/a"
        #expect(SmallFile.bytes(path, limit: 100) == nil && errno == ENOENT)
        for bytes in [Array(0..<200), [], Array(repeating: 7, count: 100_000)] as [[UInt8]] {
            #expect(SmallFile.replace(path, with: bytes))
            #expect(SmallFile.bytes(path, limit: 1 << 20) == bytes)
            #expect(SmallFile.bytes(path, limit: 100) == Array(bytes.prefix(100)))
            #expect(SmallFile.bytes(path, limit: 0) == [])
        }
        #expect(access(path + ".new", F_OK) != 0)
    }

    @Test func aFileOfTheKernelHasBytesWithoutASize() throws {
        let bytes = try #require(SmallFile.bytes("/proc/self/status", limit: 1 << 16))
        #expect(String(decoding: bytes, as: UTF8.self).contains("\nPid:\t\(getpid())\n"))
    }

    @Test func onlyRegularFilesAreOpened() {
        mkfifo("\(folder)/pipe", 0o600)
        for path in ["\(folder)/pipe", folder, "/dev/zero"] {
            #expect(SmallFile.bytes(path, limit: 10) == nil && errno == ESPIPE, "\(path)")
        }
        #expect(SmallFile.bytes("\(folder)/nowhere", limit: 10) == nil && errno == ENOENT)
    }

    @Test func linksAndPipesAreReplacedAndNotFollowed() {
        let (path, other) = ("\(folder)/a", "\(folder)/other")
        #expect(SmallFile.replace(other, with: [1]))
        symlink(other, path)
        symlink(other, path + ".new")
        #expect(SmallFile.replace(path, with: [2]))
        #expect(SmallFile.bytes(other, limit: 10) == [1] && SmallFile.bytes(path, limit: 10) == [2])
        unlink(path)
        mkfifo(path, 0o600)
        #expect(SmallFile.replace(path, with: [3]) && SmallFile.bytes(path, limit: 10) == [3])
    }

    @Test func whatCannotBeWrittenLeavesTheOldFile() {
        #expect(!SmallFile.replace("\(folder)/none/a", with: [1]))
        #expect(SmallFile.makeFolder("\(folder)/one/two") && SmallFile.makeFolder("\(folder)/one/two"))
        #expect(!SmallFile.makeFolder("/proc/nowhere/a"))
        // A folder cannot be replaced by a file.
        #expect(!SmallFile.replace("\(folder)/one", with: [1]))
        #expect(access("\(folder)/one.new", F_OK) != 0 && access("\(folder)/one/two", F_OK) == 0)
    }
}
