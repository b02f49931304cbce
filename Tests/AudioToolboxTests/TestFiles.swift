import AudioToolbox
import Foundation
import Testing

/// A folder that goes when the test ends.
final class TemporaryFolder {
    let url: URL
    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("AudioToolbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// Programs that others wrote.
enum OutsideTool {
    /// The path of a program; nil if this machine lacks it.
    static func path(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program and returns its standard output.
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
        try #require(process.terminationStatus == 0, "\(name) \(arguments.joined(separator: " "))")
        return data
    }
}

/// The collection of real files, which lies beside the project.
enum Samples {
    static let folder: URL? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardized
        return FileManager.default.fileExists(atPath: beside.path) ? beside : nil
    }()

    /// All files of sound, as paths below the folder.
    static let all: [String] = {
        guard let folder else { return [] }
        let kinds = [
            "aac", "ac3", "aiff", "amr", "au", "caf", "flac", "gsm", "loas", "mp4", "mpegaudio", "ogg", "wave",
        ]
        return kinds.flatMap { kind in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + kind)) ?? []).sorted()
                .map { kind + "/" + $0 }
        }
    }()
}

/// A description of interleaved integers.
func integers(
    _ bits: UInt32, channels: UInt32 = 2, rate: Double = 44100, isBigEndian: Bool = false
) -> AudioStreamBasicDescription {
    let order = isBigEndian ? kAudioFormatFlagIsBigEndian : 0
    return AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | order,
        mBytesPerPacket: bits / 8 * channels, mFramesPerPacket: 1, mBytesPerFrame: bits / 8 * channels,
        mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
}

/// Opens a file.
func opened(
    _ url: URL, _ permissions: AudioFilePermissions = .readPermission
) throws -> AudioFileID {
    var file: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, permissions, 0, &file) == noErr, "\(url.lastPathComponent)")
    return try #require(file)
}

/// Makes a file.
func made(
    _ url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
) throws -> AudioFileID {
    var file: AudioFileID?
    var format = format
    try #require(AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file) == noErr)
    return try #require(file)
}

/// A property of fixed size.
func property<Value: BitwiseCopyable>(_ file: AudioFileID, _ id: AudioFilePropertyID, _ value: Value) throws -> Value {
    var value = value
    var size = UInt32(MemoryLayout<Value>.size)
    let status = AudioFileGetProperty(file, id, &size, &value)
    try #require(status == noErr)
    #expect(Int(size) == MemoryLayout<Value>.size)
    return value
}

/// A property of any size, as bytes; nil if the file does not have it.
func bytes(_ file: AudioFileID, _ id: AudioFilePropertyID) -> [UInt8]? {
    var size: UInt32 = 0
    guard AudioFileGetPropertyInfo(file, id, &size, nil) == noErr else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFileGetProperty(file, id, &size, &bytes) == noErr else { return nil }
    return Array(bytes.prefix(Int(size)))
}

/// The info dictionary of a file.
func info(_ file: AudioFileID) throws -> [String: String] {
    var dictionary: Unmanaged<CFDictionary>?
    var size = UInt32(MemoryLayout<Unmanaged<CFDictionary>?>.size)
    try #require(AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr)
    var entries: [String: String] = [:]
    for (key, value) in try #require(dictionary).takeRetainedValue() { entries["\(key)"] = "\(value)" }
    return entries
}

/// Every packet of a file.
func allPackets(_ file: AudioFileID, atOnce: UInt32 = 50) throws -> [[UInt8]] {
    let format = try property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let limit = try property(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
    var buffer = [UInt8](repeating: 0, count: Int(limit * atOnce))
    var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: Int(atOnce))
    var packets: [[UInt8]] = []
    while true {
        var (byteCount, count) = (UInt32(buffer.count), atOnce)
        let status = AudioFileReadPacketData(
            file, false, &byteCount, &descriptions, Int64(packets.count), &count, &buffer)
        for index in 0..<Int(count) {
            if format.mBytesPerPacket > 0 {
                let size = Int(format.mBytesPerPacket)
                packets.append(Array(buffer[index * size..<(index + 1) * size]))
            } else {
                let start = Int(descriptions[index].mStartOffset)
                packets.append(Array(buffer[start..<start + Int(descriptions[index].mDataByteSize)]))
            }
        }
        if status == kAudioFileEndOfFileError { return packets }
        try #require(status == noErr && count > 0)
    }
}
