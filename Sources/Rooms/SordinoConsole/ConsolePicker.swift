import SordinoBus
import SordinoJSON
import SordinoLibrary
import SordinoRealtime
import SordinoService
import SordinoSession
import SordinoWork

/// Programs that ask the person for items of the library, and what the person picks on the page.
///
/// A program calls `Pick` on the user's bus, and is answered when the person has picked or cancelled. It holds one place for each
/// of two connections at most, which is free again when the connection leaves the bus. The oldest question is shown first.
final class ConsolePicker: Sendable {
    static let name = "org.sordino.MediaPicker1"
    private static let path = "/org/sordino/MediaPicker1"
    private static let (signature, answerSignature) = ("ssxb", "as")
    /// Questions at once: of all programs and of one.
    static let (mostOffers, mostOfProgram) = (8, 2)
    /// Songs of a page, songs that are picked, characters of a text from outside.
    static let (pageCount, mostPicked, mostCharacters) = (40, 4_096, 200)
    static let mostBodyBytes = 131_072

    private struct Offer {
        let number: Int64
        let caller: String
        /// The program as the kernel and the bus know it, and as it calls itself.
        let key: String
        let program: String
        let since: UInt64
        let prompt: String
        let kinds: UInt64
        let isSeveral: Bool
        /// Answered on the bus's thread.
        let message: Lent<BusMessage>
    }

    private struct State {
        var offers: [Offer] = []
        var last: Int64 = 0
        var connection: BusConnection?
    }

    private let bus: BusAddress
    private let places: LibraryPlaces?
    private let state = Guarded(State())
    private let opened = Guarded<MusicLibrary?>(nil)
    /// Questions to the library, which wait for the disk, and to the bus.
    private let thread = SerialThread()
    private let identity: @Sendable (_ caller: String, BusCredentials) -> String

    /// - Parameter identity: The program that a connection is of.
    init(
        _ bus: BusAddress, _ places: LibraryPlaces?,
        identity: @escaping @Sendable (_ caller: String, BusCredentials) -> String
    ) {
        self.bus = bus == .system ? .user : bus
        (self.places, self.identity) = (places, identity)
    }

    /// Takes the name on the bus; where another console has it, that one is asked.
    ///
    /// - Returns: False when the system gives no thread.
    func begin() -> Bool {
        guard thread.begin() else { return false }
        guard places != nil, let connection = try? BusConnection(bus, isGated: true) else { return true }
        state.withLock { $0.connection = connection }
        let isDone = BusAnswer<Bool>()
        connection.perform { [weak self] link in
            let callers = BusCallers(burst: 20, perSecond: 2)
            callers.follow(link)
            // An answer to one that has left goes nowhere.
            try? link.addLeaving { [weak self] name in self?.finish([]) { $0.caller == name } }
            try? link.addObject(Self.path) { [weak self, callers] link, message in
                guard message.member == "Pick" else { return false }
                callers.serve(message, cost: 1, link) { [weak self, unowned link] message in
                    link.serve(message) { try self?.take(link, message, try callers.whoIs(message.sender ?? "")) }
                }
                return true
            }
            isDone.finish(.success(link.takeName(Self.name)))
        }
        // Programs find the console once its address is known.
        _ = try? isDone.wait(seconds: 2)
        return true
    }

    func end() {
        state.withLock { $0.connection }?.close()
        thread.end()
    }

    // MARK: The bus

    /// Takes a question that is answered later.
    ///
    /// - Thread: the bus's.
    private func take(_ link: BusLink, _ message: BusMessage, _ who: BusCredentials) throws {
        let values = try message.read(signature: Self.signature)
        guard values.count == 4, case .text(let program) = values[0], case .text(let prompt) = values[1],
            case .integer(let kinds) = values[2], case .bool(let isSeveral) = values[3],
            let caller = message.sender
        else { throw BusError.malformed("these are not its arguments") }
        // A new question of a connection takes the place of its last one.
        finish([]) { $0.caller == caller }
        let key = identity(caller, who)
        message.keep()
        let lent = Lent(message)
        let refusal = state.withLock { state -> String? in
            guard state.offers.count(where: { $0.key == key }) < Self.mostOfProgram else {
                return "this program waits for the person already"
            }
            guard state.offers.count < Self.mostOffers else { return "other programs wait for the person already" }
            state.last += 1
            state.offers.append(
                Offer(
                    number: state.last, caller: caller, key: key,
                    program: String(program.prefix(Self.mostCharacters)), since: HostClock.now(),
                    prompt: String(prompt.prefix(Self.mostCharacters)), kinds: UInt64(bitPattern: kinds),
                    isSeveral: isSeveral, message: lent))
            return nil
        }
        guard let refusal else { return }
        message.letGo()
        throw BusService.Refusal(BusInterface.Refusal.limit, refusal)
    }

