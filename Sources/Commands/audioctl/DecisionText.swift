import SordinoCommandLine
import SordinoPolicy
import SordinoSession

/// Decisions as lines for people.
struct DecisionText {
    /// Names of programs by their numbers.
    private var names: [Int64: String] = [:]

    /// Takes over the names of a status.
    mutating func learn(_ status: WireRecord) {
        guard case .list(let apps)? = status["apps"] else { return }
        for case .record(let app) in apps {
            if case .integer(let number)? = app["app"], case .text(let name)? = app["name"] { names[number] = name }
        }
    }

    /// Returns a line for the event, and one for each effect that people see or hear.
    mutating func lines(_ decision: WireRecord) -> [String] {
        guard case .integer(let nanoseconds)? = decision["at"], case .record(let event)? = decision["event"] else {
            return []
        }
        if case .integer(let number)? = event["app"], case .record(let declaration)? = event["declaration"],
            case .text(let name)? = declaration["name"]
        {
            names[number] = name
        }
        var lines = ["\(Self.seconds(nanoseconds))  \(sentence(event, without: "event"))"]
        if case .list(let effects)? = decision["effects"] {
            for case .record(let effect) in effects {
                if let line = line(effect) { lines.append("            \(line)") }
            }
        }
        return lines
    }

    private func line(_ effect: WireRecord) -> String? {
        switch effect["effect"] {
        case .text("snapshot"), .text("device"), .text("wake"), .text("route"): return nil
        case .text("reply"):
            guard case .record(let refusal)? = effect["refusal"], case .record(let cause)? = refusal["cause"] else {
                return nil
            }
            return "\(program(effect["app"])): refused, \(text(cause["sentence"])) (\(text(cause["rule"])))"
        case .text("notify"):
            guard case .record(let says)? = effect["says"] else { return nil }
            return "\(program(effect["app"])): \(sentence(says, without: "notification"))"
        case .text("stopIO"):
            guard case .record(let cause)? = effect["cause"] else { return nil }
            return "\(program(effect["app"])): stopped, \(text(cause["sentence"])) (\(text(cause["rule"])))"
        case .text("gain"):
            var reasons = ""
            if case .list(let causes)? = effect["causes"] {
                for case .record(let cause) in causes {
                    reasons += ", \(text(cause["sentence"])) (\(text(cause["rule"])))"
                }
            }
            return
                "\(program(effect["program"])): gain \(text(effect["gain"])) in \(text(effect["rampSeconds"])) s\(reasons)"
        default: return sentence(effect, without: "effect")
        }
    }

    private func program(_ value: WireValue?) -> String {
        if case .integer(let number)? = value { return names[number].map { foreignText($0) } ?? "app \(number)" }
        return "the \(text(value))"
    }

    /// The case's name and its values.
    private func sentence(_ record: WireRecord, without key: String) -> String {
        var words = [text(record[key])]
        for field in record.fields where field.name != key {
            switch (field.name, field.value) {
            case ("app", _): words.append(program(field.value))
            case ("id", _), ("previous", _), ("declaration", _), ("ports", _): break
            case ("asks", .record(let request)): words.append(sentence(request, without: "request"))
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
