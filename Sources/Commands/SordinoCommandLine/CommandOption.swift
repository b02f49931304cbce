/// One option of a command: its spelling, its effect on the arguments, and its line in the usage.
package struct CommandOption<Arguments>: Sendable {
    /// The one letter behind a single dash; nil when there is only the long name.
    package let letter: Character?
    /// The name behind two dashes.
    package let name: String
    /// The usage's name for the option's value; nil for an option without a value.
    package let value: String?
    /// The line for the option in the usage.
    package let help: String

    let take: @Sendable (inout Arguments, String) throws(CommandMisuse) -> Void

    /// Describes an option with a value.
    ///
    /// - Parameter take: Puts the value where it belongs; throws a sentence when it is none that can be meant.
    package init(
        _ letter: Character?, _ name: String, value: String, _ help: String,
        take: @escaping @Sendable (inout Arguments, String) throws(CommandMisuse) -> Void
    ) {
        (self.letter, self.name, self.value, self.help, self.take) = (letter, name, value, help, take)
    }

    /// Describes an option that stands alone.
    package init(
        _ letter: Character?, _ name: String, _ help: String, set: @escaping @Sendable (inout Arguments) -> Void
    ) {
        (self.letter, self.name, self.value, self.help) = (letter, name, nil, help)
        take = { arguments, _ in set(&arguments) }
    }

    /// The usage's form of the option: `-v, --volume VOLUME`.
    var written: String {
        (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
}
