import SordinoBus
import SordinoJSON
import SordinoRealtime
import SordinoService
import SordinoWork

/// A page of this device in a browser: who is heard and why, and the switches for it.
package final class Console: Sendable {
    /// The settings of a console.
    package struct Options: Sendable {
        /// The bus on which the service is.
        package var bus = BusAddress.user
        /// The place to listen at; port 0 is any.
        package var address = "127.0.0.1"
        package var port: UInt16 = 0
        /// Further names by which browsers ask for it.
        package var names: [String] = []
        package var encryption: HTTPServer.Encryption?
        /// Writes the page of a log; nil without a log.
        package var logPage: (@Sendable () -> String?)?

        package init() {}
    }

    /// The reason why a console cannot start, as a sentence.
    package struct Refusal: Error, Hashable, Sendable {
        package let sentence: String

        init(_ sentence: String) { self.sentence = sentence }
    }

    package let gate: ConsoleGate
    /// The address with its token, for a browser.
    package let url: String
    private let feed: ConsoleFeed
    /// Checks of configurations and pages of logs, which may take a while.
    private let checks = SerialThread()
    private let server = Guarded<HTTPServer?>(nil)
    private let options: Options

    /// Starts a console with its threads and its socket.
    package init(_ options: Options) throws(Refusal) {
        guard HTTPServer.isAvailable else {
            throw Refusal("the console needs the library libmicrohttpd12, which is not installed")
        }
        guard options.encryption == nil || HTTPServer.canEncrypt else {
            throw Refusal("this libmicrohttpd was built without encryption")
        }
        guard options.encryption != nil || ConsoleSocket.isLoopback(options.address) else {
            throw Refusal(
                "beyond this machine the token could be read on its way: give --certificate and --key, or listen on 127.0.0.1"
            )
        }
        let socket: ConsoleSocket
        do throws(ConsoleSocket.Refusal) {
            socket = try ConsoleSocket(address: options.address, port: options.port)
        } catch {
            throw Refusal("cannot listen on \(options.address), port \(options.port): \(error.reason)")
        }
        let scheme = options.encryption == nil ? "http" : "https"
        var hosts = Set(options.names.map { $0.lowercased() } + [socket.address])
        if socket.isLoopback || socket.isEverywhere { hosts.formUnion(["localhost", "127.0.0.1", "::1"]) }
        gate = ConsoleGate(
            token: ConsoleGate.makeToken(), scheme: scheme, port: socket.port, hosts: hosts,
            takesAddresses: socket.isEverywhere)
        let host = options.names.first ?? (socket.isEverywhere ? "localhost" : socket.host)
        url = "\(scheme)://\(host):\(socket.port)/?token=\(gate.token)"
        self.options = options
        feed = ConsoleFeed(options.bus)
        guard feed.begin(), checks.begin() else { throw Refusal("the system gives no thread") }
        let calls = HTTPServer.Calls(
            admit: { [gate] head in
                do throws(ConsoleGate.Refusal) {
                    _ = try gate.place(head)
                    return nil
                } catch { return error.answer }
            },
            mostBodyBytes: { ConsoleGate.Place(rawValue: $0.path)?.mostBodyBytes ?? 0 },
            reply: { [weak self] in self?.reply($0, $1) ?? .now(HTTPAnswer(refusal: 503, "The console ends.")) })
        guard let server = HTTPServer.start(socket: socket.descriptor, encryption: options.encryption, calls) else {
            feed.end()
            checks.end()
            throw Refusal(
                options.encryption == nil
                    ? "libmicrohttpd cannot start a server" : "certificate and key are not a pair that can be used")
        }
        self.server.withLock { $0 = server }
    }

    /// Ends the console and all connections to it; it does not end by itself.
    ///
    /// - Thread: any but the server's.
    package func stop() {
        let server = server.withLock { server in
            defer { server = nil }
            return server
        }
        server?.stop()
        feed.end()
        checks.end()
    }

    /// The viewers and the connections now.
    package var viewerCount: Int { feed.viewerCount }
    package var connectionCount: Int { server.withLock { $0 }?.connectionCount ?? 0 }

    private func reply(_ head: HTTPHead, _ body: [UInt8]) -> HTTPServer.Reply {
        switch ConsoleGate.Place(rawValue: head.path) {
        case .page: return .now(ConsolePage.answer(hasLog: options.logPage != nil))
        case .events:
            guard let stream = feed.makeStream() else {
                return .now(HTTPAnswer(refusal: 503, "The console is full: \(ConsoleFeed.mostViewers) watch already."))
            }
            return .stream(stream)
        case .act: return act(body)
        case .policy: return check(body)
        case .log: return log()
        case nil: return .now(HTTPAnswer(refusal: 404, "There is nothing here."))
        }
    }

    private static let busy = HTTPAnswer(refusal: 503, "The console has too much to do.")

    private func act(_ body: [UInt8]) -> HTTPServer.Reply {
        let words: [String]
        do throws(ConsoleActs.Refusal) { words = try ConsoleActs.words(body) } catch {
            return .now(HTTPAnswer(refusal: 400, error.sentence))
        }
        return .later { [feed] answer in
            let isTaken = feed.perform(words) { refusal in
                answer(
                    refusal.map { HTTPAnswer(refusal: 409, $0.sentence) }
                        ?? HTTPAnswer(status: 200, type: "text/plain; charset=utf-8", body: []))
            }
            if !isTaken { answer(Self.busy) }
        }
    }

    private func check(_ body: [UInt8]) -> HTTPServer.Reply {
        guard let text = String(validating: body, as: UTF8.self) else {
            return .now(HTTPAnswer(refusal: 400, "This is not text."))
        }
        return .later { [checks] answer in
            let isTaken = checks.perform {
                let line = ConsolePolicy.verdict(text).line
                answer(HTTPAnswer(status: 200, type: "application/json", body: line.utf8))
            }
            if !isTaken { answer(Self.busy) }
        }
    }

    private func log() -> HTTPServer.Reply {
        guard let logPage = options.logPage else { return .now(HTTPAnswer(refusal: 404, "No log was given.")) }
        return .later { [checks] answer in
            let isTaken = checks.perform {
                guard let page = logPage() else {
                    return answer(HTTPAnswer(refusal: 409, "The log cannot be read."))
                }
                answer(ConsolePage.answer(ofLog: page))
            }
            if !isTaken { answer(Self.busy) }
        }
    }
}
