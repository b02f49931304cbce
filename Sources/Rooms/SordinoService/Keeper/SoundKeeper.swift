import Glibc
import SordinoHardware
import SordinoPipeWire
import SordinoRealtime
import SordinoWork
import Synchronization

/// A process beside the service that links programs without a session to the device when the service has died and no session
/// manager would do it: none is there, or the programs make their links themselves.
///
/// It sleeps until the pipe on its standard input is closed, which happens at any death of the service; each line that came
/// before is a `KeeperWord`. Its links stay in the server after it has ended (`object.linger`), and a service that
/// comes later removes them as links past its stage.
package enum SoundKeeper {
    private static let word = "--keep-sounding"
    /// The command line by which a program that calls `serveIfAsked` becomes the keeper.
    package static let command = ["/proc/self/exe", word]

    /// Serves as the keeper and ends the process, if the command line asks for it.
    package static func serveIfAsked() {
        guard CommandLine.arguments.dropFirst().first == word else { return }
        // The service's end is also that of its unit, whose manager sends these before the links are made.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
        // Followed by the process number of the service.
        link(by: lastWord(), service: CommandLine.arguments.dropFirst(2).first.flatMap { Int32($0) })
        exit(0)
    }

    /// The service's last word; returns when the service is dead.
    private static func lastWord() -> KeeperWord {
        var word = KeeperWord()
        while let line = readLine() { word = KeeperWord(line: line) }
        return word
    }

    /// The time that the dead service's nodes have to disappear.
    private static let patienceNanoseconds: UInt64 = 2_000_000_000
    /// The time that the session manager has to see that the dead service's nodes are gone: if its settings were given back
    /// earlier, it would pause the players that led there.
    private static let settlingNanoseconds: UInt64 = 1_000_000_000

    /// Links every stream that nothing links.
    private static func link(by word: KeeperWord, service: Int32?) {
        guard let connection = PipeWireConnection(remote: nil, properties: ["application.name": "Sordino"]) else {
            return
        }
        let view = GraphView(connection)
        guard view.begin() else { return connection.close() }
        let end = HostClock.now() + patienceNanoseconds
        while HostClock.now() < end, !view.isLost {
            let seen = view.bell.count
            if let orders = view.mirror.flatMap({ KeptLinks.links(in: $0, by: word, service: service) }) {
                view.make(orders)
                break
            }
            _ = view.bell.wait(after: seen, milliseconds: 100)
        }
        if let service, view.owes(service) {
            ThreadPriority.sleep(untilHostTime: HostClock.now() + settlingNanoseconds)
            view.giveBack(service)
        }
        connection.close()
    }
}

/// The server's graph, as it becomes known.
private final class GraphView: Sendable {
    private struct State {
        var mirror = GraphMirror()
        /// The synchronisation after which everything is known that was asked for.
        var awaited: Int32 = 0
        var rounds = 0
        var isLost = false
        /// The serial number of the session manager's settings.
        var manager: UInt32?

        func debts(of process: Int32) -> [WirePlumberTreaty.Order] {
            WirePlumberTreaty.debts(ofProcess: process, in: mirror.metadata, serial: manager)
        }
    }
    let bell = Bell()
    private let connection: PipeWireConnection
    private let state = Mutex(State())

    init(_ connection: PipeWireConnection) { self.connection = connection }

    var isLost: Bool { state.withLock(\.isLost) }
    /// The graph; nil before all of it is known: the objects, then their properties.
    var mirror: GraphMirror? { state.withLock { $0.rounds >= 2 ? $0.mirror : nil } }

    func begin() -> Bool {
        ask()
        return connection.start { [weak self] in self?.hear($0) }
    }

    private func ask() {
        connection.locked {
            let number = connection.synchronise()
            state.withLock { $0.awaited = number }
        }
    }

    private func hear(_ event: GraphEvent) {
        state.withLock { $0.mirror.apply(event) }
        switch event {
        case .appeared(let id, .node, _): connection.watchNode(id)
        case .appeared(let id, .metadata, let properties):
            let name = properties["metadata.name"] ?? ""
            if name == WirePlumberTreaty.object {
                state.withLock { $0.manager = properties["object.serial"].flatMap { UInt32($0) } ?? id }
            }
            connection.watchMetadata(id, name: name)
        case .done(let number):
            let isAnswer = state.withLock { state in
                guard number == state.awaited else { return false }
                state.rounds += 1
                return true
            }
            if isAnswer { ask(beforeRound: 2) }
        case .lost: state.withLock { $0.isLost = true }
        default: break
        }
        bell.ring()
    }

    private func ask(beforeRound last: Int) { if state.withLock({ $0.rounds }) < last { ask() } }

    /// Returns whether a dead service has left settings of the session manager changed.
    func owes(_ service: Int32) -> Bool { state.withLock { !$0.debts(of: service).isEmpty } }

    /// Gives back what a dead service owes, unless another has taken it over.
    func giveBack(_ service: Int32) { perform { $0.perform(state.withLock { $0.debts(of: service) }) } }

    /// Makes links that outlive this process, and waits until the server has them.
    func make(_ links: [GraphLinkEnds: KeptLinks.Nodes]) { perform { $0.makeLasting(links) } }

    /// Makes requests, and waits until the server has them.
    private func perform(_ requests: (PipeWireConnection) -> Void) {
        let rounds = connection.locked {
            requests(connection)
            let number = connection.synchronise()
            return state.withLock { state in
                state.awaited = number
                return state.rounds
            }
        }
        let end = HostClock.now() + 1_000_000_000
        while HostClock.now() < end, !isLost, state.withLock({ $0.rounds }) == rounds {
            _ = bell.wait(after: bell.count, milliseconds: 20)
        }
    }
}
