import SordinoJSON
import SordinoService

/// A permission of programs, and the question that waits for the person.
struct ConsoleConsent {
    /// The first word of its key, which says what is permitted; empty for the microphones.
    let kind: String
    /// The names of the programs, each once; of those that take the sound of others where there are any.
    let name: String
    /// The question that is open; empty without one.
    let question: String
    /// The deed of the programs now; empty for none.
    let doing: String
    private let listed: ListedPermission

    init(_ listed: ListedPermission, _ status: DeviceStatus) {
        self.listed = listed
        let parts = listed.key.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let isKind = parts.count == 3 && ["app", "program"].contains(parts[1])
        let kind = isKind ? String(parts[0]) : ""
        let programs = listed.programs.map { ConsoleNames.shown($0) }
        let users = status.apps.filter { programs.contains($0.name) }
        let takers = kind == "system-audio" ? users.filter(\.takesSound) : []
        let askers = kind == "system-audio" ? users.filter { $0.usesTap && !$0.takesSound } : []
        // All processes of one executable share its answer: those that only play are not meant.
        let meant = takers.isEmpty && askers.isEmpty ? programs : (takers + askers).map(\.name)
        let last = listed.key.split { $0 == "/" || $0 == ":" }.last.map { ConsoleNames.shown($0) } ?? ""
        self.kind = kind
        name = ConsoleNames.listed(meant.isEmpty ? [last] : meant, counts: false)
        // Where no agent asks, the page does.
        let waits = askers.contains { $0.tapping?.contains("whether it may take") == true }
        let isOpen = listed.answer == .none && (listed.now == ListedPermission.isAsked || waits)
        question = isOpen ? "May \(name) \(Self.deed(kind))?" : ""
        if !takers.isEmpty {
            doing = "records what is heard"
        } else {
            doing = kind.isEmpty && users.contains(where: \.recordsInput) ? "records now" : ""
        }
    }

    private static func deed(_ kind: String) -> String {
        switch kind {
        case "": "record with the microphones"
        case "library": "see your music library"
        case "system-audio": "take the sound of other programs"
        default: "use “\(ConsoleNames.shown(String(kind.map { $0 == "-" ? " " : $0 })))”"
        }
    }

    var json: JSONText {
        .object([
            ("key", .text(listed.key)), ("answer", .text(listed.answer.rawValue)), ("name", .text(name)),
            ("words", .text("may \(Self.deed(kind))")), ("now", .text(listed.now)),
            ("question", .text(question)), ("doing", .text(doing)),
        ])
    }
}
