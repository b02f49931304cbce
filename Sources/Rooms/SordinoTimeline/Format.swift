import Glibc
import SordinoStories

// Numbers and marks as readers expect them. No locale: the page is the same everywhere.

/// "−20 dB"; silence is "silence".
func decibels(_ value: Double) -> String {
    guard value.isFinite else { return "silence" }
    return abs(value - value.rounded()) < 0.05 ? "\(fixed(value, 0)) dB" : "\(fixed(value, 1)) dB"
}

/// The text with blanks to a width.
package func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return left ? blanks + text : text + blanks
}

/// Safe between tags and in attributes.
func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.append(character)
        }
    }
    return result
}

/// RFC 4648 base 64.
func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 4 / 3 + 4)
    var index = 0
    while index < bytes.count {
        let count = min(3, bytes.count - index)
        var group = UInt32(bytes[index]) << 16
        if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
        if count > 2 { group |= UInt32(bytes[index + 2]) }
        for digit in 0..<4 {
            result.append(digit <= count ? alphabet[Int(group >> UInt32(18 - 6 * digit)) & 63] : UInt8(ascii: "="))
        }
        index += 3
    }
    return String(decoding: result, as: UTF8.self)
}

/// The factor of a gain in decibels; silence is 0.
func linear(_ decibels: Double) -> Double { decibels.isFinite ? pow(10, decibels / 20) : 0 }
