/// General MIDI banks where distributions install them.
package enum InstalledBanks {
    /// The folders of banks, by preference.
    package static let folders = ["/usr/share/sounds/sf2", "/usr/share/soundfonts", "/usr/share/sounds/sf3"]
    /// The files in these folders, by preference: the system's choice first, then the banks of the packages
    /// `fluid-soundfont-gm`, `musescore-general-soundfont` and `timgm6mb-soundfont`.
    package static let names = [
        "default-GM.sf2", "default.sf2", "FluidR3_GM.sf2", "MuseScore_General.sf2", "TimGM6mb.sf2", "default-GM.sf3",
        "MuseScore_General.sf3",
    ]

    /// Returns the path of the bank that is preferred; nil if none is installed.
    ///
    /// - Parameter folders: Where to look, by preference.
    package static func first(in folders: [String] = InstalledBanks.folders) -> String? {
        for folder in folders {
            for name in names where FileByteSource.isReadable("\(folder)/\(name)") { return "\(folder)/\(name)" }
        }
        return nil
    }
}
