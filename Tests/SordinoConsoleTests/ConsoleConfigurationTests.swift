import Foundation
import Glibc
import PrivateBus
import SordinoConsole
import SordinoPolicy
import SordinoService
import Synchronization
import Testing

/// The editor of a configuration: nothing is written that the service refuses.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && HTTPServer.isAvailable, "dbus-daemon or libmicrohttpd12 is not installed"),
    .timeLimit(.minutes(20)))
final class ConsoleConfigurationTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)").path
    private var path: String { folder + "/sordino/policy.conf" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private struct File: Decodable {
        var path: String
        var text: String
        var version: String
        var refusal: String?
        /// The text that would be put back.
        var before: String?
    }

    private func bench() throws -> ConsoleBench {
        let path = path
        return try ConsoleBench { $0.policyPath = path }
    }

    private func file(_ bench: ConsoleBench) throws -> File {
        try JSONDecoder().decode(File.self, from: Data(try bench.get("/configuration").body.utf8))
    }

    private func change(_ bench: ConsoleBench, _ text: String?, version: String? = nil) throws -> PlainAnswer {
        let version = try version ?? file(bench).version
        struct Body: Encodable {
            var text: String?
            var undo: Bool?
            var version: String
            var isConfirmed = true
        }
        let body = Body(text: text, undo: text == nil ? true : nil, version: version)
        return try bench.post("/change", String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
    }

    private var onDisk: String? { try? String(contentsOfFile: path, encoding: .utf8) }
    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder + "/sordino").sorted()) ?? []
    }

    @Test func aTextIsUsedAndTakenBack() throws {
        let bench = try bench()
        let seen = Mutex<[String?]>([])
        let path = path
        bench.whenToReload {
            seen.withLock { $0.append(try? String(contentsOfFile: path, encoding: .utf8)) }
            return nil
        }
        let (first, second) = ("[ducking]\ndepth = -20 dB\n", "[ducking]\ndepth = -6 dB\n")
        #expect(try file(bench).text == "")
        #expect(try file(bench).before == nil)
        #expect(try change(bench, first).body == "It holds from now on.")
        #expect(onDisk == first)
        #expect(try change(bench, second).status == 200)
        #expect(try file(bench).before == first)
        #expect(try change(bench, nil).status == 200)
        #expect(onDisk == first)
        // A change that was taken back can be had again.
        #expect(try change(bench, nil).status == 200)
        #expect(onDisk == second)
        #expect(seen.withLock { $0 } == [first, second, first, second])
        #expect(names == ["policy.conf", "policy.conf.before"])
    }

    @Test func aFaultIsSaidWithItsLineAndChangesNothing() throws {
        let bench = try bench()
        bench.whenToReload { nil }
        #expect(try change(bench, "[ducking]\ndepth = -20 dB\n").status == 200)
        for (text, sentence) in [
            ("[ducking]\n\ndepth = loud\n", "Line 3: "), ("nonsense\n", "Line 1: "),
            // A section that only files of the machine may have.
            ("[control]\nsettings = *\n", "accepted only in the files below"),
        ] {
            let answer = try change(bench, text)
            #expect(answer.status == 409)
            #expect(answer.body.contains(sentence), "\(answer.body)")
            #expect(onDisk == "[ducking]\ndepth = -20 dB\n")
        }
        // A fault of no single line has none.
        let long = "[ducking]\n" + String(repeating: "depth = 1\n", count: 4_097)
        let whole = try change(bench, long)
        #expect(whole.status == 409 && whole.body.hasPrefix("there are more than 4096 lines"), "\(whole.body)")
        // Another program has written it.
        let version = try file(bench).version
        try "# other\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try change(bench, "", version: version).body.contains("changed meanwhile"))
        #expect(onDisk == "# other\n")
    }

    @Test func theSecondOfTwoWritersIsToldAndChangesNothing() throws {
        let bench = try bench()
        bench.whenToReload { nil }
        let (first, second) = (try file(bench), try file(bench))
        #expect(try change(bench, "# first\n", version: first.version).status == 200)
        let late = try change(bench, "# second\n", version: second.version)
        #expect(late.status == 412)
        #expect(late.body.contains("changed meanwhile by another page or program"))
        #expect(onDisk == "# first\n")
        // Once it has seen the newest text, it may replace that.
        #expect(try change(bench, "# second\n").status == 200)
        #expect(onDisk == "# second\n")
        // A page takes no change back that it has not seen.
        #expect(try change(bench, nil, version: first.version).status == 412)
        #expect(onDisk == "# second\n")
        // A console of another process is writing.
        let folder = open(folder + "/sordino", O_RDONLY | O_DIRECTORY)
        #expect(flock(folder, LOCK_EX) == 0)
        #expect(try change(bench, "# third\n").body.contains("Another console"))
        close(folder)
        #expect(try change(bench, "# third\n").status == 200)
    }

    @Test func onlyAChangeThatIsStillThereIsTakenBack() throws {
        let bench = try bench()
        bench.whenToReload { nil }
        #expect(try change(bench, "# first\n").status == 200)
        #expect(try change(bench, "# second\n").status == 200)
        #expect(try file(bench).before == "# first\n")
        // An editor has written the file: its text is not lost to a change before it.
        try "# second\n# by hand\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try file(bench).before == nil)
        let refused = try change(bench, nil)
        #expect(refused.status == 409)
        #expect(refused.body.contains("There is nothing to take back"))
        #expect(onDisk == "# second\n# by hand\n")
        // The change that the page makes now can be.
        #expect(try change(bench, "# third\n").status == 200)
        #expect(try file(bench).before == "# second\n# by hand\n")
        #expect(try change(bench, nil).status == 200)
        #expect(onDisk == "# second\n# by hand\n")
        // A file of another make beside it is no text of this page.
        try "# strange\n".write(toFile: path + ".before", atomically: true, encoding: .utf8)
        #expect(try file(bench).before == nil)
    }

    /// A text four times as long costs about four times as much processor time, not sixteen times.
    @Test(arguments: [
        "[program org.example.pN]\nducked = no\ninterrupts = no\n", "[zone zN]\nports = pN\n[program aN]\nzone = zN\n",
        "[program org.example.pN]\nduckd = no\n", "[program a]\nducked = no\n",
    ])
    func aCheckOfManySectionsCostsWhatItsLengthDoes(section: String) {
        func nanoseconds(_ count: Int) -> Int {
            let text = (0..<count).map { section.replacing("N", with: "\($0)") }.joined()
            return (0..<3).map { _ in
                var (begin, end) = (timespec(), timespec())
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
                _ = ConsolePolicy.verdict(text, compares: false)
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
                return (end.tv_sec - begin.tv_sec) * 1_000_000_000 + end.tv_nsec - begin.tv_nsec
            }.min() ?? 0
        }
        let (few, many) = (nanoseconds(300), nanoseconds(1_200))
        #expect(many < few * 10, "\(few) ns for 300 sections, \(many) ns for 1,200")
    }

    @Test func aServiceThatRefusesLeavesTheFileAsItWas() throws {
        let bench = try bench()
        bench.whenToReload { nil }
        #expect(try change(bench, "[ducking]\ndepth = -20 dB\n").status == 200)
        #expect(try change(bench, "[ducking]\ndepth = -10 dB\n").status == 200)
        bench.whenToReload { ConfigurationFault(line: 7, "of another file", file: "/etc/sordino/policy.conf") }
        let answer = try change(bench, "")
        #expect(answer.status == 409)
        #expect(answer.body.contains("of another file"))
        #expect(onDisk == "[ducking]\ndepth = -10 dB\n")
        // The way back is still there.
        bench.whenToReload { nil }
        #expect(try change(bench, nil).status == 200)
        #expect(onDisk == "[ducking]\ndepth = -20 dB\n")
    }

    @Test func withoutAServiceItIsWrittenForItsStart() throws {
        let bus = try PrivateBus()
        var options = Console.Options()
        (options.bus, options.bluetooth, options.policyPath) = (.at(bus.address), .at(bus.address), path)
        let console = try Console(options)
        defer { console.stop() }
        let body = "{\"text\":\"\",\"version\":\"cbf29ce484222325\",\"isConfirmed\":true}"
        let socket = try PlainSocket(port: console.gate.port)
        let head =
            "POST /change HTTP/1.1\r\nHost: localhost:\(console.gate.port)\r\nX-Console-Token: \(console.gate.token)\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        socket.send(Array((head + body).utf8))
        #expect(PlainAnswer(socket.readAll()).body.contains("The service is not running"))
        #expect(onDisk == "")
    }

    @Test func aFileThatMayOnlyBeReadIsSaid() throws {
        let bench = try bench()
        bench.whenToReload { nil }
        #expect(try change(bench, "[ducking]\ndepth = -20 dB\n").status == 200)
        chmod(path, 0o444)
        #expect(try file(bench).refusal?.contains("may only be read") == true)
        let answer = try change(bench, "")
        #expect(answer.status == 409)
        #expect(answer.body.contains("may only be read"))
        #expect(onDisk == "[ducking]\ndepth = -20 dB\n")
        // Nor is a file changed that has other bytes than text.
        chmod(path, 0o644)
        try Data([0x23, 0xE9, 0x0A]).write(to: URL(fileURLWithPath: path))
        #expect(try file(bench).refusal?.contains("not text in UTF-8") == true)
        #expect(try change(bench, "").status == 409)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([0x23, 0xE9, 0x0A]))
        // A link to a file stays a link.
        let real = folder + "/real.conf"
        try "".write(toFile: real, atomically: true, encoding: .utf8)
        unlink(path)
        symlink(real, path)
        #expect(try change(bench, "# linked\n").status == 200)
        #expect(try String(contentsOfFile: real, encoding: .utf8) == "# linked\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real)
    }

    @Test(.enabled(if: geteuid() == 0, "only root mounts a small disk")) func aFullDiskIsSaid() throws {
        try FileManager.default.createDirectory(atPath: folder + "/sordino", withIntermediateDirectories: true)
        try #require(mount("tmpfs", folder + "/sordino", "tmpfs", 0, "size=32k") == 0)
        defer { umount2(folder + "/sordino", Int32(MNT_DETACH)) }
        let bench = try bench()
        bench.whenToReload { nil }
        let text = "[ducking]\ndepth = -20 dB\n"
        #expect(try change(bench, text).status == 200)
        let filler = open(folder + "/sordino/filler", O_WRONLY | O_CREAT, 0o600)
        var page = [UInt8](repeating: 1, count: 4_096)
        while write(filler, &page, page.count) > 0 {}
        close(filler)
        let answer = try change(bench, text + String(repeating: "# more\n", count: 2_000))
        #expect(answer.status == 409)
        #expect(answer.body.contains("the disk is full"))
        #expect(onDisk == text)
        #expect(names == ["filler", "policy.conf", "policy.conf.before"])
        // And one that may only be read.
        try #require(
            mount("tmpfs", folder + "/sordino", "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), "size=32k")
                == 0)
        #expect(try change(bench, "").body.contains("may only be read"))
        #expect(onDisk == text)
    }

    @Test func aCheckIsMadeInStepsToItsEnd() throws {
        struct Step: Decodable {
            struct Change: Decodable {
                var section: String
                var key: String
                var before: String?
                var after: String?
            }
            struct Difference: Decodable {
                var story: String
                var now: String
                var then: String
            }
            var changes: [Change]
            var differences: [Difference]
            var found: Int?
            var tellings: Int?
            var stories: Int?
            var end: Int?
        }
        try FileManager.default.createDirectory(atPath: folder + "/sordino", withIntermediateDirectories: true)
        try "[ducking]\ndepth = -14 dB\n".write(toFile: path, atomically: true, encoding: .utf8)
        let bench = try bench()
        var (from, found, steps): (Int?, Int, Int) = (0, 0, 0)
        var first: Step?
        while let next = from {
            let answer = try bench.post("/policy?from=\(next)", "[ducking]\ndepth = -20 dB\n")
            let step = try JSONDecoder().decode(Step.self, from: Data(answer.body.utf8))
            first = first ?? step
            (from, found, steps) = (step.end, found + (step.found ?? 0), steps + 1)
            #expect(steps <= step.tellings ?? 0)
        }
        let change = try #require(first?.changes.first)
        #expect((change.section, change.key, change.before, change.after) == ("ducking", "depth", "-14 dB", "-20 dB"))
        #expect(found > 20)
        let difference = try #require(first?.differences.first { $0.story.hasPrefix("S17") })
        #expect(difference.now.contains("lowered to -14 dB"))
        #expect(difference.then.contains("lowered to -20 dB"))
        // The same text decides nothing differently, and nothing has to be told.
        let same = try bench.post("/policy", "[ducking]\ndepth = -14 dB\n")
        let step = try JSONDecoder().decode(Step.self, from: Data(same.body.utf8))
        #expect((step.tellings, step.found, step.end) == (0, 0, nil))
        #expect(step.stories ?? 0 > 200)
    }
}
