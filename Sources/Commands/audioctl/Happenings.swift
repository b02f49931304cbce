import SordinoCommandLine
import SordinoPolicy
import SordinoStories

/// Commands that make something happen: lines of stories.
enum Happenings {
    /// Returns the act of a command, nil for a command that prints or is no line of a story.
    static func act(_ words: [String]) throws(CommandMisuse) -> StoryAct? {
        let row = EventRow.all.first { $0.command == words[0] }
        guard row != nil || ["app", "remote", "plug", "unplug", "reset"].contains(words[0]) else { return nil }
        if words.count == 1, row?.isShown == true { return nil }
        do throws(StoryFault) {
            return try StoryGrammar().act(words)
        } catch .outside(let subject, let word, let range) {
            throw CommandMisuse(sentence: "the \(subject) \"\(word)\" is not within \(range)")
        } catch {
            throw misuse(words)
        }
    }

    static func misuse(_ words: [String]) -> CommandMisuse {
        let command = words.first ?? ""
        if Arguments.grammar.usage(ofCommand: command) != nil {
            return CommandMisuse(sentence: "\"\(words.joined(separator: " "))\" is not understood")
        }
        let near = Arguments.grammar.command(near: command).map { "; did you mean \"\($0)\"?" } ?? ""
        return CommandMisuse(sentence: "there is no command \"\(command)\"\(near)")
    }
}
