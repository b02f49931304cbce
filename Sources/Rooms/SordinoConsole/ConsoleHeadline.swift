import SordinoPolicy
import SordinoService

/// The sentences at the top of the page: what is heard, who records, and what the person is asked.
package struct ConsoleHeadline {
    /// The sentences of each kind that are said; more are counted.
    private static let most = 2

    package private(set) var sentences: [String] = []

    /// - Parameters:
    ///   - status: The state of the device, with names as the page shows them.
    ///   - isRinging: Whether the phone rings; nil where that was not heard.
    init(_ status: DeviceStatus, _ consents: [ConsoleConsent], isRinging: Bool?) {
        sentences = status.sounding.map { Self.sentence($0, isRinging: isRinging) }
        let apps = status.apps.filter { !$0.onlyRecords }
        let full = apps.filter { $0.heard == .full }
        let low = apps.filter { $0.heard == .ducked }
        let quiet = apps.filter {
            ($0.heard == .interrupted || $0.heard == .silent) && $0.state != .inactive
        }
        say(full, "is heard", "are heard")
        func name(_ app: DeviceStatus.App) -> String { ConsoleNames.isolated(status.label(app)) }
        for app in low.prefix(Self.most) { sentences.append("\(name(app)) is heard low\(Self.because(app)).") }
        for app in quiet.prefix(Self.most) { sentences.append("\(name(app)) is silent\(Self.because(app)).") }
        let more = max(0, low.count - Self.most) + max(0, quiet.count - Self.most)
        if more > 0 { sentences.append("\(more) more, below.") }
        tellRecorders(status)
        let questions = consents.map(\.question).filter { !$0.isEmpty }
        for question in questions.prefix(Self.most) {
            sentences.append("A question is open: m\(question.dropFirst())")
        }
        if questions.count > Self.most { sentences.append("\(questions.count - Self.most) more ask, below.") }
    }

    /// Reads what a service answers.
    package init(_ status: DeviceStatus, _ permissions: [ListedPermission], isRinging: Bool? = nil) {
        let status = status.plain
        self.init(status, permissions.map { ConsoleConsent($0, status) }, isRinging: isRinging)
    }

    private mutating func tellRecorders(_ status: DeviceStatus) {
        say(status.apps.filter(\.takesSound), "records what is heard", "record what is heard")
        let recorders = status.apps.filter(\.recordsInput)
        var places: [[String]] = []
        for recorder in recorders where !places.contains(recorder.inputs) { places.append(recorder.inputs) }
        for inputs in places {
            let words = ConsoleNames.listed(inputs)
            say(recorders.filter { $0.inputs == inputs }, "records from \(words)", "record from \(words)")
        }
    }

    private mutating func say(_ apps: [DeviceStatus.App], _ one: String, _ many: String) {
        guard !apps.isEmpty else { return }
        sentences.append("\(ConsoleNames.listed(apps.map(\.name))) \(apps.count > 1 ? many : one).")
    }

    private static func because(_ app: DeviceStatus.App) -> String {
        guard let first = app.why.first else { return "" }
        let parts = ConsoleReasons.parts(first)
        guard !parts.by.isEmpty else { return ": \(parts.text)" }
        return ", because of \(ConsoleNames.isolated(ConsoleReasons.by(parts.by, of: app)))"
    }

    private static func sentence(_ actor: SystemActor, isRinging: Bool?) -> String {
        switch actor {
        case .call:
            isRinging.map { $0 ? "A call rings." : "A phone call is on." } ?? "A phone call is there."
        case .alarm: "An alarm sounds."
        case .assistant: "The assistant is there."
        case .emergency: "An emergency alert sounds."
        case .screenReader: "The screen reader speaks."
        case .systemSounds: "The system sounds."
        }
    }
}
