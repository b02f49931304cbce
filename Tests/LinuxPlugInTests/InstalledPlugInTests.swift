import AVFAudio
import AudioToolbox
import Foundation
import TestPlugIns
import Testing

/// Plug-ins of Debian in an engine, compared sample by sample with `lv2apply`, which is another host.
@Suite(.serialized) struct InstalledPlugInTests {
    struct Comparison: Sendable, CustomTestStringConvertible {
        let uri: String
        /// Values by the symbols of ports.
        let values: [String: Float]
        /// The largest difference of two samples.
        let tolerance: Float
        var testDescription: String { uri }

        init(_ uri: String, _ values: [String: Float] = [:], tolerance: Float = 0) {
            (self.uri, self.values, self.tolerance) = (uri, values, tolerance)
        }
    }

    private static let lsp = "http://lsp-plug.in/plugins/lv2/"
    private static let calf = "http://calf.sourceforge.net/plugins/"
    private static let mda = "http://drobilla.net/plugins/mda/"
    private static let x42 = "http://gareus.org/oss/lv2/"

    static let comparisons = [
        // It counts in vectors, so the length of a block changes the last bits.
        Comparison(lsp + "compressor_stereo", tolerance: 2e-7), Comparison(lsp + "para_equalizer_x16_stereo"),
        Comparison(lsp + "gate_mono"), Comparison(calf + "Compressor"), Comparison(calf + "Reverb"),
        Comparison(calf + "VintageDelay"), Comparison(mda + "Delay"), Comparison(mda + "Overdrive"),
        Comparison(mda + "Ambience"), Comparison(mda + "RezFilter"), Comparison(x42 + "darc#stereo"),
        Comparison(x42 + "stereoroute"),
    ]
    static let frameCount = 48_000
    static let tool = "/usr/bin/lv2apply"

    static let canRun =
        FileManager.default.isExecutableFile(atPath: tool) && TestPlugIns.isInstalled && TestPlugIns.hasLilv

    static func isInstalled(_ uri: String) -> Bool { component(uri) != nil }

    private static func component(_ uri: String) -> AVAudioUnitComponent? {
        AVAudioUnitComponentManager.shared().components { component, _ in
            PlugInFacts(component.audioComponent)?.id == uri
        }.first
    }

    /// A swept tone with pauses, and noise.
    private static func input(_ channel: Int) -> [Float] {
        var seed: UInt32 = 5
        return (0..<frameCount).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let noise = 0.05 * (Float(seed >> 8) / Float(1 << 23) - 1)
            let tone = frame % 12_000 < 8_000 ? 0.3 * sinf(Float(frame) * (0.02 + Float(frame) * 1e-6)) : 0
            return (tone + noise) * (channel == 0 ? 1 : 0.7)
        }
    }

    @Test(.enabled(if: canRun, "needs lilv-utils, liblilv-0-0 and a C compiler"), arguments: comparisons)
    func theEngineGivesWhatAnotherHostGives(_ comparison: Comparison) async throws {
        guard let component = Self.component(comparison.uri) else {
            try Test.cancel("its package is not installed")
        }
        let unit = try await AVAudioUnit.instantiate(with: component.audioComponentDescription)
        let channels = unit.auAudioUnit.outputBusses[0].format.channelCount
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels))
        let sound = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(Self.frameCount)))
        sound.frameLength = sound.frameCapacity
        let planes = try #require(sound.floatChannelData)
        for channel in 0..<Int(channels) {
            for (frame, sample) in Self.input(channel).enumerated() { planes[channel][frame] = sample }
        }
        for (symbol, value) in comparison.values {
            let parameter = unit.auAudioUnit.parameterTree?.allParameters.first { $0.identifier == symbol }
            try #require(parameter).value = value
        }
        let expected = try Self.applied(comparison, to: sound)
        let given = try Self.rendered(unit, sound)
        var largest: Float = 0
        var loudest: Float = 0
        for channel in 0..<Int(channels) {
            for frame in 0..<Self.frameCount {
                largest = max(largest, abs(given[channel][frame] - expected[channel][frame]))
                loudest = max(loudest, abs(expected[channel][frame]))
            }
        }
        #expect(loudest > 1e-3, "the output of \(comparison.uri) is silence")
        #expect(largest <= comparison.tolerance, "\(comparison.uri): \(largest) of \(loudest)")
    }

    /// The output of `lv2apply`.
    private static func applied(_ comparison: Comparison, to sound: AVAudioPCMBuffer) throws -> [[Float]] {
        let folder = try TestPlugIns.folder()
        let (source, target) = (folder.appendingPathComponent("in.wav"), folder.appendingPathComponent("out.wav"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0,
            AVNumberOfChannelsKey: Int(sound.format.channelCount), AVLinearPCMBitDepthKey: 32,
            AVLinearPCMIsFloatKey: true,
        ]
        do { try AVAudioFile(forWriting: source, settings: settings).write(from: sound) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments =
            ["-i", source.path, "-o", target.path] + comparison.values.flatMap { ["-c", $0, "\($1)"] }
            + [comparison.uri]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let file = try AVAudioFile(forReading: target)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frameCount)))
        try file.read(into: buffer)
        let planes = try #require(buffer.floatChannelData)
        try #require(Int(buffer.frameLength) == frameCount)
        return (0..<Int(file.processingFormat.channelCount)).map {
            Array(UnsafeBufferPointer(start: planes[$0], count: frameCount))
        }
    }

    /// The output of an engine that plays the sound through the unit.
    private static func rendered(_ unit: AVAudioUnit, _ sound: AVAudioPCMBuffer) throws -> [[Float]] {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.attach(unit)
        engine.connect(player, to: unit, format: sound.format)
        engine.connect(unit, to: engine.outputNode, format: sound.format)
        try engine.enableManualRenderingMode(.offline, format: sound.format, maximumFrameCount: 512)
        try engine.start()
        player.scheduleBuffer(sound, at: nil)
        player.play()
        let channels = Int(sound.format.channelCount)
        var samples = Array(repeating: [Float](), count: channels)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: sound.format, frameCapacity: 512))
        while samples[0].count < frameCount {
            let count = min(512, frameCount - samples[0].count)
            try #require(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
            let planes = try #require(buffer.floatChannelData)
            for channel in 0..<channels {
                samples[channel] += UnsafeBufferPointer(start: planes[channel], count: count)
            }
        }
        engine.stop()
        return samples
    }
}
