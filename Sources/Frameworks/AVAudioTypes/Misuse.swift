import Foundation

/// Stops the program with a sentence if a condition of the interface is not met, in optimised builds too.
///
/// The compiler drops the sentence of a `precondition` in optimised builds; Apple's frameworks always print theirs.
///
/// - Parameter sentence: Apple's, from "required condition is false: " on.
package func requireCondition(
    _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { stopOnMisuse(sentence(), file: file, line: line) }
}

/// Stops a program that misuses the interface, with a sentence, in optimised builds too.
package func stopOnMisuse(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    #if !DEBUG
    FileHandle.standardError.write(Data("\(file):\(line): Fatal error: \(sentence)\n".utf8))
    #endif
    preconditionFailure(sentence, file: file, line: line)
}
