import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// The desktop's permission store and its portal, played by python-dbusmock.
private final class MockedPortal {
    static let python = "/usr/bin/python3"
    static let isAvailable =
        PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")
        && (try? Child([python, "-c", "import dbusmock"]).finish().status) == 0

    private static let mock = "org.freedesktop.DBus.Mock"
    private static let store = "org.freedesktop.impl.portal.PermissionStore"
    private static let storePath = "/org/freedesktop/impl/portal/PermissionStore"
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let portalPath = "/org/freedesktop/portal/desktop"
    private static let request = "/org/freedesktop/portal/desktop/request/1"

    private let bus: PrivateBus
    private var children: [Child] = []

    /// - Parameter word: What the store says of the program; nil if it has no word.
    init(_ bus: PrivateBus, word: String?) throws {
        self.bus = bus
        try start([Self.store, Self.storePath, Self.store])
        let answer =
            word.map { "ret = ['\($0)'] if list(args) == ['devices', 'microphone', 'org.example.Pod'] else ['']" }
            ?? "raise dbus.exceptions.DBusException('none', name='org.freedesktop.portal.Error.NotFound')"
        try call(
            Self.store, Self.storePath, "\(Self.mock).AddMethod", [Self.store, "GetPermission", "sss", "as", answer])
        try start([Self.portal, Self.portalPath, "org.freedesktop.portal.Device"])
        try call(
            Self.portal, Self.portalPath, "\(Self.mock).AddMethod",
            ["org.freedesktop.portal.Device", "AccessDevice", "uasa{sv}", "o", "ret = '\(Self.request)'"])
        try call(
            Self.portal, Self.portalPath, "\(Self.mock).AddObject",
            [Self.request, "org.freedesktop.portal.Request", "@a{sv} {}", "@a(ssss) []"])
    }

    private func start(_ words: [String]) throws {
        children.append(
            try Child(
                [Self.python, "-m", "dbusmock", "--session"] + words,
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]))
        _ = try bus.run(["/usr/bin/gdbus", "wait", "--address", bus.address, "--timeout", "20", words[0]])
    }

    @discardableResult
    private func call(_ name: String, _ path: String, _ method: String, _ arguments: [String]) throws -> String {
        let words = ["--dest", name, "--object-path", path, "--method", method]
        let result = try bus.run(["/usr/bin/gdbus", "call", "--address", bus.address] + words + arguments)
        #expect(result.status == 0, "\(result.output)")
        return result.output
    }

    /// The questions that the portal was asked.
    func questions() throws -> String {
        try call(Self.portal, Self.portalPath, "\(Self.mock).GetMethodCalls", ["AccessDevice"])
    }

    /// Answers the question, as the dialog does: 0 is yes, 1 no, 2 that it was closed.
    func answer(_ response: Int) throws {
        try call(
            Self.portal, Self.request, "\(Self.mock).EmitSignal",
            ["org.freedesktop.portal.Request", "Response", "ua{sv}", "[<uint32 \(response)>, <@a{sv} {}>]"])
    }

    deinit { for child in children { child.end() } }
}

/// Permission to record of a program in a Flatpak sandbox, by the desktop's own means.
@Suite(.enabled(if: MockedPortal.isAvailable, "python3-dbusmock and gdbus are not installed: no portal is played"))
struct PortalTests {
    private final class Bench {
        let bus: PrivateBus
        let portal: MockedPortal
        private let service: SessionService
        private let offered: BusService
        private let transport: BusTransport
        let app: AppID
        let told = Told()

        /// - Parameter settings: The configuration's part about recording.
        init(_ settings: String, word: String?) throws {
            bus = try PrivateBus()
            portal = try MockedPortal(bus, word: word)
            service = SessionService(
                hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: nil)
            var options = BusService.Options()
            options.mayBeSandboxed = { _ in true }
            options.sandbox = { _ in BusSandbox(application: "org.example.Pod", instance: "42", processes: 0) }
            offered = BusService(service, on: try BusConnection(bus.bus), options: options)
            let follower = offered
            _ = service.addObserver { follower.follow($0) }
            var configuration = PolicyConfiguration()
            try configuration.add("[recording]\n" + settings, file: "test")
            service.send(.configured(configuration.settings()))
            service.begin()
            try offered.offer()
            transport = BusTransport(bus.bus)
            let declaration = AppDeclaration(bundleID: "org.example.Trusted", name: "Trusted")
            app = transport.connect(declaration, receive: told.receive)
        }

        deinit { offered.end() }

        func ask() { #expect(transport.ask(.requestRecordPermission, from: app) == nil) }
    }

    private static let ask = "programs = ask\nunanswered = deny\n"

    @Test func aDenialOfTheConfigurationComesBeforeTheStore() throws {
        let bench = try Bench("programs = deny\n", word: "yes")
        bench.ask()
        #expect(bench.told.waits(for: .recordPermission(.denied)) || bench.told.snapshot?.recordPermission == .denied)
        #expect(!bench.told.words.contains(.notification(.recordPermission(.granted))))
    }

    /// The dialog is about the process that asks, and its answer the program's.
    @Test(arguments: [(0, RecordPermission.granted), (1, .denied), (2, .denied)])
    func theDialogOfThePortalAnswers(_ response: Int, _ expected: RecordPermission) throws {
        let bench = try Bench(Self.ask, word: nil)
        #expect(bench.told.snapshot?.recordPermission == .undetermined)
        bench.ask()
        var questions = ""
        #expect(
            try Patience.until {
                questions = try bench.portal.questions()
                return questions.contains("microphone")
            })
        #expect(questions.contains("\(ProcessInfo.processInfo.processIdentifier)"), "\(questions)")
        #expect(bench.told.snapshot?.recordPermission == .undetermined)
        try bench.portal.answer(response)
        #expect(bench.told.waits(for: .recordPermission(expected)))
    }
}
