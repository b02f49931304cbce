// A bounce: the song is rendered into an m4a file as fast as the machine can, with progress.

import AVFAudio

func bounce(into folder: URL) throws {
    let engine = AVAudioEngine()
    let (singer, band, reverb) = (AVAudioPlayerNode(), AVAudioPlayerNode(), AVAudioUnitReverb())
    try engine.enableManualRenderingMode(.offline, format: format(channels: 2), maximumFrameCount: 4096)
    for node in [singer, band, reverb] { engine.attach(node) }
    reverb.loadFactoryPreset(.mediumHall)
    reverb.wetDryMix = 25
    engine.connect(singer, to: reverb, format: format(channels: 1))
    engine.connect(reverb, to: engine.mainMixerNode, format: format(channels: 1))
    engine.connect(band, to: engine.mainMixerNode, format: format(channels: 2))
    for _ in 0..<5 {
        singer.scheduleBuffer(voice())
        band.scheduleBuffer(backingTrack())
    }
    try engine.start()
    singer.play()
    band.play()

    let seconds = 22.0
    let url = folder.appendingPathComponent("song.m4a")
    let began = Date()
    // The file is complete when its object is gone.
    do {
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
                AVEncoderBitRateKey: 128_000,
            ])
        guard let buffer = AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 4096) else {
            return
        }
        let total = AVAudioFramePosition(seconds * 48_000)
        var told = 0
        while engine.manualRenderingSampleTime < total {
            let left = AVAudioFrameCount(total - engine.manualRenderingSampleTime)
            guard try engine.renderOffline(min(left, 4096), to: buffer) == .success else { break }
            try file.write(from: buffer)
            let percent = Int(engine.manualRenderingSampleTime * 100 / total)
            if percent >= told + 10 {
                told = percent / 10 * 10
                print("\(told) %")
            }
        }
    }
    let bounced = try AVAudioFile(forReading: url)
    print("song.m4a: \(bounced.length) frames, \(Int(seconds / -began.timeIntervalSinceNow)) times as fast as it plays")
}
