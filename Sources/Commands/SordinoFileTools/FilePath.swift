import Glibc

/// A path of a file: its parts.
struct FilePath {
    let text: String

    init(_ text: String) { self.text = text }

    /// The part behind the last slash.
    var name: Substring { text[(text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex)...] }

    /// The part of the name after the last dot.
    var pathExtension: String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// The path up to the last dot of the name.
    var withoutExtension: String {
        let ending = pathExtension
        return ending.isEmpty ? text : String(text.dropLast(ending.count + 1))
    }

    /// Returns whether two paths lead to one file.
    static func isSame(_ left: String, _ right: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(left, &first) == 0, stat(right, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns whether a file or folder exists.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes the folders of a path; failures are ignored, since opening the path reports them.
    static func makeFolders(of path: String) {
        for index in path.indices where path[index] == "/" && index != path.startIndex {
            _ = mkdir(String(path[..<index]), 0o777)
        }
    }

    /// Removes a file; one that is not there is no failure.
    static func remove(_ path: String) { _ = unlink(path) }
}
