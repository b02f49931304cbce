import AVFoundation
import Testing

/// A folder that goes with the test.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("assets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    subscript(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a RIFF file of 16 bits, byte by byte, without the package's writers.
    func wave(
        _ name: String, rate: Int = 44100, channels: Int = 2, frames: Int, _ sample: (Int, Int) -> Int16
    ) throws -> URL {
        var samples = Data()
        for frame in 0..<frames {
            for channel in 0..<channels {
                withUnsafeBytes(of: sample(frame, channel).littleEndian) { samples.append(contentsOf: $0) }
            }
        }
        func number<Number: FixedWidthInteger>(_ value: Number) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
        var file = Data("RIFF".utf8) + number(UInt32(36 + samples.count)) + Data("WAVEfmt ".utf8)
        file += number(UInt32(16)) + number(UInt16(1)) + number(UInt16(channels)) + number(UInt32(rate))
        file += number(UInt32(rate * channels * 2)) + number(UInt16(channels * 2)) + number(UInt16(16))
        file += Data("data".utf8) + number(UInt32(samples.count)) + samples
        try file.write(to: self[name])
        return self[name]
    }
}

/// A different value for each frame and channel.
func ladder(_ frame: Int, _ channel: Int) -> Int16 { Int16(truncatingIfNeeded: frame * 7 + channel * 1000) }

extension AVAssetReaderOutput {
    /// All samples of interleaved buffers, and the time of each buffer.
    func all<Sample>(_: Sample.Type) throws -> (samples: [Sample], times: [CMTime]) {
        var samples: [Sample] = []
        var times: [CMTime] = []
        while let buffer = copyNextSampleBuffer() {
            times.append(buffer.presentationTimeStamp)
            try buffer.withAudioBufferList { list, _ in
                let bytes = UnsafeRawBufferPointer(start: list[0].mData, count: Int(list[0].mDataByteSize))
                samples += bytes.bindMemory(to: Sample.self)
            }
        }
        return (samples, times)
    }
}

/// Linear PCM as settings.
func pcm(bits: Int = 16, float: Bool = false, rate: Double? = nil, channels: Int? = nil) -> [String: Any] {
    var settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: float,
        AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
    ]
    if let rate { settings[AVSampleRateKey] = rate }
    if let channels { settings[AVNumberOfChannelsKey] = channels }
    return settings
}
