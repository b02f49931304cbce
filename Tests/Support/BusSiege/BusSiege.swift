import SordinoBus
import SordinoPolicy
import SordinoSession
import WireMutation

/// Hostile clients of a service on a bus, and a bystander who must not notice them.
package final class BusSiege {
    private let address: BusAddress
    private var mutation: WireMutation
    private var hostile: [BusConnection] = []
    private let bystander: BusConnection
    private var isActive = false

    /// Calls that were answered and calls that were refused.
    package private(set) var answered = 0
    package private(set) var refused = 0

    /// Registers the bystander.
    package init(_ address: BusAddress, seed: UInt64) throws(BusError) {
        self.address = address
        mutation = WireMutation(seed: seed)
        bystander = try BusConnection(address)
        try Self.register(bystander, "org.example.bystander")
    }

    deinit {
        for connection in hostile { connection.close() }
        bystander.close()
    }

    private static func register(_ connection: BusConnection, _ name: String) throws(BusError) {
        let declaration = AppDeclaration(bundleID: name, name: name, backgroundModes: .audio)
        _ = try connection.ask(
            method("Register", isControl: false), [.integer(Int64(BusInterface.version)), declaration.wireValue],
            signature: BusInterface.registerSignature, answer: BusInterface.registerAnswerSignature)
    }

    private static func method(_ member: String, isControl: Bool) -> BusMethod {
        BusMethod(
            destination: isControl ? BusInterface.controlName : BusInterface.busName,
            path: isControl ? BusInterface.controlPath : BusInterface.path,
            interface: isControl ? BusInterface.control : BusInterface.session, member: member)
    }

    /// One hostile act: a damaged call, waited for or not, a flood of them, too large a one, a connection cut off.
    package func attack() throws(BusError) {
        if hostile.count < 4 {
            let connection = try BusConnection(address)
            // Some never register.
            if mutation.choice(below: 3) > 0 { try Self.register(connection, "org.example.hostile") }
            hostile.append(connection)
        }
        let at = mutation.choice(below: hostile.count)
        switch mutation.choice(below: 24) {
        case 0: hostile.remove(at: at).close()
        case 1:
            for _ in 0..<20 { say(mutation.call(), hostile[at]) }
        case 2:
            let text = String(repeating: "x", count: 1 + mutation.choice(below: 2_000_000))
            ask(.init(member: "PickOutput", values: [.text(text)], signature: "s", isControl: true), hostile[at])
        case 3:
            var record = WireRecord()
            record.add("category", .list(Array(repeating: .integer(1), count: mutation.choice(below: 20_000))))
            ask(
                .init(member: "Configure", values: [.record(record)], signature: "a{sv}", isControl: false),
                hostile[at])
        default: ask(mutation.call(), hostile[at])
        }
    }

    private func ask(_ call: WireMutation.Call, _ connection: BusConnection) {
        do throws(BusError) {
            _ = try connection.ask(
                Self.method(call.member, isControl: call.isControl), call.values, signature: call.signature,
                answer: BusInterface.answerSignature)
            answered += 1
        } catch {
            // An answer of another signature is an answer.
            if case .malformed = error { answered += 1 } else { refused += 1 }
        }
    }

    /// A call whose answer is not awaited.
    private func say(_ call: WireMutation.Call, _ connection: BusConnection) {
        let method = Self.method(call.member, isControl: call.isControl)
        connection.perform { link in
            // Values that D-Bus cannot carry are not sent.
            try? link.call(method, call.values, signature: call.signature, seconds: 5, answered: nil)
        }
    }

    /// The bystander turns its session on and off.
    ///
    /// - Returns: Why it noticed something; nil if all was as it should be.
    package func complaint() -> String? {
        do throws(BusError) {
            let values: [WireValue] = [.bool(!isActive), .bool(false)]
            let answer = try bystander.ask(
                Self.method("SetActive", isControl: false), values, signature: "bb",
                answer: BusInterface.answerSignature)
            guard case .record(let reason)? = answer.first else { return "its answer is \(answer)" }
            // A call that another party made ring may refuse it; then the reason says so.
            if reason.isEmpty { isActive.toggle() }
            return nil
        } catch {
            return "the bystander is not answered: \(error)"
        }
    }
}
