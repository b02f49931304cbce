import Glibc
import SordinoMedia

/// The text by which players of iTunes' kind bring files to one loudness: the tag `iTunNORM`.
///
/// Ten numbers in hexadecimal digits, in pairs of left and right: the gain as 1000 * 10^(-dB / 10), the same with 2500,
/// a value of unknown meaning, the peak with 32768 for full scale, another of unknown meaning. Those of unknown meaning
/// are 0 here. The gain leads to -16 LUFS.
/// Source: id3.org, "iTunes Normalization settings".
struct SoundCheck {
    /// The tag's name, in the tags of MPEG-4 and CAF files.
    static let key = "iTunNORM"
    /// The loudness that files are brought to.
    static let targetLoudness = -16.0

    /// The text of the tag.
    let text: String

    /// States a gain and peaks; silence has no gain.
    init(_ reading: LoudnessMeter.Reading) {
        let gain = reading.loudness.isFinite ? Self.targetLoudness - reading.loudness : 0
        func word(_ number: Double) -> String {
            let digits = String(UInt32(min(max(number.rounded(), 0), 4e9)), radix: 16, uppercase: true)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
        let power = pow(10, -gain / 10)
        let left = [1_000 * power, 2_500 * power, 0, reading.peaks.0 * 32_768, 0]
        let right = [1_000 * power, 2_500 * power, 0, reading.peaks.1 * 32_768, 0]
        text = zip(left, right).map { " \(word($0)) \(word($1))" }.joined()
    }

    /// Returns whether files of a kind have a place for it.
    static func fits(_ container: Container) -> Bool { container.isMPEG4 || container.chunks == .caf }

    /// The failure where nothing measures loudness.
    static var noMeter: ToolFailure {
        ToolFailure("!dep", "--soundcheck-generate needs libebur128: install the Debian package libebur128-1")
    }

    /// Measures a finished file and writes the tag into it.
    static func generate(into path: String, _ meter: LoudnessMeter) throws(ToolFailure) {
        let check = SoundCheck(try meter.reading(of: path))
        do throws(MediaError) {
            var changes = MediaRewriter.Changes()
            let properties = try MediaScan.scan(FileByteSource(path: path)).properties
            changes.info = properties.info.filter { $0.key != key } + [.init(key: key, value: check.text)]
            try MediaRewriter.rewrite(path: path, changes: changes)
        } catch { throw ToolFailure(error) }
    }
}
