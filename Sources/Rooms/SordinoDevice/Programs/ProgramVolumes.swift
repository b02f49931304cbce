import Glibc
import SordinoPipeWire
import SordinoRealtime
import SordinoWork
import Synchronization

/// The volumes that people gave to programs on a mixer, kept over restarts: a small file for each program.
///
/// All files are read at initialization, so that looking up a volume never waits for a file. At most `limit` volumes are kept,
/// those that were changed last.
///
/// - Thread: any; files are written on a thread of its own, a moment after the last change.
package final class ProgramVolumes: Sendable {
    private struct State {
        /// By the name of the file.
        var known: [String: ProgramVolume] = [:]
        /// The names, by the time of their last change.
        var order: [String] = []
        var unwritten = Set<String>()
        var writer: SerialThread?
    }

    /// Nil keeps them only while this lives.
    private let folder: String?
    private let state = Mutex(State())

    /// A person moves a slider in many steps.
    private static let delayNanoseconds: UInt64 = 200_000_000

    /// The maximum number of volumes.
    static let limit = 1_024

    /// Reads the stored volumes.
    ///
    /// - Thread: not on an event loop; reads up to `limit` files.
    init(folder: String?) {
        self.folder = folder
        let files = folder.map(Self.files) ?? []
        state.withLock { state in
            for file in files {
                guard let folder, let text = FileLook.text(of: "\(folder)/\(file)", atMost: 256),
                    let volume = Self.volume(in: text)
                else { continue }
                state.known[file] = volume
                state.order.append(file)
            }
        }
    }

    /// Returns the names of the volume files in a folder, at most `limit`.
    private static func files(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var files: [String] = []
        // Bounded, because another program may have filled the folder.
        for _ in 0..<(4 * limit) {
            guard let entry = readdir(listing), files.count < limit else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(ending) { files.append(name) }
        }
        return files.sorted()
    }

    private static let ending = ".volume"

    /// The folder for this user's settings that programs change; a systemd unit's own where it has one.
    ///
    /// Nil without a home.
    package static var usualFolder: String? {
        let folders = BaseFolders()
        return folders.unitState.map { "\($0)/volumes" } ?? folders.state.map { "\($0)/sordino/volumes" }
    }

    subscript(identifier: String) -> ProgramVolume {
        state.withLock { $0.known[Self.fileName(identifier)] } ?? .untouched
    }

    func remember(_ volume: ProgramVolume, of identifier: String) {
        let file = Self.fileName(identifier)
        state.withLock { state in
            state.known[file] = volume
            state.unwritten.insert(file)
            state.order.removeAll { $0 == file }
            state.order.append(file)
            if state.order.count > Self.limit {
                let oldest = state.order.removeFirst()
                state.known[oldest] = nil
                state.unwritten.insert(oldest)
            }
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

    /// Returns a file name for an identifier, with all characters of paths escaped.
    static func fileName(_ identifier: String) -> String {
        identifier.utf8.prefix(120).map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 128 && (character.isLetter || character.isNumber || "-_".contains(character))
            if isPlain { return String(character) }
            return byte == UInt8(ascii: ".") ? "." : "%" + String(byte, radix: 16)
        }.joined() + ending
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
        let changes = state.withLock { state -> [(String, ProgramVolume?)] in
            defer { state.unwritten = [] }
            return state.unwritten.sorted().map { ($0, state.known[$0]) }
        }
        guard !changes.isEmpty else { return }
        SmallFile.makeFolder(folder)
        for (name, volume) in changes {
            let place = "\(folder)/\(name)"
            guard let volume else {
                unlink(place)
                continue
            }
            // If writing fails, the volume holds until the service ends.
            let text = Array("\(volume.factor)\(volume.isMuted ? " muted" : "")\n".utf8)
            SmallFile.replace(place, with: text)
        }
    }
}
