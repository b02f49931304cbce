/// The reason for which bytes could not be read or written as audio.
///
/// The cases are split by the caller's reaction: give the file up (`malformed`), look for another decoder or inform the
/// user (`unsupported`), give up because of a bound (`limit`), or retry (`io`).
package enum MediaError: Error, Equatable, Sendable {
    /// The bytes break the rules of their format: nothing useful can be taken from them.
    ///
    /// - Parameters:
    ///   - at: Offset in the file or stream of the byte that shows it, counted from 0.
    ///   - because: The rule that is broken, as the end of a sentence.
    case malformed(at: Int64, because: String)

    /// The bytes may be fine, but no reader or writer here supports them.
    case unsupported(Unsupported)

    /// A bound of the container or of this reader would be passed; the text names the bound.
    case limit(String)

    /// The file, or the source or sink in its place, failed.
    case io(IOFailure)

    /// The feature that a file needs and Sordino lacks.
    package enum Unsupported: Equatable, Sendable {
        /// No container of the registry recognises the bytes or the type.
        case fileType(String)
        /// The container is known, its data format is not decoded or not allowed in it.
        case dataFormat(String)
        /// The operation cannot be done on this file.
        case operation(String)
    }

    /// A failed operation on a file: which one, on what, and the system's error number.
    package struct IOFailure: Equatable, Sendable {
        /// The attempted operation: "open", "read", "write", ...
        package var operation: String
        /// The file's path, or a description of the source.
        package var name: String
        /// The system's error number (`errno`), 0 if there is none.
        package var number: Int32
        /// The system's sentence for `number`.
        package var message: String

        /// Makes a failure from its parts.
        package init(operation: String, name: String, number: Int32, message: String) {
            self.operation = operation
            self.name = name
            self.number = number
            self.message = message
        }
    }
}

extension MediaError: CustomStringConvertible {
    /// One line for people: the fault and its place.
    package var description: String {
        switch self {
        case .malformed(let at, let because): "malformed at byte \(at): \(because)"
        case .unsupported(.fileType(let text)): "unsupported file type: \(text)"
        case .unsupported(.dataFormat(let text)): "unsupported data format: \(text)"
        case .unsupported(.operation(let text)): "not possible: \(text)"
        case .limit(let text): "limit reached: \(text)"
        case .io(let failure): "cannot \(failure.operation) \(failure.name): \(failure.message)"
        }
    }
}
