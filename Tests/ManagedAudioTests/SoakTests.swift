import ByteMutation
import Foundation
import Glibc
import Patience
import PrivatePipeWire
import RunningProgram
import SordinoBus
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession
import Synchronization
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Programs, services and ports that come and go without an end.
    @Suite(.serialized) struct SoakTests {
        /// How much the service may have grown, in KiB: what allocators and dictionaries keep, not what programs leave.
        private static let growth = 6_000

        @Test func programsThatAreKilledLeaveNothing() throws {
            let system = try WholeSystem()
            let daemon = try #require(system.daemon)
            let music = try system.witness()
            // It mixes with others, so nothing of theirs may silence it.
            #expect(music.tell("category \(playback) 1"))
            #expect(music.tell("play 0.25"))
            var numbers = SeededNumbers(seed: Soak.seed)
            var programs: [RunningProgram] = []
            var (started, before) = (0, 0)
            let rounds = try Soak.rounds(24) { round in
                if programs.count < 2 || programs.count < 5 && Bool.random(using: &numbers) {
                    let program = try RunningProgram("session-witness", environment: system.environment)
                    started += 1
                    programs.append(program)
                    // Some are killed while they connect.
                    if Int.random(in: 0..<4, using: &numbers) > 0 {
                        #expect(program.says("ready"))
                        program.say("category \(playback) \(Int.random(in: 0...2, using: &numbers))")
                        program.say("play \(Float.random(in: 0.01...0.02, using: &numbers))")
                        // ... some while they start to play, some when they do.
                        if Bool.random(using: &numbers) { #expect(program.says("done play")) }
                    }
                } else {
                    programs.remove(at: Int.random(in: 0..<programs.count, using: &numbers)).kill()
                }
                if round == 12 { before = Soak.residentKiB(daemon.id) }
            }
            for program in programs { program.kill() }
            // No program is left that interrupts, lowers or is linked.
            #expect(system.isOnly("session-witness", atMost: 1))
            let left = system.hand.wait { graph -> Bool? in
                let nodes = graph.nodes.values.filter { $0.properties["node.name"] == "sordino.witness" }.map(\.id)
                let linked = Set(graph.links.values.map(\.outputNode))
                return nodes.count <= 1 && linked.intersection(nodes).count <= 1 ? true : nil
            }
            #expect(left == true, "streams of dead programs stay: seed \(Soak.seed)")
            if !music.said.contains("interrupted") {
                #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            } else {
                // A program that does not mix interrupted it; it may resume since the last of them died.
                #expect(music.tell("play 0.25"))
                #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            }
            let grown = Soak.residentKiB(daemon.id) - before
            print("soak: \(rounds) rounds, \(started) programs, the service grew by \(grown) KiB")
            #expect(grown < Self.growth)
        }

        @Test func theServiceIsKilledUnderLoadAndEverybodyRecovers() throws {
            let system = try WholeSystem()
            let programs = try (0..<3).map { index in
                let program = try system.witness()
                #expect(program.tell("category \(playback) 1"))
                #expect(program.tell("play \([0.125, 0.25, 0.5][index])"))
                return program
            }
            #expect(system.hear { $0.allSatisfy { $0 == 0.875 } } != nil)
            let rounds = try Soak.rounds(2, most: 50) { round in
                let counts = programs.map(\.said.count)
                system.daemon?.kill()
                for (program, count) in zip(programs, counts) {
                    #expect(program.says("lost", after: count), "round \(round)")
                }
                try system.startDaemon()
                for (program, count) in zip(programs, counts) {
                    #expect(program.says("reset", after: count), "round \(round)")
                    #expect(program.says("again", after: count), "round \(round): \(program.said)")
                }
                #expect(system.hear { $0.allSatisfy { $0 == 0.875 } } != nil, "round \(round)")
            }
            print("soak: the service was killed \(rounds) times")
        }

        @Test func portsThatFlapDisturbNobodyAndLeaveNothing() throws {
            let system = try WholeSystem()
            let daemon = try #require(system.daemon)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            var before = 0
            let start = HostClock.now()
            let flaps = Soak.rounds(150) { round in
                // No route leads to a loudspeaker that came later; it is there, and gone.
                #expect(system.hand.plug("flap", type: "Speaker") != nil)
                system.hand.unplug("flap")
                let isGone = system.hand.wait { graph in
                    graph.nodes.values.contains { $0.properties["node.name"] == "flap" } ? nil : true
                }
                #expect(isGone == true)
                if round == 75 { before = Soak.residentKiB(daemon.id) }
            }
            let seconds = Double(HostClock.now() - start) / 1e9
            let controller = try DeviceController(.at(system.bus.address))
            _ = try controller.status()
            let grown = Soak.residentKiB(daemon.id) - before
            print("soak: \(flaps) flaps, \(Int(Double(flaps) / seconds)) per second, the service grew by \(grown) KiB")
            #expect(grown < Self.growth)
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
        }

        /// One program asks for the status as fast as the bus takes it; another turns its session on and off.
        @Test func aFloodDelaysNobody() throws {
            let system = try WholeSystem()
            let daemon = try #require(system.daemon)
            let address = BusAddress.at(system.bus.address)
            let flood = try BusConnection(address)
            defer { flood.close() }
            let status = BusMethod(
                destination: BusInterface.controlName, path: BusInterface.controlPath,
                interface: BusInterface.control, member: "Status")
            let answers = Mutex((asked: 0, answered: 0, refused: 0))
            let isOver = Mutex(false)
            // As many unanswered as keep the service busy all the time.
            @Sendable func ask(_ link: BusLink) {
                while !isOver.withLock({ $0 }), answers.withLock({ $0.asked - $0.answered - $0.refused }) < 1_000 {
                    answers.withLock { $0.asked += 1 }
                    try? link.call(status, seconds: 60) { [weak flood] answer in
                        answers.withLock { answers in
                            if answer.error == nil { answers.answered += 1 } else { answers.refused += 1 }
                        }
                        flood?.perform(ask)
                    }
                }
            }
            let transport = BusTransport(address)
            let before = Soak.residentKiB(daemon.id)
            let start = HostClock.now()
            flood.perform(ask)
            #expect(Patience.until { answers.withLock { $0.refused } > 0 })
            let registering = HostClock.now()
            let app = transport.connect(AppDeclaration(bundleID: "bystander", name: "Bystander")) { _ in }
            let registered = HostClock.now() - registering
            var times: [UInt64] = []
            _ = Soak.rounds(400) { round in
                let began = HostClock.now()
                let refusal = transport.ask(.setActive(round.isMultiple(of: 2), notifyOthers: false), from: app)
                times.append(HostClock.now() - began)
                #expect(refusal == nil)
            }
            isOver.withLock { $0 = true }
            let seconds = Double(HostClock.now() - start) / 1e9
            let (asked, answered, refused) = answers.withLock { $0 }
            #expect(refused > answered)
            times.sort()
            print(
                "soak: a flood of \(Int(Double(asked) / seconds)) a second, \(answered) answered, \(refused) refused; "
                    + "a bystander registered in \(registered / 1_000) µs, its setActive took \(times[200] / 1_000) µs, "
                    + "99 % \(times[times.count * 99 / 100] / 1_000) µs, at most \(times[times.count - 1] / 1_000) µs; "
                    + "the service grew by \(Soak.residentKiB(daemon.id) - before) KiB")
        }

        @Test func aProgramThatReadsNothingDoesNotGrowTheService() throws {
            let system = try WholeSystem()
            let daemon = try #require(system.daemon)
            let deaf = try system.witness()
            #expect(deaf.tell("category \(playback)"))
            #expect(deaf.tell("active on"))
            // It stands still, as a program in a debugger does.
            kill(deaf.id, SIGSTOP)
            let controller = try DeviceController(.at(system.bus.address))
            var before = 0
            let rounds = Soak.rounds(3_000) { round in
                // The service says that it is busy to a program that asks too fast.
                let volume = Event.volumeSet(round.isMultiple(of: 2) ? 0.5 : 0.6)
                #expect(Patience.until { (try? controller.happen(volume)) != nil })
                if round == 1_500 { before = Soak.residentKiB(daemon.id) }
            }
            #expect(system.isOnly("session-witness", atMost: 0))
            let grown = Soak.residentKiB(daemon.id) - before
            print("soak: \(rounds) changes unread, the service grew by \(grown) KiB")
            #expect(grown < Self.growth)
            kill(deaf.id, SIGCONT)
            // It is notified that its session has ended, and gets another.
            #expect(deaf.says("lost") && deaf.says("reset"))
            let next = try system.witness()
            #expect(next.tell("category \(playback)"))
            #expect(next.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 > 0 && $0 == $0 } } != nil)
        }
    }
}

extension WholeSystem {
    /// Waits until so many programs at most are registered.
    ///
    /// - Returns: False when `Patience` ended.
    func isOnly(_ name: String, atMost count: Int) -> Bool {
        guard let controller = try? DeviceController(.at(bus.address)) else { return false }
        return Patience.until {
            (try? controller.status()).map { $0.apps.count <= count } ?? false
        }
    }
}
