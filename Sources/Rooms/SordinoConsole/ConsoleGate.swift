import Glibc

/// Decides which requests are let in: those for this console's own name, from its own page, with its token.
///
/// A page of another site can send requests to this machine, with its own name for it (DNS rebinding) or without (cross-site
/// requests). Neither knows the token, and both are refused by the headers that browsers add.
///
/// - Source: RFC 9110, 7.2 "Host"; RFC 6454, 7 "The HTTP Origin Header Field"; Fetch Metadata, `Sec-Fetch-Site`.
package struct ConsoleGate: Sendable {
    /// A path of the console and its method.
    package enum Place: String, CaseIterable, Sendable {
        case page = "/"
        case events = "/events"
        case act = "/act"
        case policy = "/policy"
        case configuration = "/configuration"
        case change = "/change"
        case library = "/library"
        case picture = "/picture"
        case log = "/log"
        case picker = "/picker"
        case offers = "/offers"
        case pick = "/pick"

        package var method: String {
            switch self {
            case .page, .events, .configuration, .picture, .log, .picker: "GET"
            case .act, .policy, .change, .library, .offers, .pick: "POST"
            }
        }

        /// The bytes that the body of a request may have.
        package var mostBodyBytes: Int {
            switch self {
            case .page, .events, .configuration, .picture, .log, .picker: 0
            case .library, .offers: 2_048
            case .pick: ConsolePicker.mostBodyBytes
            case .act: 16_384
            case .policy: ConsoleConfiguration.mostBytes
            // In JSON a line's end is two bytes, and a control character six.
            case .change: ConsoleConfiguration.mostBytes * 2
            }
        }
    }

    /// The secret in the console's address.
    package let token: String
    /// The scheme of its addresses: `http` or `https`.
    package let scheme: String
    package let port: UInt16
    /// The hosts by which the console is asked for, in small letters; an IPv6 address without brackets.
    package let hosts: Set<String>
    /// Indicates whether any IP address is a name of the console.
    ///
    /// It is where the console listens on all of them: an address cannot be rebound.
    package let takesAddresses: Bool

    package init(token: String, scheme: String, port: UInt16, hosts: Set<String>, takesAddresses: Bool) {
        (self.token, self.scheme, self.port) = (token, scheme, port)
        (self.hosts, self.takesAddresses) = (hosts, takesAddresses)
    }

    /// Returns the place that a request is for.
    ///
    /// - Throws: The refusal.
    package func place(_ head: HTTPHead) throws(Refusal) -> Place {
        guard !head.hasTooManyFields else { throw Refusal(431, "The request has too many headers.") }
        guard ["GET", "POST"].contains(head.method) else {
            throw Refusal(405, "The console knows GET and POST only.", [HTTPHead.Field("Allow", "GET, POST")])
        }
        try checkOrigin(head)
        // Before the path: a stranger does not learn what is here.
        try checkToken(head)
        guard let place = Place(rawValue: head.path) else { throw Refusal(404, "There is nothing here.") }
        guard place.method == head.method else {
            throw Refusal(405, "This is asked for by \(place.method).", [HTTPHead.Field("Allow", place.method)])
        }
        try checkLength(head, place)
        return place
    }

    /// The reason why a request is not let in.
    package struct Refusal: Error, Hashable, Sendable {
        package let status: Int
        package let sentence: String
        package let headers: [HTTPHead.Field]

        init(_ status: Int, _ sentence: String, _ headers: [HTTPHead.Field] = []) {
            (self.status, self.sentence, self.headers) = (status, sentence, headers)
        }

        package var answer: HTTPAnswer { HTTPAnswer(refusal: status, sentence, more: headers) }
    }

    // MARK: Host and origin

    private func checkOrigin(_ head: HTTPHead) throws(Refusal) {
        guard case .success(let host)? = head.header("host"), isOwn(host) else {
            throw Refusal(403, "This is not the console's name.")
        }
        switch head.header("origin") {
        case nil: break
        case .success(let origin) where origin.lowercased() == "\(scheme)://\(host.lowercased())": break
        case .success, .failure: throw Refusal(403, "Another page asks.")
        }
        switch head.header("sec-fetch-site") {
        case nil, .success("same-origin"), .success("none"): break
        case .success, .failure: throw Refusal(403, "Another page asks.")
        }
    }

    /// Returns whether a host with its port, as a browser sends it, is a name of the console.
    func isOwn(_ text: String) -> Bool {
        var host = text[...]
        var number: UInt16 = scheme == "https" ? 443 : 80
        let isBracketed = host.hasPrefix("[")
        if isBracketed {
            guard let end = host.firstIndex(of: "]") else { return false }
            let rest = host[host.index(after: end)...]
            host = host[host.index(after: host.startIndex)..<end]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            if !rest.isEmpty {
                guard let given = Self.port(rest.dropFirst()) else { return false }
                number = given
            }
        } else if let colon = host.firstIndex(of: ":") {
            guard let given = Self.port(host[host.index(after: colon)...]) else { return false }
            number = given
            host = host[..<colon]
        }
        guard number == port else { return false }
        let name = host.lowercased()
        if isBracketed {
            guard Self.isAddress(name, AF_INET6) else { return false }
            return takesAddresses || hosts.contains(name)
        }
        return hosts.contains(name) || (takesAddresses && Self.isAddress(name, AF_INET))
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard !text.isEmpty, text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            text.first != "0"
        else { return nil }
        return UInt16(text)
    }

    /// Returns whether a text is an address of this family.
    static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }

    // MARK: Token and length

    private func checkToken(_ head: HTTPHead) throws(Refusal) {
        // A header cannot be sent by a page of another site without its question, which is refused.
        let given = head.method == "POST" ? head.header("x-console-token") : head.argument("token")
        guard case .success(let text)? = given, Self.isSame(text, token) else {
            throw Refusal(403, "The address needs the token that \"audioctl console\" printed.")
        }
    }

    /// Compares all bytes, so that the time does not depend on the first that differs.
    static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(left, right) { difference |= one ^ other }
        return difference == 0
    }

    private func checkLength(_ head: HTTPHead, _ place: Place) throws(Refusal) {
        switch head.header("content-length") {
        case nil: break
        case .success(let text):
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw Refusal(400, "The length is not a number.")
            }
            guard let length = Int(text), length <= place.mostBodyBytes else {
                throw Refusal(413, "The request is too long.")
            }
        case .failure: throw Refusal(400, "The request has two lengths.")
        }
    }

    /// Makes a token: 128 random bits, as hexadecimal digits.
    package static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
