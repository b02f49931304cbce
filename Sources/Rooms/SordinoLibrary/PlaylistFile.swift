import Glibc

/// Reads and writes the files of playlists: M3U in UTF-8 and XSPF.
///
/// Source: RFC 8216, section 4.1 (the form of M3U in UTF-8) and the extended lines that players write; Xiph.Org, "XSPF
/// Version 1".
package enum PlaylistFile {
    /// Songs of a list and bytes of a file at most; what is beyond them is left out.
    package static let songLimit = 100_000
    package static let byteLimit = 1 << 24

    /// Endings of the names of playlists.
    static let endings: Set<String> = ["m3u8", "m3u", "xspf"]

    /// Reads a file; nil if it cannot be read.
    static func read(_ path: String, _ stamp: FileStamp) -> Playlist? {
        guard stamp.byteCount <= Int64(byteLimit), let bytes = SmallText.read(path, byteLimit: byteLimit) else {
            return nil
        }
        var playlist = parse(bytes, path: path)
        playlist.stamp = stamp
        return playlist
    }

    /// Takes the bytes of a file at a path, whose folder names of songs start from.
    package static func parse(_ bytes: [UInt8], path: String) -> Playlist {
        var playlist = Playlist()
        playlist.path = path
        let (folder, name) = LibraryIndex.parts(path)
        playlist.name = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)).lines : bytes.lines
        if path.lowercased().hasSuffix(".xspf") {
            XSPF.take(text, folder, &playlist)
        } else {
            for line in text.split(whereSeparator: { $0.isNewline }) { takeLine(line, folder, &playlist) }
        }
        return playlist
    }

    private static func takeLine(_ line: Substring, _ folder: String, _ playlist: inout Playlist) {
        let line = line.trimmed
        guard !line.isEmpty else { return }
        func value(_ key: String) -> String? {
            guard line.uppercased().hasPrefix(key) else { return nil }
            return String(line.dropFirst(key.count).trimmed.prefix(512))
        }
        if let name = value("#PLAYLIST:") {
            playlist.name = name.isEmpty ? playlist.name : name
        } else if let author = value("#EXTART:") ?? value("#SORDINO-AUTHOR:") {
            if playlist.author.isEmpty { playlist.author = author }
        } else if let details = value("#SORDINO-DETAILS:") {
            playlist.details = details
        } else if !line.hasPrefix("#") {
            add(String(line), folder, &playlist)
        }
    }

    /// Adds a song by its path or URL; songs on servers are left out.
    static func add(_ place: String, _ folder: String, _ playlist: inout Playlist) {
        guard playlist.paths.count < songLimit, place.utf8.count <= 4_096, !place.utf8.contains(0) else { return }
        var path = place
        if let colon = place.range(of: "://") {
            guard place[..<colon.lowerBound].lowercased() == "file" else { return }
            let rest = place[colon.upperBound...]
            guard let slash = rest.firstIndex(of: "/") else { return }
            path = SmallText.withoutPercents(rest[slash...])
        }
        // Lists from other systems separate folders differently.
        if !path.contains("/"), path.contains("\\") { path = String(path.map { $0 == "\\" ? "/" : $0 }) }
        playlist.paths.append(SmallText.normal(path.hasPrefix("/") ? path : "\(folder)/\(path)"))
    }

    /// The bytes of a playlist as a file at its path, with the songs relative to its folder where they are below it.
    package static func bytes(of playlist: Playlist) -> [UInt8] {
        let (folder, _) = LibraryIndex.parts(playlist.path)
        if playlist.path.lowercased().hasSuffix(".xspf") { return Array(XSPF.text(of: playlist).utf8) }
        func line(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        var text = "#EXTM3U\n#PLAYLIST:\(line(playlist.name))\n"
        if !playlist.author.isEmpty { text += "#SORDINO-AUTHOR:\(line(playlist.author))\n" }
        if !playlist.details.isEmpty { text += "#SORDINO-DETAILS:\(line(playlist.details))\n" }
        for path in playlist.paths where !path.contains(where: \.isNewline) {
            let place = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
            // A name that begins like a comment or an address needs its folder.
            text += place.hasPrefix("#") || place.contains("://") || place != String(place.trimmed) ? path : place
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// Writes a playlist in the place of its file, whole or not at all.
    ///
    /// - Throws: `LibraryFailure`.
    static func write(_ playlist: Playlist) throws(LibraryFailure) {
        let part = playlist.path + ".part"
        let bytes = bytes(of: playlist)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw LibraryFailure(
                "the playlist cannot be written at \(playlist.path): \(String(cString: strerror(errno)))")
        }
        var done = 0
        bytes.withUnsafeBytes { bytes in
            while done < bytes.count, let base = bytes.baseAddress {
                let count = Glibc.write(descriptor, base + done, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                done += count
            }
        }
        let isKept = done == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isKept, rename(part, playlist.path) == 0 else {
            unlink(part)
            throw LibraryFailure("the playlist cannot be written at \(playlist.path)")
        }
    }
}

/// Small texts in files and addresses.
enum SmallText {
    /// The bytes of a regular file; nil if it is none or is longer.
    static func read(_ path: String, byteLimit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= byteLimit else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        bytes.withUnsafeMutableBytes { bytes in
            while done < bytes.count, let base = bytes.baseAddress {
                let count = Glibc.read(descriptor, base + done, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                done += count
            }
        }
        return Array(bytes.prefix(done))
    }

    /// A path without empty parts, single dots and parents.
    static func normal(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The text of an address whose characters may be written as percents.
    static func withoutPercents(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a path as a part of an address.
    static func withPercents(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        var result = ""
        for byte in text.utf8 {
            if plain.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmed: Substring {
        var text = self
        while let last = text.last, last.isWhitespace { text.removeLast() }
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        return text
    }
}

extension String {
    var trimmed: Substring { self[...].trimmed }

    /// Where a text begins; nil if it is not there.
    func range(of text: String) -> Range<String.Index>? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
            at = index(after: at)
        }
        return nil
    }
}

extension [UInt8] {
    /// The bytes as a text with all its lines, without a byte order mark; bytes that are not UTF-8 are read as Latin-1, as old
    /// lists are.
    var lines: String {
        if let text = String(validating: self, as: UTF8.self) {
            return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        }
        return String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}
