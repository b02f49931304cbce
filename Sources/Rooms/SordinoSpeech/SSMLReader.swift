/// Reads the common part of SSML 1.1: speak, p, s, break, prosody, say-as, sub, phoneme, emphasis, mark, voice, lang.
///
/// A document comes from anywhere. It is read in one pass whose work grows with its length; a declaration of a document
/// type, which could define entities, is refused, as are documents that are too long or too deep. Elements that are not
/// known are read as if their tags were not there.
/// - Source: W3C, Speech Synthesis Markup Language 1.1.
package struct SSMLReader {
    /// Bytes of a document, depth of its elements, and the number of its parts.
    package static let byteLimit = 1 << 20
    package static let depthLimit = 64
    package static let partLimit = 20_000
    /// Seconds of one break, and of all.
    package static let breakLimit = 30.0
    package static let silenceLimit = 600.0

    private struct Element {
        var name: String
        var style: SpeechScript.Style
        /// The rule for text inside; nil for plain text.
        var rule: Rule?
        /// Parts and characters before it, for marks of paragraphs.
        var partCount: Int
        var start: Int
    }

    private enum Rule {
        case instead(String)
        case phonemes(String)
        case sayAs(String)
        case hidden
    }

    private var script = SpeechScript()
    private var stack: [Element] = []
    private var silence = 0.0
    private var bytes: ArraySlice<UInt8>
    /// Text of the present element that was not added yet.
    private var pending: [UInt8] = []
    private var hasRoot = false

    private init(_ text: String) { bytes = Array(text.utf8)[...] }

    /// Reads a document.
    ///
    /// - Returns: Nil if it is none, or exceeds a limit.
    package static func script(of text: String) -> SpeechScript? {
        guard text.utf8.count <= byteLimit else { return nil }
        var reader = SSMLReader(text)
        return reader.read() ? reader.script : nil
    }

    private mutating func read() -> Bool {
        while let byte = bytes.first {
            guard byte == UInt8(ascii: "<") else {
                let end = bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
                let piece = bytes[..<end]
                bytes = bytes[end...]
                guard readText(piece) else { return false }
                continue
            }
            guard readMarkup(), script.parts.count <= Self.partLimit else { return false }
        }
        return stack.isEmpty && hasRoot
    }

    private mutating func readMarkup() -> Bool {
        if skip("<!--", to: "-->") { return true }
        if starts("<![CDATA[") {
            guard let text = take("<![CDATA[", to: "]]>"), !stack.isEmpty else { return false }
            pending += text
            return true
        }
        if skip("<?", to: "?>") { return true }
        // Declarations could define entities.
        guard !starts("<!"), let tag = take("<", to: ">") else { return false }
        if tag.first == UInt8(ascii: "/") { return close(tag.dropFirst()) }
        return open(tag)
    }

    private func starts(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.starts(with: $0) }
    }

    /// Takes the bytes between two signs.
    private mutating func take(_ from: StaticString, to end: StaticString) -> ArraySlice<UInt8>? {
        guard starts(from) else { return nil }
        let body = bytes.dropFirst(from.utf8CodeUnitCount)
        let stop = end.withUTF8Buffer { Array($0) }
        var place = body.startIndex
        var quote: UInt8?
        let isTag = stop == [UInt8(ascii: ">")]
        while place <= body.endIndex - stop.count {
            let byte = body[place]
            if isTag, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            }
            if quote == nil, byte == stop[0], body[place...].starts(with: stop) {
                bytes = body[(place + stop.count)...]
                return body[..<place]
            }
            place += 1
        }
        return nil
    }

    private mutating func skip(_ from: StaticString, to end: StaticString) -> Bool { take(from, to: end) != nil }

    // MARK: Elements

    private mutating func open(_ tag: ArraySlice<UInt8>) -> Bool {
        flush()
        let isEmpty = tag.last == UInt8(ascii: "/")
        guard let (name, attributes) = Self.parse(isEmpty ? tag.dropLast() : tag) else { return false }
        if stack.isEmpty {
            guard !hasRoot, name == "speak" else { return false }
            hasRoot = true
        }
        guard stack.count < Self.depthLimit else { return false }
        let parent = stack.last
        var element = Element(
            name: name, style: parent?.style ?? SpeechScript.Style(), rule: parent?.rule,
            partCount: script.parts.count, start: script.length)
        switch name {
        case "break": addBreak(attributes)
        case "mark": if let mark = attributes["name"] { script.append(.bookmark(String(mark.prefix(256)))) }
        case "prosody": element.style = SSMLValues.prosody(attributes, element.style)
        case "emphasis": element.style = SSMLValues.emphasis(attributes["level"] ?? "moderate", element.style)
        case "voice", "lang", "p", "s", "speak":
            if let voice = attributes["name"] ?? attributes["xml:lang"] {
                element.style.voice = String(voice.prefix(64))
            }
        case "sub": if let alias = attributes["alias"] { element.rule = .instead(alias) }
        case "phoneme":
            let isIPA = (attributes["alphabet"] ?? "ipa") == "ipa"
            if isIPA, let phonemes = attributes["ph"].flatMap({ IPANotation.phonemes($0) }) {
                element.rule = .phonemes(phonemes)
            }
        case "say-as": if let kind = attributes["interpret-as"] { element.rule = .sayAs(kind) }
        case "metadata", "meta", "desc", "lexicon": element.rule = .hidden
        default: break
        }
        stack.append(element)
        return isEmpty ? end() : true
    }

    private mutating func close(_ tag: ArraySlice<UInt8>) -> Bool {
        guard let (name, _) = Self.parse(tag), stack.last?.name == name else { return false }
        return end()
    }

    private mutating func end() -> Bool {
        flush()
        guard let element = stack.popLast() else { return false }
        if element.name == "p" || element.name == "s", script.length > element.start {
            if element.name == "p" {
                script.insert(.paragraph(element.start..<script.length), at: element.partCount)
            }
            addSilence(element.name == "p" ? 0.5 : 0.25)
        }
        return true
    }

    private mutating func addBreak(_ attributes: [String: String]) {
        if let time = attributes["time"].flatMap(SSMLValues.seconds) { return addSilence(time) }
        let strengths = ["none": 0, "x-weak": 0.1, "weak": 0.2, "medium": 0.4, "strong": 0.8, "x-strong": 1.2]
        addSilence(strengths[attributes["strength"] ?? "medium"] ?? 0.4)
    }

    private mutating func addSilence(_ seconds: Double) {
        let allowed = min(seconds, Self.breakLimit, Self.silenceLimit - silence)
        guard allowed > 0 else { return }
        silence += allowed
        script.append(.silence(seconds: allowed))
    }

    // MARK: Text

    private mutating func readText(_ piece: ArraySlice<UInt8>) -> Bool {
        guard let text = Self.unescape(piece) else { return false }
        guard !stack.isEmpty else { return text.allSatisfy { $0 <= 32 } }
        pending += text
        return true
    }

    /// Adds the text that is pending, in the style of the present element.
    private mutating func flush() {
        guard !pending.isEmpty, let element = stack.last else { return }
        let isAfterSpace = script.text.last?.isWhitespace ?? true
        let text = Self.collapse(String(decoding: pending, as: UTF8.self), isAfterSpace: isAfterSpace)
        pending = []
        guard !text.isEmpty else { return }
        switch element.rule {
        case nil: script.append(text, style: element.style)
        case .hidden: break
        case .instead(let alias):
            script.append(text, spoken: alias, style: element.style)
            // Further text of the same element has been replaced already.
            stack[stack.count - 1].rule = .instead("")
        case .phonemes(let phonemes):
            script.append(text, spoken: phonemes, isPhonemes: true, style: element.style)
            stack[stack.count - 1].rule = .hidden
        case .sayAs(let kind): script.append(text, spoken: SSMLValues.said(text, as: kind), style: element.style)
        }
    }

    /// White space counts as one space.
    private static func collapse(_ text: String, isAfterSpace: Bool) -> String {
        var result = ""
        var isSpace = isAfterSpace
        for character in text {
            if character.isWhitespace {
                if !isSpace { result.append(" ") }
                isSpace = true
            } else {
                result.append(character)
                isSpace = false
            }
        }
        return result
    }

    /// Resolves the five entities of XML and character references.
    private static func unescape(_ piece: ArraySlice<UInt8>) -> [UInt8]? {
        guard piece.contains(UInt8(ascii: "&")) else { return Array(piece) }
        var result: [UInt8] = []
        var place = piece.startIndex
        while place < piece.endIndex {
            guard piece[place] == UInt8(ascii: "&") else {
                result.append(piece[place])
                place += 1
                continue
            }
            guard let end = piece[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let name = String(decoding: piece[(place + 1)..<end], as: UTF8.self)
            guard let character = SSMLValues.entity(name) else { return nil }
            result += Array(String(character).utf8)
            place = end + 1
        }
        return result
    }

    /// Returns the name and the attributes of a tag, both without prefixes other than "xml:".
    private static func parse(_ tag: ArraySlice<UInt8>) -> (String, [String: String])? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
        func isOfName(_ byte: UInt8) -> Bool { !isSpace(byte) && !"=/<>\"'".utf8.contains(byte) }
        var rest = tag
        func skipSpace(_ rest: inout ArraySlice<UInt8>) { rest = rest.drop(while: isSpace) }
        let name = rest.prefix(while: isOfName)
        guard !name.isEmpty, name.count <= 64 else { return nil }
        rest = rest.dropFirst(name.count)
        var attributes: [String: String] = [:]
        skipSpace(&rest)
        while !rest.isEmpty {
            let key = rest.prefix(while: isOfName)
            rest = rest.dropFirst(key.count)
            skipSpace(&rest)
            guard !key.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
            skipSpace(&rest)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.firstIndex(of: quote), let value = unescape(rest[..<end]), attributes.count < 32
            else { return nil }
            attributes[String(decoding: key, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            rest = rest[(end + 1)...]
            skipSpace(&rest)
        }
        return (String(decoding: name, as: UTF8.self), attributes)
    }
}