    private static func answer(_ offer: Offer, _ ids: [String], _ link: BusLink) {
        try? link.reply(to: offer.message.value, [.list(ids.map { .text($0) })], signature: answerSignature)
        offer.message.value.letGo()
    }

    /// Answers an offer.
    ///
    /// - Returns: False if it is not there.
    @discardableResult
    private func finish(_ ids: [String], _ isIt: (Offer) -> Bool) -> Bool {
        let (connection, offer) = state.withLock { state -> (BusConnection?, Offer?) in
            guard let place = state.offers.firstIndex(where: isIt) else { return (nil, nil) }
            return (state.connection, state.offers.remove(at: place))
        }
        guard let connection, let offer else { return false }
        connection.perform { link in Self.answer(offer, ids, link) }
        return true
    }

    // MARK: The page

    /// Answers a request of the page: what is offered, or what the person has picked.
    ///
    /// - Returns: False when too much waits.
    func perform(_ isPick: Bool, _ body: [UInt8], _ answer: @escaping @Sendable (HTTPAnswer) -> Void) -> Bool {
        thread.perform { [self] in
            do throws(WireError) {
                guard let text = String(validating: body, as: UTF8.self) else { throw WireError("This is not text.") }
                var reader = try WireReader(try JSON.value(text))
                answer(isPick ? try pick(&reader) : try offers(&reader))
            } catch { answer(HTTPAnswer(refusal: 400, error.sentence)) }
        }
    }

    /// `{"number":3,"items":["1f…"]}`; no items cancel.
    private func pick(_ reader: inout WireReader) throws(WireError) -> HTTPAnswer {
        let number: Int64 = try reader.take("number")
        let items: [String] = try reader.take("items")
        try reader.finish()
        guard items.count <= Self.mostPicked, items.allSatisfy({ UInt64($0, radix: 16) != nil }) else {
            throw WireError("Songs are given by their identifiers.")
        }
        guard finish(items, { $0.number == number && ($0.isSeveral || items.count <= 1) }) else {
            return HTTPAnswer(refusal: 409, "The program does not ask any more.")
        }
        return HTTPAnswer(status: 200, type: "text/plain; charset=utf-8", body: [])
    }

    /// `{"number":3,"text":"bach","from":40}`: the programs that ask, and a page of the songs that one of them may have.
    private func offers(_ reader: inout WireReader) throws(WireError) -> HTTPAnswer {
        let number: Int64 = try reader.take("number")
        let text: String = try reader.take("text")
        let from: Int = try reader.take("from")
        try reader.finish()
        guard text.count <= Self.mostCharacters, from >= 0 else { throw WireError("This is no question.") }
        // In the order in which they came.
        let all = state.withLock { $0.offers }
        let now = HostClock.now()
        let offers = all.map { offer -> JSONText in
            .object([
                ("number", .number(offer.number)), ("program", .text(offer.program)), ("prompt", .text(offer.prompt)),
                ("key", .text(offer.key)), ("isSeveral", .flag(offer.isSeveral)),
                ("waits", .number(Int64((now - min(now, offer.since)) / 1_000_000_000))),
            ])
        }
        var parts = [("offers", JSONText.list(offers)), ("isFull", .flag(all.count >= Self.mostOffers))]
        if let offer = all.first(where: { $0.number == number }) ?? all.first {
            parts.append(("number", .number(offer.number)))
            parts += songs(offer, text, from)
        }
        return HTTPAnswer(status: 200, type: "application/json", body: JSONText.object(parts).line.utf8)
    }

    private func songs(_ offer: Offer, _ text: String, _ from: Int) -> [(String, JSONText)] {
        guard let places else { return [] }
        let library = opened.withLock { opened in
            let library = opened ?? MusicLibrary.at(places)
            opened = library
            return library
        }
        library.refresh()
        var found = library.rows(SongQuery([.kinds(offer.kinds)] + (text.isEmpty ? [] : [.contains(.title, text)])))
        if !text.isEmpty {
            var seen = Set(found.rows)
            for column in [SongTable.Text.artist, .album] {
                let more = library.rows(SongQuery([.kinds(offer.kinds), .contains(column, text)]))
                guard more.table.ids == found.table.ids else { continue }
                found.rows += more.rows.filter { seen.insert($0).inserted }
            }
        }
        let entries = found.rows.dropFirst(from).prefix(Self.pageCount).map { row -> JSONText in
            let (table, row) = (found.table, Int(row))
            return .object([
                ("id", .text(String(table.ids[row], radix: 16))), ("title", .text(table.text(.title, row))),
                ("artist", .text(table.text(.artist, row))), ("album", .text(table.text(.album, row))),
            ])
        }
        return [
            ("count", .number(Int64(found.rows.count))), ("from", .number(Int64(from))),
            ("entries", .list(Array(entries))),
        ]
    }
}
