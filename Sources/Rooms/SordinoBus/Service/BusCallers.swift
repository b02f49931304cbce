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
    /// By unique name; entries are removed when the name leaves the bus.
    private var known: [String: Caller] = [:]
    private var budgets: RequestBudgets

    init(_ options: BusService.Options) {
        (identity, executable) = (options.identity, options.executable)
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
        budgets = RequestBudgets(limits)
    }

    /// Removes callers when they leave the bus, from now on.
    package func follow(_ link: BusLink) {
        try? link.addLeaving { [weak self] name in self?.forget(name) }
    }

    /// Charges the cost of a call to the budgets of its sender, before the call is processed.
    ///
    /// - Returns: False if the call must not be processed. It was then refused with an error, or dropped without a reply if
    ///   its sender was refused too often.
    package func admits(_ message: BusMessage, cost: Double, _ link: BusLink) -> Bool {
        guard let sender = message.sender else { return false }
        guard let caller = caller(sender, link) else {
            try? link.refuse(message, BusInterface.Refusal.access, "the bus does not identify the caller")
            return false
        }
        switch budgets.take(cost, from: caller.payer, now: TokenBuckets.now) {
        case .granted: return true
        case .refused: try? link.refuse(message, BusInterface.Refusal.busy, "too many requests; try again later")
        case .dropped: break
        }
        return false
    }

    func whoIs(_ sender: String, _ link: BusLink) throws(BusService.Refusal) -> BusCredentials {
        guard let caller = caller(sender, link) else {
            throw BusService.Refusal(BusInterface.Refusal.access, "the bus does not identify the caller")
        }
        return caller.credentials
    }

    private func caller(_ sender: String, _ link: BusLink) -> Caller? {
        if let known = known[sender] { return known }
        guard let found = link.credentials(of: sender) else { return nil }
        let caller = Caller(
            credentials: found,
            payer: .init(program: identity(sender, found), executable: executable(found), user: found.user))
        known[sender] = caller
        return caller
    }

    func forget(_ name: String) { known[name] = nil }
}

extension BusLink {
    /// Runs `body` for a call; what it throws is the answer.
    func serve(_ message: BusMessage, _ body: () throws -> Void) {
        do {
            try body()
        } catch let refusal as BusService.Refusal {
            try? refuse(message, refusal.name, refusal.text)
        } catch let error as WireError {
            try? refuse(message, BusInterface.Refusal.arguments, error.sentence)
        } catch BusError.malformed(let sentence) {
            try? refuse(message, BusInterface.Refusal.arguments, sentence)
        } catch {
            // The bus is gone or full: the error cannot be sent.
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
