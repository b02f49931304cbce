import CoreAudioTypes
import Foundation
import SordinoRealtime

/// The desktop's sound theme: files by the names of the freedesktop sound naming specification.
///
/// Source: Sound Theme Specification and Sound Naming Specification of freedesktop.org. The theme is "freedesktop",
/// which every other one falls back to; a name without a file is shortened at its last hyphen.
struct SoundTheme: Sendable {
    /// The theme's folders, the user's first.
    private let folders: [URL]

    /// The theme that the environment variables of this process select.
    static var current: SoundTheme { SoundTheme(ProcessInfo.processInfo.environment) }

    /// - Parameter environment: Its `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` name the folders.
    init(_ environment: [String: String]) {
        folders = BaseFolders(environment).allData.map {
            URL(fileURLWithPath: $0).appendingPathComponent("sounds/freedesktop")
        }
    }

    /// Returns the file of a name; nil if the theme has none or disables the sound.
    func file(_ name: String) -> URL? {
        var name = name
        while true {
            for folder in folders {
                for place in Self.places(folder) {
                    let path = folder.appendingPathComponent(place).appendingPathComponent(name).path
                    if FileManager.default.fileExists(atPath: path + ".disabled") { return nil }
                    for ending in ["oga", "ogg", "wav"]
                    where FileManager.default.fileExists(atPath: "\(path).\(ending)") {
                        return URL(fileURLWithPath: "\(path).\(ending)")
                    }
                }
            }
            guard let hyphen = name.lastIndex(of: "-") else { return nil }
            name = String(name[..<hyphen])
        }
    }

    /// Returns the subfolders in the index of a theme's folder; "stereo" without an index.
    private static func places(_ folder: URL) -> [String] {
        let path = folder.appendingPathComponent("index.theme").path
        guard let bytes = SmallFile.bytes(path, limit: 65_536),
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .first(where: { $0.hasPrefix("Directories=") })
        else { return ["stereo"] }
        return line.dropFirst("Directories=".count).split(whereSeparator: { $0 == "," || $0 == ";" })
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Returns the theme name of the sound that replaces one of Apple's numbered system sounds; nil for none.
    ///
    /// Apple does not document these numbers; they are those that programs use.
    static func name(of id: SystemSoundID) -> String? { names[id] }

    private static let names: [SystemSoundID: String] = {
        var names: [SystemSoundID: String] = [
            1000: "message-new-email", 1001: "message-sent-email", 1002: "message-new-instant",
            1003: "message-new-instant", 1004: "message-sent-instant", 1005: "alarm-clock-elapsed",
            1006: "battery-low", 1050: "dialog-information", 1051: "dialog-warning", 1052: "dialog-error",
            1053: "dialog-error", 1054: "dialog-error", 1057: "button-pressed", 1070: "phone-outgoing-calling",
            1071: "phone-outgoing-busy", 1072: "phone-failure", 1073: "phone-failure", 1100: "screen-lock",
            1101: "screen-unlock", 1102: "dialog-error", 1103: "button-pressed", 1104: "button-pressed",
            1105: "button-released", 1106: "power-plug", 1107: "audio-volume-change", 1108: "camera-shutter",
            1113: "camera-focus", 1114: "camera-focus", 1117: "camera-focus", 1118: "camera-focus",
            1150: "phone-incoming-call", 1151: "phone-incoming-call", 1152: "phone-incoming-call",
            1155: "button-pressed", 1156: "button-pressed", 1157: "button-pressed",
        ]
        for id: SystemSoundID in 1007...1036 { names[id] = "message-new-instant" }
        return names
    }()
}
