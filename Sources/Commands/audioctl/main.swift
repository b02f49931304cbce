// audioctl: shows and steers the audio sessions of a device.
import Glibc

do throws(Arguments.Misuse) {
    exit(try Commands(arguments: try Arguments(CommandLine.arguments)).run().rawValue)
} catch {
    Output.complain(error.sentence.isEmpty ? Arguments.usage : "\(error.sentence)\n\(Arguments.usage)")
    exit(2)
}
