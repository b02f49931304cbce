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

/// Actions of programs against the service that others must not notice.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct HostileBusTests {
    private let music = AppDeclaration(bundleID: "org.example.music", name: "Music", backgroundModes: .audio)

    private func offer(
        _ bus: PrivateBus, _ change: (inout BusService.Options) -> Void = { _ in }
    ) throws -> (SessionService, BusService) {
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false,
            permissionAnswer: .granted)
        var options = BusService.Options()
        options.identity = { name, _ in name }
        change(&options)
        let offered = BusService(service, on: try BusConnection(bus.bus, isGated: true), options: options)
        _ = service.addObserver { offered.follow($0) }
        service.begin()
        try offered.offer()
        return (service, offered)
    }

    @Test func nonsenseIsAnsweredWithAnErrorEach() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus)
        defer { offered.end() }
        let early = try RawProgram(bus, nil)
        #expect(early.refusal("SetActive", [.bool(true), .bool(false)], "bb") == BusInterface.Refusal.notRegistered)
        #expect(
            early.refusal("Register", [.integer(99), music.wireValue], "ua{sv}") == BusInterface.Refusal.version)
        #expect(early.refusal("Register", [.text("hello")], "s") == BusInterface.Refusal.arguments)
        let long = AppDeclaration(bundleID: String(repeating: "x", count: 10_000), name: "Long")
        #expect(early.refusal("Register", [.integer(1), long.wireValue], "ua{sv}") == BusInterface.Refusal.arguments)

        let program = try RawProgram(bus, music)
        #expect(
            program.refusal("Register", [.integer(1), music.wireValue], "ua{sv}") == BusInterface.Refusal.arguments)
        #expect(program.refusal("SetActive", [.text("yes")], "s") == BusInterface.Refusal.arguments)
        #expect(program.refusal("SetActive") == BusInterface.Refusal.arguments)
        #expect(program.refusal("Explode") == BusInterface.Refusal.unknownMethod)
        #expect(program.refusal("Status", interface: "org.example.Other") == BusInterface.Refusal.unknownMethod)
        #expect(program.refusal("StartIO", [.integer(7)], "x") == BusInterface.Refusal.arguments)
        #expect(program.refusal("CloseIO", [.integer(.max)], "x") == BusInterface.Refusal.arguments)
        let unknown: WireRecord = ["category": .text("AVAudioSessionCategoryPlayback"), "colour": .text("red")]
        #expect(program.refusal("Configure", [.record(unknown)], "a{sv}") == BusInterface.Refusal.arguments)
        let doubled: WireRecord = ["request": .text("closeIO"), "io": .integer(1)]
        #expect(program.refusal("Configure", [.record(doubled)], "a{sv}") == BusInterface.Refusal.arguments)
        let notANumber: WireRecord = ["value": .real(.nan)]
        #expect(
            program.refusal("Prefer", [.text("sampleRate"), .record(notANumber)], "sa{sv}")
                == BusInterface.Refusal.arguments)
        let huge: WireRecord = ["category": .text(String(repeating: "x", count: 1_000_000))]
        #expect(program.refusal("Configure", [.record(huge)], "a{sv}") == BusInterface.Refusal.arguments)
        let wide: WireRecord = ["category": .list(Array(repeating: .integer(1), count: 100_000))]
        #expect(program.refusal("Configure", [.record(wide)], "a{sv}") == BusInterface.Refusal.arguments)
        var deep = WireValue.bool(true)
        for _ in 0..<28 { deep = .list([deep]) }
        #expect(program.refusal("Configure", [.record(["category": deep])], "a{sv}") != nil)
        // After all that it still has its session, and so has the next program.
        #expect(try program.ask("SetActive", [.bool(true), .bool(false)], "bb"))
        #expect(try RawProgram(bus, music).ask("RequestRecordPermission", [], ""))
    }

    @Test func aProgramHasOnlySoMuchOfEverything() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { options in
            options.limits.programs = 2
            options.limits.ioObjectsPerProgram = 3
            // Registering counts as four.
            options.limits.requestBurst = 14
            options.limits.requestsPerSecond = 0.001
        }
        defer { offered.end() }
        let program = try RawProgram(bus, music)
        let kind = IOKind(.player).wireValue
        for io in 1...3 { #expect(try program.ask("OpenIO", [.integer(Int64(io)), kind], "xa{sv}")) }
        #expect(program.refusal("OpenIO", [.integer(3), kind], "xa{sv}") == BusInterface.Refusal.arguments)
        #expect(program.refusal("OpenIO", [.integer(4), kind], "xa{sv}") == BusInterface.Refusal.limit)
        for _ in 6...10 { #expect(try program.ask("RequestRecordPermission", [], "")) }
        #expect(program.refusal("RequestRecordPermission") == BusInterface.Refusal.busy)
        let second = try RawProgram(bus, music)
        #expect(throws: BusError.self) { _ = try RawProgram(bus, music) }
        // The flood of one is no matter to the other.
        #expect(try second.ask("RequestRecordPermission", [], ""))
    }

    @Test func connectionsOfOneProgramShareASessionButNotTheirObjects() throws {
        let bus = try PrivateBus()
        let (service, offered) = try offer(bus) { $0.identity = { _, who in "\(who.process)" } }
        defer { offered.end() }
        let (first, second) = (try RawProgram(bus, music), try RawProgram(bus, music))
        let kind = IOKind(.player).wireValue
        #expect(try first.ask("OpenIO", [.integer(1), kind], "xa{sv}"))
        #expect(second.refusal("StartIO", [.integer(1)], "x") == BusInterface.Refusal.arguments)
        #expect(try second.ask("OpenIO", [.integer(1), kind], "xa{sv}"))
        #expect(try second.ask("StartIO", [.integer(1)], "x"))
        let controller = try DeviceController(bus.bus)
        #expect(try controller.status().apps.count == 1)
        first.connection.close()
        second.connection.close()
        _ = service
    }

    @Test func aClientThatNeverReadsLosesItsSessionAndTheServiceStaysSmall() throws {
        let bus = try PrivateBus()
        let (service, offered) = try offer(bus) { $0.limits.unreadSignals = 64 }
        defer { offered.end() }
        let deaf = try RawProgram(bus, music)
        let gate = DispatchSemaphore(value: 0)
        // Its thread stands still: nothing is read any more.
        deaf.connection.perform { _ in gate.wait() }
        defer { gate.signal() }
        let controller = try DeviceController(bus.bus)
        func appCount() throws -> Int { try controller.status().apps.count }
        #expect(try appCount() == 1)
        for step in 0..<200 {
            service.send(.remoteCommand(AppID(1), .pause))
            // Each answer shows that the signals before it were sent.
            if step.isMultiple(of: 10) { _ = try appCount() }
        }
        #expect(try appCount() == 0)
    }

    @Test func aFloodOfStatusIsRefusedWhileABystanderIsServed() throws {
        let bus = try PrivateBus()
        let burst = 100
        let (_, offered) = try offer(bus) { options in
            options.limits.requestBurst = Double(burst)
            options.limits.requestsPerSecond = 0.001
            // Each refusal is reported, so that the flood can continue.
            (options.limits.refusalBurst, options.limits.refusalsPerSecond) = (1e6, 1e6)
        }
        defer { offered.end() }
        let flood = Flood(try RawProgram(bus, nil).connection)
        flood.begin()
        #expect(Patience.until { flood.refused > 1_000 })
        // The flood continues all the time that the other program needs.
        let bystander = try RawProgram(bus, music)
        #expect(try bystander.ask("SetActive", [.bool(true), .bool(false)], "bb"))
        let refused = flood.refused
        #expect(Patience.until { flood.refused > refused })
        flood.end()
        #expect(Patience.until { flood.isOver })
        #expect(flood.answered <= burst)
    }

    /// A program that asks for the status again and again, 500 requests at a time.
    private final class Flood: Sendable {
        private struct Counts {
            var answered = 0
            var refused = 0
            var isWaited = false
            var ends = false
        }
        private static let wave = 500
        private let connection: BusConnection
        private let counts = Mutex(Counts())

        init(_ connection: BusConnection) { self.connection = connection }

        var refused: Int { counts.withLock(\.refused) }
        var answered: Int { counts.withLock(\.answered) }
        var isOver: Bool { counts.withLock { $0.ends && !$0.isWaited } }
        func end() { counts.withLock { $0.ends = true } }

        func begin() {
            let goesOn = counts.withLock { counts in
                counts.isWaited = !counts.ends
                return counts.isWaited
            }
            guard goesOn else { return }
            let status = RawProgram.method("Status", interface: BusInterface.control)
            connection.perform { [self] link in
                for number in 1...Self.wave {
                    try? link.call(status, seconds: 60) { [self] answer in
                        note(answer.error)
                        if number == Self.wave { begin() }
                    }
                }
            }
        }

        private func note(_ error: BusError?) {
            counts.withLock { counts in
                if case .refused(BusInterface.Refusal.busy, _)? = error { counts.refused += 1 }
                if error == nil { counts.answered += 1 }
            }
        }
    }

    @Test func everyMethodOfEveryInterfaceCounts() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { options in
            options.limits.requestBurst = 8
            options.limits.requestsPerSecond = 0.001
        }
        defer { offered.end() }
        let introspect = "org.freedesktop.DBus.Introspectable"
        for (member, interface, path, name) in [
            ("Introspect", introspect, BusInterface.path, BusInterface.busName),
            ("Nothing", BusInterface.session, BusInterface.path, BusInterface.busName),
            ("Unregister", BusInterface.session, BusInterface.path, BusInterface.busName),
            ("Nothing", "org.example.Other", BusInterface.path, BusInterface.busName),
            ("Introspect", introspect, BusInterface.controlPath, BusInterface.controlName),
            ("Watch", BusInterface.control, BusInterface.controlPath, BusInterface.controlName),
            ("EndCall", BusInterface.control, BusInterface.controlPath, BusInterface.controlName),
        ] {
            let caller = try BusConnection(bus.bus)
            defer { caller.close() }
            let method = BusMethod(destination: name, path: path, interface: interface, member: member)
            var lastRefusal = ""
            for _ in 1...9 {
                do { _ = try caller.ask(method, answer: "s") } catch {
                    if case .refused(let name, _) = error { lastRefusal = name }
                }
            }
            #expect(lastRefusal == BusInterface.Refusal.busy, "\(interface).\(member)")
        }
    }

    @Test func theTwoNamesAreTwoConnections() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus)
        defer { offered.end() }
        let caller = try BusConnection(bus.bus)
        defer { caller.close() }
        func owner(_ name: String) throws -> WireValue? {
            try caller.ask(BusTests.bus("GetNameOwner"), [.text(name)], signature: "s", answer: "s").first
        }
        #expect(try owner(BusInterface.busName) != owner(BusInterface.controlName))
        // A sandbox that opens one name does not open the other's interface with it.
        let program = try RawProgram(bus, nil)
        for path in [BusInterface.path, BusInterface.controlPath] {
            let method = BusMethod(
                destination: BusInterface.busName, path: path, interface: BusInterface.control, member: "Status")
            #expect(throws: BusError.self) { _ = try program.connection.ask(method, answer: "a{sv}") }
        }
    }

    @Test func aProgramMovesNoOtherUnlessItIsAllowedTo() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus)
        let victim = try RawProgram(bus, music)
        let hostile = try RawProgram(bus, AppDeclaration(bundleID: "org.example.hostile", name: "Hostile"))
        let control = BusInterface.control
        for (member, values, signature): (String, [WireValue], String) in [
            ("MoveApp", [.integer(1), .text("suspended")], "xs"),
            ("MoveProcess", [.integer(Int64(getpid())), .text("suspended")], "us"),
            ("SendRemoteCommand", [.integer(1), .text("pause")], "xs"),
            ("SetScreenLocked", [.bool(true)], "b"),
            ("SetAppCall", [.integer(1), .bool(true)], "xb"),
            ("AnswerRecordPermission", [.integer(1), .text("denied")], "xs"),
            ("AnswerMicrophoneInjectionPermission", [.integer(1), .text("granted")], "xs"),
            ("AnswerLibraryPermission", [.integer(1), .text("granted")], "xs"),
            ("AnswerSystemAudioPermission", [.integer(1), .text("granted")], "xs"),
            ("SetMicrophoneInjection", [.bool(true)], "b"),
        ] {
            #expect(
                hostile.refusal(member, values, signature, interface: control) == BusInterface.Refusal.access,
                "\(member)")
        }
        // The volume is everybody's.
        let controller = try DeviceController(bus.bus)
        try controller.happen(.volumeSet(0.5))
        #expect(try victim.ask("SetActive", [.bool(true), .bool(false)], "bb"))
        offered.end()

        // The same program where the device's maker names it.
        let second = try PrivateBus()
        let (_, open) = try offer(second) { options in
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            options.control = (try? ControlRules("programs = \(own ?? "")")) ?? ControlRules()
        }
        defer { open.end() }
        let moved = try RawProgram(second, music)
        try DeviceController(second.bus).happen(.appMoved(AppID(1), .background))
        #expect(try moved.ask("SetActive", [.bool(false), .bool(false)], "bb"))
    }

    @Test func theFileOfThePackageSaysWhatHoldsWithoutIt() throws {
        let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Packaging/control.conf")
        #expect(try ControlRules(String(contentsOf: packaging.standardizedFileURL, encoding: .utf8)) == ControlRules())
    }

    @Test func aRefusalNamesTheProgramThatHasTheRight() throws {
        let end = "has it, and /etc/sordino/control.conf gives it to others"
        #expect(ControlRules().holders(of: .programs, for: "/opt/build/audioctl") == "/usr/bin/audioctl \(end)")
        #expect(try ControlRules("programs =").holders(of: .programs, for: "/usr/bin/audioctl") == "no program \(end)")
    }

    @Test func rulesOfControlAreReadOrRefused() throws {
        #expect(throws: Never.self) { try ControlRules("# nobody\nprograms =\n\nsettings = * # all\n") }
        for text in [
            "programs", "volume = *", "programs = audioctl", "programs = *\nprograms = *", "= /usr/bin/x",
        ] {
            #expect(throws: ControlRules.Fault.self, "\(text)") { try ControlRules(text) }
        }
    }

    @Test func portsProgramsAndCallsThatDoNotExistAreRefused() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { $0.allowsSimulation = true }
        defer { offered.end() }
        let controller = try DeviceController(bus.bus)
        for event: Event in [
            .userPicked(portUID: "nowhere"), .appMoved(AppID(9), .background), .remoteCommand(AppID(9), .pause),
            .callAccepted, .callDeclined, .callEnded, .alarmAcknowledged,
        ] {
            #expect(throws: BusError.self, "\(event)") { try controller.happen(event) }
        }
        try controller.happen(.callRings(.fullScreen))
        try controller.happen(.callAccepted)
        try controller.happen(.callEnded)
        #expect(throws: BusError.self) { try controller.happen(.callEnded) }
    }

    @Test func oneExecutableLeavesRoomForOthers() throws {
        let bus = try PrivateBus()
        let executable = Mutex("/usr/bin/greedy")
        let (_, offered) = try offer(bus) { options in
            options.limits.programsPerExecutable = 3
            options.limits.programs = 5
            options.executable = { _ in executable.withLock { $0 } }
        }
        defer { offered.end() }
        let greedy = try (1...3).map { _ in try RawProgram(bus, music) }
        #expect(
            throws: BusError.refused(name: BusInterface.Refusal.limit, text: "too many programs of /usr/bin/greedy")
        ) {
            _ = try RawProgram(bus, music)
        }
        executable.withLock { $0 = "/usr/bin/other" }
        #expect(try RawProgram(bus, music).ask("SetActive", [.bool(true), .bool(false)], "bb"))
        // One that goes makes room for the next of its kind.
        executable.withLock { $0 = "/usr/bin/greedy" }
        greedy[0].connection.close()
        #expect(Patience.until { (try? RawProgram(bus, music)) != nil })
    }

    @Test func wishesThatNoHardwareMeetsAreBadParameters() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus)
        defer { offered.end() }
        let transport = BusTransport(bus.bus)
        let app = transport.connect(music) { _ in }
        for preference: Preference in [
            .sampleRate(1e300), .sampleRate(.nan), .sampleRate(-.infinity), .sampleRate(-1), .ioBufferDuration(1e300),
            .ioBufferDuration(.nan), .ioBufferDuration(.infinity), .inputGain(.nan),
            .inputChannels(.max), .outputChannels(.min),
        ] {
            #expect(transport.ask(.prefer(preference), from: app)?.code == .badParam, "\(preference)")
        }
        #expect(transport.ask(.prefer(.sampleRate(44_100)), from: app) == nil)
    }

    @Test func busctlAndGdbusSeeTheInterfaces() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus)
        defer { offered.end() }
        for (tool, arguments) in [
            ("/usr/bin/busctl", ["--address=\(bus.address)", "introspect", BusInterface.busName, BusInterface.path]),
            (
                "/usr/bin/gdbus",
                ["introspect", "--session", "--dest", BusInterface.busName, "--object-path", BusInterface.path]
            ),
            (
                "/usr/bin/busctl",
                ["--address=\(bus.address)", "introspect", BusInterface.controlName, BusInterface.controlPath]
            ),
        ] where FileManager.default.isExecutableFile(atPath: tool) {
            let (output, status) = try bus.run([tool] + arguments)
            #expect(status == 0)
            let words =
                arguments.contains(BusInterface.controlName)
                ? ["RingCall", "AllowsSimulation", BusInterface.control] : ["SetActive", "SessionChanged", "Version"]
            for word in words { #expect(output.contains(word), "\(tool) does not show \(word)") }
        }
    }
}
