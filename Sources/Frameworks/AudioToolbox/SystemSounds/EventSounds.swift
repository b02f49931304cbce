import Foundation
import SordinoRealtime

/// The desktop's switch for sounds of the user interface.
///
/// It is `gtk-enable-event-sounds` in GTK's settings files, which desktops write; on if no file contains it.
///
/// Source: the reference of GtkSettings, and the XDG Base Directory Specification.
enum EventSounds {
    /// Returns whether sounds of the user interface are turned on.
    ///
    /// - Parameter environment: Its `XDG_CONFIG_HOME`, `XDG_CONFIG_DIRS` and `HOME` name the folders; the user's files
    ///   come first.
    static func areOn(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        for folder in BaseFolders(environment).allConfiguration + ["/etc"] {
            for version in ["gtk-4.0", "gtk-3.0"] {
                if let isOn = setting("\(folder)/\(version)/settings.ini") { return isOn }
            }
        }
        return true
    }

    /// The setting in a file; nil if the file is not there, is too long to be one, or does not say.
    private static func setting(_ path: String) -> Bool? {
        guard let bytes = SmallFile.bytes(path, limit: 65_536) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        var isInSettings = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") { isInSettings = line == "[Settings]" }
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard isInSettings, parts.count == 2, parts[0] == "gtk-enable-event-sounds" else { continue }
            return !["0", "false", "no"].contains(parts[1].lowercased())
        }
        return nil
    }
}
