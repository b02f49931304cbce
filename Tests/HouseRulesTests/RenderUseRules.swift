/// Finds code of the audio thread by its use: a function that is handed to the render thread, a block that programs render by.
///
/// The file name says that the compiler checks a function; the use says that it has to.
enum RenderUseRules {
    /// Types whose instances call a function on the audio thread, with the labels of the functions.
    static let takers: [String: Set] = [
        "ClientBlock": ["call"], "StreamRenderer": ["render"], "StepRecipe": ["run", "demand"],
    ]

    /// Types of blocks that are called on the audio thread.
    static let blockTypes: Set = [
        "PullBlock", "RenderBlock", "UnitRenderBlock", "ArrivalBlock", "AURenderBlock", "AUInternalRenderBlock",
        "AURenderPullInputBlock", "AUInputHandler", "AVAudioEngineManualRenderingBlock", "AUScheduleParameterBlock",
        "AUScheduleMIDIEventBlock", "AUMIDIEventListBlock", "AUMIDIOutputEventBlock", "AUHostMusicalContextBlock",
        "AUHostTransportStateBlock",
    ]

    /// Properties that such blocks are put into.
    static let blockPlaces: Set = ["outputProvider", "inputHandler", "provider", "pull"]

    /// Functions of C that programs call on the audio thread.
    static let functionsOfC: Set = ["AudioUnitRender", "AudioUnitProcess", "AudioUnitProcessMultiple"]

    /// Functions of C that programs call on the audio thread and on others, where they may do more.
    static let functionsOfBoth: Set = [
        "AudioUnitGetParameter", "AudioUnitSetParameter", "AudioUnitScheduleParameters", "MusicDeviceMIDIEvent",
        "MusicDeviceMIDIEventList", "MusicDeviceSysEx", "MusicDeviceStartNote", "MusicDeviceStopNote",
    ]

    /// Operations that may stand in a block beside checked functions: finding an object behind a pointer, keeping it, lending a block for one
    /// call, the host's functions of C, and rendering that a program asks for on its own thread, where nothing waits in real time.
    static let free: Set = [
        "of", "lend", "withUnsafeGuaranteedRef", "withExtendedLifetime", "proc", "renderOffline",
    ]

    /// Calls of types that take memory from the heap.
    static let heapTypes: Set = ["Array", "Data", "String", "Dictionary", "Set"]

    /// The names of the functions that the compiler checks.
    static func checked(_ files: [SourceFile]) -> Set<String> {
        var names: Set<String> = []
        for file in files where file.isRealtime {
            for (index, token) in file.tokens.enumerated() where token.text == "func" {
                if let next = file.tokens.nextVisible(after: index) { names.insert(file.tokens[next].text) }
            }
        }
        return names
    }

    /// Code that runs on the audio thread and stands in a file that the compiler does not check.
    static func unchecked(_ file: SourceFile, _ checked: Set<String>) -> [Violation] {
        guard file.isSwift, file.isIn("Sources"), !file.isRealtime else { return [] }
        let tokens = file.tokens.filter { $0.kind != .lineEnd }
        var found: [Violation] = []
        for (index, token) in tokens.enumerated() where token.kind == .word {
            if let labels = takers[token.text], text(tokens, index + 1) == "(", text(tokens, index - 1) != "struct" {
                found += functions(file, tokens, index + 1, labels, checked)
            }
            if token.text == "var" || token.text == "func", let opening = blockBody(tokens, index) {
                found += closures(file, tokens, opening, checked)
            }
            if blockPlaces.contains(token.text), text(tokens, index + 1) == "=", text(tokens, index + 2) == "{" {
                found += calls(file, tokens, index + 2, checked)
            }
            if text(tokens, index - 1) == "func",
                let opening = tokens[index...].firstIndex(where: { $0.text == "{" })
            {
                if functionsOfC.contains(token.text) { found += calls(file, tokens, opening, checked) }
                if functionsOfBoth.contains(token.text) { found += heap(file, tokens, opening) }
            }
        }
        return found
    }

