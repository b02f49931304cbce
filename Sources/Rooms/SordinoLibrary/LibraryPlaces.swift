import Glibc
import SordinoRealtime

/// Where the music of a person and the index of it are.
package struct LibraryPlaces: Hashable, Sendable {
    /// Folders with music; those below them count too.
    package var folders: [String]
    /// The file of the index; files with longer names lie beside it.
    package var index: String

    package init(folders: [String], index: String) {
        self.folders = folders.map(SmallText.normal)
        self.index = index
    }

    /// The places that `$given.withValue` gave to the running code; nil outside of it.
    @TaskLocal package static var given: LibraryPlaces?

    /// The given places, or else those of the environment.
    package static var current: LibraryPlaces? { given ?? usual }

    /// The folders of `SORDINO_MUSIC`, or else the music folder of the desktop; nil without a home.
    package static var usual: LibraryPlaces? {
        guard let home = variable("HOME") else { return nil }
        let data = BaseFolders().data ?? "\(home)/.local/share"
        let folders = variable("SORDINO_MUSIC")?.split(separator: ":").map(String.init) ?? [desktopFolder(home)]
        return LibraryPlaces(folders: folders.filter { $0.hasPrefix("/") }, index: "\(data)/sordino/library.sqlite")
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// The folder that `user-dirs.dirs` names, or `Music`.
    private static func desktopFolder(_ home: String) -> String {
        let configuration = BaseFolders().configuration ?? "\(home)/.config"
        return desktopFolder(home, SmallText.read("\(configuration)/user-dirs.dirs", byteLimit: 1 << 16) ?? [])
    }

    /// The folder that the bytes of `user-dirs.dirs` name, or `Music`.
    ///
    /// - Source: freedesktop.org, "xdg-user-dirs".
    package static func desktopFolder(_ home: String, _ file: [UInt8]) -> String {
        let text = file.lines
        for line in text.split(whereSeparator: \.isNewline) where line.trimmed.hasPrefix("XDG_MUSIC_DIR=\"") {
            let value = line.trimmed.dropFirst("XDG_MUSIC_DIR=\"".count).prefix { $0 != "\"" }
            let path = value.hasPrefix("$HOME") ? home + value.dropFirst("$HOME".count) : String(value)
            // The home itself means that there is no such folder.
            if path.hasPrefix("/"), SmallText.normal(path) != SmallText.normal(home) { return path }
        }
        return "\(home)/Music"
    }
}
