import Foundation

/// Stereo files of 32-bit float samples, both channels alike.
package enum WaveFile {
    package static func write(_ samples: [Float], sampleRate: UInt32 = 48_000, to url: URL) throws {
        try write(samples, times: 1, sampleRate, to: url)
    }

    /// Writes one level, for so many seconds at 48 kHz.
    package static func write(level: Float, seconds: Int, to url: URL) throws {
        try write([Float](repeating: level, count: 48_000), times: seconds, 48_000, to: url)
    }

    private static func write(_ samples: [Float], times: Int, _ sampleRate: UInt32, to url: URL) throws {
        var header = Data()
        func add<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { header.append(contentsOf: $0) }
        }
        let byteCount = UInt32(samples.count * 8 * times)
        header.append(contentsOf: "RIFF".utf8)
        add(36 + byteCount)
        header.append(contentsOf: "WAVEfmt ".utf8)
        add(UInt32(16))
        // IEEE float
        add(UInt16(3))
        add(UInt16(2))
        add(sampleRate)
        add(sampleRate * 8)
        add(UInt16(8))
        add(UInt16(32))
        header.append(contentsOf: "data".utf8)
        add(byteCount)
        let frames = samples.flatMap { [$0.bitPattern.littleEndian, $0.bitPattern.littleEndian] }
        let piece = frames.withUnsafeBytes { Data($0) }
        // Its name is there when it is whole, as after a write of `Data` at once.
        let part = url.appendingPathExtension("part")
        try header.write(to: part)
        let file = try FileHandle(forWritingTo: part)
        try file.seekToEnd()
        for _ in 0..<times { try file.write(contentsOf: piece) }
        try file.close()
        try FileManager.default.moveItem(at: part, to: url)
    }
}
