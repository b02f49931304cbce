// swift-format-ignore-file
import AVFAudio

enum ConvertTo16k {
    static func run() throws {
        let inFormat = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
        let outFormat = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)!
        let converter = AVAudioConverter(from: inFormat, to: outFormat)!
        converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
        var total = 0
        for block in 0..<50 {
            let input = AVAudioPCMBuffer(pcmFormat: inFormat, frameCapacity: 4800)!
            input.frameLength = 4800
            for frame in 0..<4800 {
                input.floatChannelData![0][frame] = 0.5 * sinf(2 * .pi * 440 * Float(block * 4800 + frame) / 48_000)
            }
            let output = AVAudioPCMBuffer(pcmFormat: outFormat, frameCapacity: 4800)!
            var given = false
            var error: NSError?
            let status = converter.convert(to: output, error: &error) { _, status in
                if given { status.pointee = .noDataNow; return nil }
                given = true
                status.pointee = .haveData
                return input
            }
            check(status != .error && error == nil, "\(String(describing: error))")
            total += Int(output.frameLength)
        }
        check(total >= 50 * 1600 - 16 && total <= 50 * 1600, "\(total) frames")
    }
}
