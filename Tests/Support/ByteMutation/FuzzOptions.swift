import Glibc

/// The arguments that every fuzzer takes: `[--seconds N] [--seed N] [--only TEXT] [FILE...]`.
package struct FuzzOptions: Sendable {
    /// How long the fuzzer runs; 10 by default.
    package private(set) var seconds = 10
    /// Where the stream of random numbers begins; 1 by default.
    package private(set) var seed: UInt64 = 1
    /// The part of a name that chooses among the inputs; empty for all.
    package private(set) var only = ""
    /// The files to damage instead of the fuzzer's own.
    package private(set) var files: [SeedFiles.File] = []

    /// Reads the arguments of this process; one that is wrong, or a file that cannot be read, ends it with status 2.
    ///
    /// - Parameters:
    ///   - choosesByName: Whether `--only` is accepted.
    ///   - fileLimit: The number of bytes that are taken of each file; 0 if no files are accepted.
    package init(choosesByName: Bool = false, fileLimit: Int = 0) {
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "fuzz"
        func fail(_ reason: String) -> Never {
            print("\(program): \(reason)")
            exit(2)
        }
        var arguments = CommandLine.arguments.dropFirst()
        func number<Number: FixedWidthInteger>(_ option: String) -> Number {
            guard let number = arguments.popFirst().flatMap({ Number($0) }) else {
                fail("\(option) needs a whole number.")
            }
            return number
        }
        while let argument = arguments.popFirst() {
            switch argument {
            case "--seconds": seconds = number(argument)
            case "--seed": seed = number(argument)
            case "--only" where choosesByName: only = arguments.popFirst() ?? ""
            case _ where fileLimit > 0 && !argument.hasPrefix("--"):
                guard let bytes = SeedFiles.bytes(path: argument, limit: fileLimit) else {
                    fail("\(argument) cannot be read.")
                }
                files.append(.init(name: argument, bytes: bytes))
            default: fail("there is no option \(argument).")
            }
        }
    }
}
