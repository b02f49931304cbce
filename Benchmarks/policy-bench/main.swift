// The session rules alone: events a second, with few programs and with thousands that idle beside them.
// Run with `make bench ONLY=policy-bench`. There is no peer: no other system's rules can be run without the system.

import SordinoPolicy

/// A device on which three programs take turns; every event changes something.
struct Device {
    var policy = Policy()
    private var now = Moment.zero
    private var nextRequest = 1
    /// Keeps the work from being optimised away.
    var effectCount = 0

    let music = AppID(1)
    let navigation = AppID(2)
    let game = AppID(3)

    init(idle: Int) {
        send(
            .portsArrived([
                Port(uid: "speaker", type: .builtInSpeaker, direction: .output, name: "Speaker", channels: stereo),
                Port(uid: "receiver", type: .builtInReceiver, direction: .output, name: "Receiver", channels: mono),
                Port(uid: "microphone", type: .builtInMic, direction: .input, name: "Microphone", channels: mono),
            ]))
        launch(music, .playback, [])
        launch(navigation, .playback, [.duckOthers])
        launch(game, .ambient, [])
        for number in 0..<idle { launch(AppID(4 + number), number % 2 == 0 ? .playback : .ambient, []) }
    }

    private var stereo: [PortChannel] {
        [PortChannel(name: "Left", number: 1, label: 1), PortChannel(name: "Right", number: 2, label: 2)]
    }
    private var mono: [PortChannel] { [PortChannel(name: "Mono", number: 1, label: 42)] }

    private mutating func launch(_ app: AppID, _ category: SordinoPolicy.Category, _ options: CategoryOptions) {
        send(
            .appLaunched(
                app, AppDeclaration(bundleID: "bench.\(app.number)", name: "App", backgroundModes: .audio)))
        ask(
            app,
            .configure(category: category.rawValue, mode: nil, options: options.rawValue, policy: nil))
        ask(app, .openIO(IOID(1), IOKind(.player)))
    }

    private mutating func send(_ event: Event) {
        now.nanoseconds += 1_000
        effectCount += policy.handle(event, at: now).count
    }

    private mutating func ask(_ app: AppID, _ request: Request) {
        send(.request(app, RequestID(nextRequest), request))
        nextRequest += 1
    }

    /// Music plays, is ducked by a prompt, interrupted by a call, and continues beside a game.
    static let eventsPerRound = 16

    mutating func round() {
        ask(music, .setActive(true, notifyOthers: false))
        ask(music, .startIO(IOID(1)))
        ask(game, .setActive(true, notifyOthers: false))
        ask(game, .startIO(IOID(1)))
        ask(navigation, .setActive(true, notifyOthers: false))
        ask(navigation, .startIO(IOID(1)))
        ask(navigation, .stopIO(IOID(1)))
        ask(navigation, .setActive(false, notifyOthers: true))
        send(.callRings(.fullScreen))
        send(.callDeclined)
        ask(music, .startIO(IOID(1)))
        send(.ringer(silent: true))
        send(.ringer(silent: false))
        ask(music, .stopIO(IOID(1)))
        ask(music, .setActive(false, notifyOthers: true))
        ask(game, .setActive(false, notifyOthers: false))
    }
}

/// Events a second: the best of seven passes, since what else the machine does can only slow us down.
func eventsPerSecond(idle: Int) -> (rate: Double, effectsPerEvent: Double) {
    var device = Device(idle: idle)
    let rounds = 4_000
    var best = 0.0
    var effects = 0
    for _ in 0..<7 {
        let before = device.effectCount
        let clock = ContinuousClock()
        let time = clock.measure { for _ in 0..<rounds { device.round() } }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        best = max(best, Double(rounds * Device.eventsPerRound) / seconds)
        effects = device.effectCount - before
    }
    return (best, Double(effects) / Double(rounds * Device.eventsPerRound))
}

let alone = eventsPerSecond(idle: 0)
let crowded = eventsPerSecond(idle: 10_000)
print("programs              events/s    ns/event   effects/event")
for (name, figure) in [("3", alone), ("3 and 10,000 idle", crowded)] {
    let columns = [
        name, "\(Int(figure.rate))", "\(Int(1e9 / figure.rate + 0.5))",
        "\(Double(Int(figure.effectsPerEvent * 10 + 0.5)) / 10)",
    ]
    let widths = [20, 10, 10, 10]
    print(
        zip(columns, widths).enumerated().map { index, column in
            let padding = String(repeating: " ", count: max(0, column.1 - column.0.count))
            return index == 0 ? column.0 + padding : padding + column.0
        }.joined(separator: "  "))
}
let slowdown = alone.rate / crowded.rate
print("10,000 idle programs cost \(Double(Int(slowdown * 100 + 0.5)) / 100) x. Budgets: 1,000,000 events/s; 2 x.")
print(alone.rate >= 1_000_000 && slowdown <= 2 ? "Every budget was kept." : "A budget was MISSED.")
