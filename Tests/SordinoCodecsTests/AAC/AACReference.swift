import Foundation

@testable import SordinoCodecs

/// A stream of packets with the config that they need.
struct AACStream {
    var configuration: AACConfiguration
    var packets: [[UInt8]]
}

/// The ffmpeg of the machine, as a source of streams and as a reference decoder.
enum AACReference {
    static let ffmpeg: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static let samples = RealFiles.folder

    /// Runs ffmpeg and returns what it writes.
    static func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
        guard let ffmpeg else { return [] }
        let folder = FileManager.default.temporaryDirectory.path
        let path = "\(folder)/aac-\(ProcessInfo.processInfo.processIdentifier)-\(UInt64.random(in: 0..<(.max)))"
        _ = FileManager.default.createFile(atPath: path, contents: Data(input))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ffmpeg)
        process.arguments = ["-v", "quiet"] + arguments.map { $0 == "INPUT" ? path : $0 } + ["-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return bytes
    }

    /// Encodes two seconds of a varied signal (chirps, noise bursts, clicks) with ffmpeg's encoder.
    static func encoded(_ options: [String], rate: Int = 44100, layout: String = "stereo") throws -> AACStream {
        let source =
            "aevalsrc='0.4*sin(300*t*t*6.28)+0.2*random(0)*lt(mod(t,0.4),0.1)+0.5*lt(mod(t,0.25),0.001)|"
            + "0.3*sin(2000*t+9*sin(5*t))+0.1*random(1)':s=\(rate):d=2"
        let bytes = try run(
            ["-f", "lavfi", "-i", source, "-af", "aformat=channel_layouts=\(layout)", "-strict", "-2", "-c:a", "aac"]
                + options
                + ["-f", "adts"])
        return ADTS.stream(bytes)
    }

    /// Decodes a stream with ffmpeg, all samples from the first packet on, interleaved.
    static func decoded(_ stream: AACStream, asc: [UInt8]? = nil) throws -> [Float] {
        let bytes = LOASWriter.frames(stream, config: asc ?? ADTS.config(stream.configuration))
        return floats(try run(["-flags2", "+skip_manual", "-f", "loas", "-i", "INPUT", "-f", "f32le"], input: bytes))
    }

    /// The packets of a file that only ffmpeg can take apart.
    static func packets(of file: String, config: [UInt8]) throws -> AACStream {
        let copy = ["-i", file, "-map", "0:a:0", "-c", "copy"]
        let lines = String(decoding: try run(copy + ["-f", "framecrc"]), as: UTF8.self).split(separator: "\n")
        let bytes = try run(copy + ["-f", "data"])
        var packets: [[UInt8]] = []
        var place = 0
        for line in lines where !line.hasPrefix("#") {
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count > 4, let size = Int(fields[4]), place + size <= bytes.count else { break }
            packets.append(Array(bytes[place..<(place + size)]))
            place += size
        }
        return AACStream(configuration: try AACConfiguration(parsing: config), packets: packets)
    }

    static func floats(_ bytes: [UInt8]) -> [Float] {
        stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            let word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
            return Float(bitPattern: word)
        }
    }
}

