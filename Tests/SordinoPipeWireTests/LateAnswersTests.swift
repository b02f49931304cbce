import ByteMutation
import SordinoPipeWire
import Testing

/// A card or session manager whose answers are on their way for any time: in the end it has the state that was wanted last.
@Suite struct LateAnswersTests {
    /// Requests and answers on their way; each direction keeps its order.
    private struct Card {
        static let routes = [(1, false), (2, true), (3, false), (4, true)].map { (index: Int32($0), isInput: $1) }

        var seen: GraphDevice
        var plugged: Set<Int32> = []
        var profile: Int32 = 1
        var active: [Int32: Int32] = [0: 1, 1: 2]
        private var requests: [CardDirector.Order] = []
        private var answers: [Answer] = []

        private enum Answer {
            case profile(Int32)
            case sockets(Set<Int32>)
            case routes([Int32: Int32])
        }

        init(isBluetooth: Bool = false) {
            seen = GraphDevice(
                id: 4, properties: isBluetooth ? ["device.api": "bluez5"] : ["device.description": "Phone"],
                isKnown: true)
            show(.profile(1))
            show(.sockets([]))
            show(.routes(active))
        }

        /// The sockets that a call is on, by the plugs that were seen.
        var wanted: Set<CardDirector.Socket> {
            let isPlugged = { (index: Int32) in seen.routes.contains { $0.index == index && $0.availability == .yes } }
            return [
                .init(device: 4, route: isPlugged(3) ? 3 : 1, part: 0),
                .init(device: 4, route: isPlugged(4) ? 4 : 2, part: 1),
            ]
        }

        mutating func plug(_ route: Int32) {
            plugged.formSymmetricDifference([route])
            answers += [.sockets(plugged), .routes(active)]
        }

        mutating func ask(_ orders: [CardDirector.Order]) { requests += orders }

        /// Carries out the oldest request, or shows the oldest answer; false if there is none.
        mutating func step(_ isRequest: Bool) -> Bool {
            if isRequest {
                guard !requests.isEmpty else { return false }
                switch requests.removeFirst() {
                case .profile(_, let index): profile = index
                case .route(_, let index, let part): active[part] = index
                case .mute: break
                }
                answers += [.profile(profile), .sockets(plugged), .routes(active)]
                return true
            }
            guard !answers.isEmpty else { return false }
            show(answers.removeFirst())
            return true
        }

        private mutating func show(_ answer: Answer) {
            switch answer {
            case .profile(let active):
                let names =
                    seen.isBluetooth ? ["off", "a2dp-sink", "headset-head-unit"] : ["off", "HiFi", "Voice Call"]
                for (index, name) in names.enumerated() {
                    seen.take(GraphProfile(index: Int32(index), name: name, isActive: Int32(index) == active))
                }
            case .sockets(let plugged):
                for (index, isInput) in Self.routes {
                    let isThere = index < 3 || plugged.contains(index)
                    seen.take(
                        GraphRoute(
                            index: index, isInput: isInput, name: "\(index)", availability: isThere ? .yes : .no))
                }
            case .routes(let active):
                for (part, index) in active {
                    seen.take(
                        GraphRoute(
                            index: index, isInput: part == 1, name: "\(index)",
                            availability: seen.routes.first { $0.index == index }?.availability ?? .yes,
                            isActive: true, device: part))
                }
            }
        }
    }

    @Test func sideBySideSocketsThatAreUnpluggedBeforeTheAnswerAreLeft() {
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            var card = Card()
            var director = CardDirector()
            func direct() {
                card.ask(director.orders([4: card.seen], calls: [], lateCalls: [], sockets: card.wanted))
            }
            direct()
            for _ in 0..<Int.random(in: 2...24, using: &numbers) {
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: card.plug(Bool.random(using: &numbers) ? 3 : 4)
                case let kind: _ = card.step(kind == 1)
                }
                direct()
            }
            while card.step(true) || card.step(false) { direct() }
            #expect(
                card.active == [0: card.plugged.contains(3) ? 3 : 1, 1: card.plugged.contains(4) ? 4 : 2],
                "seed \(seed)")
        }
    }

    @Test(arguments: [false, true]) func callsThatEndBeforeTheAnswerLeaveNoProfileBehind(isBluetooth: Bool) {
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            var card = Card(isBluetooth: isBluetooth)
            var director = CardDirector()
            var phone = CallCards()
            var isTalking = false
            func direct() {
                card.ask(
                    isBluetooth
                        ? director.orders([4: card.seen], calls: isTalking ? [4] : [], lateCalls: [], sockets: [])
                        : phone.orders([4: card.seen], isTalking: isTalking, at: 0))
            }
            for _ in 0..<Int.random(in: 2...24, using: &numbers) {
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: isTalking.toggle()
                case let kind: _ = card.step(kind == 1)
                }
                direct()
            }
            while card.step(true) || card.step(false) { direct() }
            #expect(card.profile == (isTalking ? 2 : 1), "seed \(seed)")
        }
    }

    @Test func settingsThatAreGivenBackBeforeTheAnswerAreNotTakenForAPersons() {
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            var treaty = WirePlumberTreaty(process: 1)
            treaty.managerIsNew(serial: 3)
            let topic = WirePlumberTreaty.Topic.headsetProfile
            var (value, isWanted, note) = ("true", false, String?.none)
            var (requests, answers) = ([WirePlumberTreaty.Order](), [String]())
            func step(_ isRequest: Bool) -> Bool {
                if isRequest, !requests.isEmpty {
                    switch requests.removeFirst() {
                    case .set(_, let new) where new != value:
                        value = new
                        answers.append(new)
                    case .set: break
                    case .note(_, let text): note = text
                    }
                } else if !isRequest, !answers.isEmpty {
                    requests += treaty.heard(topic, answers.removeFirst(), note: note)
                } else {
                    return false
                }
                return true
            }
            requests += treaty.heard(topic, value, note: nil)
            for _ in 0..<Int.random(in: 2...24, using: &numbers) {
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0:
                    isWanted.toggle()
                    requests += treaty.wants(isWanted ? [topic] : [])
                case let kind: _ = step(kind == 1)
                }
            }
            while step(true) || step(false) {}
            #expect(value == (isWanted ? "false" : "true"), "seed \(seed)")
            requests += treaty.wants([])
            while step(true) || step(false) {}
            #expect(value == "true" && note == nil, "seed \(seed)")
        }
    }
}
