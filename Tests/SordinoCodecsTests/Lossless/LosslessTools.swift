import Foundation

@testable import SordinoCodecs

/// Programs outside, and files for them.
enum LosslessTools {
    /// The path of a program, if it is there.
    static func path(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static let hasFFmpeg = path("ffmpeg") != nil && path("ffprobe") != nil
    static let hasFLAC = path("flac") != nil
    static let samples = URL(fileURLWithPath: RealFiles.folder ?? "/")
    static let hasSamples = RealFiles.folder != nil

    /// A file of this name that does not exist yet.
    static func file(_ name: String) -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lossless-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent(name)
    }

    static func remove(_ file: URL) { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    /// Runs a program; returns what it wrote, and whether it was content.
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) -> (output: Data, isGood: Bool) {
        guard let path = path(name) else { return (Data(), false) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return (Data(), false) }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (output, process.terminationStatus == 0)
    }

    /// The sound of a file as 32-bit samples, interleaved, the width of the samples at the top.
    static func decoded(_ file: URL) -> [Int32] {
        let data = run(
            "ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:a:0", "-c:a", "pcm_s32le", "-f", "s32le", "-"]
        )
        .output
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self))
            }
        }
    }

    /// The places and lengths of a file's packets.
    static func packets(_ file: URL) -> [Range<Int>] {
        let list = run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=pos,size", "-of", "compact=p=0:nk=1",
                file.path,
            ])
        // The size comes first, in every order.
        return String(decoding: list.output, as: UTF8.self).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: "|").compactMap { Int($0) }
            return numbers.count >= 2 ? numbers[1]..<numbers[1] + numbers[0] : nil
        }
    }

    /// Little-endian bytes of interleaved samples.
    static func raw(_ planes: [[Int32]], width: Int) -> Data {
        var data = Data()
        for frame in 0..<(planes.first?.count ?? 0) {
            for plane in planes {
                for byte in 0..<width { data.append(UInt8(truncatingIfNeeded: plane[frame] >> Int32(8 * byte))) }
            }
        }
        return data
    }

    /// A Core Audio file of packets of Apple Lossless.
    static func caf(_ cookie: ALACCookie, _ packets: [[UInt8]], frameCount: Int) -> Data {
        var data = Data("caff".utf8) + [0, 1, 0, 0]
        func big<Number: FixedWidthInteger>(_ number: Number) -> Data {
            withUnsafeBytes(of: number.bigEndian) { Data($0) }
        }
        func chunk(_ kind: String, _ body: Data) { data += Data(kind.utf8) + big(Int64(body.count)) + body }
        let flags: [Int: UInt32] = [16: 1, 20: 2, 24: 3, 32: 4]
        var description = big(Double(cookie.sampleRate).bitPattern) + Data("alac".utf8)
        for number in [
            flags[cookie.bitsPerChannel] ?? 0, 0, UInt32(cookie.framesPerPacket), UInt32(cookie.channelCount), 0,
        ] {
            description += big(number)
        }
        chunk("desc", description)
        chunk("kuki", Data(cookie.bytes.prefix(24)))
        let remainder = packets.count * cookie.framesPerPacket - frameCount
        var table = big(Int64(packets.count)) + big(Int64(frameCount)) + big(Int32(0)) + big(Int32(remainder))
        for packet in packets {
            let count = packet.count
            for shift in [21, 14, 7] where count >> shift > 0 { table.append(UInt8(0x80 | count >> shift & 0x7F)) }
            table.append(UInt8(count & 0x7F))
        }
        chunk("pakt", table)
        chunk("data", big(UInt32(0)) + Data(packets.joined()))
        return data
    }

    /// A FLAC file of packets.
    static func flac(_ description: FLACDescription, _ packets: [[UInt8]]) -> Data {
        Data("fLaC".utf8) + [0x80, 0, 0, 34] + description.bytes + Data(packets.joined())
    }
}
