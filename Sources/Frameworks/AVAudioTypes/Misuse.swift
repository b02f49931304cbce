import Foundation

/// Goes on if a program does what the interface allows; else ends it with a sentence, in optimised builds too.
///
/// The compiler leaves the words of a `precondition` out where it optimises; Apple's frameworks always say them.
///
/// - Parameter sentence: Apple's, from "required condition is false: " on.
package func requireCondition(
    _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { stopOnMisuse(sentence(), file: file, line: line) }
}

/// Ends a program that does what the interface does not allow, with a sentence, in optimised builds too.
package func stopOnMisuse(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    #if !DEBUG
    FileHandle.standardError.write(Data("\(file):\(line): Fatal error: \(sentence)\n".utf8))
    #endif
    preconditionFailure(sentence, file: file, line: line)
}
