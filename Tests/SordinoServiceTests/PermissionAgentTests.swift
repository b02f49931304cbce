import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization
import Testing

/// A shell's agent, as any program can be one.
private final class Agent: Sendable {
    private let connection: BusConnection
    let asked = Mutex<[[WireValue]]>([])

    /// - Parameter answers: The words that it gives, one after the other; then it keeps silent.
    init(_ bus: PrivateBus, answers: [String]) throws {
        connection = try BusConnection(bus.bus)
        let left = Mutex(answers)
        let isReady = Mutex(false)
        connection.perform { link in
            try? link.addObject(BusInterface.agentPath) { [weak self] link, message in
                guard ["AskRecording", "AskSystemAudio"].contains(message.member),
                    let values = try? message.read(signature: "ssu")
                else {
                    return false
                }
                self?.asked.withLock { $0.append(values) }
                let word = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let word { try? link.reply(to: message, [.text(word)], signature: "s") }
                return true
            }
            let hasName = link.takeName(BusInterface.agentName)
            isReady.withLock { $0 = hasName }
        }
        #expect(Patience.until { isReady.withLock { $0 } })
    }

    func end() { connection.close() }
}

/// Permission to record: the configuration, the user through an agent, and the remembered answers.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct PermissionAgentTests {
    private static let memo = AppDeclaration(bundleID: "org.example.memo", name: "Memo")
    private static let executable =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

    private final class Bench {
        let bus: PrivateBus
        let service: SessionService
        let offered: BusService
        let permissions: RecordingPermissions

        init(
            _ settings: String, permissions: RecordingPermissions = RecordingPermissions(),
            control: String = "programs = \(PermissionAgentTests.executable)",
            _ change: (inout BusService.Options) -> Void = { _ in }
        ) throws {
            bus = try PrivateBus()
            self.permissions = permissions
            service = SessionService(
                hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: nil)
            var options = BusService.Options()
            options.identity = { name, _ in name }
            options.permissions = permissions
            options.control = try ControlRules(control)
            change(&options)
            offered = try BusService.offered(service, on: bus, options, settings: settings)
        }

        deinit { offered.end() }

        func program(_ declaration: AppDeclaration = PermissionAgentTests.memo) -> (BusTransport, AppID, Told) {
            let transport = BusTransport(bus.bus)
            let told = Told()
            return (transport, transport.connect(declaration, receive: told.receive), told)
        }
    }

    private static let ask = "[recording]\nprograms = ask\nunanswered = deny\n"

    @Test func withoutAConfigurationProgramsMayRecordAndNobodyIsAsked() throws {
        let bench = try Bench("")
        let agent = try Agent(bench.bus, answers: ["deny"])
        defer { agent.end() }
        let (transport, app, told) = bench.program()
        #expect(told.snapshot?.recordPermission == .granted)
        #expect(transport.ask(.requestRecordPermission, from: app) == nil)
        #expect(told.waits(for: .recordPermission(.granted)))
        #expect(agent.asked.withLock { $0.isEmpty })
    }

    @Test(arguments: [("allow", RecordPermission.granted), ("deny", .denied)])
    func thePersonIsAskedOnceAndTheAnswerIsRemembered(_ word: String, _ expected: RecordPermission) throws {
        let bench = try Bench(Self.ask)
        let agent = try Agent(bench.bus, answers: [word])
        defer { agent.end() }
        let (transport, app, told) = bench.program()
        #expect(told.snapshot?.recordPermission == .undetermined)
        #expect(transport.ask(.requestRecordPermission, from: app) == nil)
        #expect(told.waits(for: .recordPermission(expected)))
        #expect(told.snapshot?.recordPermission == expected)
        let key = "program:\(Self.executable)"
        #expect(bench.permissions.all.map(\.key) == [key])
        #expect(
            agent.asked.withLock { $0 } == [
                [.text(key), .text("Memo"), .integer(Int64(ProcessInfo.processInfo.processIdentifier))]
            ])
        // The next of the same executable is not asked about.
        let (_, _, second) = bench.program(AppDeclaration(bundleID: "org.example.other", name: "Other"))
        #expect(second.snapshot?.recordPermission == expected)
        #expect(agent.asked.withLock { $0.count } == 1)
    }

    @Test func recordingWithoutAQuestionAsksAndIsSilentUntilTheAnswer() throws {
        let bench = try Bench(Self.ask)
        let agent = try Agent(bench.bus, answers: ["allow-once"])
        defer { agent.end() }
        let (transport, app, told) = bench.program()
        _ = transport.ask(
            .configure(category: Category.record.rawValue, mode: nil, options: nil, policy: nil), from: app)
        bench.service.send(.portsArrived([Self.microphone]))
        _ = transport.ask(.openIO(IOID(1), IOKind(.recorder, hasInput: true, hasOutput: false)), from: app)
        #expect(transport.ask(.startIO(IOID(1)), from: app) == nil)
        #expect(told.waits(for: .recordPermission(.granted)))
        // Once is not for ever.
        #expect(bench.permissions.all.isEmpty)
    }

    private static let microphone = Port(
        uid: "m", type: .builtInMic, direction: .input, name: "M",
        channels: [PortChannel(name: "M", number: 1, label: 42)])

    @Test(arguments: [("deny", RecordPermission.denied), ("allow", .granted)])
    func whereNobodyCanBeAskedTheConfigurationAnswers(_ word: String, _ expected: RecordPermission) throws {
        let bench = try Bench("[recording]\nprograms = ask\nunanswered = \(word)\n")
        let (transport, app, told) = bench.program()
        #expect(transport.ask(.requestRecordPermission, from: app) == nil)
        #expect(told.waits(for: .recordPermission(expected)))
        #expect(bench.permissions.all.isEmpty)
    }

    /// The reasons that a program gets, and the lists, while no answer is there.
    @Test(arguments: [true, false]) func aQuestionWithoutAnAnswerIsSaidToBeOne(hasAgent: Bool) throws {
        let bench = try Bench("") { $0.limits.personSeconds = 2 }
        let agent = hasAgent ? try Agent(bench.bus, answers: []) : nil
        defer { agent?.end() }
        let controller = try DeviceController(bench.bus.bus)
        let (transport, app, told) = bench.program()
        #expect(transport.ask(.prefer(.taps([ProgramTap(number: 1)])), from: app) == nil)
        let key = "system-audio:program:\(Self.executable)"
        func row() -> ListedPermission? { (try? controller.permissions())?.first { $0.key == key } }
        if hasAgent {
            #expect(Patience.until { row()?.now == "being asked" })
            #expect(row()?.programs == ["Memo"])
        }
        #expect(Patience.until { told.snapshot?.systemAudioPermission == .denied })
        let words = hasAgent ? "the user has not answered whether" : "the user cannot be asked whether"
        #expect(Patience.until { (try? controller.status())?.apps.first?.tapping?.hasPrefix(words) == true })
        #expect(row()?.now == "denied")
        withExtendedLifetime(transport) {}
    }

    @Test func anAgentWithoutTheRightIsPassedOver() throws {
        let bench = try Bench(Self.ask, control: "programs = /usr/bin/gnome-shell")
        let agent = try Agent(bench.bus, answers: ["allow"])
        defer { agent.end() }
        let (transport, app, told) = bench.program()
        #expect(transport.ask(.requestRecordPermission, from: app) == nil)
        #expect(told.waits(for: .recordPermission(.denied)))
        #expect(agent.asked.withLock { $0.isEmpty })
    }

    @Test func anAgentThatKeepsSilentOrSaysNonsenseIsNobody() throws {
        let bench = try Bench(Self.ask) { $0.limits.personSeconds = 0.2 }
        let agent = try Agent(bench.bus, answers: ["perhaps"])
        defer { agent.end() }
        let (transport, app, told) = bench.program()
        #expect(transport.ask(.requestRecordPermission, from: app) == nil)
        #expect(told.waits(for: .recordPermission(.denied)))
        let (second, other, hears) = bench.program()
        #expect(second.ask(.requestRecordPermission, from: other) == nil)
        #expect(hears.waits(for: .recordPermission(.denied)))
        #expect(agent.asked.withLock { $0.count } == 2)
        #expect(bench.permissions.all.isEmpty)
    }

    @Test func aProgramThatAsksWithoutEndIsAskedAboutOnce() throws {
        let bench = try Bench(Self.ask)
        let agent = try Agent(bench.bus, answers: [])
        defer { agent.end() }
        for _ in 0..<3 {
            let (transport, app, _) = bench.program()
            for _ in 0..<20 { #expect(transport.ask(.requestRecordPermission, from: app) == nil) }
        }
        #expect(Patience.until { agent.asked.withLock { !$0.isEmpty } })
        // Two questions to the service later a second one would have come.
        let controller = try DeviceController(bench.bus.bus)
        for _ in 0..<2 { _ = try controller.permissions() }
        #expect(agent.asked.withLock { $0.count } == 1)
    }

    @Test func aProgramCannotDeclareItsOwnPermission() throws {
        let bench = try Bench("[recording]\nprograms = deny\n")
        let (_, _, told) = bench.program(
            AppDeclaration(bundleID: "org.example.spy", name: "Spy", recordPermission: .granted))
        #expect(told.snapshot?.recordPermission == .denied)
    }

    @Test func answersAreListedChangedAndForgotten() throws {
        let bench = try Bench(Self.ask)
        let controller = try DeviceController(bench.bus.bus)
        let (transport, _, told) = bench.program()
        defer { withExtendedLifetime(transport) {} }
        let key = "program:\(Self.executable)"
        var listed = try controller.permissions()
        #expect(listed.map(\.key) == [key])
        #expect(listed[0].answer == .none && listed[0].now == "not asked")
        try controller.setPermission(key, "deny")
        #expect(told.waits(for: .recordPermission(.denied)))
        listed = try controller.permissions()
        #expect(listed[0].answer == .deny && listed[0].programs == ["Memo"])
        try controller.setPermission(key, "reset")
        #expect(told.waits(for: .recordPermission(.undetermined)))
        try controller.setPermission("app:org.example.absent", "allow")
        #expect(bench.permissions.answer("app:org.example.absent") == true)
        try controller.setPermission("", "reset")
        #expect(bench.permissions.all.isEmpty)
        #expect(throws: BusError.self) { try controller.setPermission(key, "perhaps") }
        // Rows that no program could have are not stored; what an older version has stored can still be forgotten.
        for nonsense in [
            "", "Memo", "app:", "app:a b", "app:../a", "program:", "program:memo", "library:", "library:Memo",
            "video:app:a", "library:system-audio:app:a", "elsewhere:",
            "program:/" + String(repeating: "a", count: 5_000),
        ] {
            #expect(throws: BusError.self, "\(nonsense)") { try controller.setPermission(nonsense, "allow") }
            #expect(throws: BusError.self, "\(nonsense)") { try controller.setPermission(nonsense, "deny") }
        }
        #expect(bench.permissions.all.isEmpty)
        bench.permissions.set("Memo", true)
        try controller.setPermission("Memo", "reset")
        #expect(bench.permissions.all.isEmpty)
        for key in ["app:a", "program:/a b/ü", "library:app:a", "system-audio:program:/a", "elsewhere:/usr/bin/a 7"] {
            try controller.setPermission(key, "deny")
            #expect(bench.permissions.answer(key) == false, "\(key)")
        }
    }

    @Test func onlyWhoMayAnswersInThePersonsPlace() throws {
        let bench = try Bench(Self.ask, control: "programs = /usr/bin/gnome-shell")
        let controller = try DeviceController(bench.bus.bus)
        #expect(throws: BusError.self) { try controller.setPermission("program:/x", "allow") }
        #expect(throws: BusError.self) { try controller.happen(.appZone(AppID(1), "main")) }
        #expect(throws: BusError.self) { try controller.reload() }
        #expect(try controller.permissions().isEmpty)
    }

    @Test func answersOutliveTheService() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("deep/permissions.conf").path
        let strange = "program:/opt/a b/#1=[x]\n%/ü"
        let first = RecordingPermissions(path: path)
        #expect(first.set("app:org.example.memo", true))
        #expect(first.set(strange, false))
        let second = RecordingPermissions(path: path)
        #expect(second.answer("app:org.example.memo") == true)
        #expect(second.answer(strange) == false)
        #expect(second.set(strange, nil))
        #expect(RecordingPermissions(path: path).all.map(\.key) == ["app:org.example.memo"])
        // A damaged file is an empty one.
        try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(RecordingPermissions(path: path).all.isEmpty)
        #expect(!RecordingPermissions(path: "/proc/nowhere/permissions.conf").set("a", true))
    }

    @Test(arguments: [
        ("app-gnome-org.example.Memo-4711.scope", "app:org.example.Memo"),
        ("app-org.example.Memo.scope", "app:org.example.Memo"),
        ("app-org.example.Memo-a1b2.service", "app:org.example.Memo"),
        ("user@1000.service", "program:/usr/bin/env"), ("", "program:/usr/bin/env"),
    ])
    func aProgramIsKnownByItsScopeOrItsExecutable(_ unit: String, _ key: String) {
        var found = stat()
        #expect(stat("/usr/bin/env", &found) == 0)
        let file = ProgramFile(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
        let who = BusCredentials(process: 1, user: 1, unit: unit, executable: "/usr/bin/env", file: file)
        #expect(RecordingPermissions.key(of: who) == key)
        // The same path in a mount namespace of its own.
        let other = ProgramFile(device: file.device, inode: file.inode + 1)
        let stranger = BusCredentials(process: 1, user: 1, unit: unit, executable: "/usr/bin/env", file: other)
        #expect(RecordingPermissions.key(of: stranger) != "program:/usr/bin/env")
    }
}
