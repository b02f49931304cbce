import CCurl
import Glibc
import SordinoRealtime

/// The connections of one sound to its servers, kept between questions; another thread can end the one that is waited
/// for.
///
/// - Thread: `end` and `isOver` on any; the connections on one at a time.
final class ConnectionHolder: Sendable {
    /// libcurl's set of transfers; `curl_multi_wakeup` may be called from any thread.
    struct Transfers: Sendable {
        let handle: Lent<UnsafeMutableRawPointer>
    }

    private struct State {
        /// Made with the first question.
        var transfers: Transfers?
        var isOver = false
        var record = StreamRecord()
        var failed: @Sendable () -> Void = {}
    }

    private let state = Guarded(State())

    /// Counts of all questions.
    var record: StreamRecord { state.withLock { $0.record } }

    /// Sets the function that is called after a failure was noted.
    func setFailed(_ failed: @escaping @Sendable () -> Void) { state.withLock { $0.failed = failed } }

    /// Changes the counts under the lock.
    func note(_ change: (inout StreamRecord) -> Void) { state.withLock { change(&$0.record) } }

    /// Notes a failure, unless the sound was ended.
    ///
    /// - Parameter isFinal: Whether it may have been noted when it occurred.
    func noteFailure(_ address: String, _ reason: StreamError, isFinal: Bool = false) {
        let failed = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver, !isFinal || state.record.failures.last?.reason != reason else { return nil }
            state.record.failed(address, reason)
            return state.failed
        }
        failed?()
    }

    /// Ends the connection, and every later one at once.
    func end() {
        state.withLock { state in
            state.isOver = true
            if let transfers = state.transfers { ccurl_multi_wakeup(transfers.handle.value) }
        }
    }

    /// Indicates whether connections are ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Returns the set that transfers are added to; nil if there is no memory.
    fileprivate func makeTransfers() -> Transfers? {
        state.withLock { state in
            if state.transfers == nil { state.transfers = ccurl_multi_init().map { Transfers(handle: Lent($0)) } }
            return state.transfers
        }
    }

    deinit {
        if let transfers = state.withLock({ $0.transfers }) { ccurl_multi_cleanup(transfers.handle.value) }
    }
}

/// One question to a server and the bytes of its answer, through libcurl; used by one thread, which waits.
///
/// libcurl speaks HTTP/1 and HTTP/2, agrees on TLS 1.2 or later, and heeds the proxies that the environment names. The
/// file that `SSL_CERT_FILE` names replaces the certificates that the system trusts.
final class HTTPConnection {
    /// A piece of a server's answer.
    enum Arrival {
        case bytes([UInt8])
        /// The answer is over, in order.
        case end
        /// The connection is lost, or the server was silent for too long: a sentence.
        case lost(String)
    }

    /// The data that libcurl's callbacks fill while `ccurl_multi_perform` runs.
    private final class Answer {
        var headBytes: [UInt8] = []
        var head: HTTPHead?
        var isBroken = false
        var body: [UInt8] = []
        var heardAt = HTTPConnection.now()

        func take(line: UnsafeBufferPointer<UInt8>) -> Bool {
            heardAt = HTTPConnection.now()
            // Fields behind a chunked body.
            if head != nil { return true }
            headBytes += line
            guard headBytes.count <= HTTPHead.byteLimit else {
                isBroken = true
                return false
            }
            guard line.allSatisfy({ $0 == 13 || $0 == 10 }) else { return true }
            let told = HTTPHead(headBytes)
            headBytes = []
            isBroken = told == nil
            // A proxy's answer and 100 (Continue) stand before the server's.
            if let told, told.status >= 200 { head = told }
            return !isBroken
        }
    }

    private let easy: UnsafeMutableRawPointer
    private let transfers: UnsafeMutableRawPointer
    private let answer: Answer
    private let errorText: UnsafeMutablePointer<CChar>
    private let lists: [UnsafeMutableRawPointer?]
    private let holder: ConnectionHolder
    private let patienceSeconds: Double
    private let address: String
    /// The outcome; nil while the answer comes.
    private var outcome: Arrival?
    private var isEnded = false
    /// The head of the answer.
    private(set) var head = HTTPHead()

