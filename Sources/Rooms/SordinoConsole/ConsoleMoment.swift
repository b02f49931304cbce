import Glibc
import SordinoJSON
import SordinoPolicy
import SordinoSession
import SordinoStories
import SordinoTimeline

/// One decision of the service in the words of people, for the timeline; decisions that are bookkeeping make none.
package struct ConsoleMoment {
    package let seconds: Double
    /// The words for an event of the device; empty for a program's act.
    private(set) var event = ""
    /// A program's act, in the words of drawings, and as the rest of a sentence that begins with the program's name.
    private(set) var act: (app: AppID, words: String, sentence: String)?
    private(set) var told: [(app: AppID, words: String)] = []
    /// Changes for those who listen, each with its rule.
    private(set) var effects: [String] = []

    /// Makes the moment at which the console began to look.
    init(beginning seconds: Double) {
        self.seconds = seconds
        event = "watching begins"
    }

    /// Reads a decision.
    ///
    /// - Parameter names: The names of programs by their numbers.
    package init?(_ decision: SessionService.Decision, names: [AppID: String]) {
        seconds = decision.moment.seconds
        note(decision.event, decision.effects)
        for effect in decision.effects { note(effect, names) }
        if event.isEmpty, act == nil, told.isEmpty, effects.isEmpty { return nil }
    }

    private mutating func note(_ event: Event, _ effects: [Effect]) {
        switch event {
        case .appLaunched(let app, _): act = (app, "opens", "opens")
        case .appEnded(let app): act = (app, "ends", "ends")
        case .appMoved(let app, let lifecycle): act = (app, "goes to \(lifecycle)", "goes to \(lifecycle)")
        case .appCall(let app, let begins):
            act = begins ? (app, "its call begins", "begins a call") : (app, "its call ends", "ends its call")
        case .request(let app, let id, let request):
            guard let words = DecisionWords.words(for: request) else { return }
            var refusal: SessionError?
            for case .reply(app, id, let answer) in effects { refusal = answer }
            let end = refusal.map { ": refused, \($0.cause.sentence)" } ?? ""
            act = (app, (words.isEmpty ? "settings" : words) + end, Self.sentence(request, words) + end)
        case .recordPermissionAnswered(let app, let answer):
            act = (app, "recording is \(answer)", answer == .granted ? "may record" : "may not record")
        default: self.event = EventRow.drawing(of: event) ?? ""
        }
    }

    /// A request of a program for people who do not write programs.
    private static func sentence(_ request: Request, _ words: String) -> String {
        switch request {
        case .configure: words.isEmpty ? "changes how it shares the sound" : "chooses its kind of sound: \(words)"
        case .setActive(true, _): "asks to be heard"
        case .setActive(false, _): "has done with sound"
        case .overrideOutput(true): "asks for the loudspeaker"
        case .overrideOutput(false): "gives the loudspeaker back"
        case .startIO: "starts its sound"
        case .stopIO: "stops its sound"
        case .vibrate: "shakes the device"
        case .prefer, .requestRecordPermission, .requestMicrophoneInjectionPermission, .requestLibraryPermission,
            .openIO, .closeIO:
            words
        }
    }

    private mutating func note(_ effect: Effect, _ names: [AppID: String]) {
        func name(_ program: ProgramID) -> String {
            switch program {
            case .app(let app): names[app] ?? "program \(app.number)"
            case .actor(let actor): "the \(actor)"
            }
        }
        func text(_ cause: Cause) -> String { "\(cause.sentence) (\(cause.ruleWords))" }
        switch effect {
        case .notify(let app, let notification):
            guard let words = DecisionWords.words(for: notification) else { return }
            told.append((app, words.detail.isEmpty ? words.title : "\(words.title), \(words.detail)"))
        case .gain(let program, .media, let factor, _, let causes) where !causes.isEmpty:
            let level = factor > 0 ? "is lowered to \(Int((20 * log10(Double(factor))).rounded())) dB" : "is silenced"
            effects.append("\(name(program)) \(level): \(causes.map(text).joined(separator: "; "))")
        case .stopIO(let app, _, let cause): effects.append("\(name(.app(app))) is stopped: \(text(cause))")
        case .actorSounds(let actor, let sounds):
            effects.append("\(name(.actor(actor))) \(sounds ? "sounds" : "is silent again")")
        default: break
        }
    }

    /// The event in a sentence, and the effects in one each.
    ///
    /// - Parameter names: The names of programs by their numbers.
    package func sentences(names: [AppID: String]) -> [String] {
        func name(_ app: AppID) -> String { names[app] ?? "program \(app.number)" }
        let told = told.map { "\(name($0.app)) is told: \($0.words)" }
        let first = event.isEmpty ? act.map { "\(name($0.app)) \($0.sentence)" } : event
        return (first.map { [$0] } ?? []) + told + effects
    }

    /// The moment as one line of JSON.
    ///
    /// - Parameters:
    ///   - number: Counts the moments.
    ///   - scene: The state after it.
    func line(number: Int, scene: ConsoleScene) -> String {
        func entry(_ app: AppID, _ words: String, _ more: [(String, JSONText)] = []) -> JSONText {
            .object([("app", .number(Int64(app.number))), ("words", .text(words))] + more)
        }
        let act = act.map { entry($0.app, $0.words, [("sentence", .text($0.sentence))]) }
        let head = JSONText.object([
            ("id", .number(Int64(number))), ("at", .decimal(seconds)), ("event", .text(event)),
            ("act", act ?? .null), ("told", .list(told.map { entry($0.app, $0.words) })),
            ("effects", .list(effects.map { .text($0) })),
        ]).line
        // The scene is JSON already.
        return head.dropLast() + ",\"scene\":\(scene.line)}"
    }
}
