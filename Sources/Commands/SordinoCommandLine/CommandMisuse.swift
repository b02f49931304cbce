/// The reason for which a command line was not understood.
package struct CommandMisuse: Error, Equatable, Sendable {
    /// A sentence.
    package var sentence: String

    /// Makes the error.
    package init(sentence: String) { self.sentence = sentence }
}
