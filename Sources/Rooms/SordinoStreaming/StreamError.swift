/// The reason for which a stream could not be read.
package enum StreamError: Error, Equatable, Sendable {
    /// The address is none that this client understands.
    case address(String)
    /// Nobody answers; the system's sentence.
    case connection(String)
    /// The server refuses, with its status.
    case refused(Int)
    /// The answer is none of HTTP.
    case answer
    /// Redirections lead nowhere.
    case redirections
    /// The resource changed while the connection was lost.
    case changed
    /// The bytes are no sound that is read here, or break off in the middle.
    case sound(String)

    /// A sentence for people.
    package var sentence: String {
        switch self {
        case .address(let text): "\(text) is no address of the kind http://host/path or https://host/path"
        case .connection(let text): "the server does not answer: \(text)"
        case .refused(let status): "the server refuses with \(status)"
        case .answer: "the server's answer is none of HTTP"
        case .redirections: "the server sends from one address to the next"
        case .changed: "the connection was lost, and the server has something else there now"
        case .sound(let text): text
        }
    }
}
