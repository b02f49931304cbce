// A keyboard in the terminal: the rows of letters are keys of a piano, and every one sounds for a moment. Escape or a full stop ends it.
//
// Without a terminal, the letters of the standard input are played into a file.

import AVFAudio
import SordinoCommandLine

/// The key of a letter: the lower row from middle C on, the row above it has the black keys.
private func pianoKey(_ letter: Character) -> UInt8? {
    let letters = Array("awsedftgyhujkolp;")
    return letters.firstIndex(of: letter).map { UInt8(60 + $0) }
}

/// Seconds that a key sounds: terminals do not tell when one is let go.
private let soundingSeconds = 0.4

func keys(into folder: URL) throws {
    let sampler = AVAudioUnitSampler()
    var keyboard = Keyboard()
    guard keyboard.isPresent else {
        let engine = try samplerEngine([sampler])
        let file = try AVAudioFile(
            forWriting: folder.appendingPathComponent("keys.wav"), settings: engine.manualRenderingFormat.settings)
        let frames = AVAudioFrameCount(soundingSeconds * 48_000)
        guard let buffer = AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: frames) else {
            return
        }
        for letter in readLine() ?? "" {
            guard let key = pianoKey(letter) else { continue }
            sampler.startNote(key, withVelocity: 100, onChannel: 0)
            var left = frames
            while left > 0, try engine.renderOffline(min(left, 4096), to: buffer) == .success {
                try file.write(from: buffer)
                left -= buffer.frameLength
            }
            sampler.stopNote(key, onChannel: 0)
            print("\(letter) \(key)")
        }
        return
    }
    let engine = AVAudioEngine()
    engine.attach(sampler)
    engine.connect(sampler, to: engine.mainMixerNode, format: nil)
    try engine.start()
    print("a s d f g h j k l are the white keys, the row above has the black ones; . ends")
    keyboard.open()
    var ends: [(key: UInt8, time: Date)] = []
    while true {
        for pressed in keyboard.pressed() {
            guard case .character(let letter) = pressed else { continue }
            if letter == "." { return }
            guard let key = pianoKey(letter) else { continue }
            sampler.startNote(key, withVelocity: 100, onChannel: 0)
            ends.append((key, Date(timeIntervalSinceNow: soundingSeconds)))
        }
        for end in ends where end.time < Date() { sampler.stopNote(end.key, onChannel: 0) }
        ends.removeAll { $0.time < Date() }
        Thread.sleep(forTimeInterval: 0.005)
    }
}
