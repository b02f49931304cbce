/// The reason for which a command line was not understood.
package struct CommandMisuse: Error, Equatable, Sendable {
    /// A sentence; empty when the C library has said it already.
    package var sentence: String

    /// Makes the error.
    package init(sentence: String) { self.sentence = sentence }
}
