import SordinoBus
import SordinoDevice
import SordinoJSON
import SordinoLibrary
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
        /// The configuration that the page edits; nil for none.
        package var policyPath: String?
        /// The folders of music and their index; nil for none.
        package var music: LibraryPlaces?
        /// The bus of BlueZ.
        package var bluetooth = BusAddress.system
        package var interDevice = InterDeviceSwitch()
        /// Writes the page of a log; nil without a log.
        package var logPage: (@Sendable () -> String?)?
        /// The program of a connection that has the person pick music; one for several connections of a process.
        package var identity: @Sendable (_ name: String, BusCredentials) -> String = { RememberedWords.key(of: $1) }

        package init() {}

        /// The settings for the person who runs the program, with a bus on which the service is.
        ///
        /// The service of the whole system does not read a person's files.
        package static func ofThisPerson(bus: BusAddress) -> Options {
            var options = Options()
            options.bus = bus
            options.music = LibraryPlaces.current
            if bus != .system { options.policyPath = PolicyFiles.userFolder.map { $0 + "/policy.conf" } }
            return options
        }
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
    private let surroundings: ConsoleSurroundings
    private let library: ConsoleLibrary
    private let configuration: ConsoleConfiguration
    private let picker: ConsolePicker
    /// Checks of configurations and pages of logs, which may take a while.
    private let checks = SerialThread()
    /// Questions to the library and pictures, which wait for the disk.
    private let shelves = SerialThread()
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
        configuration = ConsoleConfiguration(path: options.policyPath)
        let library = ConsoleLibrary(options.music)
        self.library = library
        var places = ConsoleSurroundings.Places()
        places.players = options.bus == .system ? .user : options.bus
        places.bluetooth = options.bluetooth
        places.interDevice = options.interDevice
        // The feed and what is around know of each other; both end with the console.
        let around = Guarded<ConsoleSurroundings?>(nil)
        let shelves = shelves
        let feed = ConsoleFeed(options.bus) { isWatched in
            let surroundings = around.withLock { $0 }
            if isWatched {
                surroundings?.watch()
            } else {
                surroundings?.rest()
                shelves.perform { library.close() }
            }
        }
        let surroundings = ConsoleSurroundings(places) { [weak feed] in feed?.show(surroundings: $0) }
        around.withLock { $0 = surroundings }
        (self.feed, self.surroundings) = (feed, surroundings)
        picker = ConsolePicker(options.bus, options.music, identity: options.identity)
        guard feed.begin(), surroundings.begin(), picker.begin(), checks.begin(), shelves.begin() else {
            throw Refusal("the system gives no thread")
        }
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
            endThreads()
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
        endThreads()
    }

    private func endThreads() {
        feed.end()
        surroundings.end()
        picker.end()
        checks.end()
        shelves.end()
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
        case .policy: return check(head, body)
        case .configuration:
            return later(checks) { [configuration] in Self.json(configuration.json()) }
        case .change: return change(body)
        case .library: return lookUp(body)
        case .picture: return picture(head)
        case .log: return log()
        case .picker: return .now(ConsolePage.pickerAnswer())
        case .offers, .pick: return pick(head, body)
        case nil: return .now(HTTPAnswer(refusal: 404, "There is nothing here."))
        }
    }

    private static let busy = HTTPAnswer(refusal: 503, "The console has too much to do.")

    private func act(_ body: [UInt8]) -> HTTPServer.Reply {
        let words: [String]
        do throws(ConsoleActs.Refusal) { words = try ConsoleActs.words(body) } catch {
            return .now(HTTPAnswer(refusal: 400, error.sentence))
        }
        return .later { [feed, surroundings] answer in
            let done: @Sendable (ConsoleActs.Refusal?) -> Void = { refusal in
                answer(
                    refusal.map { HTTPAnswer(refusal: 409, $0.sentence) }
                        ?? HTTPAnswer(status: 200, type: "text/plain; charset=utf-8", body: []))
            }
            let isTaken =
                ConsoleSurroundings.words.contains(words[0])
                ? surroundings.perform(words, done) : feed.perform(words, done)
            if !isTaken { answer(Self.busy) }
        }
    }

    /// Answers once a thread has done a job.
    private func later(_ thread: SerialThread, _ job: @escaping @Sendable () -> HTTPAnswer) -> HTTPServer.Reply {
        .later { answer in
            if !thread.perform({ answer(job()) }) { answer(Self.busy) }
        }
    }

    private static func json(_ text: JSONText) -> HTTPAnswer {
        HTTPAnswer(status: 200, type: "application/json", body: text.line.utf8)
    }

    private func check(_ head: HTTPHead, _ body: [UInt8]) -> HTTPServer.Reply {
        guard let text = String(validating: body, as: UTF8.self) else {
            return .now(HTTPAnswer(refusal: 400, "This is not text."))
        }
        var first = 0
        switch head.argument("from") {
        case nil: break
        case .success(let word):
            guard word.utf8.count < 10, let number = Int(word), number >= 0 else { fallthrough }
            first = number
        case .failure: return .now(HTTPAnswer(refusal: 400, "There is no such story."))
        }
        return later(checks) { [configuration, first] in
            Self.json(ConsolePolicy.verdict(text, path: configuration.path, from: first))
        }
    }

    private func change(_ body: [UInt8]) -> HTTPServer.Reply {
        let change: ConsoleConfiguration.Change
        do throws(ConsoleActs.Refusal) { change = try ConsoleConfiguration.Change(body) } catch {
            return .now(HTTPAnswer(refusal: 400, error.sentence))
        }
        return later(checks) { [configuration, feed] in
            do throws(ConsoleActs.Refusal) {
                let sentence = try configuration.change(change) { () throws(ConsoleActs.Refusal) in
                    try Self.reload(feed)
                }
                return HTTPAnswer(status: 200, type: "text/plain; charset=utf-8", body: sentence.utf8)
            } catch { return HTTPAnswer(refusal: error.status, error.sentence) }
        }
    }

    /// Has the service read its files anew.
    ///
    /// - Returns: A sentence, also where there is no service that could.
    private static func reload(_ feed: ConsoleFeed) throws(ConsoleActs.Refusal) -> String {
        let controller: DeviceController
        do throws(ConsoleActs.Refusal) { controller = try feed.controller() } catch {
            return "It is written. The service is not running, and will read it when it starts."
        }
        do throws(BusError) {
            try controller.reload()
            return "It holds from now on."
        } catch {
            if case .refused("org.freedesktop.DBus.Error.ServiceUnknown", _) = error {
                return "It is written. The service is not running, and will read it when it starts."
            }
            throw ConsoleActs.Refusal("The service refuses: \(ConsoleActs.sentence(error)). The file is as it was.")
        }
    }

    private func lookUp(_ body: [UInt8]) -> HTTPServer.Reply {
        let question: ConsoleLibrary.Question
        do throws(ConsoleActs.Refusal) { question = try ConsoleLibrary.Question(body) } catch {
            return .now(HTTPAnswer(refusal: 400, error.sentence))
        }
        return later(shelves) { [library] in
            do throws(ConsoleActs.Refusal) { return Self.json(try library.page(question)) } catch {
                return HTTPAnswer(refusal: 409, error.sentence)
            }
        }
    }

    private func picture(_ head: HTTPHead) -> HTTPServer.Reply {
        if case .success(let word)? = head.argument("song"), let id = UInt64(word, radix: 16) {
            return later(shelves) { [library] in ConsolePicture.answer(library.picture(ofSong: id)) }
        }
        if case .success(let name)? = head.argument("player"), let path = surroundings.picture(of: name) {
            return later(shelves) { ConsolePicture.answer(ConsolePicture.read(path)) }
        }
        return .now(HTTPAnswer(refusal: 404, "There is no picture."))
    }

    private func pick(_ head: HTTPHead, _ body: [UInt8]) -> HTTPServer.Reply {
        .later { [picker] answer in
            if !picker.perform(head.path == ConsoleGate.Place.pick.rawValue, body, answer) { answer(Self.busy) }
        }
    }

    private func log() -> HTTPServer.Reply {
        guard let logPage = options.logPage else { return .now(HTTPAnswer(refusal: 404, "No log was given.")) }
        return later(checks) {
            guard let page = logPage() else { return HTTPAnswer(refusal: 409, "The log cannot be read.") }
            return ConsolePage.answer(ofLog: page)
        }
    }
}
