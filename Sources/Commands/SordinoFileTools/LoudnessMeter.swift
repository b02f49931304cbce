import Glibc
import SordinoMedia

/// The loudness of programme material by EBU R 128, measured by the system's libebur128.
struct LoudnessMeter {
    /// The loudness and the highest sample of a file.
    struct Reading {
        /// LUFS, gated over the whole file (ITU-R BS.1770-4).
        var loudness: Double
        /// The highest absolute value of the first and the second channel; 1 is full scale.
        ///
        /// The only channel of a mono file counts for both.
        var peaks: (Double, Double)
    }

    private typealias State = UnsafeMutableRawPointer
    private typealias Add = @convention(c) (State, UnsafePointer<Float>, Int) -> Int32
    private typealias Peak = @convention(c) (State, UInt32, UnsafeMutablePointer<Double>) -> Int32
    private typealias Loudness = @convention(c) (State, UnsafeMutablePointer<Double>) -> Int32

    private let make: @convention(c) (UInt32, UInt, Int32) -> State?
    private let end: @convention(c) (UnsafeMutablePointer<State?>) -> Void
    private let place: @convention(c) (State, UInt32, Int32) -> Int32
    private let add: Add
    private let loudness: Loudness
    private let peak: Peak

    /// Opens the library; nil where it is not installed.
    init?() {
        guard let library = dlopen("libebur128.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Form>(_ name: String, _: Form.Type) -> Form? {
            dlsym(library, "ebur128_\(name)").map { unsafeBitCast($0, to: Form.self) }
        }
        guard let make = function("init", (@convention(c) (UInt32, UInt, Int32) -> State?).self),
            let end = function("destroy", (@convention(c) (UnsafeMutablePointer<State?>) -> Void).self),
            let place = function("set_channel", (@convention(c) (State, UInt32, Int32) -> Int32).self),
            let add = function("add_frames_float", Add.self), let peak = function("sample_peak", Peak.self),
            let loudness = function("loudness_global", Loudness.self)
        else { return nil }
        (self.make, self.end, self.place, self.add) = (make, end, place, add)
        (self.peak, self.loudness) = (peak, loudness)
    }

    /// Measures a file from its beginning to its end.
    ///
    /// - Throws: The failures of the reader; `fmt?` if the library refuses the format.
    func reading(of path: String) throws(ToolFailure) -> Reading {
        let reader: MediaReader
        do throws(MediaError) { reader = try MediaReader(path: path) } catch { throw ToolFailure(error, opening: path) }
        let channelCount = reader.format.channelCount
        // Modes "I" and "sample peak" of ebur128.h.
        var state = make(UInt32(channelCount), UInt(reader.format.sampleRate), 1 << 0 | 1 << 2 | 1 << 4)
        defer { end(&state) }
        guard let state else { throw ToolFailure("fmt?", "\(path): libebur128 does not measure \(reader.format.name)") }
        for (channel, label) in (reader.layout?.labels ?? []).enumerated() {
            _ = place(state, UInt32(channel), Self.place(of: label))
        }
        try read(reader) { samples, frameCount in _ = add(state, samples, frameCount) }
        var loudness = -Double.infinity
        guard self.loudness(state, &loudness) == 0 else {
            throw ToolFailure("dta?", "the loudness of \(path) cannot be measured")
        }
        var peaks = [0.0, 0.0]
        for channel in 0..<2 { _ = peak(state, UInt32(min(channel, channelCount - 1)), &peaks[channel]) }
        return Reading(loudness: loudness, peaks: (peaks[0], peaks[1]))
    }

    /// Reads frames, interleaved, piece by piece.
    private func read(
        _ reader: MediaReader, _ body: (UnsafePointer<Float>, Int) -> Void
    ) throws(ToolFailure) {
        let (channelCount, piece) = (reader.format.channelCount, 4_096)
        let planes = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * piece)
        let woven = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * piece)
        defer {
            planes.deallocate()
            woven.deallocate()
        }
        let channels = (0..<channelCount).map { planes + $0 * piece }
        while true {
            let count: Int
            do throws(MediaError) { count = try reader.read(into: channels, frameCount: piece) } catch {
                throw ToolFailure(error)
            }
            if count == 0 { return }
            for channel in 0..<channelCount {
                for frame in 0..<count { woven[frame * channelCount + channel] = channels[channel][frame] }
            }
            body(woven, count)
        }
    }

    /// The library's number for a loudspeaker, which determines its weight in the sum.
    private static func place(of label: UInt32) -> Int32 {
        switch label {
        case 1: 1  // left
        case 2: 2  // right
        case 3, 42: 3  // centre, mono
        case 4, 37: 0  // effects of low frequency: not counted
        case 5, 10, 33: 4  // left surround
        case 6, 11, 34: 5  // right surround
        default: 3
        }
    }
}
