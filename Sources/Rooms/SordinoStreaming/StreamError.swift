/// The reason for which a stream could not be read.
package enum StreamError: Error, Equatable, Sendable {
    /// The address has a form that this client does not support.
    case address(String)
    /// No server answers; with the system's message.
    case connection(String)
    /// The server refuses, with its status.
    case refused(Int)
    /// The answer is not a valid one of HTTP.
    case answer
    /// There are too many redirections, or one that is not followed, as from https: to http:.
    case redirections
    /// The resource changed while the connection was lost.
    case changed
    /// The bytes are no sound that is read here, or break off in the middle.
    case sound(String)

    /// Indicates whether the same question would have the same answer: the server is there, and refuses it.
    var isFinal: Bool {
        switch self {
        // 408, 425 and 429 ask for another attempt.
        case .refused(let status): (400..<500).contains(status) && ![408, 425, 429].contains(status)
        case .address, .redirections, .changed: true
        case .connection, .answer, .sound: false
        }
    }

    /// A sentence for people.
    package var sentence: String {
        switch self {
        case .address(let text): "\"\(text)\" is not an address such as http://host/path or https://host/path"
        case .connection(let text): "the server does not answer: \(text)"
        case .refused(let status): "the server answered with the HTTP status \(status)"
        case .answer: "the server's answer is not HTTP"
        case .redirections: "too many redirections, or one that is not followed, as from https:// to http://"
        case .changed: "the connection was lost, and the file on the server has changed since"
        case .sound(let text): text
        }
    }
}

extension StreamError: CustomStringConvertible {
    package var description: String { sentence }
}
