import SordinoRealtime

/// The head of a server's response: the status and the fields.
package struct HTTPHead: Equatable, Sendable {
    /// Heads that are longer are refused.
    static let byteLimit = 1 << 16

    /// 200, 206, 302 ...
    package var status: Int
    /// Names in lower case.
    package var fields: [String: String]

    /// Makes a head with status 0 and no fields.
    init() { (status, fields) = (0, [:]) }

    /// Reads a head, its empty line included; servers of the old kind begin with ICY instead of HTTP.
    package init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(whereSeparator: \.isNewline)[...]
        guard let first = lines.popFirst(), first.hasPrefix("HTTP/") || first.hasPrefix("ICY ") else { return nil }
        let words = first.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        self.status = status
        fields = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            var value = line[line.index(after: colon)...]
            while value.first == " " || value.first == "\t" { value.removeFirst() }
            while value.last == " " || value.last == "\t" { value.removeLast() }
            fields[name] = String(value)
        }
    }

    /// Returns a field as a number of bytes; nil if it is missing, no number or beyond `SoundLimits.resourceByteCount`.
    package func number(_ name: String) -> Int? { fields[name].flatMap { Self.byteCount($0[...]) }.map { Int($0) } }

    private static func byteCount(_ text: Substring) -> Int64? {
        Int64(text).flatMap { (0...SoundLimits.resourceByteCount).contains($0) ? $0 : nil }
    }

    /// The part of the resource that the body holds: `Content-Range: bytes 10-99/100`; the total is nil if it is not
    /// stated.
    package var range: (first: Int64, total: Int64?)? {
        guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Self.byteCount(parts[0].prefix { $0 != "-" }) else { return nil }
        return (first, Self.byteCount(parts[1]))
    }
}

/// An address of the kind http://host:port/path?query, or https.
package struct HTTPAddress: Equatable, Sendable {
    /// Indicates whether the connection is encrypted and the server has to prove its identity.
    package var isSecure: Bool
    package var host: String
    package var port: UInt16
    /// The path with the query.
    package var path: String

    /// Reads an address; nil if it is not one of HTTP.
    package init?(_ text: String) {
        let lower = text.lowercased()
        isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? "https://".count : "http://".count).prefix { $0 != "#" }
        let hostEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var authority = rest[..<hostEnd]
        // Names and passwords are not sent.
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        var portText: Substring?
        if authority.first == "[", let close = authority.firstIndex(of: "]") {
            host = String(authority[authority.index(after: authority.startIndex)..<close])
            let behind = authority[authority.index(after: close)...]
            if behind.first == ":" { portText = behind.dropFirst() }
        } else if let colon = authority.lastIndex(of: ":") {
            host = String(authority[..<colon])
            portText = authority[authority.index(after: colon)...]
        } else {
            host = String(authority)
        }
        guard !host.isEmpty, let port = portText.map({ UInt16($0) }) ?? (isSecure ? 443 : 80), port > 0 else {
            return nil
        }
        self.port = port
        let path = String(rest[hostEnd...])
        self.path = path.isEmpty ? "/" : path.first == "?" ? "/" + path : path
        // Spaces and control characters could end the request line, so an address with them is refused.
        guard self.path.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 }),
            host.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value < 127 })
        else { return nil }
    }

    /// Resolves the address in a redirection or playlist that came from this address; nil if this client does not
    /// follow it.
    ///
    /// Only https:// addresses are followed from an https:// address.
    package func following(_ location: String) -> HTTPAddress? {
        let site = "\(isSecure ? "https" : "http")://\(authority)"
        let file = path.prefix { $0 != "?" }
        let text: String
        if location.hasPrefix("//") {
            text = "\(isSecure ? "https" : "http"):\(location)"
        } else if location.hasPrefix("/") {
            text = "\(site)\(location)"
        } else if location.hasPrefix("?") {
            text = "\(site)\(file)\(location)"
        } else if Self.namesScheme(location) {
            text = location
        } else {
            text = "\(site)\(file[...(file.lastIndex(of: "/") ?? file.startIndex)])\(location)"
        }
        guard let next = HTTPAddress(text), next.isSecure || !isSecure else { return nil }
        return next
    }

    /// Returns whether another address has the same origin: scheme, host and port.
    ///
    /// Source: RFC 6454, 4 and 5.
    func isOfSameOrigin(as other: HTTPAddress) -> Bool {
        isSecure == other.isSecure && port == other.port && host.lowercased() == other.host.lowercased()
    }

    /// Returns whether a text begins with a scheme and `://`; in a path or query these may occur later.
    private static func namesScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return false }
        return text[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }

    /// The address as text, with scheme, host, port and path.
    var text: String { "\(isSecure ? "https" : "http")://\(authority)\(path)" }

    /// Host and port as the question names them.
    private var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
