import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// The desktop's portal, played by python-dbusmock.
private final class MockedPortal {
    static let python = "/usr/bin/python3"
    static let isAvailable =
        PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")
        && (try? Child([python, "-c", "import dbusmock"]).finish().status) == 0

    private static let mock = "org.freedesktop.DBus.Mock"
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let portalPath = "/org/freedesktop/portal/desktop"
    private static let request = "/org/freedesktop/portal/desktop/request/1"

    private let bus: PrivateBus
    private var children: [Child] = []

    init(_ bus: PrivateBus) throws {
        self.bus = bus
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

/// The desktop's own permission store, with a database that is the test's.
private final class PermissionStore {
    static let program = "/usr/libexec/xdg-permission-store"
    static let isAvailable =
        PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: program)
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")

    private static let name = "org.freedesktop.impl.portal.PermissionStore"
    private let bus: PrivateBus
    private let folder: URL
    private let child: Child

    init(_ bus: PrivateBus) throws {
        self.bus = bus
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        child = try Child(
            [Self.program],
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_DATA_HOME": folder.path, "HOME": folder.path])
        _ = try bus.run(["/usr/bin/gdbus", "wait", "--address", bus.address, "--timeout", "120", Self.name])
    }

    private func call(_ method: String, _ arguments: [String]) throws {
        let place = ["--dest", Self.name, "--object-path", "/org/freedesktop/impl/portal/PermissionStore"]
        let result = try bus.run(
            ["/usr/bin/gdbus", "call", "--address", bus.address] + place + ["--method", "\(Self.name).\(method)"]
                + arguments)
        #expect(result.status == 0, "\(method): \(result.output)")
    }

    /// Writes a word about an application into the table of devices, as the portal and the desktops' settings do.
    func write(_ word: String, of application: String, in device: String = "microphone") throws {
        try call("SetPermission", ["devices", "true", device, application, "['\(word)']"])
    }

    /// Takes the word back, as `flatpak permission-remove` does; without an application all of them, as `permission-reset`.
    func forget(_ application: String?) throws {
        if let application {
            try call("DeletePermission", ["devices", "microphone", application])
        } else {
            try call("Delete", ["devices", "microphone"])
        }
    }

    deinit {
        child.end()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A service, and a program in a Flatpak's sandbox.
private final class Bench {
    let bus = try? PrivateBus()
    let portal: MockedPortal?
    let store: PermissionStore?
    let permissions = RecordingPermissions()
    let service: SessionService
    private let offered: BusService
    private let transport: BusTransport
    let app: AppID
    let told = Told()

    static let application = "org.example.Pod"

    /// - Parameters:
    ///   - settings: The configuration's part about recording.
    ///   - prepare: Called with the store before the program comes.
    init(
        _ settings: String, hasPortal: Bool = false, hasStore: Bool = false,
        prepare: (PermissionStore) throws -> Void = { _ in }
    ) throws {
        let bus = try #require(bus)
        portal = hasPortal ? try MockedPortal(bus) : nil
        store = hasStore ? try PermissionStore(bus) : nil
        if let store { try prepare(store) }
        service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: nil)
        var options = BusService.Options()
        options.permissions = permissions
        options.allowsSimulation = true
        options.mayBeSandboxed = { _ in true }
        options.sandbox = { _ in BusSandbox(application: Self.application, instance: "42", processes: 0) }
        offered = try BusService.offered(service, on: bus, options, settings: settings)
        transport = BusTransport(bus.bus)
        let declaration = AppDeclaration(bundleID: "org.example.Trusted", name: "Trusted")
        app = transport.connect(declaration, receive: told.receive)
    }

    deinit { offered.end() }

    func ask(_ request: Request = .requestRecordPermission) {
        #expect(transport.ask(request, from: app) == nil)
    }

    /// Waits until the program's getter says so.
    func comes(_ permission: RecordPermission) -> Bool {
        told.wait { _ in told.snapshot?.recordPermission == permission }
    }
}

/// Permission to record of a program in a Flatpak sandbox, by the desktop's dialog.
@Suite(.enabled(if: MockedPortal.isAvailable, "python3-dbusmock and gdbus are not installed: no portal is played"))
struct PortalTests {
    @Test func aDenialOfTheConfigurationIsNotAskedAbout() throws {
        let bench = try Bench("[recording]\nprograms = deny\n", hasPortal: true)
        bench.ask()
        #expect(bench.told.waits(for: .recordPermission(.denied)))
        #expect(try bench.portal?.questions().contains("microphone") == false)
    }

    /// The dialog is about the process that asks, and its answer the program's.
    @Test(arguments: [(0, RecordPermission.granted), (1, .denied), (2, .denied)])
    func theDialogOfThePortalAnswers(_ response: Int, _ expected: RecordPermission) throws {
        let bench = try Bench("[recording]\nprograms = ask\nunanswered = deny\n", hasPortal: true)
        let portal = try #require(bench.portal)
        #expect(bench.told.snapshot?.recordPermission == .undetermined)
        bench.ask()
        var questions = ""
        #expect(
            try Patience.until {
                questions = try portal.questions()
                return questions.contains("microphone")
            })
        #expect(questions.contains("\(ProcessInfo.processInfo.processIdentifier)"), "\(questions)")
        #expect(bench.told.snapshot?.recordPermission == .undetermined)
        try portal.answer(response)
        #expect(bench.told.waits(for: .recordPermission(expected)))
    }
}

/// Permission to record of a program in a Flatpak sandbox, by the word in the desktop's permission store: the real one.
@Suite(.enabled(if: PermissionStore.isAvailable, "xdg-desktop-portal or gdbus is not installed: there is no store"))
struct PermissionStoreTests {
    private static let asks = "[recording]\nprograms = ask\nunanswered = deny\n"
    private static let pod = Bench.application

    @Test(arguments: [("ask", "yes", RecordPermission.granted), ("ask", "no", .denied), ("allow", "no", .denied)])
    func theWordOfTheStoreIsTheAnswer(_ programs: String, _ word: String, _ expected: RecordPermission) throws {
        let bench = try Bench("[recording]\nprograms = \(programs)\n", hasStore: true) {
            try $0.write(word, of: Self.pod)
        }
        #expect(bench.comes(expected), "\(bench.told.all)")
    }

    /// The settings of a desktop change the word while the program runs, and take it back.
    @Test func aChangeOfTheStoreIsHeardAtOnce() throws {
        let bench = try Bench(Self.asks, hasStore: true)
        let store = try #require(bench.store)
        #expect(bench.told.snapshot?.recordPermission == .undetermined)
        try store.write("yes", of: Self.pod)
        #expect(bench.comes(.granted))
        try store.write("no", of: Self.pod)
        #expect(bench.comes(.denied))
        try store.forget(Self.pod)
        #expect(bench.comes(.undetermined))
        try store.write("yes", of: Self.pod)
        #expect(bench.comes(.granted))
        try store.forget(nil)
        #expect(bench.comes(.undetermined))
    }

    /// Words about others or other devices, and unknown words, change nothing; the next word shows that they were read.
    @Test func wordsAboutOthersAreNone() throws {
        let bench = try Bench(Self.asks, hasStore: true)
        let store = try #require(bench.store)
        try store.write("yes", of: "org.example.Other")
        try store.write("yes", of: "org.example.Trusted")
        try store.write("yes", of: Self.pod, in: "camera")
        try store.write("ask", of: Self.pod)
        try store.write("no", of: Self.pod)
        #expect(bench.comes(.denied))
        #expect(!bench.told.words.contains(.notification(.recordPermission(.granted))))
    }

    /// The user's answer to the service comes first, and the store's word counts again when the answer is deleted.
    @Test func theAnswerToTheServiceComesBeforeTheStore() throws {
        let bench = try Bench(Self.asks, hasStore: true)
        let store = try #require(bench.store)
        try store.write("yes", of: Self.pod)
        #expect(bench.comes(.granted))
        let control = try DeviceController(try #require(bench.bus).bus)
        try control.setPermission("app:\(Self.pod)", "deny")
        #expect(bench.comes(.denied))
        try store.write("no", of: Self.pod)
        try store.write("yes", of: Self.pod)
        try control.setPermission("app:\(Self.pod)", "reset")
        #expect(bench.comes(.granted))
    }

    @Test func aDenialOfTheConfigurationComesBeforeTheStore() throws {
        let bench = try Bench("[recording]\nprograms = deny\n", hasStore: true) { try $0.write("yes", of: Self.pod) }
        try #require(bench.store).write("yes", of: Self.pod)
        bench.ask()
        #expect(bench.told.waits(for: .recordPermission(.denied)))
        #expect(!bench.told.words.contains(.notification(.recordPermission(.granted))))
    }

    /// The microphone's word says nothing about the sound of other programs, which only an agent can give.
    @Test func theMicrophoneIsNotTheSoundOfOthers() throws {
        let bench = try Bench(Self.asks, hasStore: true) { try $0.write("yes", of: Self.pod) }
        #expect(bench.comes(.granted))
        bench.ask(.prefer(.taps([ProgramTap(number: 1, isRead: true)])))
        #expect(bench.told.wait { _ in bench.told.snapshot?.systemAudioPermission == .denied })
        #expect(bench.told.snapshot?.recordPermission == .granted)
    }
}