    private static func text(_ tokens: [Token], _ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    /// Where the bracket closes that opens at a place.
    private static func closing(_ tokens: [Token], _ opening: Int) -> Int {
        var depth = 0
        for index in opening..<tokens.count {
            if ["(", "[", "{"].contains(tokens[index].text) { depth += 1 }
            if [")", "]", "}"].contains(tokens[index].text) {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return tokens.count - 1
    }

    /// The functions that an initialiser takes: closures are refused, and functions that the compiler does not check.
    private static func functions(
        _ file: SourceFile, _ tokens: [Token], _ opening: Int, _ labels: Set<String>, _ checked: Set<String>
    ) -> [Violation] {
        let end = closing(tokens, opening)
        var found: [Violation] = []
        if text(tokens, end + 1) == "{" {
            found.append(Violation(path: file.path, line: tokens[end].line, says: "a closure on the audio thread"))
        }
        var index = opening + 1
        while index < end {
            // Another initialiser's arguments are looked at by themselves.
            if ["(", "[", "{"].contains(tokens[index].text) {
                index = closing(tokens, index)
            } else if labels.contains(tokens[index].text), text(tokens, index + 1) == ":" {
                let value = tokens[index + 2]
                let isMember = text(tokens, index + 3) == "."
                // A parameter of the function at hand bears the label's own name.
                let isPassedOn = value.text == tokens[index].text || value.text == "nil" || value.text == "@escaping"
                if value.text == "{" || value.kind == .word && !isMember && !isPassedOn && !checked.contains(value.text)
                {
                    found.append(
                        Violation(
                            path: file.path, line: value.line,
                            says: value.text == "{"
                                ? "a closure on the audio thread"
                                : "\(value.text) runs on the audio thread, and stands in no +Realtime file"))
                }
            }
            index += 1
        }
        return found
    }

    /// Where the body of a declaration opens whose value is a block for the audio thread; nil for other declarations.
    private static func blockBody(_ tokens: [Token], _ index: Int) -> Int? {
        var position = index + 1
        while position < tokens.count {
            switch tokens[position].text {
            case "(", "[": position = closing(tokens, position)
            case "{":
                let isOptional = text(tokens, position - 1) == "?"
                return blockTypes.contains(text(tokens, position - (isOptional ? 2 : 1))) ? position : nil
            case "=", "}", ";", "var", "let", "func": return nil
            default: break
            }
            position += 1
        }
        return nil
    }

    /// The calls in the closures of a body.
    private static func closures(
        _ file: SourceFile, _ tokens: [Token], _ opening: Int, _ checked: Set<String>
    ) -> [Violation] {
        let end = closing(tokens, opening)
        var found: [Violation] = []
        var index = opening + 1
        while index < end {
            if tokens[index].text == "{" {
                let before = text(tokens, index - 1)
                if ["set", "didSet", "willSet"].contains(before) {
                    // Control code.
                    index = closing(tokens, index) + 1
                    continue
                }
                if !["return", "{", "=", ",", "(", ":"].contains(before) {
                    // A getter's or a condition's braces may hold closures.
                    index += 1
                    continue
                }
                found += calls(file, tokens, index, checked)
                index = closing(tokens, index)
            }
            index += 1
        }
        return found
    }

    /// Calls between braces of functions that the compiler does not check; calls of types make values.
    private static func calls(
        _ file: SourceFile, _ tokens: [Token], _ opening: Int, _ checked: Set<String>
    ) -> [Violation] {
        let notCalls: Set = ["if", "guard", "return", "in", "switch", "while", "for", "let", "var", "_", "self"]
        var found = heap(file, tokens, opening)
        for index in opening..<closing(tokens, opening) where text(tokens, index + 1) == "(" {
            let token = tokens[index]
            guard token.kind == .word, let first = token.text.first, !first.isUppercase, !notCalls.contains(token.text),
                !checked.contains(token.text), !free.contains(token.text)
            else { continue }
            found.append(
                Violation(
                    path: file.path, line: token.line,
                    says: "\(token.text) is called on the audio thread, and stands in no +Realtime file"))
        }
        return found
    }

    /// Values between braces that take memory from the heap, and casts, which may lock the runtime's tables.
    private static func heap(_ file: SourceFile, _ tokens: [Token], _ opening: Int) -> [Violation] {
        (opening..<closing(tokens, opening)).compactMap { index in
            let (name, next) = (tokens[index].text, text(tokens, index + 1))
            let isList =
                name == "[" && ["=", "(", ",", "return", "in"].contains(text(tokens, index - 1)) && next != "]"
            let isMade = heapTypes.contains(name) && next == "(" && text(tokens, index - 1) != "."
            let isCast = name == "as" && ["?", "!"].contains(next)
            guard isList || isMade || isCast else { return nil }
            return Violation(
                path: file.path, line: tokens[index].line,
                says: isCast ? "a cast on the audio thread" : "memory of the heap on the audio thread")
        }
    }
}
