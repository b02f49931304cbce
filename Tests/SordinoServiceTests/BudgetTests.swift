import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@testable import SordinoBus
@testable import SordinoService

/// The payers of requests, without a bus.
struct BudgetTests {
    private static var limits: BusService.Limits {
        var limits = BusService.Limits()
        (limits.requestBurst, limits.requestsPerSecond) = (500, 1_000)
        (limits.refusalBurst, limits.refusalsPerSecond) = (100, 10)
        return limits
    }

    private static func payer(_ program: Int, _ executable: String = "greedy", user: UInt32 = 1_000)
        -> RequestBudgets.Payer
    {
        .init(program: "process \(program)", executable: "/usr/bin/\(executable)", user: user)
    }

    @Test func aProgramThatAsksLittleIsServedWhateverTheOthersOfItsUserDo() {
        var budgets = RequestBudgets(Self.limits)
        var granted = 0
        var bystander = 0
        // Ten seconds: 300 programs of three executables ask for all that they can get, another one ten times a second.
        for tick in 0..<1_000 {
            let now = Double(tick) / 100
            for program in 0..<300 {
                for _ in 0..<4
                where budgets.take(1, from: Self.payer(program, "greedy\(program % 3)"), now: now) == .granted {
                    granted += 1
                }
            }
            if tick.isMultiple(of: 10), budgets.take(1, from: Self.payer(999, "quiet"), now: now) == .granted {
                bystander += 1
            }
        }
        #expect(bystander == 100)
        // The user's budget, and the small share of each program.
        let (ofUser, share) = (500 * 4 + 1_000 * 4 * 10, 20 + 20 * 10)
        #expect(granted <= ofUser + 300 * share)
        // Another user has a budget of its own.
        let ofOther = (0..<500).count { _ in budgets.take(1, from: Self.payer(5, user: 1_001), now: 10) == .granted }
        #expect(ofOther == 500)
    }

    @Test func programsOfOneExecutableShareABudget() {
        var budgets = RequestBudgets(Self.limits)
        let granted = (0..<20).map { program in
            (0..<500).count { _ in budgets.take(1, from: Self.payer(program), now: 0) == .granted }
        }
        // Two have a whole budget, and then each has its share.
        #expect(granted == [500, 500] + Array(repeating: 20, count: 18))
    }

    @Test func whoGoesOnAskingIsNotAnsweredAnyMore() {
        var budgets = RequestBudgets(Self.limits)
        let verdicts = (0..<1_000).map { _ in budgets.take(1, from: Self.payer(1), now: 0) }
        #expect(verdicts.count { $0 == .granted } == 500)
        #expect(verdicts.count { $0 == .refused } == 100)
        #expect(verdicts.last == .late)
        let later = budgets.take(1, from: Self.payer(1), now: 1)
        #expect(later == .granted)
    }

    @Test func strangersDoNotFillTheBuckets() {
        var buckets = TokenBuckets(capacity: 4, perSecond: 0.001)
        for payer in 0..<10_000 {
            for _ in 0..<5 { _ = buckets.take(1, for: "stranger \(payer)", now: 0) }
            #expect(buckets.count <= TokenBuckets.limit)
        }
        // A newcomer has a bucket of its own, independent of what they left.
        let first = buckets.take(4, for: "bystander", now: 0)
        #expect(first)
        // The emptiest are remembered: coming back gains nothing.
        let second = buckets.take(1, for: "bystander", now: 0)
        #expect(!second)
    }
}

