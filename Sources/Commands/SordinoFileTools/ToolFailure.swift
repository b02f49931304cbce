import Glibc
import SordinoMedia

/// The reason for which a command failed: Apple's code and a sentence.
package struct ToolFailure: Error, Equatable, Sendable {
    /// Apple's code, four characters or a number; empty where there is none.
    package var code: String
    /// A sentence for people.
    package var sentence: String

    /// Makes a failure of a code and a sentence.
    package init(_ code: String, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// A failure of the media room in Apple's terms.
    package init(_ error: MediaError) {
        let code =
            switch error {
            case .malformed: "dta?"
            case .unsupported(.fileType): "typ?"
            case .unsupported(.dataFormat): "fmt?"
            case .unsupported(.operation): "op??"
            case .limit: "pck?"
            case .io(let failure): Self.code(of: failure.number)
            }
        self.init(code, "\(error)")
    }

    /// A failure of the conversion engine in Apple's terms.
    package init(_ error: ConversionError) {
        switch error {
        case .format(let text): self.init("fmt?", text)
        case .inputRate: self.init("!isr", "the input has a sample rate that cannot be converted")
        case .outputRate: self.init("!osr", "the input's sample rate cannot be converted to that of the output")
        case .value(let text): self.init("!pv?", text)
        case .inputSize: self.init("insz", "the size of the input does not fit its format")
        case .outputSize: self.init("otsz", "the output buffer is too small for one packet")
        case .descriptionsMissing: self.init("!pkd", "packets of differing sizes need packet descriptions")
        case .codec(let error): self.init(error)
        }
    }

    /// Apple's codes for refusals of the system: not found, no permission, disk full.
    static func code(of number: Int32) -> String {
        switch number {
        case 2: "-43"
        case 1, 13: "prm?"
        case 28: "-34"
        default: "wht?"
        }
    }

    /// A refusal of the system, by the number in `errno`, with the words before its reason.
    init(_ words: String, system number: Int32) {
        self.init(Self.code(of: number), "\(words): \(String(cString: strerror(number)))")
    }

    /// A failure of the media room with the name of the file, where its sentence does not have it.
    package init(_ error: MediaError, opening path: String) {
        self.init(error)
        if case .io = error { return }
        sentence = "cannot open \(path): \(sentence)"
    }

    /// The failure with a hint at `-`, if a pipe or a device was opened by its name.
    func withStreamHint(_ error: MediaError, mayStream: Bool = true) -> ToolFailure {
        guard mayStream, case .io(let failure) = error, failure.number == ESPIPE else { return self }
        return ToolFailure(code, sentence + "; use - for a stream")
    }

    /// The sentence, and the code in brackets, behind the names of files that the sentence does not mention.
    package func text(of paths: String...) -> String {
        paths.contains { !$0.isEmpty && sentence.contains($0) } ? text : "\(paths.first ?? ""): \(text)"
    }

    /// The sentence, and the code in brackets.
    package var text: String {
        if code.isEmpty { return sentence }
        return sentence + (code.hasPrefix("-") ? " (\(code))" : " ('\(code)')")
    }
}
