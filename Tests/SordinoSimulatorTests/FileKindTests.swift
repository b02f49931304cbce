import AVFAudio
import AudioToolbox
import Foundation
import SordinoMedia
import SordinoSimulator
import Testing

/// Every kind of file that is written: recorded without a word about its format, and played from memory with its type as a hint.
@Suite(.enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there")) struct FileKindTests {
    /// An extension and the type of its files.
    static let kinds: [(String, String?)] = Containers.writable.flatMap { container in
        container.extensions.map { ("take." + $0, container.uniformTypes.first) }
    }

    @Test(arguments: kinds)
    func aRecorderWithoutSettingsWritesAFileThatPlaysFromMemory(name: String, type: String?) throws {
        let rig = try RecorderRig()
        rig.device.microphone(hears: .tone(hertz: 500, amplitude: 0.5))
        let recorder = try rig.recorder(name, [:])
        #expect(rig.app.perform { recorder.record() }, "\(name) does not begin")
        rig.advance(1)
        rig.app.perform { recorder.stop() }
        let data = try Data(contentsOf: rig.url(name))
        try rig.app.perform {
            try rig.app.session.setCategory(.playback)
            try rig.app.session.setActive(true)
        }
        for hint in [type, nil] {
            let player = try rig.app.perform { try AVAudioPlayer(data: data, fileTypeHint: hint) }
            #expect(abs(player.duration - 1) < 0.1, "\(name): \(player.duration)")
            let start = rig.device.now
            #expect(rig.app.perform { player.play() })
            rig.advance(0.9)
            rig.app.perform { player.stop() }
            let speaker = try #require(rig.device.output(.builtInSpeaker))
            let samples = speaker.samples(from: start + 0.3, to: start + 0.8)
            let mean = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
            #expect(abs(mean - 0.125) < 0.01, "\(name): \(mean)")
        }
    }
}
