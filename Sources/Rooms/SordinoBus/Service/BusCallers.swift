import Glibc
import SordinoSession

/// The callers of one connection: who each is, and how often its program may ask.
///
/// Confined to the connection's thread.
final class BusCallers {
    private let identity: @Sendable (_ name: String, BusCredentials) -> String
    private var credentials: [String: BusCredentials] = [:]
    private var buckets: TokenBuckets

    init(_ options: BusService.Options) {
        identity = options.identity
        buckets = TokenBuckets(capacity: options.limits.requestBurst, perSecond: options.limits.requestsPerSecond)
    }

    /// Takes the cost of a call from the bucket of the caller's program.
    ///
    /// - Throws: `Refusal` when the bucket is empty or the bus does not know the caller.
    func admit(_ sender: String, cost: Double, _ link: BusLink) throws(BusService.Refusal) {
        let program = identity(sender, try whoIs(sender, link))
        if !buckets.take(cost, for: program, now: Self.seconds) {
            throw BusService.Refusal(BusInterface.Refusal.busy, "too many requests; try again later")
        }
    }

    func whoIs(_ sender: String, _ link: BusLink) throws(BusService.Refusal) -> BusCredentials {
        if let known = credentials[sender] { return known }
        guard let found = link.credentials(of: sender) else {
            throw BusService.Refusal(BusInterface.Refusal.access, "the bus does not say who you are")
        }
        credentials[sender] = found
        return found
    }

    func forget(_ name: String) { credentials[name] = nil }

    private static var seconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
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
            // The bus is gone or full: nobody is left to be told.
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
