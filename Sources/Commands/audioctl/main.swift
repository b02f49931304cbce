// audioctl: shows and steers the audio sessions of a device.
import Glibc
import SordinoCommandLine

do throws(CommandMisuse) {
    exit(try Commands(arguments: Arguments.read()).run().rawValue)
} catch {
    ToolOutput.complain("audioctl: \(error.sentence)\n\(Arguments.grammar.usage)")
    exit(2)
}