/// Budgets that strangers can fill, and their return; true and false claims.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct FilledTableTests {
    private let music = AppDeclaration(bundleID: "org.example.music", name: "Music", backgroundModes: .audio)

    private func offer(
        _ bus: PrivateBus, _ change: (inout BusService.Options) -> Void = { _ in }
    ) throws -> (SessionService, BusService) {
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        var options = BusService.Options()
        options.identity = { name, _ in name }
        change(&options)
        let offered = BusService(service, on: try BusConnection(bus.bus, isGated: true), options: options)
        _ = service.addObserver { offered.follow($0) }
        service.begin()
        try offered.offer()
        return (service, offered)
    }

    private func watch(_ program: RawProgram, _ begins: Bool = true) -> String? {
        do {
            _ = try program.connection.ask(
                RawProgram.method("Watch", interface: BusInterface.control), [.bool(begins)], signature: "b",
                answer: "")
            return nil
        } catch {
            if case .refused(let name, _) = error { return name }
            return "\(error)"
        }
    }

    @Test func aWatcherForWhomThereIsNoPlaceIsTold() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { options in
            (options.limits.watchers, options.limits.watchersPerProcess) = (4, 16)
        }
        defer { offered.end() }
        // The last quarter is for programs with a right that this one has not.
        let watchers = try (0..<3).map { _ in try RawProgram(bus, nil) }
        for watcher in watchers { #expect(watch(watcher) == nil) }
        let late = try RawProgram(bus, nil)
        #expect(watch(late) == BusInterface.Refusal.limit)
        // Asking again takes no second place.
        #expect(watch(watchers[0]) == nil)
        #expect(watch(watchers[1], false) == nil)
        #expect(watch(late) == nil)
        watchers[0].connection.close()
        let next = try RawProgram(bus, nil)
        #expect(Patience.until { watch(next) == nil })
    }

    @Test func oneProcessHasFourPlacesToWatchFrom() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus)
        defer { offered.end() }
        let watchers = try (0..<5).map { _ in try RawProgram(bus, nil) }
        #expect(watchers.map { watch($0) } == [nil, nil, nil, nil, BusInterface.Refusal.limit])
    }

    @Test func aWatcherThatDoesNotReadLosesItsPlace() throws {
        let bus = try PrivateBus()
        let (service, offered) = try offer(bus) { options in
            (options.limits.watchersPerProcess, options.limits.unreadSignals) = (1, 64)
        }
        defer { offered.end() }
        let deaf = try RawProgram(bus, nil)
        #expect(watch(deaf) == nil)
        let gate = DispatchSemaphore(value: 0)
        deaf.connection.perform { _ in gate.wait() }
        defer { gate.signal() }
        let next = try RawProgram(bus, nil)
        #expect(watch(next) == BusInterface.Refusal.limit)
        for _ in 0..<100 { service.send(.ringer(silent: true)) }
        #expect(Patience.until { watch(next) == nil })
    }

    @Test func copiesOfAFewProgramsLeaveRoomForOthers() throws {
        let bus = try PrivateBus()
        let executable = Mutex("/usr/bin/a")
        let (_, offered) = try offer(bus) { options in
            (options.limits.programsPerUser, options.limits.programsPerExecutable) = (8, 4)
            options.executable = { _ in executable.withLock { $0 } }
        }
        defer { offered.end() }
        var programs: [RawProgram] = []
        for name in ["a", "b", "c"] {
            executable.withLock { $0 = "/usr/bin/\(name)" }
            while let program = try? RawProgram(bus, music) { programs.append(program) }
        }
        // Four, two, and the two that everybody may have.
        #expect(programs.count == 8)
        programs.removeLast().connection.close()
        executable.withLock { $0 = "/usr/bin/a" }
        #expect(throws: BusError.self) { _ = try RawProgram(bus, music) }
        executable.withLock { $0 = "/usr/bin/bystander" }
        #expect(Patience.until { (try? RawProgram(bus, music)).map { programs.append($0) } != nil })
    }

    @Test func anAnswerThatCannotBeWrittenIsNotCalledDone() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { options in
            options.allowsSimulation = true
            options.permissions = RecordingPermissions(path: "/proc/nowhere/permissions.conf")
        }
        defer { offered.end() }
        let controller = try DeviceController(bus.bus)
        for (key, answer) in [("program:/usr/bin/memo", "allow"), ("program:/usr/bin/memo", "reset"), ("", "reset")] {
            #expect {
                try controller.setPermission(key, answer)
            } throws: { error in
                if case .refused(BusInterface.Refusal.notKept, _)? = error as? BusError { true } else { false }
            }
        }
    }

    @Test func aDecisionOfAnotherProgramIsNotHeard() throws {
        let bus = try PrivateBus()
        let (service, offered) = try offer(bus)
        defer { offered.end() }
        let controller = try DeviceController(bus.bus)
        let lines = Mutex<[String]>([])
        try controller.watch { line in lines.withLock { $0.append(line) } }
        let hostile = try BusConnection(bus.bus)
        defer { hostile.close() }
        guard
            case .list(let names)? = try hostile.ask(BusTests.bus("ListNames"), answer: "as").first
        else { return }
        hostile.perform { link in
            for case .text(let name) in names where name.hasPrefix(":") {
                try? link.signal(
                    to: name, BusInterface.controlPath, BusInterface.control, "Decided", [.text("forged")],
                    signature: "s")
            }
        }
        _ = try hostile.ask(BusTests.bus("GetId"), answer: "s")
        service.send(.ringer(silent: true))
        #expect(Patience.until { lines.withLock { !$0.isEmpty } })
        #expect(lines.withLock { lines in lines.allSatisfy { $0 != "forged" } })
    }

    @Test func aPathIsNotTheFileThatLiesThere() throws {
        let bus = try PrivateBus()
        let connection = try BusConnection(bus.bus)
        defer { connection.close() }
        let found = Mutex<BusCredentials?>(nil)
        let isDone = Mutex(false)
        connection.perform { link in
            guard let name = link.uniqueName else { return }
            link.askCredentials(of: name) { who in
                found.withLock { $0 = who }
                isDone.withLock { $0 = true }
            }
        }
        #expect(Patience.until { isDone.withLock { $0 } })
        let own = try #require(found.withLock { $0 })
        #expect(own.process == getpid())
        #expect(own.user == geteuid())
        #expect(own.runs(own.executable))
        // The same file with another's path, as in a mount namespace of its own.
        let claims = BusCredentials(
            process: own.process, user: own.user, unit: own.unit, executable: "/usr/bin/env", file: own.file)
        #expect(!claims.runs("/usr/bin/env"))
        #expect(claims.isOfSystemFolders)
        let rules = try ControlRules("programs = /usr/bin/env \(own.executable)")
        #expect(rules.allows(.programs, own))
        #expect(!rules.allows(.programs, claims))
        #expect(RecordingPermissions.key(of: claims) != "program:/usr/bin/env")
    }

    /// Indicates whether this test may make mount namespaces, as any program can where users may make namespaces of their own.
    private static let mayUnshare =
        (try? Child(["/usr/bin/unshare", "-rm", "/usr/bin/mount", "--bind", "/usr/bin/env", "/usr/bin/gdbus"]).finish()
            .status)
        == 0

    @Test(.enabled(if: mayUnshare, "no mount namespace can be made here"))
    func aProgramInAMountNamespaceOfItsOwnHasNotTheRightsOfAPath() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { options in
            options.control = (try? ControlRules("programs = /usr/bin/env")) ?? ControlRules()
        }
        defer { offered.end() }
        let call =
            "call --address \(bus.address) --dest \(BusInterface.controlName) --object-path \(BusInterface.controlPath)"
            + " --method \(BusInterface.control).SetScreenLocked true"
        // There gdbus lies where the program with the right lies elsewhere.
        let script = "mount --bind /usr/bin/gdbus /usr/bin/env && exec /usr/bin/env \(call) 2>&1"
        let (output, status) = try bus.run(["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script])
        #expect(status != 0)
        #expect(output.contains("AccessDenied"), "\(output)")
    }

    /// A call that is not answered any more, and forged answers to it.
    @Test func anAnswerOfAnotherProgramDoesNotCount() throws {
        let bus = try PrivateBus()
        let connection = try BusConnection(bus.bus)
        defer { connection.close() }
        let forger = try RawSocket(bus.address)
        let victim = Mutex("")
        connection.perform { link in victim.withLock { $0 = link.uniqueName ?? "" } }
        #expect(Patience.until { victim.withLock { !$0.isEmpty } })
        // Every number that the next call can have.
        for serial in UInt32(1)..<64 { try forger.answer(serial, to: victim.withLock { $0 }, text: ":9.99") }
        // It is answered by the bus, or by an error; never by the forger.
        for _ in 0..<64 {
            let answer = Result { () throws(BusError) in
                try connection.ask(
                    BusTests.bus("GetNameOwner"), [.text("org.freedesktop.DBus")], signature: "s", answer: "s")
            }
            if case .success(let values) = answer { #expect(values == [.text("org.freedesktop.DBus")]) }
        }
    }
}
