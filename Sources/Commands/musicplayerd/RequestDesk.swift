import MediaPlayer
import SordinoBus
import SordinoRealtime
import SordinoService
import SordinoSession
import Synchronization

/// Reads requests on the bus's thread, and hands on those for which there is room.
///
/// A caller has a budget of requests and few of them waiting; what is beyond is refused at once, so that a flood costs its
/// sender alone.
final class RequestDesk: Sendable {
    /// A request that waits for the main thread.
    struct Request: Sendable {
        let act: PlayerAct
        let values: [WireValue]
        /// Used on the bus's thread alone.
        let message: Lent<BusMessage>
        let finish: @Sendable () -> Void
    }

    private struct State {
        var budgets = TokenBuckets(capacity: 200, perSecond: 50)
        var waiting: [String: Int] = [:]
        var waitingCount = 0
        /// Requests since the beginning.
        var count = 0
    }

    private let state = Mutex(State())
    private let handOn: @Sendable (Request) -> Void
    /// Requests that wait, of one caller and of all.
    private static let (waitingOfCaller, waitingOfAll) = (16, 256)

    init(handOn: @escaping @Sendable (Request) -> Void) { self.handOn = handOn }

    /// The number of requests that it has taken; nil while one of them waits for its answer.
    var answeredCount: Int? { state.withLock { $0.waitingCount == 0 ? $0.count : nil } }

    /// Takes a message to the player's object.
    ///
    /// - Returns: Whether it was one for it.
    func take(_ link: BusLink, _ message: BusMessage) -> Bool {
        guard let sender = message.sender else { return false }
        guard enter(sender) else {
            link.refuseAsBusy(message)
            return true
        }
        if message.member == "Introspect" {
            leave(sender)
            try? link.reply(to: message, [.text(Self.introspection)], signature: "s")
            return true
        }
        guard message.interface ?? MusicPlayerBus.interface == MusicPlayerBus.interface,
            let act = PlayerAct(rawValue: message.member)
        else {
            leave(sender)
            return false
        }
        do throws(BusError) {
            let values = try message.read(signature: act.signature)
            message.keep()
            let lent = Lent(message)
            handOn(
                Request(act: act, values: values, message: lent) { [weak self] in
                    lent.value.letGo()
                    self?.leave(sender)
                })
        } catch {
            leave(sender)
            try? link.refuse(message, BusInterface.Refusal.arguments, error.description)
        }
        return true
    }

    private func enter(_ sender: String) -> Bool {
        state.withLock { state in
            guard state.waitingCount < Self.waitingOfAll, state.waiting[sender, default: 0] < Self.waitingOfCaller,
                state.budgets.take(1, for: sender, now: TokenBuckets.now)
            else { return false }
            state.waiting[sender, default: 0] += 1
            state.waitingCount += 1
            state.count += 1
            return true
        }
    }

    private func leave(_ sender: String) {
        state.withLock { state in
            let count = state.waiting[sender, default: 1] - 1
            state.waiting[sender] = count > 0 ? count : nil
            state.waitingCount -= 1
        }
    }

    private static let introspection: String = {
        func argument(_ type: String, _ name: String, _ way: String) -> String {
            "      <arg name=\"\(name)\" type=\"\(type)\"\(way)/>\n"
        }
        let methods = PlayerAct.allCases.map { act in
            "    <method name=\"\(act.rawValue)\">\n"
                + (act.signature.isEmpty ? "" : argument(act.signature, "value", " direction=\"in\""))
                + argument("a{sv}", "state", " direction=\"out\"") + "    </method>\n"
        }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
              <interface name="\(MusicPlayerBus.interface)">
            \(methods.joined())    <signal name="\(MusicPlayerBus.signal)">
            \(argument("a{sv}", "state", ""))    </signal>
              </interface>
            </node>

            """
    }()
}
