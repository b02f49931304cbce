import Foundation
import Glibc
import Testing

@testable import os

/// A socket that listens as the journal does, and a pipe in place of the standard error output.
private final class Listener {
    let path: String
    private let socketDescriptor: Int32
    private var pipeEnds: [Int32] = [-1, -1]

    init(hasJournal: Bool = true) throws {
        path = NSTemporaryDirectory() + "journal-\(UUID().uuidString)"
        socketDescriptor = hasJournal ? socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0) : -1
        pipe(&pipeEnds)
        _ = fcntl(pipeEnds[0], F_SETFL, O_NONBLOCK)
        guard hasJournal else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try #require(bytes.count < 100)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socketDescriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
    }

    deinit {
        for descriptor in pipeEnds + [socketDescriptor] where descriptor >= 0 { close(descriptor) }
        unlink(path)
    }

    func log(_ environment: [String: String] = [:]) -> OSLog {
        let sink = LogSink(journalPath: path, output: pipeEnds[1], environment: environment)
        return OSLog(subsystem: "org.example", category: "tests", sink: sink)
    }

    /// The fields of the next datagram; empty if there is none.
    func entry() -> [String: String] {
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let count = recv(socketDescriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        var left = bytes[..<max(0, count)]
        var fields: [String: String] = [:]
        while let end = left.firstIndex(of: 0x0A) {
            let line = left[..<end]
            left = left[(end + 1)...]
            if let equals = line.firstIndex(of: 0x3D) {
                fields[String(decoding: line[..<equals], as: UTF8.self)] =
                    String(decoding: line[(equals + 1)...], as: UTF8.self)
            } else {
                let length = left.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                fields[String(decoding: line, as: UTF8.self)] =
                    String(decoding: left.dropFirst(8).prefix(length), as: UTF8.self)
                left = left.dropFirst(8 + length + 1)
            }
        }
        return fields
    }

    /// The text written to the standard error output.
    func printed() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(pipeEnds[0], &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

struct LoggerTests {
    @Test func messagesGoToTheJournalWithTheirFields() throws {
        let listener = try Listener()
        let logger = Logger(listener.log())
        logger.error("cannot open \(3) files")
        let entry = listener.entry()
        #expect(entry["MESSAGE"] == "cannot open 3 files" && entry["PRIORITY"] == "3")
        #expect(entry["OS_LOG_SUBSYSTEM"] == "org.example" && entry["OS_LOG_CATEGORY"] == "tests")
        #expect(entry["SYSLOG_IDENTIFIER"] == ProcessInfo.processInfo.processName)
        #expect(listener.printed().isEmpty)
    }

    @Test func levelsBecomePriorities() throws {
        let listener = try Listener()
        let logger = Logger(listener.log())
        for (type, priority) in [
            (OSLogType.debug, "7"), (.info, "6"), (.default, "5"), (.error, "3"), (.fault, "2"),
        ] {
            logger.log(level: type, "x")
            #expect(listener.entry()["PRIORITY"] == priority)
        }
    }

    @Test func severalLinesAndLongTextsArriveWhole() throws {
        let listener = try Listener()
        let logger = Logger(listener.log())
        logger.notice("one\ntwo=\("three", privacy: .public)")
        #expect(listener.entry()["MESSAGE"] == "one\ntwo=three")
        logger.notice("\(String(repeating: "ä", count: 40_000), privacy: .public)")
        let text = try #require(listener.entry()["MESSAGE"])
        #expect(text.utf8.count <= 48 * 1024 && text.utf8.count > 48 * 1024 - 4 && text.allSatisfy { $0 == "ä" })
    }

    @Test func withoutAJournalMessagesAreShown() throws {
        let listener = try Listener(hasJournal: false)
        let logger = Logger(listener.log())
        logger.warning("low")
        let line = listener.printed()
        #expect(line.hasSuffix(" <Error> [org.example:tests] low\n"))
        #expect(line.contains("\(ProcessInfo.processInfo.processName)[\(getpid()):"))
        logger.info("not shown")
        logger.debug("not shown")
        #expect(listener.printed().isEmpty)
        Logger(listener.log(["OS_ACTIVITY_MODE": "info"])).info("shown")
        #expect(listener.printed().hasSuffix("shown\n"))
        Logger(listener.log(["OS_ACTIVITY_MODE": "disable"])).fault("not shown")
        #expect(listener.printed().isEmpty)
    }

    @Test func textsArePrivateAndNumbersPublicUnlessMarked() throws {
        let listener = try Listener()
        let logger = Logger(listener.log())
        let name = "Ada"
        logger.log("\(name) \(name, privacy: .public) \(7) \(7, privacy: .private) \(true) \(Int.self)")
        #expect(listener.entry()["MESSAGE"] == "<private> Ada 7 <private> true Swift.Int")
        logger.log("\(name, privacy: .private(mask: .hash)) \(name, privacy: .sensitive(mask: .hash))")
        let hashes = try #require(listener.entry()["MESSAGE"]).components(separatedBy: "> <")
        #expect(hashes.count == 2 && hashes[0].dropFirst() == hashes[1].dropLast() && !hashes[0].contains("Ada"))
        Logger(listener.log(["OS_ACTIVITY_DT_MODE": "1"])).log("\(name)")
        #expect(listener.printed().hasSuffix(" Ada\n") && listener.entry()["MESSAGE"] == "Ada")
    }

    @Test func valuesAreWrittenAsAsked() throws {
        let listener = try Listener()
        let logger = Logger(listener.log())
        logger.log("\(255, format: .hex(includePrefix: true, uppercase: true)) \(5, format: .decimal(minDigits: 3))|")
        #expect(listener.entry()["MESSAGE"] == "0xFF 005|")
        logger.log("\(1.5, format: .fixed(precision: 2)) \(Float(0.5)) \(true, format: .answer)")
        #expect(listener.entry()["MESSAGE"] == "1.50 0.500000 yes")
        logger.log(
            "\("a", align: .right(columns: 3), privacy: .public)\("b", align: .left(columns: 2), privacy: .public)|")
        #expect(listener.entry()["MESSAGE"] == "  ab |")
        logger.log("\(UInt8.max, format: .octal) \(Int64.min)")
        #expect(listener.entry()["MESSAGE"] == "377 -9223372036854775808")
        struct Failure: Error {}
        let error: any Error = Failure()
        logger.log("\(error, privacy: .public) \([1, 2], privacy: .public)")
        #expect(listener.entry()["MESSAGE"] == "Failure() [1, 2]")
        let object = NSError(domain: "d", code: 5)
        logger.log("\(object, privacy: .public) \(object) \(error as NSError, privacy: .private)")
        #expect(listener.entry()["MESSAGE"]?.hasSuffix("<private> <private>") == true)
    }

    @Test func valuesOfMessagesThatNobodyReadsAreNotAskedFor() throws {
        let listener = try Listener(hasJournal: false)
        nonisolated(unsafe) var asked = 0
        func value() -> Int {
            asked += 1
            return asked
        }
        Logger(listener.log()).debug("\(value())")
        Logger(OSLog.disabled).fault("\(value())")
        #expect(asked == 0)
    }

    @Test func formatsOfPrintf() throws {
        let listener = try Listener()
        let log = listener.log()
        func message(_ write: () -> Void) -> String? {
            write()
            return listener.entry()["MESSAGE"]
        }
        #expect(
            message { os_log("%d %{public}@ %@ 100%%", log: log, type: .error, -3, "a" as NSString, "b" as NSString) }
                == "-3 a <private> 100%")
        #expect(
            message { os_log("%5.2f|%-4d|%04x|%lu", log: log, 3.14159, 7, 255, UInt.max) }
                == " 3.14|7   |00ff|18446744073709551615")
        #expect(message { os_log("%x %u %c", log: log, Int32(-1), Int32(-1), Int32(65)) } == "ffffffff 4294967295 A")
        #expect(message { os_log("%{private}d %*d", log: log, 1, 4, 2) } == "<private>    2")
        #expect(message { os_log(.info, log: log, "%d %d", 1) } == "1 <decode: missing data>")
        #expect(message { os_log("%d %f %q %", log: log, 1.5, 2, 3) }?.contains("mismatch") == true)
        #expect(message { os_log("%999999999d %.999999999f", log: log, 1, 1.0) }?.isEmpty == false)
    }

    @Test func signpostsAreMarkedInTheJournalAlone() throws {
        let listener = try Listener()
        let poster = OSSignposter(logHandle: listener.log())
        let id = poster.makeSignpostID()
        #expect(poster.isEnabled && id != poster.makeSignpostID())
        let answer = poster.withIntervalSignpost("work", id: id, "\(3) steps") { 42 }
        #expect(answer == 42)
        let (begin, end) = (listener.entry(), listener.entry())
        #expect(begin["OS_SIGNPOST_TYPE"] == "begin" && begin["MESSAGE"] == "work: 3 steps")
        #expect(end["OS_SIGNPOST_TYPE"] == "end" && end["OS_SIGNPOST_ID"] == begin["OS_SIGNPOST_ID"])
        #expect(Int(end["OS_SIGNPOST_MICROSECONDS"] ?? "") != nil)
        let silent = try Listener(hasJournal: false)
        let other = OSSignposter(logHandle: silent.log())
        #expect(!other.isEnabled && other.makeSignpostID() == .null)
        other.emitEvent("nothing")
        #expect(silent.printed().isEmpty)
    }
}
