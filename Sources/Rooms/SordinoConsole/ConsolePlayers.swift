import SordinoBus
import SordinoDevice
import SordinoJSON
import SordinoRealtime
import SordinoSession

/// The media players on the user's bus, and the keys that they answer to.
///
/// Players are programs of strangers: their number, texts and answer times are bounded, and one that does not answer is not asked
/// again for some time.
///
/// - Source: MPRIS D-Bus Interface Specification 2.2.
/// - Thread: one at a time; it waits for the players.
struct ConsolePlayers {
    /// The players that are listed; where there are more, those of one program; names about which the bus is asked in one look.
    static let (most, mostOfOne, mostOwnersAsked) = (16, 4, 64)
    /// The characters of a text that are shown.
    static let mostCharacters = 200
    private static let prefix = "org.mpris.MediaPlayer2."
    private static let seconds = 0.4
    /// Looks for which a player that did not answer is left out.
    private static let restingLooks = 15

    /// A player that has answered.
    struct Player: Hashable {
        var name = ""
        var identity = ""
        var status = ""
        var title = ""
        var artist = ""
        var album = ""
        /// The path of its picture; empty without one on this machine.
        var picture = ""
        var canPlay = false
        var canGoNext = false
        var canGoPrevious = false

        var json: JSONText {
            .object([
                ("name", .text(name)), ("identity", .text(identity)), ("status", .text(status)),
                ("title", .text(title)),
                ("artist", .text(artist)), ("album", .text(album)),
                ("picture", .text(picture.isEmpty ? "" : String(ConsoleHash.of(picture), radix: 16))),
                ("canPlay", .flag(canPlay)), ("canGoNext", .flag(canGoNext)), ("canGoPrevious", .flag(canGoPrevious)),
            ])
        }
    }

    private(set) var players: [Player] = []
    /// Players on the bus beyond those that are asked.
    private(set) var leftOut = 0
    /// The connections of names that are there, as far as they were asked for.
    private var owners: [String: String] = [:]
    private var resting: [String: Int] = [:]

    init() {}

    /// Looks which players there are and what they play.
    mutating func look(_ connection: BusConnection) throws(BusError) {
        let method = BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "ListNames")
        guard case .list(let values)? = try connection.ask(method, answer: "as").first else { return }
        let all = values.compactMap { value -> String? in
            guard case .text(let name) = value, name.hasPrefix(Self.prefix) else { return nil }
            return name
        }
        let names = share(of: all.sorted(), connection)
        leftOut = all.count - names.count
        resting = resting.filter { names.contains($0.key) && $0.value > 1 }.mapValues { $0 - 1 }
        var found: [Player] = []
        for name in names where resting[name] == nil {
            do throws(BusError) { found.append(try Self.player(name, connection)) } catch {
                if error == .timedOut { resting[name] = Self.restingLooks }
            }
        }
        players = found
    }

    /// Picks the names that are asked: those of before first, and few of one program, which can own hundreds.
    private mutating func share(of names: [String], _ connection: BusConnection) -> [String] {
        let there = Set(names)
        owners = owners.filter { there.contains($0.key) }
        for name in names.filter({ owners[$0] == nil }).prefix(Self.mostOwnersAsked) {
            let method = BusMethod(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "GetNameOwner")
            let answer = try? connection.ask(
                method, [.text(name)], signature: "s", answer: "s", seconds: Self.seconds)
            if case .text(let owner)? = answer?.first { owners[name] = owner }
        }
        let known = Set(players.map(\.name))
        let asked = names.filter { owners[$0] != nil }
        return ConsoleShare.shown(
            asked, most: Self.most, mostOfOne: Self.mostOfOne, owner: { owners[$0] ?? "" },
            isImportant: { known.contains($0) })
    }

    private static func player(_ name: String, _ connection: BusConnection) throws(BusError) -> Player {
        let values = try properties(name, "org.mpris.MediaPlayer2.Player", connection)
        let root = try properties(name, "org.mpris.MediaPlayer2", connection)
        var player = Player()
        player.name = name
        player.identity = text(root["Identity"])
        if player.identity.isEmpty { player.identity = String(name.dropFirst(prefix.count)) }
        player.status = ["Playing", "Paused", "Stopped"].first { .text($0) == values["PlaybackStatus"] } ?? ""
        let mayControl = values["CanControl"] != .bool(false)
        player.canPlay = mayControl && (values["CanPlay"] == .bool(true) || values["CanPause"] == .bool(true))
        player.canGoNext = mayControl && values["CanGoNext"] == .bool(true)
        player.canGoPrevious = mayControl && values["CanGoPrevious"] == .bool(true)
        if case .record(let metadata)? = values["Metadata"] {
            player.title = text(metadata["xesam:title"])
            player.album = text(metadata["xesam:album"])
            if case .list(let artists)? = metadata["xesam:artist"] {
                player.artist = artists.prefix(4).map { text($0) }.joined(separator: ", ")
            }
            if case .text(let place)? = metadata["mpris:artUrl"] { player.picture = ConsolePicture.path(place) ?? "" }
        }
        return player
    }

    private static func properties(
        _ name: String, _ interface: String, _ connection: BusConnection
    ) throws(BusError) -> WireRecord {
        let method = BusMethod(
            destination: name, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties",
            member: "GetAll")
        let answer = try connection.ask(
            method, [.text(interface)], signature: "s", answer: "a{sv}", seconds: seconds)
        guard case .record(let record)? = answer.first else { return WireRecord() }
        return record
    }

    private static func text(_ value: WireValue?) -> String {
        guard case .text(let text)? = value else { return "" }
        return ConsoleNames.plain(text.prefix(mostCharacters))
    }

    /// Presses a key of a player.
    func press(_ key: String, _ name: String, _ connection: BusConnection) throws(ConsoleActs.Refusal) {
        let members = ["toggle": "PlayPause", "next": "Next", "previous": "Previous"]
        guard let member = members[key] else { throw ConsoleActs.Refusal("There is no such key.") }
        guard players.contains(where: { $0.name == name }) else {
            throw ConsoleActs.Refusal("This player is not there any more.")
        }
        let method = BusMethod(
            destination: name, path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player",
            member: member)
        do throws(BusError) { _ = try connection.ask(method, answer: "", seconds: 2) } catch {
            switch error {
            case .refused(_, let text):
                throw ConsoleActs.Refusal("The player refuses: \(text.prefix(Self.mostCharacters))")
            case .malformed, .timedOut: throw ConsoleActs.Refusal("The player does not answer.")
            case .disconnected: throw ConsoleActs.Refusal("The message bus has gone.")
            }
        }
    }
}

