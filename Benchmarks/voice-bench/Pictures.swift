import Glibc
import SordinoSignal

/// Sound files before and after voice processing, of which spectrograms are drawn.
enum Pictures {
    /// Writes them as 16-bit WAV at 16 kHz.
    static func write(to folder: String) {
        let echo = Scene(Scene.recipes[0])
        // The far talker alone, both, and the far one alone: 12 s to 28 s.
        let part = Int(12 * Talker.sampleRate)..<Int(28 * Talker.sampleRate)
        wave(echo.microphone[part], "\(folder)/echo-before.wav")
        wave(ours(echo.microphone, far: echo.far, .echoAndNoise)[part], "\(folder)/echo-after.wav")
        for name in ["fan", "babble"] {
            let scene = NoiseScene(name)
            let part = Int(5 * Talker.sampleRate)..<Int(15 * Talker.sampleRate)
            wave(scene.microphone[part], "\(folder)/\(name)-before.wav")
            wave(ours(scene.microphone, far: nil, .noise)[part], "\(folder)/\(name)-after.wav")
            wave(ours(scene.microphone, far: nil, [.noise, .isolation])[part], "\(folder)/\(name)-isolated.wav")
        }
    }

    private static func wave(_ samples: ArraySlice<Float>, _ path: String) {
        func little(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let body = samples.flatMap { little(UInt32(bitPattern: Int32(max(min($0, 1), -1) * 32_767)), 2) }
        let rate = UInt32(Talker.sampleRate)
        let head =
            Array("RIFF".utf8) + little(UInt32(body.count + 36), 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2)
            + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
            + little(UInt32(body.count), 4)
        guard let file = fopen(path, "wb") else { return }
        fwrite(head + body, 1, head.count + body.count, file)
        fclose(file)
    }
}
