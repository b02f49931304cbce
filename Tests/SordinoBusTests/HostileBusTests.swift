import Foundation
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoSession
import Testing

/// What programs may do to the service without anybody else noticing.
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
        let offered = BusService(service, on: try BusConnection(bus.bus), options: options)
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
        // After all that it still has its session, and so has whoever comes next.
        #expect(try program.ask("SetActive", [.bool(true), .bool(false)], "bb"))
        #expect(try RawProgram(bus, music).ask("RequestRecordPermission", [], ""))
    }

    @Test func aProgramHasOnlySoMuchOfEverything() throws {
        let bus = try PrivateBus()
        let (_, offered) = try offer(bus) { options in
            options.limits.programs = 2
            options.limits.ioObjectsPerProgram = 3
            options.limits.requestBurst = 10
            options.limits.requestsPerSecond = 0.001
        }
        defer { offered.end() }
        let program = try RawProgram(bus, music)
        let kind = IOKind(.player).wireValue
        for io in 1...3 { #expect(try program.ask("OpenIO", [.integer(Int64(io)), kind], "xa{sv}")) }
        #expect(program.refusal("OpenIO", [.integer(3), kind], "xa{sv}") == BusInterface.Refusal.arguments)
        #expect(program.refusal("OpenIO", [.integer(4), kind], "xa{sv}") == BusInterface.Refusal.limit)
        for _ in 6...10 { #expect(try program.ask("RequestRecordPermission", [], "")) }
        #expect(program.refusal("RequestRecordPermission") == BusInterface.Refusal.limit)
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
        guard case .list(let apps)? = try controller.status()["apps"] else { throw BusError.malformed("apps") }
        #expect(apps.count == 1)
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
        func appCount() throws -> Int {
            guard case .list(let apps)? = try controller.status()["apps"] else { return -1 }
            return apps.count
        }
        #expect(try appCount() == 1)
        for step in 0..<200 {
            service.send(.remoteCommand(AppID(1), .pause))
            // Each answer shows that the signals before it were sent.
            if step.isMultiple(of: 10) { _ = try appCount() }
        }
        #expect(try appCount() == 0)
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
        ] where FileManager.default.isExecutableFile(atPath: tool) {
            let (output, status) = try bus.run([tool] + arguments)
            #expect(status == 0)
            for word in ["SetActive", "SessionChanged", "RingCall", "AllowsSimulation", BusInterface.control] {
                #expect(output.contains(word), "\(tool) does not show \(word)")
            }
        }
    }
}
