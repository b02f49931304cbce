import Foundation

/// Stereo files of 32-bit float samples, both channels alike.
package enum WaveFile {
    package static func write(_ samples: [Float], sampleRate: UInt32 = 48_000, to url: URL) throws {
        var data = Data()
        func add<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        let byteCount = UInt32(samples.count * 8)
        data.append(contentsOf: "RIFF".utf8)
        add(36 + byteCount)
        data.append(contentsOf: "WAVEfmt ".utf8)
        add(UInt32(16))
        // IEEE float
        add(UInt16(3))
        add(UInt16(2))
        add(sampleRate)
        add(sampleRate * 8)
        add(UInt16(8))
        add(UInt16(32))
        data.append(contentsOf: "data".utf8)
        add(byteCount)
        for sample in samples {
            add(sample.bitPattern)
            add(sample.bitPattern)
        }
        try data.write(to: url)
    }
}
