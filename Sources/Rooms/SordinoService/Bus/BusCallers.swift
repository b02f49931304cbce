import SordinoBus
import SordinoDevice
import SordinoSession

/// The callers on one connection: their credentials, and the request budgets of their programs, executables and users.
///
/// Confined to the connection's thread.
package final class BusCallers {
    private struct Caller {
        let credentials: BusCredentials
        let payer: RequestBudgets.Payer
    }

    private let identity: @Sendable (_ name: String, BusCredentials) -> String
    private let executable: @Sendable (BusCredentials) -> String
    private let sandbox: @Sendable (BusCredentials) -> BusSandbox?
    private let mayBeSandboxed: @Sendable (BusCredentials) -> Bool
    /// Takes the credentials of a sender whose sandbox was looked for, on another thread.
    private var proven: (@Sendable (_ sender: String, BusCredentials) -> Void)?
    /// By unique name; entries are removed when the name leaves the bus.
    private var known: [String: Caller] = [:]
    /// The calls of senders about whom the bus was asked.
    private var unknown: [String: [Held]] = [:]
    private struct Held {
        let message: BusMessage
        let cost: Double
        let body: (BusMessage) -> Void
    }
    /// Senders about whom the bus is asked at once, and calls of one that wait for its answer; others are refused as busy.
    static let mostUnknown = 256
    static let mostHeld = 16
    private var budgets: RequestBudgets
    /// Calls that are refused later, in the order in which they came, at the rate of their senders' budgets.
    private var late: [Late] = []
    private struct Late {
        let message: BusMessage
        let payer: RequestBudgets.Payer
    }
    /// Calls that wait to be refused; beyond them a call is refused at once.
    static let mostLate = 1_024
    private static let lateMicroseconds: UInt64 = 50_000

    init(_ options: BusService.Options) {
        (identity, executable) = (options.identity, options.executable)
        (sandbox, mayBeSandboxed) = (options.sandbox, options.mayBeSandboxed)
        budgets = RequestBudgets(options.limits)
    }

    /// - Parameters:
    ///   - burst: Requests of one program at once.
    ///   - perSecond: Requests of one program in the long run.
    package init(burst: Double, perSecond: Double) {
        var limits = BusService.Limits()
        (limits.requestBurst, limits.requestsPerSecond) = (burst, perSecond)
        identity = { _, who in BusService.identity(of: who) }
        executable = \.executable
        (sandbox, mayBeSandboxed) = ({ _ in nil }, { _ in false })
        budgets = RequestBudgets(limits)
    }

    /// Proves the sandboxes of callers before they are served, from now on.
    ///
    /// - Parameter proven: Passes what was found to `learn` on the connection's thread; called on another.
    func proveSandboxes(_ proven: @escaping @Sendable (_ sender: String, BusCredentials) -> Void) {
        self.proven = proven
    }

    /// Removes callers when they leave the bus, from now on.
    package func follow(_ link: BusLink) {
        try? link.addLeaving { [weak self] name in self?.forget(name) }
    }

    /// Serves a call once it is known who sends it and its cost was taken from the budgets of the sender, before anything else is
    /// done for it.
    ///
    /// A call that is not to be served is refused, later if its sender was refused often: a program that waits for each answer then
    /// asks less often.
    package func serve(_ message: BusMessage, cost: Double, _ link: BusLink, _ body: @escaping (BusMessage) -> Void) {
        guard let sender = message.sender else { return }
        if let caller = known[sender] { return serve(message, cost, caller, link, body) }
        let isAsked = unknown[sender] != nil
        guard isAsked ? (unknown[sender]?.count ?? 0) < Self.mostHeld : unknown.count < Self.mostUnknown else {
            return link.refuseAsBusy(message)
        }
        message.keep()
        unknown[sender, default: []].append(Held(message: message, cost: cost, body: body))
        if !isAsked { link.askCredentials(of: sender) { [weak self] in self?.prove(sender, $0, link) } }
    }

    private func serve(
        _ message: BusMessage, _ cost: Double, _ caller: Caller, _ link: BusLink, _ body: (BusMessage) -> Void
    ) {
        switch budgets.take(cost, from: caller.payer, now: TokenBuckets.now) {
        case .granted: body(message)
        case .refused: link.refuseAsBusy(message)
        case .late:
            guard late.count < Self.mostLate else { return link.refuseAsBusy(message) }
            message.keep()
            late.append(Late(message: message, payer: caller.payer))
            if late.count == 1 { refuseLate(link) }
        }
    }

    /// Refuses the calls whose turn has come, and the others later.
    private func refuseLate(_ link: BusLink) {
        let now = TokenBuckets.now
        late.removeAll { call in
            guard budgets.mayRefuse(call.payer, now: now) else { return false }
            link.refuseAsBusy(call.message)
            call.message.letGo()
            return true
        }
        guard !late.isEmpty else { return }
        link.perform(afterMicroseconds: Self.lateMicroseconds) { [weak self, weak link] in
            if let link { self?.refuseLate(link) }
        }
    }

    /// Learns who a sender is once its sandbox is known, if it can be in one; its files are read by another thread.
    private func prove(_ sender: String, _ found: BusCredentials?, _ link: BusLink) {
        guard let found, let proven, mayBeSandboxed(found) else { return learn(sender, found, link) }
        let isAsked = FileLook.worker.perform { [sandbox] in
            var who = found
            who.sandbox = sandbox(found)
            proven(sender, who)
        }
        if !isAsked { learn(sender, found, link) }
    }

    /// Serves the calls of a sender that wait for its credentials.
    func learn(_ sender: String, _ found: BusCredentials?, _ link: BusLink) {
        // It has left meanwhile.
        guard let held = unknown.removeValue(forKey: sender) else { return }
        let caller = found.map { found in
            Caller(
                credentials: found,
                payer: .init(program: identity(sender, found), executable: executable(found), user: found.user))
        }
        known[sender] = caller
        for call in held {
            if let caller {
                serve(call.message, call.cost, caller, link, call.body)
            } else {
                try? link.refuse(call.message, BusInterface.Refusal.access, "the bus does not say who you are")
            }
            call.message.letGo()
        }
    }

    /// Returns what is known of a sender that is served.
    package func whoIs(_ sender: String) throws(BusService.Refusal) -> BusCredentials {
        guard let caller = known[sender] else {
            throw BusService.Refusal(BusInterface.Refusal.access, "the bus does not say who you are")
        }
        return caller.credentials
    }

    func forget(_ name: String) {
        known[name] = nil
        for call in unknown.removeValue(forKey: name) ?? [] { call.message.letGo() }
        late.removeAll { call in
            guard call.message.sender == name else { return false }
            call.message.letGo()
            return true
        }
    }

    deinit {
        for call in unknown.values.joined() { call.message.letGo() }
        for call in late { call.message.letGo() }
    }
}

