import Foundation

@testable import SordinoCodecs

/// Makes, splits and decodes files of MPEG audio for the tests.
enum MPEGAudioFiles {
    /// Where `ffmpeg` is; nil without it.
    static let ffmpeg: String? = path(of: "ffmpeg")

    static func path(of program: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return folders.map { $0 + "/" + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs ffmpeg and returns what it writes to its output.
    static func run(_ arguments: [String], input: Data? = nil) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ffmpeg ?? "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error", "-nostdin"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    /// Encodes two seconds of tones, noise and clicks, different in both channels.
    static func encoded(_ settings: [String], format: String, seconds: Double = 2) throws -> [UInt8] {
        let left = "0.3*sin(2*PI*t*(300+400*t))+0.2*random(0)*gt(sin(2*PI*3*t)\\,0.8)+0.05*sin(2*PI*7000*t)"
        let right = "0.25*sin(2*PI*t*440)+0.4*random(1)*lt(mod(t\\,0.31)\\,0.004)+0.02*random(2)"
        let source = "aevalsrc=\(left)|\(right):s=48000:d=\(seconds)"
        return [UInt8](try run(["-f", "lavfi", "-i", source] + settings + ["-f", format, "-"]))
    }

    /// Decodes a file with libavcodec, nothing trimmed.
    static func decoded(_ file: String, decoder: String) throws -> [Float] {
        let data = try run(["-flags2", "+skip_manual", "-c:a", decoder, "-i", file, "-f", "f32le", "-"])
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }

    /// The frames of a file: each is followed by another header of the stream, or by the end.
    static func frames(_ file: [UInt8]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        file.withUnsafeBytes { bytes in
            var at = 0
            var last = -1
            while at + 4 <= bytes.count {
                guard let header = MPEGFrameHeader(UnsafeRawBufferPointer(rebasing: bytes[at...])),
                    let count = header.byteCount, count > 4, at + count <= bytes.count
                else {
                    at += 1
                    continue
                }
                let next = MPEGFrameHeader(UnsafeRawBufferPointer(rebasing: bytes[(at + count)...]))
                let isFollowed = next?.layer == header.layer && next?.rateIndex == header.rateIndex
                guard last == at || isFollowed else {
                    at += 1
                    continue
                }
                frames.append(Array(bytes[at..<at + count]))
                at += count
                last = at
            }
        }
        return frames
    }

    /// Decodes packets and interleaves the planes; packets that fail are concealed.
    static func played(_ frames: [[UInt8]], _ decoder: MPEGAudioDecoder) -> (sound: [Float], errorCount: Int) {
        var (sound, errorCount): ([Float], Int) = ([], 0)
        for frame in frames {
            var count = 0
            do {
                count = try frame.withUnsafeBytes { (bytes) throws(CodecError) in try decoder.decode(bytes) }
            } catch {
                errorCount += 1
                count = decoder.conceal()
            }
            for index in 0..<count {
                for channel in 0..<decoder.channelCount { sound.append(decoder.plane(channel)[index]) }
            }
        }
        return (sound, errorCount)
    }

    /// The mean and the largest difference in units of 1/32768 at the best of several whole packets of delay.
    static func difference(_ ours: [Float], _ theirs: [Float], delays: [Int]) -> (mean: Double, most: Double) {
        var best = (mean: Double.infinity, most: Double.infinity)
        for delay in delays where delay < ours.count {
            let count = min(ours.count - delay, theirs.count)
            guard count > 0 else { continue }
            var (sum, most) = (0.0, 0.0)
            for index in 0..<count {
                let difference = Double(ours[delay + index] - theirs[index]) * 32768
                sum += difference * difference
                most = max(most, abs(difference))
            }
            let mean = (sum / Double(count)).squareRoot()
            if mean < best.mean { best = (mean, most) }
        }
        return best
    }

    /// A file that is removed with the last reference to it.
    final class Temporary {
        let path: String

        init(_ bytes: [UInt8]) throws {
            path = NSTemporaryDirectory() + "sordino-mpeg-\(UUID().uuidString)"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}
