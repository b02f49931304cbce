import Dispatch
import Patience
import PrivateBus
import SessionBench
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@testable import SordinoBus
@testable import SordinoService

/// Each call of a flood is answered once, by a result or by an error.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct FloodTests {
    private static let callCount = 5_000
    /// Longer than any busy machine takes, so that a missing answer is seen as such.
    private static let seconds = 120.0

    /// A service with the usual limits, and its connection.
    private func offer(_ bus: PrivateBus) throws -> (BusService, BusConnection) {
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let connection = try BusConnection(bus.bus, isGated: true)
        let offered = BusService(service, on: connection)
        service.begin()
        try offered.offer()
        return (offered, connection)
    }

    private final class Answers: Sendable {
        struct Counts {
            /// By call: how often it was answered.
            var ofCalls = [Int](repeating: 0, count: FloodTests.callCount)
            var granted = 0
            var lost = 0
        }
        private let counts = Mutex(Counts())

        func note(_ call: Int, _ error: BusError?) {
            counts.withLock { counts in
                counts.ofCalls[call] += 1
                if error == nil { counts.granted += 1 }
                if error == .timedOut { counts.lost += 1 }
            }
        }

        func expectOneEach() {
            #expect(Patience.until { counts.withLock { $0.ofCalls.allSatisfy { $0 > 0 } } })
            let all = counts.withLock { $0 }
            #expect(all.ofCalls.allSatisfy { $0 == 1 } && all.lost == 0)
            #expect(all.granted > 0 && all.granted < FloodTests.callCount)
        }
    }

    private static let introspect = BusMethod(
        destination: BusInterface.busName, path: BusInterface.path, interface: "org.freedesktop.DBus.Introspectable",
        member: "Introspect")

    /// Connections that send calls without waiting; a connection of the package waits for 4,096 answers at most.
    private func flood(_ bus: PrivateBus, _ answers: Answers) throws -> [BusConnection] {
        let connections = try (0..<2).map { _ in try BusConnection(bus.bus) }
        for (index, connection) in connections.enumerated() {
            connection.perform { link in
                for call in 0..<Self.callCount where call % 2 == index {
                    try? link.call(Self.introspect, seconds: Self.seconds) { answer in
                        answers.note(call, answer.error)
                    }
                }
            }
        }
        return connections
    }

    @Test func callsThatWaitForNothingAreAnswered() throws {
        let bus = try PrivateBus()
        let (offered, _) = try offer(bus)
        defer { offered.end() }
        let answers = Answers()
        let connections = try flood(bus, answers)
        defer { for connection in connections { connection.close() } }
        answers.expectOneEach()
    }

    /// More waits in the gate than it keeps.
    @Test func callsForWhichTheGateHasNoRoomAreAnswered() throws {
        let bus = try PrivateBus()
        let (offered, connection) = try offer(bus)
        defer { offered.end() }
        let pause = DispatchSemaphore(value: 0)
        connection.perform { _ in pause.wait() }
        let answers = Answers()
        let connections = try flood(bus, answers)
        defer { for connection in connections { connection.close() } }
        let getId = BusMethod(
            destination: BusLink.busName, path: "/org/freedesktop/DBus", interface: BusLink.busName, member: "GetId")
        // The bus has passed on all that was sent before it answers this.
        for connection in connections { _ = try? connection.ask(getId, answer: "s", seconds: Self.seconds) }
        pause.signal()
        answers.expectOneEach()
    }

    @Test func callsThatWaitForEachAnswerAreAnswered() throws {
        let bus = try PrivateBus()
        let (offered, _) = try offer(bus)
        defer { offered.end() }
        let caller = try BusConnection(bus.bus)
        defer { caller.close() }
        let answers = Answers()
        for call in 0..<Self.callCount {
            do throws(BusError) {
                _ = try caller.ask(Self.introspect, answer: "s", seconds: 10)
                answers.note(call, nil)
            } catch {
                answers.note(call, error)
            }
        }
        answers.expectOneEach()
    }

    /// A path has no longest length.
    @Test(arguments: [100_000, 3_000_000])
    func aCallWithLongFieldsEndsNoConnection(length: Int) throws {
        let bus = try PrivateBus()
        let (offered, _) = try offer(bus)
        defer { offered.end() }
        let stranger = try RawSocket(bus.address)
        try stranger.call(
            BusInterface.busName, path: "/" + String(repeating: "p", count: length),
            body: [UInt8](repeating: 0, count: 1 << 20))
        let bystander = try BusConnection(bus.bus)
        defer { bystander.close() }
        #expect(try bystander.ask(Self.introspect, answer: "s").count == 1)
    }
}
