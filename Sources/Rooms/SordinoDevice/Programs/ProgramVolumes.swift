import Glibc
import SordinoPipeWire
import SordinoWork
import Synchronization

/// The volumes that people gave to programs on a mixer, kept over restarts: a small file for each program.
///
/// - Thread: any; files are written on a thread of its own, a moment after the last change.
final class ProgramVolumes: Sendable {
    private struct State {
        /// By identifier.
        var known: [String: ProgramVolume] = [:]
        var unwritten = Set<String>()
        var writer: SerialThread?
    }

    /// Nil keeps them only while this lives.
    private let folder: String?
    private let state = Mutex(State())

    /// A person moves a slider in many steps.
    private static let delayNanoseconds: UInt64 = 200_000_000

    init(folder: String?) { self.folder = folder }

    /// The folder for this user's settings that programs change; a systemd unit's own where it has one.
    ///
    /// Nil without a home.
    static var usualFolder: String? {
        func value(_ name: String) -> String? {
            guard let text = getenv(name).map({ String(cString: $0) }), text.hasPrefix("/") else { return nil }
            return text
        }
        // A unit may have several, separated by colons.
        if let own = value("STATE_DIRECTORY")?.split(separator: ":").first { return "\(own)/volumes" }
        if let state = value("XDG_STATE_HOME") { return "\(state)/sordino/volumes" }
        return value("HOME").map { "\($0)/.local/state/sordino/volumes" }
    }

    subscript(identifier: String) -> ProgramVolume {
        state.withLock { state in
            if let known = state.known[identifier] { return known }
            let volume = read(identifier) ?? .untouched
            state.known[identifier] = volume
            return volume
        }
    }

    func remember(_ volume: ProgramVolume, of identifier: String) {
        state.withLock { state in
            state.known[identifier] = volume
            state.unwritten.insert(identifier)
            guard folder != nil else { return }
            if state.writer == nil {
                let writer = SerialThread()
                if writer.begin() { state.writer = writer }
            }
            state.writer?.perform(afterNanoseconds: Self.delayNanoseconds) { [weak self] in self?.write() }
        }
    }

    /// Writes what is not written yet, and ends.
    func end() {
        write()
        state.withLock { $0.writer }?.end()
    }

    deinit { end() }

    // MARK: Files

    /// A name that is no path, whatever the identifier is.
    static func fileName(_ identifier: String) -> String {
        identifier.utf8.prefix(120).map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 128 && (character.isLetter || character.isNumber || "-_".contains(character))
            if isPlain { return String(character) }
            return byte == UInt8(ascii: ".") ? "." : "%" + String(byte, radix: 16)
        }.joined() + ".volume"
    }

    private func read(_ identifier: String) -> ProgramVolume? {
        guard let folder, let text = ProcessDeclaration.text(of: "\(folder)/\(Self.fileName(identifier))", atMost: 256)
        else { return nil }
        return Self.volume(in: text)
    }

    /// Returns the volume in a file's text, such as "0.125" or "0.125 muted"; nil for anything else.
    static func volume(in text: String) -> ProgramVolume? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let factor = words.first.flatMap({ Float($0) }), factor >= 0, factor <= ProgramVolume.most,
            words.count == 1 || words.count == 2 && words[1] == "muted"
        else { return nil }
        return ProgramVolume(factor: factor, isMuted: words.count == 2)
    }

    private func write() {
        guard let folder else { return }
        let changes = state.withLock { state -> [(String, ProgramVolume)] in
            defer { state.unwritten = [] }
            return state.unwritten.sorted().map { ($0, state.known[$0] ?? .untouched) }
        }
        guard !changes.isEmpty else { return }
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            mkdir(path, 0o700)
        }
        for (identifier, volume) in changes {
            let place = "\(folder)/\(Self.fileName(identifier))"
            // Whole or not at all; where it cannot be kept, the volume holds until the service ends.
            guard let file = fopen(place + ".new", "we") else { continue }
            fputs("\(volume.factor)\(volume.isMuted ? " muted" : "")\n", file)
            if fclose(file) == 0 { rename(place + ".new", place) }
        }
    }
}
