// A scene for 7.1.4: rain is a bed of twelve channels, a helicopter flies over the hall, a voice stays ahead. It is rendered once
// for the loudspeakers and once for headphones.

import AVFAudio

func theatre(into folder: URL) throws {
    let tag = kAudioChannelLayoutTag_Atmos_7_1_4
    for (name, output) in [("theatre-7.1.4.wav", planar(layout: tag)), ("theatre-headphones.wav", planar(channels: 2))]
    {
        let stage = try Stage(output)
        let bed = planar(layout: tag)
        let rain = AVAudioSourceNode(format: bed) { _, stamp, count, list in
            let first = stamp.pointee.mSampleTime
            for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                // Not from the loudspeaker for low frequencies, and in each channel another rain.
                for index in 0..<Int(count) {
                    let time = (first + Double(index)) / 48_000 + 100 * Double(channel)
                    samples?[index] = channel == 3 ? 0 : Float(0.02 * hiss(time))
                }
            }
            return noErr
        }
        let rotor = source { 0.3 * hiss($0) * max(sin(2 * .pi * 12 * $0), 0) }
        let voice = source { 0.2 * sin(2 * .pi * 220 * $0 + 2 * sin(2 * .pi * 5 * $0)) }
        stage.add(rain, format: bed)
        stage.add(rotor)
        stage.add(voice)
        rain.sourceMode = .ambienceBed
        for source in [rain, rotor, voice] { source.renderingAlgorithm = .auto }
        voice.position = AVAudioMake3DPoint(0, 0, -2)
        try stage.engine.start()
        let file = try stage.file(folder.appendingPathComponent(name))
        var heard = [[Double]]()
        // Six seconds: from the front left over the head to the back right.
        for block in 0..<600 {
            let way = Float(block) / 300 - 1
            rotor.position = AVAudioMake3DPoint(6 * way, 6, 6 * way)
            let buffer = try stage.block()
            if block % 100 == 50 { heard.append((0..<Int(output.channelCount)).map { level(buffer, $0) }) }
            try file.write(from: buffer)
        }
        print("\(name): levels in dB, one line a second")
        for levels in heard { print(levels.map { String(format: "%4.0f", $0) }.joined(separator: " ")) }
    }
}
