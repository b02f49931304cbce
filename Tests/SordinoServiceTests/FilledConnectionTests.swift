import Glibc
import Patience
import PrivateBus
import SordinoSession
import Synchronization
import Testing

@testable import SordinoBus
@testable import SordinoService

/// Tables of a connection that other programs fill: callers about whom the bus has said nothing yet, and calls without an answer.
@Suite(.enabled(if: PrivateBus.isAvailable, "skipped: no message bus is installed"))
struct FilledConnectionTests {
    private static let bystander = ":1.2"
    private static let path = "/test"

    /// A service of one method, on a bus that says who a caller is when the test has it say so.
    private final class Stand {
        let bus: ScriptedBus
        private let connection: BusConnection

        init() throws {
            bus = try ScriptedBus { call, bus in
                if call.texts.first == bystander { Self.identify(call, bus) }
            }
            connection = try BusConnection(.at(bus.address), isGated: true)
            let isServed = Mutex(false)
            connection.perform { link in
                let callers = BusCallers(burst: 1e9, perSecond: 1e9)
                callers.follow(link)
                try? link.addObject(path) { link, message in
                    callers.serve(message, cost: 1, link) { try? link.reply(to: $0) }
                    return true
                }
                isServed.withLock { $0 = true }
            }
            #expect(Patience.until { isServed.withLock { $0 } })
        }

        deinit {
            connection.close()
            bus.end()
        }

        static func identify(_ question: ScriptedBus.Call, _ bus: ScriptedBus) {
            let process = UInt32(getpid())
            bus.reply(question, .numbers([("ProcessID", process), ("UnixUserID", getuid())]))
        }

        /// The questions who a caller is.
        var questions: [ScriptedBus.Call] { bus.calls.filter { $0.member == "GetConnectionCredentials" } }

        func call(from sender: String) -> UInt32 { bus.call(path, "Do", from: sender) }

        /// The calls that were answered, with the error's name.
        func answers(to serials: [UInt32]) -> [UInt32: String] {
            let answers = bus.calls.filter { serials.contains($0.replied) }
            return Dictionary(answers.map { ($0.replied, $0.error) }, uniquingKeysWith: { first, _ in first })
        }

        func waitForAnswer(to serial: UInt32) -> String? { Patience.first { answers(to: [serial])[serial] } }
    }

    @Test func callersAboutWhomTheBusIsAskedLeaveRoomForKnownOnes() throws {
        let stand = try Stand()
        #expect(stand.waitForAnswer(to: stand.call(from: Self.bystander)) == "")
        let strangers = (0..<BusCallers.mostUnknown + 44).map { ":1.\(1_000 + $0)" }
        let calls = Dictionary(uniqueKeysWithValues: strangers.map { ($0, stand.call(from: $0)) })
        #expect(Patience.until { stand.answers(to: Array(calls.values)).count == 44 })
        #expect(stand.answers(to: Array(calls.values)).values.allSatisfy { $0 == BusInterface.Refusal.busy })
        let asked = stand.questions.dropFirst().compactMap(\.texts.first)
        #expect(asked.count == BusCallers.mostUnknown)
        // Of each so many calls wait.
        let more = (0..<BusCallers.mostHeld + 4).map { _ in stand.call(from: asked[0]) }
        #expect(Patience.until { stand.answers(to: more).count == 5 })
        // A caller who is known is served meanwhile.
        #expect(stand.waitForAnswer(to: stand.call(from: Self.bystander)) == "")

        // One leaves, and of the others the bus says who they are: the places are free again.
        stand.bus.changeOwner(of: asked[1], from: asked[1], to: "")
        #expect(stand.waitForAnswer(to: stand.call(from: Self.bystander)) == "")
        let newcomer = stand.call(from: ":1.5000")
        #expect(Patience.until { stand.questions.last?.texts.first == ":1.5000" })
        for question in stand.questions.dropFirst() { Stand.identify(question, stand.bus) }
        #expect(stand.waitForAnswer(to: newcomer) == "")
        let held = asked.filter { $0 != asked[1] }.compactMap { calls[$0] }
        #expect(Patience.until { stand.answers(to: held).values.count(where: \.isEmpty) == held.count })
        #expect(Patience.until { stand.answers(to: more).values.count(where: \.isEmpty) == BusCallers.mostHeld - 1 })
        for number in 0..<BusCallers.mostUnknown { _ = stand.call(from: ":1.\(10_000 + number)") }
        #expect(Patience.until { stand.questions.count == 2 + 2 * BusCallers.mostUnknown })
    }

    @Test func callsThatNobodyAnswersLeaveRoomForOthers() throws {
        let bus = try ScriptedBus { call, bus in
            if call.destination == Self.bystander { bus.reply(call, .text("here")) }
        }
        defer { bus.end() }
        let connection = try BusConnection(.at(bus.address), isGated: true)
        defer { connection.close() }
        @Sendable func method(_ destination: String) -> BusMethod {
            BusMethod(destination: destination, path: Self.path, interface: "org.example.Test", member: "Do")
        }
        let givenUp = Mutex(0)
        let answered = Mutex(0)
        func call(_ count: Int) {
            connection.perform { link in
                for number in 0..<count {
                    try? link.call(method(":1.\(1_000 + number % 32)"), seconds: 3_600) { answer in
                        let isGivenUp = answer.error == .timedOut
                        if isGivenUp { givenUp.withLock { $0 += 1 } } else { answered.withLock { $0 += 1 } }
                    }
                }
            }
        }
        func askBystander() throws -> [WireValue] { try connection.ask(method(Self.bystander), answer: "s") }
        let most = BusLink.mostUnanswered
        call(3 * most)
        #expect(try askBystander() == [.text("here")])
        // All but the newest, and one in whose place the bystander was asked.
        #expect(givenUp.withLock { $0 } == 2 * most + 1)
        // An answer gives its place back, and the call that is made next takes it.
        let last = try #require(bus.calls.last { $0.destination != Self.bystander })
        bus.reply(last)
        #expect(Patience.until { answered.withLock { $0 } == 1 })
        call(2)
        #expect(try askBystander() == [.text("here")])
        #expect(givenUp.withLock { $0 } == 2 * most + 2)
    }
}
