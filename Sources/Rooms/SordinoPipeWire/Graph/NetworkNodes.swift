/// The recognition of receivers in other rooms by the properties of their nodes.
///
/// Pure. Names and numbers of such nodes come from records that strangers send over the network: all are bounded here.
/// Sources: PipeWire's pages on its modules (RAOP, RTP, ROC, Snapcast, tunnels, AVB) and its keys (`node.network`,
/// `node.latency`).
enum NetworkNodes {
    /// More outputs than these are not shown: the rest of a flood of records.
    static let outputLimit = 64
    /// The channels of one of them, and of all together: the device's own outputs need places on the stage, too.
    static let channelLimit = 8
    static let allChannelsLimit = 128
    /// The lengths of names and identifiers, in Unicode scalars.
    static let nameLimit = 64
    static let uidLimit = 160

    /// Prefixes of properties that nodes of PipeWire's network modules have, and no others.
    private static let keys = [
        "raop.ip", "raop.hostname", "raop.name", "rtp.destination.ip", "rtp.session", "rtp.source.ip", "sess.name",
        "roc.remote.ip", "snapcast.ip", "snapcast.hostname", "snapcast.name", "pulse.server.address", "tunnel.mode",
    ]
    private static let names = [
        "raop_", "raop-", "raop_sink.", "roc-sink", "roc-source", "snapcast", "rtp-sink", "rtp-source",
    ]

    /// Indicates whether the samples of a node cross a network.
    static func isOnNetwork(_ value: (String) -> String?) -> Bool {
        if value("node.network") == "true" || keys.contains(where: { value($0) != nil }) { return true }
        let name = value("node.name")?.lowercased() ?? ""
        return names.contains { name.hasPrefix($0) }
    }

    /// Indicates whether a node is a stream of Audio Video Bridging.
    static func isAVB(_ value: (String) -> String?) -> Bool {
        value("device.bus") == "avb" || value("device.api") == "avb" || value("api.avb.stream-id") != nil
            || value("avb.stream.id") != nil || value("node.name")?.hasPrefix("avb.") == true
    }

    /// The latency that the maker of the device or the module states for a node, from 0 to 10 s.
    ///
    /// `sordino.port.latency.msec` holds for any node. Of a node on the network the largest statement of the modules
    /// counts: milliseconds of RAOP (`raop.latency.ms`), RTP (`sess.latency.msec`, `rtp.ptime`) and tunnels
    /// (`pulse.latency`), else `node.latency`, a fraction of a second.
    static func statedLatencySeconds(isRemote: Bool, _ value: (String) -> String?) -> Double {
        func milliseconds(_ key: String) -> Double? { value(key).flatMap(number).map { bounded($0 / 1_000) } }
        if let stated = milliseconds("sordino.port.latency.msec") { return stated }
        guard isRemote else { return 0 }
        let stated = ["raop.latency.ms", "sess.latency.msec", "rtp.ptime", "pulse.latency"].compactMap(milliseconds)
        return (stated + [value("node.latency").flatMap(fraction)].compactMap { $0 }).max() ?? 0
    }

    /// "352/44100" as seconds, bounded; nil for anything else.
    private static func fraction(_ text: String) -> Double? {
        let parts = text.prefix(40).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let frames = number(String(parts[0])), let rate = number(String(parts[1])), rate > 0
        else { return nil }
        return bounded(frames / rate)
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.count <= 32, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static func bounded(_ seconds: Double) -> Double { min(max(seconds, 0), 10) }

    // MARK: Names

    /// A name that strangers chose, on one line and short; `otherwise` if nothing of it is left.
    static func name(_ name: String, otherwise: String) -> String {
        let short = text(decoded(name), limit: nameLimit)
        return short.isEmpty ? otherwise : short
    }

    /// Text without controls, characters that change the direction or take no room, and marks beyond what letters need.
    static func text(_ text: String, limit: Int) -> String {
        var kept = String.UnicodeScalarView()
        var marks = 0
        var count = 0
        for scalar in text.unicodeScalars.prefix(4 * limit) where count < limit {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: continue
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                if marks > 2 || kept.isEmpty { continue }
            default: marks = 0
            }
            kept.append(scalar)
            count += 1
        }
        let isEdge = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let inner = kept.drop(while: isEdge).reversed().drop(while: isEdge).reversed()
        return String(String.UnicodeScalarView(inner))
    }

    /// Names of services carry bytes as `\DDD` and a backslash before other characters (RFC 6763, RFC 1035 §5.1).
    private static func decoded(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "\\")) else { return name }
        var bytes: [UInt8] = []
        var rest = Array(name.utf8.prefix(4 * 255))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(3)
            if digits.count == 3, digits.allSatisfy({ (48...57).contains($0) }) {
                let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
                bytes.append(UInt8(exactly: value) ?? UInt8(ascii: "?"))
                rest = rest.dropFirst(3)
            } else {
                bytes.append(next)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
