import Foundation
import Glibc
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoConsole
import SordinoPolicy
import SordinoService
import SordinoSession

/// A console of a service on a private bus, over hardware that moves only when the test says so.
final class ConsoleBench {
    let bus: PrivateBus
    let service: SessionService
    let console: Console
    private let busService: BusService
    private let transport: BusTransport

    init(_ change: (inout Console.Options) -> Void = { _ in }) throws {
        bus = try PrivateBus()
        service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        service.begin()
        var options = BusService.Options()
        options.allowsSimulation = true
        // All clients of a test are one process: here each connection is a program.
        options.identity = { name, _ in name }
        let offered = BusService(service, on: try BusConnection(.at(bus.address)), options: options)
        _ = service.addObserver { offered.follow($0) }
        try offered.offer()
        busService = offered
        transport = BusTransport(.at(bus.address))
        var settings = Console.Options()
        settings.bus = .at(bus.address)
        // Nothing of the machine that runs the test.
        settings.bluetooth = .at(bus.address)
        settings.identity = { name, _ in name }
        change(&settings)
        console = try Console(settings)
    }

    deinit {
        console.stop()
        busService.end()
    }

    /// Starts a program that does nothing.
    @discardableResult
    func launch(_ name: String) -> AppID {
        transport.connect(
            AppDeclaration(bundleID: "org.example.\(name)", name: name, backgroundModes: .audio)
        ) { _ in }
    }

    /// Starts a program that plays.
    func play(_ name: String) -> AppID {
        let app = launch(name)
        let playback = Category.playback.rawValue
        _ = transport.ask(.configure(category: playback, mode: nil, options: nil, policy: nil), from: app)
        _ = transport.ask(.setActive(true, notifyOthers: false), from: app)
        _ = transport.ask(.openIO(IOID(1), IOKind(.player)), from: app)
        _ = transport.ask(.startIO(IOID(1)), from: app)
        return app
    }

    /// Starts a program that records with the microphone.
    func record(_ name: String) -> AppID {
        let app = launch(name)
        let record = Category.record.rawValue
        _ = transport.ask(.configure(category: record, mode: nil, options: nil, policy: nil), from: app)
        _ = transport.ask(.requestRecordPermission, from: app)
        _ = transport.ask(.setActive(true, notifyOthers: false), from: app)
        _ = transport.ask(.openIO(IOID(1), IOKind(.recorder, hasInput: true, hasOutput: false)), from: app)
        _ = transport.ask(.startIO(IOID(1)), from: app)
        return app
    }

    /// Has a program take the sound of another, as far as it may.
    func tap(_ app: AppID, _ other: AppID) {
        _ = transport.ask(.prefer(.taps([ProgramTap(number: 1, apps: [other], isRead: true)])), from: app)
    }

    /// Has the service answer requests to read its files, with a fault or without.
    func whenToReload(_ fault: @escaping @Sendable () -> ConfigurationFault?) {
        busService.whenToReload { done in done(fault()) }
    }

    var port: UInt16 { console.gate.port }
    var token: String { console.gate.token }

    /// The names of connections on the bus.
    func busNames() throws -> Int {
        let asking = try BusConnection(.at(bus.address))
        defer { asking.close() }
        let method = BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "ListNames")
        guard case .list(let names)? = try asking.ask(method, answer: "as").first else { return 0 }
        return names.count
    }

    // MARK: Requests

    /// The head of a request as this console expects it; a header that is given replaces its own.
    func head(
        _ method: String = "GET", _ path: String? = nil, _ changes: [String: String?] = [:]
    ) -> String {
        var headers: [(String, String)] = [("Host", "127.0.0.1:\(port)"), ("Connection", "close")]
        if method == "POST" { headers.append(("X-Console-Token", token)) }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            headers.removeAll { $0.0 == name }
            if let value { headers.append((name, value)) }
        }
        let target = path ?? "/?token=\(token)"
        return "\(method) \(target) HTTP/1.1\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    }

    /// Asks, and reads the whole answer.
    func ask(_ request: String) throws -> PlainAnswer { try ask(Array(request.utf8)) }

    func ask(_ request: [UInt8]) throws -> PlainAnswer {
        let socket = try PlainSocket(port: port)
        socket.send(request)
        return PlainAnswer(socket.readAll())
    }

    /// Does what a person does on the page.
    func act(_ words: String...) throws -> PlainAnswer {
        let body = JSON.line(.list(words.map { .text($0) }))
        return try post("/act", body)
    }

    /// Posts a body with its length.
    func post(_ path: String, _ body: String) throws -> PlainAnswer {
        try ask(head("POST", path, ["Content-Length": "\(body.utf8.count)"]) + body)
    }

    /// Gets a path with the token, as the page does.
    func get(_ path: String) throws -> PlainAnswer {
        try ask(head("GET", path + (path.contains("?") ? "&" : "?") + "token=\(token)"))
    }
}

/// The answer to a request.
struct PlainAnswer {
    /// The status; 0 for a connection that was closed without an answer.
    let status: Int
    let head: String
    let body: String

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        head = parts[0]
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
        let words = head.split(separator: " ")
        status = words.count > 1 && words[0].hasPrefix("HTTP/1") ? Int(words[1]) ?? 0 : 0
    }
}

/// A connection whose bytes the test writes itself.
final class PlainSocket {
    struct Failure: Error {}

    private let descriptor: Int32
    private(set) var heard: [UInt8] = []

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Failure()
        }
    }

    deinit { close(descriptor) }

    /// Sends; a server that has closed already is no failure.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more comes.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads what is there now.
    ///
    /// - Returns: False at the end.
    func readSome() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        heard += bytes.prefix(count)
        return true
    }

    /// Reads to the end.
    func readAll() -> [UInt8] {
        while readSome() {}
        return heard
    }

    /// Reads until a text has come.
    ///
    /// - Returns: False when the connection ended before.
    func hears(_ text: String) -> Bool {
        while !String(decoding: heard, as: UTF8.self).contains(text) {
            guard readSome() else { return false }
        }
        return true
    }

    /// Forgets what was read.
    func forget() { heard = [] }
}
