// 5.1 over HDMI on a simulated phone, as programs do it: the session is asked for the channels, then the environment gets a layout
// that it knows, and a source an algorithm for more than two loudspeakers.

import AVFAudio
import SordinoSimulator

func multichannel(into folder: URL) throws {
    let device = SimulatedDevice(.phone)
    device.plug(.hdmi(channelCount: 6))
    let engine = try device.run { () -> AVAudioEngine in
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        try session.setActive(true)
        let wanted = 6
        if session.maximumOutputNumberOfChannels >= wanted {
            try session.setPreferredOutputNumberOfChannels(wanted)
        }
        print("channels: \(session.outputNumberOfChannels) of \(session.maximumOutputNumberOfChannels)")

        let engine = AVAudioEngine()
        let (environment, player) = (AVAudioEnvironmentNode(), AVAudioPlayerNode())
        engine.attach(environment)
        engine.attach(player)
        // An environment renders to five loudspeakers of a 5.1 set; the sixth, for low frequencies, stays silent.
        let hardware = engine.outputNode.outputFormat(forBus: 0)
        guard let layout = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_AudioUnit_5_0) else {
            preconditionFailure("a tag that is known")
        }
        let surround = AVAudioFormat(standardFormatWithSampleRate: hardware.sampleRate, channelLayout: layout)
        engine.connect(environment, to: engine.outputNode, format: surround)
        engine.connect(player, to: environment, format: planar(channels: 1))
        player.renderingAlgorithm = .soundField
        // Behind, on the left.
        player.position = AVAudioMake3DPoint(-1.88, 0, 0.684)
        player.scheduleBuffer(tone(500), at: nil, options: .loops)
        try engine.start()
        player.play()
        return engine
    }
    device.advance(1)
    let output = device.output(.HDMI)
    for (channel, name) in ["left", "right", "centre", "low", "left surround", "right surround"].enumerated() {
        let heard = output?.samples(channel: channel, from: 0.5, to: 0.7).map { abs($0) }.max() ?? 0
        print(String(format: "%@: %.2f", name, heard))
    }
    engine.stop()
}

private func tone(_ hertz: Double) -> AVAudioPCMBuffer {
    guard let buffer = AVAudioPCMBuffer(pcmFormat: planar(channels: 1), frameCapacity: 48_000),
        let data = buffer.floatChannelData?[0]
    else { preconditionFailure("floats always have a buffer") }
    buffer.frameLength = 48_000
    for frame in 0..<48_000 { data[frame] = Float(0.5 * sin(2 * .pi * hertz * Double(frame) / 48_000)) }
    return buffer
}
