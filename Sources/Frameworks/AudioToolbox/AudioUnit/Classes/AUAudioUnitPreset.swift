import Foundation
import SordinoRealtime

/// A preset's number and name.
///
/// A number from 0 stands for a factory preset, a negative one for a user preset.
open class AUAudioUnitPreset: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The number: from 0 for a factory preset, negative for a user preset.
    open var number: Int
    /// The name of the preset, for display.
    open var name: String

    /// Makes a preset with the number 0 and an empty name.
    public override init() {
        number = 0
        name = ""
    }

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }

    /// Reads what `encode(with:)` wrote.
    public required init?(coder: NSCoder) {
        number = coder.decodeInteger(forKey: "number")
        name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    }

    /// Encodes the number and the name.
    open func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        coder.encode(name as NSString, forKey: "name")
    }

    /// Always true: presets support secure coding.
    open class var supportsSecureCoding: Bool { true }
}

/// Stores user presets: one property list for each, in a folder for each type of unit.
enum UserPresets {
    /// `$XDG_DATA_HOME/sordino/presets`, by default under `~/.local/share`.
    static var root: URL {
        let home = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        let data = BaseFolders().data.map { URL(fileURLWithPath: $0) } ?? home
        return data.appendingPathComponent("sordino/presets")
    }

    private static func folder(of unit: AUAudioUnit) -> URL {
        let codes = unit.componentDescription
        let name = [codes.componentType, codes.componentSubType, codes.componentManufacturer]
            .map { String(format: "%08x", $0) }.joined(separator: "-")
        return root.appendingPathComponent(name)
    }

    /// The file of a preset; a name may hold any characters.
    private static func file(_ preset: AUAudioUnitPreset, of unit: AUAudioUnit) throws -> URL {
        guard unit.supportsUserPresets, preset.number < 0 else {
            throw UnitError.error(
                kAudioUnitErr_InvalidPropertyValue,
                because: "a user's preset has a number below 0, and a unit that keeps it")
        }
        guard !preset.name.isEmpty, preset.name.utf8.count <= 200,
            let escaped = preset.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        else { throw UnitError.error(kAudioUnitErr_InvalidFilePath, because: "a preset's name has 1 to 200 bytes") }
        return folder(of: unit).appendingPathComponent(escaped + ".aupreset")
    }

    static func list(of unit: AUAudioUnit) -> [AUAudioUnitPreset] {
        guard unit.supportsUserPresets,
            let files = try? FileManager.default.contentsOfDirectory(
                at: folder(of: unit), includingPropertiesForKeys: nil)
        else { return [] }
        return files.filter { $0.pathExtension == "aupreset" }.compactMap { file -> AUAudioUnitPreset? in
            guard let name = file.deletingPathExtension().lastPathComponent.removingPercentEncoding,
                let state = try? read(file)
            else { return nil }
            return AUAudioUnitPreset(number: (state["user-preset-number"] as? NSNumber)?.intValue ?? -1, name: name)
        }.sorted { ($0.number, $0.name) > ($1.number, $1.name) }
    }

    static func save(_ preset: AUAudioUnitPreset, of unit: AUAudioUnit) throws {
        let file = try file(preset, of: unit)
        var state = unit.fullState ?? [:]
        state[kAUPresetNameKey] = preset.name
        state["user-preset-number"] = preset.number
        state[kAUPresetNumberKey] = nil
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try PropertyListSerialization.data(fromPropertyList: state, format: .xml, options: 0).write(
            to: file, options: .atomic)
    }

    static func delete(_ preset: AUAudioUnitPreset, of unit: AUAudioUnit) throws {
        try FileManager.default.removeItem(at: file(preset, of: unit))
    }

    static func state(_ preset: AUAudioUnitPreset, of unit: AUAudioUnit) throws -> [String: Any] {
        try read(file(preset, of: unit))
    }

    /// Reads the state in a preset file.
    static func read(_ file: URL) throws -> [String: Any] {
        let data = try WholeFile.data(file)
        let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        guard let state = list as? [String: Any] else {
            throw UnitError.error(kAudioUnitErr_InvalidFile, because: "a preset is a dictionary")
        }
        return state
    }
}
