// audioctl: shows and steers the audio sessions of a device.
import Glibc
import SordinoCommandLine

do throws(CommandMisuse) {
    exit(try Commands(arguments: Arguments.read()).run().rawValue)
} catch {
    let word = CommandLine.arguments.dropFirst().first { Arguments.grammar.usage(ofCommand: $0) != nil }
    Arguments.grammar.misused(error, command: word.flatMap(Arguments.grammar.usage))
}
