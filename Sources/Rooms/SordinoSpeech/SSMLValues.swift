import Glibc

/// The values of SSML's attributes.
enum SSMLValues {
    static func entity(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let isHexadecimal = name.dropFirst().first == "x"
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value > 0 else { return nil }
            return Unicode.Scalar(value)
        }
    }

    /// Reads a time such as "500ms" or "1.5s".
    static func seconds(_ text: String) -> Double? {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), number.isFinite,
            number >= 0
        else { return nil }
        return isMilliseconds ? number / 1000 : number
    }

    /// The style of a prosody element inside another style.
    static func prosody(_ attributes: [String: String], _ outer: SpeechScript.Style) -> SpeechScript.Style {
        var style = outer
        let rates = ["x-slow": 0.5, "slow": 0.75, "medium": 1, "default": 1, "fast": 1.25, "x-fast": 1.6]
        if let rate = attributes["rate"], let factor = rates[rate] ?? factor(rate) {
            style.rate = limit(style.rate * factor)
        }
        let pitches = ["x-low": 0.7, "low": 0.85, "medium": 1, "default": 1, "high": 1.2, "x-high": 1.45]
        if let pitch = attributes["pitch"], let factor = pitches[pitch] ?? factor(pitch) {
            style.pitch = limit(style.pitch * factor)
        }
        let volumes = ["silent": 0, "x-soft": 0.25, "soft": 0.5, "medium": 1, "default": 1, "loud": 1.4, "x-loud": 2]
        if let volume = attributes["volume"], let factor = volumes[volume] ?? gain(volume) {
            style.gain = min(max(style.gain * factor, 0), 4)
        }
        return style
    }

    static func emphasis(_ level: String, _ outer: SpeechScript.Style) -> SpeechScript.Style {
        let levels = ["strong": (0.88, 1.15, 1.3), "moderate": (0.94, 1.07, 1.15), "reduced": (1.06, 0.95, 0.85)]
        guard let (rate, pitch, gain) = levels[level] else { return outer }
        var style = outer
        (style.rate, style.pitch) = (limit(style.rate * rate), limit(style.pitch * pitch))
        style.gain = min(style.gain * gain, 4)
        return style
    }

    private static func limit(_ factor: Double) -> Double { min(max(factor, 0.1), 10) }

    /// "120%", "+20%", "-10%", "+2st", "1.2".
    private static func factor(_ text: String) -> Double? {
        var factor: Double?
        if text.hasSuffix("%"), let number = Double(text.dropLast()) {
            let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
            factor = isRelative ? 1 + number / 100 : number / 100
        } else if text.hasSuffix("st"), let number = Double(text.dropLast(2)) {
            factor = exp2(min(max(number, -48), 48) / 12)
        } else {
            factor = Double(text)
        }
        guard let factor, factor.isFinite, factor > 0 else { return nil }
        return limit(factor)
    }

    /// "+6dB", or 0 to 100.
    private static func gain(_ text: String) -> Double? {
        if text.hasSuffix("dB"), let number = Double(text.dropLast(2)), number.isFinite {
            return exp2(min(max(number, -96), 12) / 6.020_6)
        }
        guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text), number.isFinite else {
            return nil
        }
        return min(max(number / 100, 0), 1)
    }

    /// The words for a text of a kind.
    static func said(_ text: String, as kind: String) -> String {
        switch kind {
        case "characters", "spell-out", "verbatim", "digits", "telephone":
            text.filter { !$0.isWhitespace }.map(String.init).joined(separator: " ")
        case "ordinal": text + (text.last?.isNumber == true ? ordinalEnding(text) : "")
        case "expletive", "bleep": "beep"
        default: text
        }
    }

    private static func ordinalEnding(_ number: String) -> String {
        if number.hasSuffix("11") || number.hasSuffix("12") || number.hasSuffix("13") { return "th" }
        switch number.last {
        case "1": return "st"
        case "2": return "nd"
        case "3": return "rd"
        default: return "th"
        }
    }
}
