import SordinoCommandLine
import SordinoPolicy
import SordinoService
import SordinoSession

/// Decisions as lines for people.
struct DecisionText {
    /// Names of programs by their numbers.
    private var names: [AppID: String] = [:]

    /// Takes over the names of a status.
    mutating func learn(_ status: DeviceStatus) {
        for app in status.apps { names[app.app] = app.name }
    }

    /// Returns a line for the event, and one for each effect that people see or hear.
    mutating func lines(_ decision: SessionService.Decision) -> [String] {
        if case .appLaunched(let app, let declaration) = decision.event { names[app] = declaration.name }
        return ["\(Self.seconds(decision.moment.nanoseconds))  \(sentence(decision.event.wireValue, without: "event"))"]
            + decision.effects.compactMap(line).map { "            \($0)" }
    }

    private func line(_ effect: Effect) -> String? {
        switch effect {
        case .snapshot, .device, .wake, .route: return nil
        case .reply(let app, _, let refusal):
            return refusal.map { "\(program(app.wireValue)): refused, \(text($0.cause))" }
        case .notify(let app, let notification):
            return "\(program(app.wireValue)): \(sentence(notification.wireValue, without: "notification"))"
        case .stopIO(let app, _, let cause): return "\(program(app.wireValue)): stopped, \(text(cause))"
        case .gain(let owner, _, let gain, let rampSeconds, let causes):
            let reasons = causes.map { ", \(text($0))" }.joined()
            return "\(program(owner.wireValue)): gain \(gain) in \(Float(rampSeconds)) s\(reasons)"
        default: return sentence(effect.wireValue, without: "effect")
        }
    }

    private func text(_ cause: Cause) -> String { "\(foreignText(cause.sentence)) (\(foreignText(cause.ruleWords)))" }

    private func program(_ value: WireValue?) -> String {
        if case .integer(let number)? = value {
            return names[AppID(Int(number))].map { foreignText($0) } ?? "app \(number)"
        }
        return "the \(text(value))"
    }

    /// The case's name and its values.
    private func sentence(_ value: WireValue, without key: String) -> String {
        guard case .record(let record) = value else { return text(value) }
        var words = [text(record[key])]
        for field in record.fields where field.name != key {
            switch (field.name, field.value) {
            case ("app", _): words.append(program(field.value))
            case ("id", _), ("previous", _), ("declaration", _), ("ports", _): break
            case ("asks", let request): words.append(sentence(request, without: "request"))
            default: words.append("\(field.name)=\(text(field.value))")
            }
        }
        return words.joined(separator: " ")
    }

    private func text(_ value: WireValue?) -> String {
        switch value {
        case .text(let text)?: foreignText(text)
        // Single precision by nature: the digits that it has, no more.
        case .real(let value)?: Float(value).description
        case .none: ""
        case .some(let value): JSON.line(value)
        }
    }

    /// Seconds with three places, right-aligned.
    static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let thousandths = String(milliseconds % 1_000)
        let text = "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
        return String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
}