/// Pictures of songs that are passed on to the page.
package enum ConsolePicture {
    /// The bytes that a picture may have.
    package static let mostBytes = 2 << 20

    /// Returns the path in an address of a file on this machine; nil for any other.
    package static func path(_ address: String) -> String? {
        let rest = ["file://localhost/", "file:///"].first { address.hasPrefix($0) }.map {
            address.dropFirst($0.count - 1)
        }
        guard let rest, rest.utf8.count <= 4_096 else { return nil }
        var bytes: [UInt8] = []
        var place = rest.utf8.startIndex
        while place < rest.utf8.endIndex {
            let byte = rest.utf8[place]
            place = rest.utf8.index(after: place)
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            let digits = rest.utf8[place...].prefix(2)
            guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
            else {
                return nil
            }
            bytes.append(value)
            place = rest.utf8.index(place, offsetBy: 2)
        }
        // A path ends at its first zero.
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// Returns the type of a picture by its first bytes: that of JPEG, PNG or WebP; nil for anything else.
    package static func type(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        let isRIFF = bytes.starts(with: Array("RIFF".utf8)) && bytes.count > 12
        return isRIFF && bytes[8..<12].elementsEqual(Array("WEBP".utf8)) ? "image/webp" : nil
    }

    /// Reads a picture whose path another program has named.
    ///
    /// - Thread: one that may wait for a second.
    static func read(_ path: String) -> [UInt8]? {
        let deadline = HostClock.now() + 1_000_000_000
        guard let bytes = FileLook.strangersBytes(of: path, atMost: mostBytes + 1, until: deadline) else { return nil }
        return bytes.count <= mostBytes ? bytes : nil
    }

    /// Makes the answer with a picture.
    static func answer(_ bytes: [UInt8]?) -> HTTPAnswer {
        guard let bytes, bytes.count <= mostBytes, let type = type(bytes) else {
            return HTTPAnswer(refusal: 404, "There is no picture.")
        }
        return HTTPAnswer(status: 200, type: type, body: bytes)
    }
}

/// A number for a text that is another one, most likely, for another text.
enum ConsoleHash {
    /// - Source: Fowler, Noll and Vo, FNV-1a of 64 bits.
    static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
