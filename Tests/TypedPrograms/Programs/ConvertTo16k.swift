// swift-format-ignore-file
import AVFAudio

enum ConvertTo16k {
    static let inFormat = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
    static let outFormat = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)!

    static func run() throws {
        let converter = AVAudioConverter(from: inFormat, to: outFormat)!
        converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
        var counts: [Int] = []
        for block in 0..<50 { counts.append(convert(converter, block)) }
        // The frames behind the last input that the filter looks at are all that waits, and the first block alone is shorter.
        let trailing = Int(converter.primeInfo.trailingFrames)
        check(counts.dropFirst().allSatisfy { $0 == 1600 }, "\(counts)")
        check(counts[0] >= 1600 - (trailing + 2) / 3 && counts[0] <= 1600, "\(counts[0]) of 1600, \(trailing) trailing")
        // The end brings them.
        let rest = AVAudioPCMBuffer(pcmFormat: outFormat, frameCapacity: 4800)!
        var error: NSError?
        let status = converter.convert(to: rest, error: &error) { _, status in
            status.pointee = .endOfStream
            return nil
        }
        check(status == .haveData && error == nil, "\(status.rawValue) \(String(describing: error))")
        check(counts.reduce(0, +) + Int(rest.frameLength) == 80_000, "\(rest.frameLength) at the end")

        // Without looking ahead every block gives its frames at once.
        let live = AVAudioConverter(from: inFormat, to: outFormat)!
        live.primeMethod = .none
        for block in 0..<50 {
            let count = convert(live, block)
            check(count == 1600, "\(count) frames of block \(block)")
        }
    }

    static func convert(_ converter: AVAudioConverter, _ block: Int) -> Int {
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
        return Int(output.frameLength)
    }
}
