import Foundation
import Patience
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// A microphone that hears nothing but the loudspeaker.
    @Suite(.serialized) struct EchoTests {
        /// A tenth of full scale on average; the same in every run.
        private func noise(seed: UInt64, seconds: Int) -> [Float] {
            var seed = seed
            return (0..<seconds * 48_000).map { _ in
                seed ^= seed << 13
                seed ^= seed >> 7
                seed ^= seed << 17
                return Float(Int32(truncatingIfNeeded: seed >> 32)) / 2_147_483_648 * 0.173
            }
        }

        private func power(_ samples: ArraySlice<Float>) -> Double {
            samples.reduce(0) { $0 + Double($1 * $1) } / Double(max(samples.count, 1))
        }

        @Test(
            .enabled(if: ["afplay", "afrecord"].allSatisfy(RunningProgram.isBuilt) && OutsidePlayer.isInstalled),
            arguments: [true, false])
        func whatAnybodyPlaysIsTakenOutOfAVoice(withDaemon: Bool) throws {
            let system = try WholeSystem(quantum: 512, withDaemon: withDaemon)
            let microphone = try #require(system.hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true))
            let heard = system.hand.ports(of: system.speaker, isInput: false)
            let air = zip(heard, system.hand.ports(of: microphone, isInput: true)).map { system.hand.link($0, $1) }
            #expect(air.count == 2 && air.allSatisfy { $0 != nil })
            let file = system.server.folder.appendingPathComponent("music.wav")
            try WaveFile.write(noise(seed: 88_172_645_463_325_252, seconds: 30), to: file)
            let player = try RunningProgram("afplay", [file.path], environment: system.environment)
            let other = try #require(
                try OutsidePlayer(
                    system.hand, on: system.speaker, role: "Music",
                    samples: noise(seed: 2_463_534_242_123_456_789, seconds: 30)))
            // Both are heard: twice the power of one.
            #expect(system.hear { abs(10 * log10(power($0[...]) / 0.02)) < 1 } != nil)
            // On a busy machine cycles are lost, and with them a recording.
            var left = 0.0
            for _ in 0..<6 where left > -30 {
                let recording = system.server.folder.appendingPathComponent("voice.wav")
                let recorder = try RunningProgram(
                    "afrecord", ["--voice", "-f", "WAVE", "-d", "LEF32", "-t", "3", recording.path],
                    environment: system.environment)
                if withDaemon, left == 0 {
                    let tool = try RunningProgram(
                        "audioctl", ["--json", "--follow", "voice"], environment: system.environment)
                    let tells = tool.waits { $0.contains("\"mode\":\"standard\"") && $0.contains("\"isEcho\":true") }
                    tool.kill()
                    #expect(tells, "nothing was told of the recorder's voice")
                }
                #expect(recorder.finish() == 0, "\(recorder.said)")
                let bytes = try Data(contentsOf: recording)
                let start = try #require(bytes.range(of: Data("data".utf8))).upperBound + 4
                let samples = bytes[start...].withUnsafeBytes { bytes in
                    (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
                }
                #expect(samples.count >= 3 * 48_000 - 512)
                left = 10 * log10(power(samples.suffix(24_000)) / 0.02)
            }
            #expect(left < -30, "\(left) dB of it are left")
            player.kill()
            other.end()
            for link in air { link.map(system.hand.unlink) }
        }
    }
}
