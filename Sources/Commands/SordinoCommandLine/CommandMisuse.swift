/// The reason for which a command line was not understood.
package struct CommandMisuse: Error, Equatable, Sendable {
    /// The explanation for the user, without the program's name.
    package var sentence: String

    /// Makes the error with its explanation.
    package init(sentence: String) { self.sentence = sentence }
}