/// Headers of ADTS files.
enum ADTS {
    static func stream(_ bytes: [UInt8]) -> AACStream {
        var packets: [[UInt8]] = []
        var config = AACConfiguration(objectType: .lowComplexity, sampleRate: 44100, channelConfiguration: 2)
        var place = 0
        while place + 7 < bytes.count, bytes[place] == 0xff, bytes[place + 1] & 0xf6 == 0xf0 {
            let head = bytes[place..<(place + 7)].map(Int.init)
            let length = (head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5
            guard length > 7, place + length <= bytes.count else { break }
            config = AACConfiguration(
                objectType: .init(rawValue: head[2] >> 6 + 1) ?? .lowComplexity,
                sampleRate: AACBands.sampleRates[min(12, head[2] >> 2 & 15)],
                channelConfiguration: (head[2] & 1) << 2 | head[3] >> 6)
            packets.append(Array(bytes[(place + (head[1] & 1 == 1 ? 7 : 9))..<(place + length)]))
            place += length
        }
        return AACStream(configuration: config, packets: packets)
    }

    /// A config with a program of one pair and one coupling channel.
    static func configWithCoupling(_ configuration: AACConfiguration, isIndependent: Bool) -> [UInt8] {
        var output = BitOutput(byteCapacity: 32)
        for (value, width) in [
            (2, 5), (configuration.rateIndex, 4), (0, 4), (0, 3), (0, 4), (1, 2), (configuration.rateIndex, 4), (1, 4),
            (0, 4),
            (0, 4), (0, 2), (0, 3), (1, 4), (0, 3), (1, 1), (0, 4), (isIndependent ? 1 : 0, 1), (0, 4),
        ] {
            output.put(value, width)
        }
        output.align()
        output.put(0, 8)
        return output.bytes
    }

    /// An AudioSpecificConfig without extensions.
    static func config(_ configuration: AACConfiguration) -> [UInt8] {
        var output = BitOutput(byteCapacity: 16)
        let type = configuration.objectType.rawValue
        if type > 30 { output.put(31, 5) }
        output.put(type > 30 ? type - 32 : type, type > 30 ? 6 : 5)
        output.put(configuration.rateIndex, 4)
        output.put(configuration.channelConfiguration, 4)
        output.put(configuration.frameLength == 960 || configuration.frameLength == 480 ? 1 : 0, 1)
        if type == 39 {
            output.put(0, 4)
            output.put(0, 4)
        } else {
            output.put(0, 2)
        }
        if type >= 17 { output.put(0, 2) }
        output.align()
        return output.bytes
    }
}

/// Writes packets as a LOAS stream, which ffmpeg reads with any config.
enum LOASWriter {
    static func frames(_ stream: AACStream, config: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, packet) in stream.packets.enumerated() {
            var output = BitOutput(byteCapacity: packet.count + 64)
            output.put(index == 0 || index % 20 == 0 ? 0 : 1, 1)
            if index % 20 == 0 {
                output.put(0b10, 2)
                output.put(0, 2)
                output.put(0xff, 8)
                output.put(1, 1)
                output.put(0, 6 + 4 + 3)
                output.put(0, 2)
                output.put(8 * config.count, 8)
                for byte in config { output.put(Int(byte), 8) }
                output.put(0, 3)
                output.put(0xff, 8)
                output.put(0, 2)
            }
            for _ in 0..<(packet.count / 255) { output.put(255, 8) }
            output.put(packet.count % 255, 8)
            for byte in packet { output.put(Int(byte), 8) }
            output.align()
            let length = output.bytes.count
            bytes += [0x56, 0xe0 | UInt8(length >> 8), UInt8(length & 255)] + output.bytes
        }
        return bytes
    }
}

extension AACStream {
    /// Decodes everything and interleaves; the noise generator is that of the reference.
    func decoded(
        noiseOfPackets: Bool = false, replication: BandReplicationMaker? = nil
    ) throws -> (samples: [Float], channelCount: Int, errorCount: Int) {
        let decoder = try AACDecoder(configuration: configuration, bandReplication: replication)
        decoder.hasNoiseOfPackets = noiseOfPackets
        var (samples, errorCount): ([Float], Int) = ([], 0)
        for packet in packets {
            packet.withUnsafeBytes { bytes in
                var frames = 0
                do throws(CodecError) { frames = try decoder.decode(bytes) } catch {
                    errorCount += 1
                    frames = decoder.conceal()
                }
                for n in 0..<frames {
                    for channel in 0..<decoder.channelCount { samples.append(decoder.plane(channel)[n]) }
                }
            }
        }
        return (samples, decoder.channelCount, errorCount)
    }
}

/// The root of the mean square of a difference, in steps of 16 bit.
func rootMeanSquareInSteps(_ first: [Float], _ second: [Float]) -> Double {
    let count = min(first.count, second.count)
    var sum = 0.0
    for index in 0..<count { sum += Double(first[index] - second[index]) * Double(first[index] - second[index]) }
    return count == 0 ? .infinity : (sum / Double(count)).squareRoot() * 32768
}
