import AVFAudio
import AudioToolbox
import Foundation
import Testing
import os

/// A folder of a test's own, which is removed with this object.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// An engine in offline manual rendering.
final class OfflineEngine {
    let engine = AVAudioEngine()
    let format: AVAudioFormat
    let buffer: AVAudioPCMBuffer

    init(rate: Double = 48_000, channels: AVAudioChannelCount = 2, maximumFrameCount: AVAudioFrameCount = 4096) throws {
        format = try standard(rate, channels)
        buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: maximumFrameCount))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maximumFrameCount)
    }

    /// Attaches a player and connects it to the main mixer.
    func player(_ format: AVAudioFormat? = nil) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format ?? self.format)
        return player
    }

    /// Renders frames in blocks; returns each channel in its own array.
    func render(_ frames: Int, block: Int = 4096) throws -> [[Float]] {
        var joined = [[Float]](repeating: [], count: Int(format.channelCount))
        var left = frames
        while left > 0 {
            let count = min(left, block, Int(buffer.frameCapacity))
            let status = try engine.renderOffline(AVAudioFrameCount(count), to: buffer)
            try #require(status == .success)
            for channel in joined.indices { joined[channel] += buffer.samples(channel) }
            left -= count
        }
        return joined
    }
}

extension AVAudioPCMBuffer {
    /// A copy of a channel's frames.
    func samples(_ channel: Int) -> [Float] {
        guard let data = floatChannelData else { return [] }
        return (0..<Int(frameLength)).map { data[channel][$0 * stride] }
    }
}

/// The standard format of up to two channels.
func standard(_ rate: Double, _ channels: AVAudioChannelCount) throws -> AVAudioFormat {
    try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
}

func buffer(_ channels: [[Float]], rate: Double = 48_000) throws -> AVAudioPCMBuffer {
    let format = try standard(rate, AVAudioChannelCount(channels.count))
    let count = channels.first?.count ?? 0
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(count, 1))))
    buffer.frameLength = AVAudioFrameCount(count)
    let data = try #require(buffer.floatChannelData)
    for (index, samples) in channels.enumerated() {
        for (frame, sample) in samples.enumerated() { data[index][frame] = sample }
    }
    return buffer
}

/// A rising line that tells every frame apart, in steps that 16-bit numbers hold.
func ramp(_ range: Range<Int>) -> [Float] { range.map { Float($0) / 32_768 } }

func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

func sine(_ frequency: Double, _ rate: Double, _ count: Int, level: Double = 0.5) -> [Float] {
    (0..<count).map { Float(level * sin(2 * Double.pi * frequency * Double($0) / rate)) }
}

/// Writes a WAVE file of 16-bit integers.
@discardableResult func writeFile(_ url: URL, _ channels: [[Float]], rate: Double = 44_100) throws -> AVAudioFile {
    let settings: [String: Any] = [
        AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: rate, AVNumberOfChannelsKey: channels.count,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
    ]
    let file = try AVAudioFile(forWriting: url, settings: settings)
    try file.write(from: try buffer(channels, rate: rate))
    return file
}

/// A description of packed linear PCM in the order of bytes of this machine.
func linear(
    bits: UInt32, channels: UInt32 = 2, rate: Double = 44_100, isFloat: Bool = false, isBigEndian: Bool = false
) -> AudioStreamBasicDescription {
    let kind = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    let frame = bits / 8 * channels
    return AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kind | kAudioFormatFlagIsPacked | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0),
        mBytesPerPacket: frame, mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: channels,
        mBitsPerChannel: bits, mReserved: 0)
}

/// Four characters as a number.
func code(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

/// The code of an error.
func errorCode(_ body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch { return (error as NSError).code }
}

/// A number that blocks of several threads raise.
final class Counter: Sendable {
    private let value = OSAllocatedUnfairLock(initialState: 0)

    /// Adds to the number; returns what it was before.
    func add(_ count: Int) -> Int {
        value.withLock { value in
            defer { value += count }
            return value
        }
    }

    var now: Int { value.withLock { $0 } }
}

/// Values that blocks of several threads put in a row.
final class Collected<Value: Sendable>: Sendable {
    private let values = OSAllocatedUnfairLock(initialState: [Value]())

    func append(_ value: Value) { values.withLock { $0.append(value) } }

    var all: [Value] { values.withLock { $0 } }
}
