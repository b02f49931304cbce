/// The keys that a recording is meant for, according to its file.
struct RecordingKeys {
    private(set) var rootKey: Int?
    private(set) var fineCents = 0
    private(set) var keys: ClosedRange<Int>?
    private(set) var velocities: ClosedRange<Int>?
    private(set) var loop: Range<Int>?

    /// Reads the chunks of a file, else the end of its name.
    init(path: String, fileType: FourCC, chunks: [MediaProperties.Chunk]) {
        if let source = try? FileByteSource(path: path) {
            for chunk in chunks where fileType == "flac" || Self.ids.contains(chunk.id) {
                let byteCount = Int(min(max(chunk.byteCount ?? 0, 0), 80))
                let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
                    count = (try? source.read(into: UnsafeMutableRawBufferPointer(buffer), at: chunk.start)) ?? 0
                }
                if fileType == "flac" {
                    if chunk.id.rawValue == Self.application { takeForeign(bytes) }
                } else {
                    take(chunk.id, bytes, isCAF: fileType == "caff")
                }
            }
        }
        if rootKey == nil { rootKey = Self.key(named: path) }
    }

    private static let ids: Set<FourCC> = ["smpl", "inst", "INST"]
    /// The number of FLAC's metadata blocks of applications.
    private static let application: UInt32 = 2

    /// Reads a chunk of the original file that the encoder `flac` has stored: an identifier of the block, then the
    /// chunk with its head.
    ///
    /// - Source: RFC 9639, 8.4, and the manual of `flac`, --keep-foreign-metadata.
    private mutating func takeForeign(_ block: [UInt8]) {
        guard block.count > 12, [Array("riff".utf8), Array("aiff".utf8)].contains(Array(block[..<4])) else { return }
        let id = FourCC(rawValue: block[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        if Self.ids.contains(id) { take(id, Array(block[12...]), isCAF: false) }
    }

    private mutating func take(_ id: FourCC, _ bytes: [UInt8], isCAF: Bool) {
        func little(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        func setKeys(_ low: Int, _ high: Int, _ softest: Int, _ loudest: Int) {
            if low <= high, high < 128 { keys = low...high }
            if softest <= loudest, loudest < 128 { velocities = softest...loudest }
        }
        switch id {
        case "smpl" where bytes.count >= 36:
            if little(12) < 128 { rootKey = little(12) }
            // A fraction of a semitone of 32 bits.
            fineCents = Int((Double(little(16)) / 4_294_967_296 * 100).rounded())
            // The loop's end is its last frame.
            if little(28) > 0, bytes.count >= 52, little(44) <= little(48) { loop = little(44)..<little(48) + 1 }
        case "inst" where isCAF && bytes.count >= 12:
            // CAF: a base note that is a float, then keys and velocities.
            let bits = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[$1]) }
            let note = Float(bitPattern: bits)
            if note >= 0, note < 128 {
                rootKey = Int(note.rounded())
                fineCents = Int(((note - note.rounded()) * 100).rounded())
            }
            setKeys(Int(bytes[4]), Int(bytes[5]), Int(bytes[6]), Int(bytes[7]))
        case "inst" where !isCAF && bytes.count >= 7, "INST" where bytes.count >= 6:
            // WAVE has a gain between tuning and keys, AIFF behind them.
            let first = id == "inst" ? 3 : 2
            if bytes[0] < 128, rootKey == nil || id == "INST" { rootKey = Int(bytes[0]) }
            fineCents = Int(Int8(bitPattern: bytes[1]))
            setKeys(Int(bytes[first]), Int(bytes[first + 1]), Int(bytes[first + 2]), Int(bytes[first + 3]))
        default: break
        }
    }

    /// The key of a note at the end of a file's name, "C3" being 60; nil without one.
    static func key(named path: String) -> Int? {
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        var rest = Array(stem.unicodeScalars)
        guard let digit = rest.popLast(), let octave = Int(String(digit)) else { return nil }
        let isNegative = rest.last == "-"
        if isNegative { rest.removeLast() }
        var shift = 0
        if rest.last == "#" || rest.last == "b" {
            shift = rest.last == "#" ? 1 : -1
            rest.removeLast()
        }
        let steps: [Unicode.Scalar: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
        guard let letter = rest.last, let step = steps[letter] else { return nil }
        let key = ((isNegative ? -octave : octave) + 2) * 12 + step + shift
        return (0..<128).contains(key) ? key : nil
    }
}
