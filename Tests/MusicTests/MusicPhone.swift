import AVFoundation
import MediaPlayer
import MusicFiles
import SordinoLibrary
import SordinoSimulator

/// A simulated phone with a folder of music, whose loudspeaker gives the samples of files as they are.
final class MusicPhone {
    let folder: URL
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    var places: LibraryPlaces {
        LibraryPlaces(
            folders: [folder.appendingPathComponent("Music").path],
            index: folder.appendingPathComponent("i.sqlite").path)
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-music-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Music"), withIntermediateDirectories: true)
        app = device.app("Player", backgroundModes: .audio)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a song of a constant value.
    @discardableResult
    func song(
        _ title: String, artist: String = "", album: String = "", seconds: Double = 1, value: Int16 = 8_192,
        folder name: String = "", _ more: [(String, String)] = [], hasPicture: Bool = false
    ) throws -> URL {
        let url = folder.appendingPathComponent("Music/\(name)/\(title).wav").standardizedFileURL
        let frames = [("TIT2", title), ("TPE1", artist), ("TALB", album)].filter { !$0.1.isEmpty } + more
        let bytes = TaggedSound.wave(
            frames.map { (name: $0.0, text: $0.1) }, values: [(value, Int(seconds * 48_000))], rate: 48_000,
            picture: hasPicture ? TaggedSound.picture : nil)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url
    }

    /// Scans the folder and lets the person allow the program to see it.
    func open() throws -> MusicLibrary {
        let library = MusicLibrary.at(places)
        try library.scan()
        app.answerLibraryPermission(true)
        device.advance(0.1)
        return library
    }

    /// Runs a piece of work as a part of the program.
    func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        try LibraryPlaces.$given.withValue(places) { try app.perform(body) }
    }

    /// The greatest sample of the last hundredth of a second.
    var level: Float {
        device.output(.builtInSpeaker)?.peak(from: device.now - 0.02, to: device.now - 0.01) ?? 0
    }
}
