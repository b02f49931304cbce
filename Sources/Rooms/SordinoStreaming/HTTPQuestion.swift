/// How a resource is asked for.
package struct HTTPQuestion: Sendable {
    /// Redirections that are followed.
    private static let redirectionLimit = 8
    /// Additional fields of the request; fields with characters that could end a line are left out.
    package var fields: [String: String] = [:]
    /// The address that the program requested.
    ///
    /// Additional fields may contain secrets. Other origins, to which redirections and playlists lead, receive
    /// `User-Agent` only.
    var home: HTTPAddress?
    /// Seconds without a byte after which a connection counts as lost; a head may take twice as long altogether.
    package var patienceSeconds = 15.0
    /// Seconds before each attempt after a connection was lost; after so many in vain it is given up.
    package var pauses: [Double] = [0, 0.5, 1, 2, 4]
    /// Indicates whether titles are wanted between the sound.
    package var wantsTitles = false

    /// Asks without further fields.
    package init(fields: [String: String] = [:]) { self.fields = fields }

    /// Asks for a resource, and where it has moved, there.
    ///
    /// - Parameters:
    ///   - firstByte: The first byte that is wanted.
    ///   - lastByte: The last one; nil for all that follow.
    ///   - holder: Can end the connection from another thread.
    /// - Returns: The connection with its head, of status 200 or 206, and the address that answered.
    func open(
        _ address: HTTPAddress, from firstByte: Int64 = 0, to lastByte: Int64? = nil,
        keeping holder: ConnectionHolder? = nil
    ) throws(StreamError) -> (connection: HTTPConnection, address: HTTPAddress) {
        var address = address
        do throws(StreamError) {
            return try follow(&address, from: firstByte, to: lastByte, holder)
        } catch {
            holder?.noteFailure(address.text, error)
            throw error
        }
    }

    private func follow(
        _ address: inout HTTPAddress, from firstByte: Int64, to lastByte: Int64?, _ holder: ConnectionHolder?
    ) throws(StreamError) -> (connection: HTTPConnection, address: HTTPAddress) {
        for _ in 0..<Self.redirectionLimit {
            let connection = try HTTPConnection(address, from: firstByte, to: lastByte, self, holder)
            let head = connection.head
            switch head.status {
            case 200, 206: return (connection, address)
            case 301, 302, 303, 307, 308:
                connection.end()
                guard let location = head.fields["location"], let next = address.following(location) else {
                    throw .redirections
                }
                address = next
            default: throw .refused(head.status)
            }
        }
        throw .redirections
    }

    /// Returns the lines of the fields that libcurl does not write by itself.
    func lines(to address: HTTPAddress) -> [String] {
        let isHome = home.map(address.isOfSameOrigin) ?? false
        let further = fields.sorted { $0.key < $1.key }.compactMap { name, value -> String? in
            guard isHome || name.lowercased() == "user-agent" else { return nil }
            let isName =
                !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value > 32 && $0.value < 127 && $0 != ":" }
            guard isName, value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }),
                !["host", "connection", "range", "icy-metadata"].contains(name.lowercased())
            else { return nil }
            // libcurl takes a name without a value for one that is to be left out.
            return value.isEmpty ? "\(name);" : "\(name): \(value)"
        }
        return further + (wantsTitles ? ["Icy-MetaData: 1"] : [])
    }
}
