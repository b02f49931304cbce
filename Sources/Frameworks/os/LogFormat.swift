import Foundation

/// Writes messages in the manner of `printf`, each value by itself, so that private ones can be left out.
enum LogFormat {
    /// Writes a message.
    ///
    /// - Parameters:
    ///   - format: With `%d`, `%@`, `%{public}s` and their like.
    ///   - values: In the order of the format; a missing one is marked in the text.
    static func text(_ format: String, _ values: [any CVarArg], showsPrivate: Bool) -> String {
        var result = ""
        var left = values[...]
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            guard let conversion = Conversion(&rest) else { continue }
            if conversion.letter == "%" {
                result += "%"
                continue
            }
            result += conversion.text(&left, showsPrivate: showsPrivate)
        }
        return result + rest
    }

    /// One `%…` of a format.
    private struct Conversion {
        var privacy = OSLogPrivacy.auto
        /// Flags, width and precision.
        var middle = ""
        /// `l`, `ll`, `h`, `z` and their like.
        var length = ""
        var letter: Character = "%"

        /// Reads a conversion behind its percent sign; nil at the end of the text.
        init?(_ rest: inout Substring) {
            if rest.first == "{", let close = rest.firstIndex(of: "}") {
                for word in rest[rest.index(after: rest.startIndex)..<close].split(separator: ",") {
                    switch word.drop(while: { $0 == " " }) {
                    case "public": privacy = .public
                    case "private", "sensitive": privacy = .private
                    case "mask.hash": privacy = .private(mask: .hash)
                    default: break
                    }
                }
                rest = rest[rest.index(after: close)...]
            }
            middle = String(rest.prefix { "-+ #0123456789.*'".contains($0) })
            rest = rest.dropFirst(middle.count)
            length = String(rest.prefix { "hlqjztL".contains($0) })
            rest = rest.dropFirst(length.count)
            guard let found = rest.popFirst() else { return nil }
            letter = found
        }

        func text(_ values: inout ArraySlice<any CVarArg>, showsPrivate: Bool) -> String {
            var middle = middle
            while let star = middle.firstIndex(of: "*") {
                let count = (values.popFirst() as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) } ?? 0
                middle.replaceSubrange(star...star, with: "\(min(max(-1024, count), 1024))")
            }
            if letter == "m" { return String(cString: strerror(errno)) }
            guard let value = values.popFirst() else { return "<decode: missing data>" }
            let text: String
            switch letter {
            case "@": text = "\(value)"
            case "s":
                if let pointer = value as? UnsafePointer<CChar> {
                    text = String(cString: pointer)
                } else if let pointer = value as? UnsafeMutablePointer<CChar> {
                    text = String(cString: pointer)
                } else {
                    text = "\(value)"
                }
            case "p": text = "\(value)"
            case "d", "i", "D", "u", "U", "x", "X", "o", "O", "c", "C":
                guard let number = value as? any BinaryInteger else { return "<decode: mismatch for [%\(letter)]>" }
                text = whole(number, middle)
            case "f", "F", "e", "E", "g", "G", "a", "A":
                guard let number = value as? any BinaryFloatingPoint else {
                    return "<decode: mismatch for [%\(letter)]>"
                }
                text = String(format: "%\(bounded(middle))\(letter)", Double(number))
            default: return "<decode: unknown conversion %\(letter)>"
            }
            let isScalar = letter != "@" && letter != "s"
            return privacy.shown(text, isPublicByItself: isScalar, showsPrivate: showsPrivate)
        }

        /// Writes a whole number of any width in 64 bits, as its type is known here and not by the format's letters.
        private func whole(_ number: any BinaryInteger, _ middle: String) -> String {
            let middle = bounded(middle)
            switch letter {
            case "c", "C":
                return Unicode.Scalar(UInt32(truncatingIfNeeded: number)).map { String(Character($0)) } ?? "?"
            case "d", "i", "D": return String(format: "%\(middle)lld", Int64(truncatingIfNeeded: number))
            case "u", "U": return String(format: "%\(middle)llu", bits(number))
            case "o", "O": return String(format: "%\(middle)llo", bits(number))
            default: return String(format: "%\(middle)ll\(letter)", bits(number))
            }
        }

        /// The bits of a number in its own width: -1 of 32 bits is 2^32 - 1.
        private func bits(_ number: any BinaryInteger) -> UInt64 {
            let all = UInt64(truncatingIfNeeded: number)
            return number.bitWidth >= 64 ? all : all & (1 << UInt64(number.bitWidth) - 1)
        }

        /// Widths and precisions with at most three digits.
        private func bounded(_ middle: String) -> String {
            var result = ""
            var digits = 0
            for character in middle {
                digits = character.isNumber ? digits + 1 : 0
                if digits <= 3 { result.append(character) }
            }
            return result
        }
    }
}