    /// Asks for a path, from a byte on.
    ///
    /// - Throws: `connection` if no server answers, `answer` if the response is not HTTP.
    init(
        _ address: HTTPAddress, from firstByte: Int64, to lastByte: Int64?, _ question: HTTPQuestion,
        _ holder: ConnectionHolder?
    ) throws(StreamError) {
        guard ccurl_open() else {
            throw .connection("http:// and https:// need the library libcurl4, which is not installed")
        }
        guard let easy = ccurl_easy_init() else { throw .connection("no memory") }
        let answer = Answer()
        let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CCURL_ERROR_BYTE_COUNT))
        errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_BYTE_COUNT))
        let fields = question.lines(to: address).reduce(nil) { ccurl_list_append($0, $1) }
        let stations = ccurl_list_append(nil, "ICY 200 OK")
        Self.prepare(easy, answer, errorText, question)
        ccurl_set_pointer(easy, CCURL_URL, address.text)
        ccurl_set_pointer(easy, CCURL_HTTPHEADER, fields)
        ccurl_set_pointer(easy, CCURL_HTTP200ALIASES, stations)
        if firstByte > 0 || lastByte != nil {
            ccurl_set_pointer(easy, CCURL_RANGE, "\(firstByte)-\(lastByte.map { String($0) } ?? "")")
        }
        // A connection that no later question can use is closed with its answer's end.
        if holder == nil { ccurl_set_number(easy, CCURL_FORBID_REUSE, 1) }
        self.address = address.text
        self.easy = easy
        self.answer = answer
        self.errorText = errorText
        lists = [fields, stations]
        self.holder = holder ?? ConnectionHolder()
        patienceSeconds = question.patienceSeconds
        guard let transfers = self.holder.makeTransfers()?.handle.value, ccurl_multi_add(transfers, easy) else {
            ccurl_easy_cleanup(easy)
            for list in lists { ccurl_list_free(list) }
            errorText.deallocate()
            throw .connection("no memory")
        }
        self.transfers = transfers
        let start = Self.now()
        head = try receiveHead()
        self.holder.note {
            $0.waited(Self.now() - start, byteCount: 0)
            $0.answered(address.text)
        }
    }

    deinit {
        end()
        ccurl_easy_cleanup(easy)
        for list in lists { ccurl_list_free(list) }
        errorText.deallocate()
    }

    /// Ends the question; a connection that is still in the middle of an answer is closed.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        ccurl_multi_remove(transfers, easy)
    }

    /// Waits for the next bytes of the body.
    func next() -> Arrival {
        while true {
            if !answer.body.isEmpty {
                defer { answer.body = [] }
                holder.note { $0.waited(0, byteCount: answer.body.count) }
                return .bytes(answer.body)
            }
            if let outcome {
                if case .lost(let why) = outcome, !isEnded { holder.noteFailure(address, .connection(why)) }
                return outcome
            }
            let start = Self.now()
            step()
            holder.note { $0.waited(Self.now() - start, byteCount: 0) }
        }
    }

    private static func prepare(
        _ easy: UnsafeMutableRawPointer, _ answer: Answer, _ errorText: UnsafeMutablePointer<CChar>,
        _ question: HTTPQuestion
    ) {
        let context = Unmanaged.passUnretained(answer).toOpaque()
        ccurl_set_number(easy, CCURL_NOSIGNAL, 1)
        ccurl_set_number(easy, CCURL_PROTOCOLS, CCURL_PROTOCOLS_HTTP_AND_HTTPS)
        ccurl_set_number(easy, CCURL_SSLVERSION, CCURL_TLS_1_2_OR_LATER)
        ccurl_set_number(easy, CCURL_PATH_AS_IS, 1)
        ccurl_set_number(easy, CCURL_TCP_KEEPALIVE, 1)
        let milliseconds = (question.patienceSeconds * 1_000).rounded(.up)
        ccurl_set_number(easy, CCURL_CONNECTTIMEOUT_MS, Int(min(max(milliseconds, 1), 1e9)))
        ccurl_set_pointer(easy, CCURL_USERAGENT, "Sordino")
        ccurl_set_pointer(easy, CCURL_ERRORBUFFER, errorText)
        if let authorities = getenv("SSL_CERT_FILE") { ccurl_set_pointer(easy, CCURL_CAINFO, authorities) }
        ccurl_set_pointer(easy, CCURL_HEADERDATA, context)
        ccurl_set_function(easy, CCURL_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let line = UnsafeBufferPointer(
                start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: size * count)
            return Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue().take(line: line) ? size * count : 0
        }
        ccurl_set_pointer(easy, CCURL_WRITEDATA, context)
        ccurl_set_function(easy, CCURL_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
            answer.heardAt = HTTPConnection.now()
            answer.body += UnsafeBufferPointer(
                start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: size * count)
            return size * count
        }
    }

    private func receiveHead() throws(StreamError) -> HTTPHead {
        let start = Self.now()
        while true {
            if let head = answer.head { return head }
            if answer.isBroken { throw .answer }
            switch outcome {
            case .bytes?, nil: step()
            case .end?: throw .answer
            case .lost(let why)?: throw .connection(why)
            }
            // Bounds the total time of a head that arrives slowly.
            guard Self.now() - start < 2 * patienceSeconds || answer.head != nil else {
                throw .connection("its answer takes too long")
            }
        }
    }

    /// Takes the bytes that have arrived, else waits for more; `outcome` is set when no more come.
    private func step() {
        if isEnded || holder.isOver {
            outcome = .lost("the connection was ended")
            return
        }
        let heardAt = answer.heardAt
        guard ccurl_multi_perform(transfers) else {
            outcome = .lost("libcurl cannot go on")
            return
        }
        var code = 0
        while let ended = ccurl_multi_ended(transfers, &code) { if ended == easy { outcome = outcome(of: code) } }
        guard outcome == nil, answer.heardAt == heardAt else { return }
        let left = patienceSeconds - (Self.now() - heardAt)
        guard left > 0 else {
            outcome = .lost("it was silent for \(Int(patienceSeconds.rounded(.up))) s")
            return
        }
        ccurl_multi_poll(transfers, Int32(min((left * 1_000).rounded(.up), 60_000)))
    }

    private func outcome(of code: Int) -> Arrival {
        // A head that was refused ends a transfer as a write that failed.
        if code == CCURL_OK { return .end }
        let notHTTP = [CCURL_UNSUPPORTED_PROTOCOL, CCURL_WEIRD_SERVER_REPLY, CCURL_GOT_NOTHING, CCURL_WRITE_ERROR]
        if answer.head == nil, notHTTP.contains(code) { return .end }
        if code == CCURL_PARTIAL_FILE { return .lost("it ended the connection too early") }
        let told = String(cString: errorText)
        let text = told.isEmpty ? ccurl_error_text(code).map { String(cString: $0) } ?? "\(code)" : told
        return .lost(code == CCURL_PEER_FAILED_VERIFICATION ? "its certificate is not trusted: \(text)" : text)
    }

    fileprivate static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
