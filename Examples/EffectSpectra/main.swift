// Draws what every built-in effect does: pictures, and a section of effects.md with the values of the presets.
// Run: swift run effect-spectra Documentation

import Foundation

let folder = CommandLine.arguments.dropFirst().first ?? "Documentation"
let pictures = URL(fileURLWithPath: folder).appendingPathComponent("effects", isDirectory: true)
do {
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    var section = Section()
    for sheet in Sheets.all() {
        try Data(sheet.svg.utf8).write(to: pictures.appendingPathComponent(sheet.name + ".svg"))
        section.add(sheet)
    }
    let page = URL(fileURLWithPath: folder).appendingPathComponent("effects.md")
    try Data(section.placed(in: String(contentsOf: page, encoding: .utf8)).utf8).write(to: page)
    print("wrote the section in \(page.path) and its pictures")
} catch {
    FileHandle.standardError.write(Data("effect-spectra: \(error)\n".utf8))
    exit(1)
}
