// swift-format-ignore-file
import AVFoundation

enum ToneGenerator {
    static func run() throws {
        let engine = AVAudioEngine()
        let mainMixer = engine.mainMixerNode
        let output = engine.outputNode
        let outputFormat = output.inputFormat(forBus: 0)
        let sampleRate = Float(outputFormat.sampleRate)
        check(sampleRate > 0, "rate of the output")
        let inputFormat = AVAudioFormat(
            commonFormat: outputFormat.commonFormat, sampleRate: outputFormat.sampleRate, channels: 1,
            interleaved: outputFormat.isInterleaved)
        let twoPi = 2 * Float.pi
        let increment = (twoPi / sampleRate) * 440
        var currentPhase: Float = 0
        let source = AVAudioSourceNode { _, _, frameCount, audioBufferList -> OSStatus in
            let buffers = UnsafeMutableAudioBufferListPointer(audioBufferList)
            for frame in 0..<Int(frameCount) {
                let value = sin(currentPhase) * 0.5
                currentPhase += increment
                if currentPhase >= twoPi { currentPhase -= twoPi }
                for buffer in buffers {
                    let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
                    samples[frame] = value
                }
            }
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: mainMixer, format: inputFormat)
        engine.connect(mainMixer, to: output, format: outputFormat)
        mainMixer.outputVolume = 0.5
        var level: Float = 0
        mainMixer.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, _ in level = rms(buffer) }
        try engine.start()
        CFRunLoopRunInMode(.defaultMode, 0.05, false)
        wait { level > 0.1 }
        check(abs(level - 0.177) < 0.03, "level \(level)")
        engine.stop()
    }
}
