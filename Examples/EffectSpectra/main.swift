// Draws what every built-in effect does: pictures and a page of the presets' values for the documentation.
// Run: swift run effect-spectra Documentation

import Foundation

let folder = CommandLine.arguments.dropFirst().first ?? "Documentation"
let pictures = URL(fileURLWithPath: folder).appendingPathComponent("effects", isDirectory: true)
do {
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    var page = Page()
    for sheet in Sheets.all() {
        try Data(sheet.svg.utf8).write(to: pictures.appendingPathComponent(sheet.name + ".svg"))
        page.add(sheet)
    }
    try Data(page.text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("effect-spectra.md"))
    print("wrote \(folder)/effect-spectra.md and its pictures")
} catch {
    FileHandle.standardError.write(Data("effect-spectra: \(error)\n".utf8))
    exit(1)
}
