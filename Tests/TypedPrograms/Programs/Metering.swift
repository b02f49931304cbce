// swift-format-ignore-file
import Accelerate
import AVFoundation

enum Metering {
    static func run() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let file = try AVAudioFile(forReading: sine(hertz: 1000, seconds: 2))
        engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
        let log2n = vDSP_Length(log2(Float(1024)))
        let setup = vDSP_create_fftsetup(log2n, FFTRadix(kFFTRadix2))!
        var peakBin = 0
        var power: Float = -160
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, _ in
            guard let data = buffer.floatChannelData?[0], buffer.frameLength >= 1024 else { return }
            var value: Float = 0
            vDSP_rmsqv(data, 1, &value, vDSP_Length(buffer.frameLength))
            power = 20 * log10(value)
            var real = [Float](repeating: 0, count: 512), imaginary = [Float](repeating: 0, count: 512)
            real.withUnsafeMutableBufferPointer { realPart in
                imaginary.withUnsafeMutableBufferPointer { imaginaryPart in
                    var split = DSPSplitComplex(realp: realPart.baseAddress!, imagp: imaginaryPart.baseAddress!)
                    data.withMemoryRebound(to: DSPComplex.self, capacity: 512) { vDSP_ctoz($0, 2, &split, 1, 512) }
                    vDSP_fft_zrip(setup, &split, 1, log2n, FFTDirection(FFT_FORWARD))
                    var magnitudes = [Float](repeating: 0, count: 512)
                    vDSP_zvmags(&split, 1, &magnitudes, 1, 512)
                    var maximum: Float = 0
                    var index: vDSP_Length = 0
                    vDSP_maxvi(magnitudes, 1, &maximum, &index, 512)
                    if power > -20 { peakBin = Int(index) }
                }
            }
        }
        try engine.start()
        player.scheduleFile(file, at: nil)
        player.play()
        wait { peakBin > 0 && power > -12 }
        let rate = engine.mainMixerNode.outputFormat(forBus: 0).sampleRate
        check(abs(Double(peakBin) * rate / 1024 - 1000) < rate / 1024, "bin \(peakBin)")
        check(abs(power + 9.03) < 1, "power \(power)")
        engine.stop()
        vDSP_destroy_fftsetup(setup)
    }
}
