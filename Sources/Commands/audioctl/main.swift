// audioctl: shows and steers the audio sessions of a device.
import Glibc
import SordinoCommandLine

do throws(CommandMisuse) {
    let status = try Commands(arguments: Arguments.read()).run()
    exit(status == .done && ToolOutput.hasFailed ? Commands.Status.refused.rawValue : status.rawValue)
} catch {
    let word = CommandLine.arguments.dropFirst().first { Arguments.grammar.usage(ofCommand: $0) != nil }
    Arguments.grammar.misused(error, command: word.flatMap(Arguments.grammar.usage))
}
