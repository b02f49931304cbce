import Foundation
import SordinoRealtime
import Testing

@testable import SordinoDevice

/// Files that other programs chose.
struct FileLookTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("looks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var late: UInt64 { HostClock.now() + 20_000_000_000 }

    @Test func aRegularFileIsReadUpToTheLimit() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a").path
        try Data("[Desktop Entry]".utf8).write(to: URL(fileURLWithPath: path))
        #expect(FileLook.text(of: path, atMost: 4) == "[Des")
        #expect(FileLook.strangersText(of: path, atMost: 4, until: late) == "[Des")
        #expect(FileLook.strangersText(of: path, atMost: 100, until: late) == "[Desktop Entry]")
        #expect(FileLook.strangersText(of: path, atMost: 100, until: HostClock.now()) == nil)
    }

    @Test func nothingButARegularFileIsRead() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path, "/dev/zero", folder.path + "/none", String(repeating: "x", count: 5_000)] {
            #expect(FileLook.text(of: path, atMost: 16) == nil)
            #expect(FileLook.strangersText(of: path, atMost: 16, until: late) == nil)
        }
    }

    /// One that takes longer than it may is left, more often than there are places for those that cannot be ended.
    @Test func aFileThatTakesTooLongIsGivenUp() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("hole").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 1 << 30) == 0)
        let limit = 1 << 26
        for _ in 0..<20 {
            #expect(FileLook.strangersText(of: path, atMost: limit, until: HostClock.now() + 1_000_000) == nil)
        }
        #expect(FileLook.strangersText(of: path, atMost: 3, until: late) == "\0\0\0")
    }

    /// The kernel's files are regular.
    @Test func aProcesssEnvironmentIsRead() {
        let text = FileLook.strangersText(of: "/proc/\(getpid())/environ", atMost: 65_536, until: late)
        #expect(text?.contains("PATH=") == true)
    }
}
