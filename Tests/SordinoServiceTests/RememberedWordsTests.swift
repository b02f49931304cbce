import Foundation
import Testing

@testable import SordinoService

/// Answers of persons in a file that others may have edited.
@Suite struct RememberedWordsTests {
    private func words(_ text: String) throws -> [String: String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let words = RememberedWords(path: file.path, known: ["allow", "deny"])
        return Dictionary(uniqueKeysWithValues: words.all.map { ($0.key, $0.word) })
    }

    @Test func aDamagedLineTakesNoAnswerAlong() throws {
        #expect(try words("app:a = deny\nnonsense\n = allow\napp:b = allow\n") == ["app:a": "deny", "app:b": "allow"])
        #expect(try words("app:a%00b = allow\napp:c = deny\n") == ["app:c": "deny"])
    }

    /// Another program can come under such a key.
    @Test func whatCannotBeProvenIsNotAllowedForLater() throws {
        let text = "elsewhere:/x = allow\nsystem-audio:elsewhere:/x = allow\nlibrary:elsewhere:/x = deny\n"
        #expect(try words(text) == ["library:elsewhere:/x": "deny"])
    }
}
