import Foundation
import SordinoHardware
import Testing

@testable import SordinoDevice

/// Which program a process is of, by the kernel's word.
struct GuestOriginsTests {
    /// A shell that starts a child, says its number, and waits for a line.
    private func shell(_ child: String) throws -> (process: Process, child: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(child) & echo $!; read line; kill $!"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return (process, try #require(Int32(said.split(separator: "\n").first ?? "")))
    }

    @Test func aChildOfTheSameExecutableIsOfItsParentsProgram() throws {
        let (parent, child) = try shell("/bin/sh -c 'while :; do sleep 1; done'")
        defer {
            kill(child, SIGKILL)
            parent.terminate()
        }
        let family = GuestOrigins().family(of: child)
        #expect(family == parent.processIdentifier)
    }

    @Test func aProgramThatAShellStartsIsItsOwn() throws {
        let (parent, child) = try shell("exec sleep 600")
        defer {
            kill(child, SIGKILL)
            parent.terminate()
        }
        // The kernel shows the new executable a moment after the shell has said the number.
        while ProcessStatus.executable(child) == ProcessStatus.executable(parent.processIdentifier) { usleep(1_000) }
        #expect(GuestOrigins().family(of: child) == child)
        var stream = GuestStream(node: 1, serial: 1, process: child, direction: .output)
        stream.identifier = "org.example.Said"
        let described = GuestOrigins().describe(stream)
        #expect(described.family == child)
        #expect(described.identifier == "org.example.Said")
    }

    @Test func aProcessThatDoesNotExistIsItsOwnFamily() {
        #expect(GuestOrigins().family(of: Int32.max - 1) == Int32.max - 1)
    }

    @Test func aDesktopEntrysCategoriesAreRead() {
        let entry = DesktopEntry(text: "[Desktop Entry]\nName=Tetris\nCategories=Game;BlocksGame;\n")
        #expect(entry.categories == ["Game", "BlocksGame"])
    }
}
