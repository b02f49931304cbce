/// Playlists of XSPF: a small reader of the few elements that count, and a writer.
///
/// Declarations of entities are not read, so that a file cannot grow while it is read.
enum XSPF {
    static func take(_ text: String, _ folder: String, _ playlist: inout Playlist) {
        var bytes = Array(text.utf8)[...]
        var path: [String] = []
        var content: [UInt8] = []
        while let byte = bytes.popFirst() {
            guard byte == 0x3C else {
                if content.count < 8_192 { content.append(byte) }
                continue
            }
            if bytes.starts(with: "!--".utf8) {
                skip(&bytes, behind: "-->")
                continue
            }
            if bytes.starts(with: "![CDATA[".utf8) {
                bytes = bytes.dropFirst(8)
                let start = bytes
                skip(&bytes, behind: "]]>")
                content += start.prefix(min(8_192, max(0, start.count - bytes.count - 3)))
                continue
            }
            guard let end = bytes.firstIndex(of: 0x3E) else { return }
            let tag = bytes[bytes.startIndex..<end]
            bytes = bytes[(end + 1)...]
            if tag.first == 0x2F {
                leave(path, String(decoding: content, as: UTF8.self), folder, &playlist)
                _ = path.popLast()
            } else if tag.first != 0x3F, tag.first != 0x21, tag.last != 0x2F {
                guard path.count < 64 else { return }
                let name = tag.prefix { $0 > 0x20 }
                path.append(String(decoding: name, as: UTF8.self))
            }
            content = []
        }
    }

    private static func skip(_ bytes: inout ArraySlice<UInt8>, behind mark: String) {
        let mark = Array(mark.utf8)
        while !bytes.isEmpty, !bytes.starts(with: mark) { bytes = bytes.dropFirst() }
        bytes = bytes.dropFirst(mark.count)
    }

    private static func leave(_ path: [String], _ content: String, _ folder: String, _ playlist: inout Playlist) {
        let text = String(unescaped(content).trimmed)
        switch path {
        case ["playlist", "title"] where !text.isEmpty: playlist.name = String(text.prefix(512))
        case ["playlist", "creator"]: playlist.author = String(text.prefix(512))
        case ["playlist", "annotation"]: playlist.details = String(text.prefix(4_096))
        case ["playlist", "trackList", "track", "location"]:
            // A relative address is one of percents as well.
            let place = text.range(of: "://") == nil ? SmallText.withoutPercents(text[...]) : text
            PlaylistFile.add(place, folder, &playlist)
        default: break
        }
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let end = rest.prefix(12).firstIndex(of: ";") else { break }
            let name = rest[rest.index(after: ampersand)..<end]
            let named: [Substring: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
            if let character = named[name] {
                result.append(character)
            } else if name.hasPrefix("#") {
                let digits = name.dropFirst()
                let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
                if let scalar = number.flatMap(Unicode.Scalar.init) { result.unicodeScalars.append(scalar) }
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }

    static func text(of playlist: Playlist) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">
              <title>\(escaped(playlist.name))</title>

            """
        if !playlist.author.isEmpty { text += "  <creator>\(escaped(playlist.author))</creator>\n" }
        if !playlist.details.isEmpty { text += "  <annotation>\(escaped(playlist.details))</annotation>\n" }
        text += "  <trackList>\n"
        for path in playlist.paths {
            text += "    <track><location>file://\(SmallText.withPercents(path))</location></track>\n"
        }
        return text + "  </trackList>\n</playlist>\n"
    }
}
