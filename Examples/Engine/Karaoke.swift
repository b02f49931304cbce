// Karaoke: a voice through a delay over a backing track; a tap watches the level of the mix.

import AVFAudio

func karaoke(into folder: URL) throws {
    let engine = AVAudioEngine()
    let (singer, band, delay) = (AVAudioPlayerNode(), AVAudioPlayerNode(), AVAudioUnitDelay())
    try engine.enableManualRenderingMode(.offline, format: format(channels: 2), maximumFrameCount: 4096)
    for node in [singer, band, delay] { engine.attach(node) }
    engine.connect(singer, to: delay, format: format(channels: 1))
    engine.connect(delay, to: engine.mainMixerNode, format: format(channels: 1))
    engine.connect(band, to: engine.mainMixerNode, format: format(channels: 2))
    delay.delayTime = 0.3
    delay.feedback = 40
    delay.wetDryMix = 35
    band.volume = 0.6

    engine.mainMixerNode.installTap(onBus: 0, bufferSize: 12_000, format: nil) { buffer, time in
        print(String(format: "%5.2f s  ", Double(time.sampleTime) / time.sampleRate) + bar(buffer))
    }
    singer.scheduleBuffer(voice())
    band.scheduleBuffer(backingTrack())
    try engine.start()
    singer.play()
    band.play()
    try render(engine, seconds: 5, to: folder.appendingPathComponent("karaoke.wav"))
    engine.mainMixerNode.removeTap(onBus: 0)
    engine.stop()
    print("the song with its echoes: karaoke.wav")
}
