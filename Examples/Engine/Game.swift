// A game: a thousand voices that move about, on one core; then a look inside the engine.

import AVFAudio

func game(into folder: URL) throws {
    let engine = AVAudioEngine()
    let stereo = format(channels: 2)
    try engine.enableManualRenderingMode(.offline, format: stereo, maximumFrameCount: 512)
    // Eight sounds, shared by all: a voice costs little more than its place on the plan.
    let sounds = (0..<8).map { number in
        sound(seconds: 0.5 + 0.1 * Double(number)) { 0.02 * note(110 * Double(number + 1), at: $0, decay: 6) }
    }
    let voices = (0..<1000).map { _ in AVAudioPlayerNode() }
    for (number, voice) in voices.enumerated() {
        engine.attach(voice)
        engine.connect(voice, to: engine.mainMixerNode, format: format(channels: 1))
        voice.scheduleBuffer(sounds[number % 8], at: nil, options: .loops)
    }
    try engine.start()
    for voice in voices { voice.play() }

    guard let buffer = AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 512) else { return }
    let began = Date()
    for block in 0..<200 {
        // Each block a tenth of the voices moves.
        for (number, voice) in voices.enumerated() where number % 10 == block % 10 {
            let angle = Double(block + number) / 20
            voice.pan = Float(sin(angle))
            voice.volume = Float(0.6 + 0.4 * cos(angle))
        }
        guard try engine.renderOffline(512, to: buffer) == .success else { break }
    }
    let seconds = 200.0 * 512 / 48_000
    let report = engine.sordinoReport
    print(String(format: "%.1f s of 1,000 voices in %.2f s", seconds, -began.timeIntervalSinceNow))
    print(String(format: "rendering took %.1f %% of the time there is, ", report.load * 100), terminator: "")
    print("\(report.lateCycleCount) of \(report.cycleCount) blocks were late")
    if let mixer = report.nodes.first(where: { $0.node === engine.mainMixerNode }) {
        print(String(format: "the mixer alone: %.2f %%", mixer.load * 100))
    }
    try report.svg.write(to: folder.appendingPathComponent("game.svg"), atomically: true, encoding: .utf8)
    try report.planText.write(to: folder.appendingPathComponent("game-plan.txt"), atomically: true, encoding: .utf8)
    print("what leads where: game.svg; the compiled plan: game-plan.txt")
}
