import Glibc
import MusicFiles
import SordinoLibrary

/// A folder of music and an index that go away with the test.
final class MusicFolder {
    let path: String
    var music: String { path + "/Music" }
    var places: LibraryPlaces { LibraryPlaces(folders: [music], index: path + "/data/library.sqlite") }

    init() {
        var name = Array("/tmp/sordino-library-XXXXXX".utf8CString)
        path =
            mkdtemp(&name) == nil
            ? "/tmp" : String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir(music, 0o700)
    }

    deinit { if path != "/tmp" { Self.remove(path) } }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(path) { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Writes a file below the folder of music, with its folders.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        let path = "\(music)/\(name)"
        var at = music.endIndex
        while let slash = path[at...].dropFirst().firstIndex(of: "/") {
            mkdir(String(path[..<slash]), 0o700)
            at = slash
        }
        // Another file takes the place, so that the index sees a change without a clock.
        let part = path + ".new"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        rename(part, path)
        return path
    }

    /// Writes a song with these tags.
    @discardableResult
    func song(_ name: String, _ title: String, artist: String = "", album: String = "", _ more: [(String, String)] = [])
        -> String
    {
        let frames = [("TIT2", title), ("TPE1", artist), ("TALB", album)].filter { !$0.1.isEmpty } + more
        return write(name, TaggedSound.wave(frames.map { (name: $0.0, text: $0.1) }))
    }

    func scanned() throws -> MusicLibrary {
        let library = MusicLibrary(places)
        try library.scan()
        return library
    }
}

extension MusicLibrary {
    func titles(_ filters: SongQuery.Filter..., by grouping: SongQuery.Grouping = .title) -> [String] {
        let (table, rows) = rows(SongQuery(filters, grouping: grouping))
        return rows.map { table.text(.title, Int($0)) }
    }

    func id(_ title: String) -> UInt64? {
        let (table, rows) = rows(SongQuery([.equals(.title, title)]))
        return rows.first.map { table.ids[Int($0)] }
    }
}
