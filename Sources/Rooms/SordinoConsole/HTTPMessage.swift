/// The head of a request: what is known before its body.
package struct HTTPHead: Hashable, Sendable {
    /// A header or an argument.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    package var method: String
    /// The path as it was sent, without its arguments: escapes are kept.
    package var path: String
    /// The arguments behind the question mark, as they were sent.
    package var arguments: [Field] = []
    /// The headers; their names are in small letters.
    package var headers: [Field] = []

    package init(method: String, path: String, arguments: [Field] = [], headers: [Field] = []) {
        (self.method, self.path, self.arguments, self.headers) = (method, path, arguments, headers)
    }

    /// The fields that are kept of a request; one with more is refused.
    package static let mostFields = 100

    /// Indicates whether the request has more fields than are kept.
    package var hasTooManyFields: Bool { headers.count + arguments.count >= Self.mostFields }

    /// Returns the only header of a name, in small letters.
    ///
    /// - Returns: Nil without one; `.failure` where it stands twice.
    package func header(_ name: String) -> Result<String, Repeated>? { Self.only(name, headers) }

    /// Returns the only argument of a name, as `header` does.
    package func argument(_ name: String) -> Result<String, Repeated>? { Self.only(name, arguments) }

    /// A field that may stand once stands twice.
    package struct Repeated: Error, Hashable {}

    private static func only(_ name: String, _ fields: [Field]) -> Result<String, Repeated>? {
        let found = fields.filter { $0.name == name }
        guard let first = found.first else { return nil }
        return found.count == 1 ? .success(first.value) : .failure(Repeated())
    }
}

/// An answer of one piece.
package struct HTTPAnswer: Hashable, Sendable {
    package var status: Int
    package var headers: [HTTPHead.Field]
    package var body: [UInt8]

    package init(status: Int, type: String, body: some Sequence<UInt8>, more: [HTTPHead.Field] = []) {
        self.status = status
        headers = [HTTPHead.Field("Content-Type", type)] + Self.always + more
        self.body = Array(body)
    }

    /// Makes a refusal with a sentence for the person.
    package init(refusal status: Int, _ sentence: String, more: [HTTPHead.Field] = []) {
        self.init(status: status, type: "text/plain; charset=utf-8", body: (sentence + "\n").utf8, more: more)
    }

    /// The headers of every answer: nothing is stored, guessed, framed, or told to other sites.
    static let always = [
        HTTPHead.Field("Cache-Control", "no-store"), HTTPHead.Field("X-Content-Type-Options", "nosniff"),
        HTTPHead.Field("Referrer-Policy", "no-referrer"), HTTPHead.Field("X-Frame-Options", "DENY"),
        HTTPHead.Field("Cross-Origin-Resource-Policy", "same-origin"),
        HTTPHead.Field("Cross-Origin-Opener-Policy", "same-origin"),
    ]
}
