import Glibc
import SordinoHardware
import Synchronization

/// Reports environment variables whose values mean nothing, because a misspelt value would be ignored in silence.
package enum EnvironmentCheck {
    /// The variables that take one of a few words, with the words for users and one that the simulator sets.
    private static let choices: [(variable: String, values: [String], hidden: [String])] = [
        (Backends.peerVariable, ["pipewire", "alsa", "virtual"], ["relay"]),
        (Backends.profileVariable, VirtualProfile.allCases.map(\.rawValue), []),
        (SessionChoice.variable, ["daemon", "inprocess"], []), ("SORDINO_MIDI", ["alsa", "virtual"], []),
        ("SORDINO_CODECS", ["own", "library"], []),
    ]

    /// Returns one sentence for each variable whose value is unknown; empty values count as unset.
    ///
    /// - Parameters:
    ///   - value: The value of a variable, nil if it is unset.
    ///   - isReadable: Returns whether a file can be read.
    package static func sentences(
        value: (_ variable: String) -> String?, isReadable: (_ path: String) -> Bool
    ) -> [String] {
        func given(_ variable: String) -> String? { value(variable).flatMap { $0.isEmpty ? nil : $0 } }
        var found: [String] = []
        for choice in choices {
            guard let word = given(choice.variable), !(choice.values + choice.hidden).contains(word) else { continue }
            found.append(unknown(choice.variable, word, choice.values))
        }
        let modes = "SORDINO_BACKGROUND_MODES"
        for word in (given(modes) ?? "").split(separator: ";") where word != "audio" && word != "voip" {
            found.append(unknown(modes, String(word), ["audio", "voip"]))
        }
        if let path = given("SORDINO_HEAD"), !isReadable(path) {
            found.append("SORDINO_HEAD is ignored: there is no readable file \"\(path)\"")
        }
        return found
    }

    private static func unknown(_ variable: String, _ value: String, _ values: [String]) -> String {
        "\(variable) is set to the unknown value \"\(value)\"; the values are \(values.joined(separator: ", "))"
    }

    private static let hasReported = Atomic(false)

    /// Prints the sentences of this process's environment on the standard error output, once.
    ///
    /// - Parameter variable: A variable that is reported elsewhere.
    package static func report(except variable: String? = nil) {
        guard !hasReported.exchange(true, ordering: .relaxed) else { return }
        let found = sentences(
            value: { $0 == variable ? nil : getenv($0).map { String(cString: $0) } },
            isReadable: { access($0, R_OK) == 0 })
        for sentence in found {
            let line = Array("sordino: \(printable(sentence))\n".utf8)
            _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Replaces the control characters of a value, which could steer a terminal.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
