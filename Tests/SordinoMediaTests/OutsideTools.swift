import Foundation
import SordinoMedia
import Testing

/// Decoders and encoders that others wrote: `ffmpeg`, `sox`, and libsndfile by dlopen.
enum OutsideTool {
    /// A program that did not do what it was asked.
    struct Failed: Error {
        var command: String
        var status: Int32
    }

    /// The path of a program; nil if this machine lacks it.
    static func path(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Indicates whether libavcodec is built in and installed.
    static let hasLibrary = Codecs.named("ac-3")?.isDecoded ?? false

    /// Runs a program with something on its standard input and returns its standard output.
    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path(name)))
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(command: "\(name) \(arguments.joined(separator: " "))", status: process.terminationStatus)
        }
        return data
    }

    /// The samples that ffmpeg decodes from a file, interleaved.
    ///
    /// - Parameter codec: The file's, as its name or ffmpeg's encoder tells: the noise with which AC-3 fills what its encoder left
    ///   out is the packets' own on both sides.
    static func decoded(_ path: String, codec: String = "") throws -> [Double] {
        let options = codec.contains("ac3") || codec.contains("ac-3") ? ["-cons_noisegen", "1"] : []
        return doubles(try run("ffmpeg", ["-v", "error"] + options + ["-i", path, "-f", "f64le", "-"]))
    }

    /// The doubles in little-endian bytes.
    static func doubles(_ data: Data) -> [Double] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map {
                Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
            }
        }
    }

    /// Channels of samples as interleaved little-endian floats.
    static func raw(_ channels: [[Float]]) -> Data {
        var data = Data()
        for frame in 0..<(channels.first?.count ?? 0) {
            for channel in channels { withUnsafeBytes(of: channel[frame].bitPattern.littleEndian) { data += $0 } }
        }
        return data
    }
}

/// A folder that goes when the test ends.
final class TemporaryFolder {
    let path: String
    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("SordinoMedia-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func file(_ name: String) -> String { path + "/" + name }
}

/// Samples frame by frame, as doubles.
func interleaved(_ channels: [[Float]]) -> [Double] {
    (0..<(channels.first?.count ?? 0)).flatMap { frame in channels.map { Double($0[frame]) } }
}

/// The few functions of libsndfile that reading and writing a file needs.
final class LibSndfile: @unchecked Sendable {
    struct Info {
        var frames: Int64 = 0
        var sampleRate: Int32 = 0
        var channels: Int32 = 0
        var format: Int32 = 0
        var sections: Int32 = 0
        var seekable: Int32 = 0
    }
    typealias Open = @convention(c) (UnsafePointer<CChar>, Int32, UnsafeMutableRawPointer) -> OpaquePointer?
    typealias Frames = @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, Int64) -> Int64
    typealias Integers = @convention(c) (OpaquePointer, UnsafeMutablePointer<Int32>, Int64) -> Int64
    typealias Close = @convention(c) (OpaquePointer) -> Int32

    static let shared = LibSndfile()
    private let open: Open
    private let readFrames: Frames
    private let writeFrames: Frames
    private let writeIntegers: Integers
    private let close: Close

    private init?() {
        guard let library = dlopen("libsndfile.so.1", RTLD_NOW), let open = dlsym(library, "sf_open"),
            let read = dlsym(library, "sf_readf_double"), let write = dlsym(library, "sf_writef_double"),
            let writeIntegers = dlsym(library, "sf_writef_int"), let close = dlsym(library, "sf_close")
        else { return nil }
        self.open = unsafeBitCast(open, to: Open.self)
        readFrames = unsafeBitCast(read, to: Frames.self)
        writeFrames = unsafeBitCast(write, to: Frames.self)
        self.writeIntegers = unsafeBitCast(writeIntegers, to: Integers.self)
        self.close = unsafeBitCast(close, to: Close.self)
    }

    /// Reads all frames; nil if the library does not read the file.
    func read(_ path: String) -> (Info, [Double])? {
        var info = Info()
        guard let file = open(path, 0x10, &info) else { return nil }
        var samples = [Double](repeating: 0, count: Int(info.frames) * Int(info.channels))
        let frames = readFrames(file, &samples, info.frames)
        _ = close(file)
        return (info, Array(samples.prefix(Int(frames) * Int(info.channels))))
    }

    /// Writes frames; false if the library does not write such a file.
    ///
    /// Integers are handed over as integers: the library multiplies floating point by 2^(bits - 1) - 1.
    func write(_ path: String, format: Int32, isFloat: Bool, channels: [[Float]], rate: Int32) -> Bool {
        var info = Info(sampleRate: rate, channels: Int32(channels.count), format: format)
        guard let file = open(path, 0x20, &info) else { return false }
        var samples = interleaved(channels)
        let count = Int64(samples.count / channels.count)
        var written: Int64
        if isFloat {
            written = writeFrames(file, &samples, count)
        } else {
            var integers = samples.map { Int32($0 * 0x1p31) }
            written = writeIntegers(file, &integers, count)
        }
        _ = close(file)
        return written == count
    }
}
