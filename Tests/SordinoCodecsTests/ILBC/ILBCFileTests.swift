import Foundation
import Testing

@testable import SordinoCodecs

/// Facts of the file, and of other decoders of it.
@Suite struct ILBCFileTests {
    /// The path of ffmpeg, nil without it.
    static let ffmpeg = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(arguments: ILBCMode.allCases)
    func aFileStatesItsModeAndPackets(mode: ILBCMode) throws {
        var file = ILBCFile.header(mode: mode)
        #expect(file.count == ILBCFile.headerByteCount)
        file += [UInt8](repeating: 0, count: 3 * mode.packetByteCount + 5)
        let layout = try file.withUnsafeBytes { try ILBCFile.layout(header: $0, fileByteCount: $0.count) }
        #expect(layout == ILBCFile.Layout(mode: mode, packetCount: 3, excessByteCount: 5))
        for length in 0..<ILBCFile.headerByteCount {
            #expect(throws: CodecError.self) {
                try file.prefix(length).withUnsafeBytes { try ILBCFile.layout(header: $0, fileByteCount: length) }
            }
        }
        file[4] ^= 1
        #expect(throws: CodecError.damaged("no magic line of iLBC", bit: 0)) {
            try file.withUnsafeBytes { try ILBCFile.layout(header: $0, fileByteCount: $0.count) }
        }
    }

    @Test(.enabled(if: ILBCFileTests.ffmpeg != nil, "ffmpeg is not installed"), arguments: ILBCMode.allCases)
    func anotherDecoderHearsTheSame(mode: ILBCMode) throws {
        let speech = ILBCSpeech.make(seconds: 3)
        let packets = ILBCSpeech.encode(speech, mode: mode)
        let ours = try ILBCSpeech.decode(packets, mode: mode, isEnhanced: false)
        let theirs = try ffmpegDecodes(ILBCFile.header(mode: mode) + packets.flatMap { $0 })
        #expect(theirs.count == ours.count)
        // libavcodec 59 decodes the first frames of a stream with a wrong previous spectrum, and has no enhancer.
        let settled = 4 * mode.framesPerPacket
        #expect(ILBCSpeech.signalToNoise(theirs[settled...], ours[settled...]) > 28)
    }

    /// Decodes a file by ffmpeg.
    private func ffmpegDecodes(_ file: [UInt8]) throws -> [Float] {
        let path = FileManager.default.temporaryDirectory.appending(path: "sordino-\(UUID().uuidString).lbc")
        try Data(file).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.ffmpeg))
        process.arguments = ["-v", "error", "-f", "ilbc", "-i", path.path, "-f", "f32le", "-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
        }
    }
}
