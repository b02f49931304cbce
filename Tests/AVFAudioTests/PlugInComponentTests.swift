import AVFAudio
import AudioToolbox
import Foundation
import PlugIns
import Testing

/// Components that a program registers by functions, in engines, graphs of nodes and files.
@Suite(.serialized) struct PlugInComponentTests {
    @Test func anEngineRendersAUnitMadeOfFunctions() async throws {
        _ = GainPlugIn.register()
        let unit = try await AVAudioUnit.instantiate(with: GainPlugIn.description)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let engine = AVAudioEngine()
        let source = AVAudioSourceNode(format: format) { _, _, frameCount, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 0.25, count: Int(frameCount))
            }
            return noErr
        }
        engine.attach(source)
        engine.attach(unit)
        engine.connect(source, to: unit, format: format)
        engine.connect(unit, to: engine.mainMixerNode, format: format)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 256)
        unit.auAudioUnit.parameterTree?.allParameters.first?.value = 2
        try engine.start()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256))
        #expect(try engine.renderOffline(256, to: buffer) == .success)
        let samples = try #require(buffer.floatChannelData)
        #expect((0..<256).allSatisfy { samples[0][$0] == 0.5 && samples[1][$0] == 0.5 })
        engine.stop()
    }

    @Test func aPlugInIsAmongTheComponentsAndCodecsAreNot() throws {
        _ = GainPlugIn.register()
        HalfCodec.register()
        let manager = AVAudioUnitComponentManager.shared()
        let found = manager.components(matching: GainPlugIn.description)
        #expect(found.map(\.name) == ["Gain"])
        let all = manager.components(matching: AudioComponentDescription())
        #expect(!all.contains { $0.audioComponentDescription.componentSubType == HalfCodec.format })
    }

    @Test func aFileHoldsTheFormatOfACodecMadeOfFunctions() throws {
        HalfCodec.register()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).caf")
        defer { try? FileManager.default.removeItem(at: url) }
        let settings: [String: Any] = [
            AVFormatIDKey: HalfCodec.format, AVSampleRateKey: 24_000.0, AVNumberOfChannelsKey: 1,
        ]
        let frameCount = 777
        do {
            let file = try AVAudioFile(
                forWriting: url, settings: settings, commonFormat: .pcmFormatInt16, interleaved: true)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 777))
            let samples = try #require(buffer.int16ChannelData)
            for frame in 0..<frameCount { samples[0][frame] = Int16(frame * 41) }
            buffer.frameLength = 777
            try file.write(from: buffer)
        }
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
        #expect(file.length == 777)
        #expect(file.fileFormat.streamDescription.pointee.mFormatID == HalfCodec.format)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1000))
        try file.read(into: buffer)
        let samples = try #require(buffer.int16ChannelData)
        #expect(buffer.frameLength == 777)
        #expect((0..<frameCount).allSatisfy { samples[0][$0] == Int16($0 * 41) & -256 })
    }
}
