import Foundation

@testable import SordinoCodecs

/// Runs the encoder over whole signals, and libavcodec's decoder and encoder through the program ffmpeg.
enum AACEncoderRun {
    /// The packets of a signal, and how they are framed.
    struct Stream {
        var packets: [[UInt8]] = []
        var cookie: [UInt8] = []
        var framesPerPacket = 0
        var primingFrameCount = 0
        var remainderFrameCount = 0
        var settings: AACEncoderSettings

        /// Bytes of all packets.
        var byteCount: Int { packets.reduce(0) { $0 + $1.count } }

        /// An MPEG-4 file of the packets.
        var file: [UInt8] {
            var sketch = MPEG4Sketch(
                cookie: cookie, sampleRate: settings.sampleRate, channelCount: settings.channelCount,
                framesPerPacket: framesPerPacket)
            for packet in packets { packet.withUnsafeBytes { sketch.append($0) } }
            return sketch.bytes
        }
    }

    /// Encodes planes of equal length.
    static func encode(_ planes: [[Float]], _ settings: AACEncoderSettings) throws -> Stream {
        let encoder = try AACEncoder(settings)
        var stream = Stream(settings: encoder.settings)
        stream.cookie = encoder.cookie
        stream.framesPerPacket = encoder.framesPerPacket
        stream.primingFrameCount = encoder.primingFrameCount
        let frameCount = planes.first?.count ?? 0
        var first = 0
        while first < frameCount {
            let count = min(encoder.framesPerPacket, frameCount - first)
            let parts = planes.map { plane in
                let part = UnsafeMutablePointer<Float>.allocate(capacity: count)
                for index in 0..<count { part[index] = plane[first + index] }
                return part
            }
            defer { for part in parts { part.deallocate() } }
            let pointers = parts.map { UnsafePointer($0) as UnsafePointer<Float>? }
            pointers.withUnsafeBufferPointer { stream.packets.append(Array(encoder.encode($0, frameCount: count))) }
            first += count
        }
        while let packet = encoder.finish() { stream.packets.append(Array(packet)) }
        stream.remainderFrameCount = encoder.remainderFrameCount
        return stream
    }

    /// The program ffmpeg, if the machine has it.
    static let ffmpeg: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs ffmpeg on `input` as a file of the type `suffix`.
    ///
    /// - Returns: What it wrote to its output, and its warnings.
    static func run(_ input: [UInt8], suffix: String, before: [String] = [], _ options: [String]) throws -> (
        Data, String
    ) {
        let name = FileManager.default.temporaryDirectory.appendingPathComponent(
            "aacenc-\(UUID().uuidString).\(suffix)")
        try Data(input).write(to: name)
        defer { try? FileManager.default.removeItem(at: name) }
        let errors = name.appendingPathExtension("err")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: errors) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ffmpeg ?? "")
        process.arguments = ["-nostdin", "-v", "warning"] + before + ["-i", name.path] + options + ["-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (data, try String(contentsOf: errors, encoding: .utf8))
    }

    /// Decodes a stream by libavcodec.
    ///
    /// - Returns: The planes, with priming, and the warnings.
    static func decode(_ stream: Stream) throws -> (planes: [[Float]], warnings: String) {
        let (data, warnings) = try run(stream.file, suffix: "m4a", ["-f", "f32le"])
        return (planes(data, channelCount: stream.settings.channelCount), warnings)
    }

    /// Interleaved floats as planes.
    static func planes(_ data: Data, channelCount: Int) -> [[Float]] {
        let count = data.count / 4 / channelCount
        var planes = [[Float]](repeating: [Float](repeating: 0, count: count), count: channelCount)
        data.withUnsafeBytes { bytes in
            for frame in 0..<count {
                for channel in 0..<channelCount {
                    planes[channel][frame] = bytes.loadUnaligned(
                        fromByteOffset: (frame * channelCount + channel) * 4, as: Float.self)
                }
            }
        }
        return planes
    }

    /// Encodes by libavcodec at a bit rate, and decodes again.
    ///
    /// - Returns: The planes without priming, and the size of the packets in bytes.
    static func library(_ planes: [[Float]], sampleRate: Int, bitRate: Int) throws -> (
        planes: [[Float]], byteCount: Int
    ) {
        var input: [UInt8] = []
        for frame in 0..<(planes.first?.count ?? 0) {
            for plane in planes { withUnsafeBytes(of: plane[frame].bitPattern.littleEndian) { input += $0 } }
        }
        let raw = ["-f", "f32le", "-ar", "\(sampleRate)", "-ac", "\(planes.count)"]
        let (packets, _) = try run(
            input, suffix: "raw", before: raw, ["-c:a", "aac", "-b:a", "\(bitRate)", "-f", "adts"])
        let (decoded, _) = try run(Array(packets), suffix: "aac", ["-f", "f32le"])
        let all = self.planes(decoded, channelCount: planes.count)
        let packetCount = (all.first?.count ?? 0) / 1024
        return (all.map { Array($0.dropFirst(1024)) }, packets.count - 7 * packetCount)
    }
}
