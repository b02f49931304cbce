// swift-format-ignore-file
import AVFoundation

enum EncodeAAC {
    static func run() throws {
        let source = try AVAudioFile(forReading: sine(seconds: 2))
        let url = folder.appendingPathComponent("song.m4a")
        let settings: [String: Any] = [
            AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
            AVEncoderBitRateKey: 128_000, AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
        ]
        do {
            let target = try AVAudioFile(forWriting: url, settings: settings)
            let buffer = AVAudioPCMBuffer(pcmFormat: source.processingFormat, frameCapacity: 8192)!
            while source.framePosition < source.length {
                try source.read(into: buffer)
                if buffer.frameLength == 0 { break }
                try target.write(from: buffer)
            }
        }
        let back = try AVAudioFile(forReading: url)
        check(back.length == source.length, "\(back.length) of \(source.length)")
        check(back.fileFormat.settings[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC, "\(back.fileFormat)")
        let buffer = AVAudioPCMBuffer(pcmFormat: back.processingFormat, frameCapacity: 44_100)!
        back.framePosition = 22_050
        try back.read(into: buffer)
        check(abs(rms(buffer) - 0.3535) < 0.02, "level \(rms(buffer))")
    }
}