extension BusLink {
    /// Runs `body` for a call; what it throws is the answer.
    package func serve(_ message: BusMessage, _ body: () throws -> Void) {
        do {
            try body()
        } catch let refusal as BusService.Refusal {
            try? refuse(message, refusal.name, refusal.text)
        } catch let error as WireError {
            try? refuse(message, BusInterface.Refusal.arguments, error.sentence)
        } catch BusError.malformed(let sentence) {
            try? refuse(message, BusInterface.Refusal.arguments, sentence)
        } catch {
            // Where the bus is gone, the error is not sent either.
            try? refuse(message, BusInterface.Refusal.failed, "the service could not answer: \(error)")
        }
    }

    /// Answers `Introspect` and the reading of properties.
    ///
    /// - Parameter properties: The properties of an interface; empty where there are none.
    /// - Returns: False when the message is another.
    func answerStandard(
        _ message: BusMessage, introspection: String, properties: (WireValue?) -> WireRecord
    ) throws -> Bool {
        switch (message.interface, message.member) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            try reply(to: message, [.text(introspection)], signature: "s")
        case ("org.freedesktop.DBus.Properties", "Get"):
            let values = try message.read(signature: "ss")
            guard case .text(let name) = values[1], let value = properties(values[0])[name] else {
                throw BusService.Refusal(
                    "org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
            }
            try reply(to: message, [value], signature: "v")
        case ("org.freedesktop.DBus.Properties", "GetAll"):
            let values = try message.read(signature: "s")
            try reply(to: message, [.record(properties(values.first))], signature: "a{sv}")
        case ("org.freedesktop.DBus.Properties", _):
            throw BusService.Refusal(BusInterface.Refusal.unknownMethod, "properties here can only be read")
        default: return false
        }
        return true
    }
}
