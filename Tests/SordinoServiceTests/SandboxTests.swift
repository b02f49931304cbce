import Foundation
import Glibc
import Patience
import PrivateBus
import SessionBench
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession
import Synchronization
import Testing

@testable import SordinoBus
@testable import SordinoDevice

/// A sandbox as Flatpak makes it: bubblewrap around a proxy of the bus, and around the program with processes of its own.
private final class Sandbox {
    static let bubblewrap = "/usr/bin/bwrap"
    static let proxy = "/usr/bin/xdg-dbus-proxy"
    static let python = "/usr/bin/python3"
    static let isPossible =
        PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: proxy)
        && (try? Child([python, "-c", "import dbus"]).finish().status) == 0
        && (try? Child([bubblewrap, "--ro-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "true"]).finish().status)
            == 0

    let folder: URL
    private var children: [Child] = []
    /// The words of bubblewrap about each.
    private var started: [String] = []
    /// The folder in which Flatpak keeps its running instances.
    var instances: String { folder.appendingPathComponent("instances").path }

    /// - Parameters:
    ///   - application: The name in the sandbox's `.flatpak-info`.
    ///   - kept: The name in Flatpak's own folder; nil: Flatpak did not make this sandbox.
    ///   - known: Called with the folder of instances before the program reaches the bus.
    init(_ bus: PrivateBus, application: String, kept: String?, known: (String) -> Void) throws {
        folder = URL(fileURLWithPath: "/tmp/sordino-sandbox-\(UUID().uuidString)")
        let instance = folder.appendingPathComponent("instances/42")
        try FileManager.default.createDirectory(at: instance, withIntermediateDirectories: true)
        func info(_ name: String) -> Data { Data("[Application]\nname=\(name)\n[Instance]\ninstance-id=42\n".utf8) }
        let inside = folder.appendingPathComponent("info")
        try info(application).write(to: inside)
        if let kept { try info(kept).write(to: instance.appendingPathComponent("info")) }
        let roots = try FileManager.default.contentsOfDirectory(atPath: "/").filter {
            !["proc", "dev", "sys"].contains($0)
        }
        let binds = roots.flatMap { ["--ro-bind-try", "/\($0)", "/\($0)"] }
        let root =
            binds + ["--proc", "/proc", "--dev", "/dev", "--bind", folder.path, folder.path]
            + ["--ro-bind", inside.path, "/.flatpak-info"]
        let socket = folder.appendingPathComponent("bus").path
        try start(root + [Self.proxy, bus.address, socket, "--filter", "--talk=\(BusInterface.busName)"])
        #expect(Patience.until { FileManager.default.fileExists(atPath: socket) })
        // The program waits until Flatpak has written which process is the first of the sandbox.
        let script = folder.appendingPathComponent("program.py")
        try Data(Self.program.utf8).write(to: script)
        try start(
            root + ["--unshare-pid", Self.python, script.path],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)", "GO": folder.path + "/go"])
        try Data((started.last ?? "").utf8).write(to: instance.appendingPathComponent("bwrapinfo.json"))
        known(instances)
        try Data().write(to: folder.appendingPathComponent("go"))
    }

    /// Starts bubblewrap, and waits until it has named the process inside.
    private func start(_ arguments: [String], environment: [String: String] = [:]) throws {
        let file = folder.appendingPathComponent("started-\(children.count).json").path
        let words = [Self.bubblewrap, "--info-fd", "3"] + arguments
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        children.append(try Child(["/bin/sh", "-c", "exec \(line) 3>'\(file)'"], environment: environment))
        var json = ""
        #expect(
            Patience.until {
                json = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
                return json.contains("}")
            })
        started.append(json)
    }

    /// The next words of the program.
    func said() -> String { children.last?.read() ?? "" }

    deinit {
        // The processes inside: bubblewrap outside does not take them along.
        for json in started { if let first = FlatpakInstance.first(json) { kill(first, SIGKILL) } }
        for child in children { child.end() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Registers under a name that is not its own, and stays.
    private static let program = """
        import dbus, os, sys, time
        while not os.path.exists(os.environ["GO"]): time.sleep(0.01)
        bus = dbus.SessionBus()
        service = dbus.Interface(
            bus.get_object("\(BusInterface.busName)", "\(BusInterface.path)"), "\(BusInterface.session)")
        said = {"bundleID": "org.example.Trusted", "name": "Trusted"}
        answer = service.Register(dbus.UInt32(1), dbus.Dictionary(said, signature="sv"))
        print("registered", answer[1], flush=True)
        sys.stdin.read()
        time.sleep(600)
        """
}

@Suite(
    .enabled(if: Sandbox.isPossible, "bubblewrap, xdg-dbus-proxy, python3-dbus or the namespaces for them are missing"))
struct SandboxTests {
    private static let settings = "[recording]\nprograms = deny\n[program org.example.Trusted]\nrecord = allow\n"

    /// The words that the service was sent, and its findings.
    private final class Findings: Sendable {
        let declared = Mutex<[AppDeclaration]>([])
        let proven = Mutex<[BusSandbox?]>([])
        let instances = Mutex<String?>(nil)
    }

    private final class Bench {
        let bus: PrivateBus
        let service: SessionService
        let offered: BusService
        let owners = ProcessOwners()
        let findings = Findings()

        init() throws {
            bus = try PrivateBus()
            service = SessionService(
                hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: nil)
            _ = service.addObserver { [findings] decision in
                if case .appLaunched(_, let declaration) = decision.event {
                    findings.declared.withLock { $0.append(declaration) }
                }
            }
            var configuration = PolicyConfiguration()
            try configuration.add(SandboxTests.settings, file: "test")
            service.begin()
            var options = BusService.Options()
            options.owners = owners
            options.sandbox = { [findings] who in
                let found = FlatpakInstance.of(
                    who.process, isProxy: who.isProxy, folder: findings.instances.withLock { $0 },
                    until: HostClock.now() + 20_000_000_000)
                let sandbox = found.map {
                    BusSandbox(application: $0.application, instance: $0.instance, processes: $0.processes)
                }
                findings.proven.withLock { $0.append(sandbox) }
                return sandbox
            }
            offered = BusService(service, on: try BusConnection(bus.bus), options: options)
            let follower = offered
            _ = service.addObserver { follower.follow($0) }
            service.send(.configured(configuration.settings()))
            try offered.offer()
        }

        deinit { offered.end() }
    }

    @Test(.timeLimit(.minutes(20))) func aProgramOfFlatpakIsItsApplicationWhateverItSays() throws {
        let bench = try Bench()
        let sandbox = try Sandbox(bench.bus, application: "org.example.Pod", kept: "org.example.Pod") { name in
            bench.findings.instances.withLock { $0 = name }
        }
        #expect(sandbox.said().hasPrefix("registered"))
        let declared = bench.findings.declared.withLock { $0 }
        #expect(declared.map(\.bundleID) == ["org.example.Pod"] && declared.map(\.recordPermission) == [.denied])
        let found = try #require(bench.findings.proven.withLock { $0.compactMap(\.self).first })
        #expect(found.application == "org.example.Pod" && found.processes != 0)
    }

    /// A namespace with a `.flatpak-info` that Flatpak did not put there: the application is not believed.
    @Test(.timeLimit(.minutes(20)), arguments: [nil, "org.example.Other"])
    func aNamespaceOfSomebodyElseIsNotFlatpaks(kept: String?) throws {
        let bench = try Bench()
        let sandbox = try Sandbox(bench.bus, application: "org.example.Pod", kept: kept) { name in
            bench.findings.instances.withLock { $0 = name }
        }
        #expect(sandbox.said().hasPrefix("registered"))
        #expect(bench.findings.proven.withLock { $0 } == [nil])
        #expect(bench.findings.declared.withLock { $0.map(\.bundleID) } == ["org.example.Trusted"])
    }

    /// libsystemd's way to the bus, whose lines an old proxy misunderstands.
    @Test(.timeLimit(.minutes(20))) func anOldProxyIsPassed() throws {
        let bus = try PrivateBus()
        let socket = "/tmp/sordino-proxy-\(UUID().uuidString)"
        let proxy = try Child([Sandbox.proxy, bus.address, socket, "--filter"])
        defer { proxy.end() }
        var made: BusConnection?
        // Its socket is there a moment before it takes connections.
        _ = Patience.until {
            made = try? BusConnection(.at("unix:path=\(socket)"), isProxied: true)
            return made != nil
        }
        let connection = try #require(made)
        let answer = try connection.ask(
            BusMethod(
                destination: BusLink.busName, path: "/org/freedesktop/DBus", interface: BusLink.busName, member: "GetId"
            ),
            answer: "s")
        #expect(answer.count == 1)
        connection.close()
    }
}
