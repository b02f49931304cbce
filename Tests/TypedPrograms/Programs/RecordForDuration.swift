// swift-format-ignore-file
import AVFoundation

enum RecordForDuration {
    final class Delegate: NSObject, AVAudioRecorderDelegate {
        var finished: Bool?
        func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) { finished = flag }
    }
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.record)
        try AVAudioSession.sharedInstance().setActive(true)
        let url = folder.appendingPathComponent("take.caf")
        let format = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)!
        let recorder = try AVAudioRecorder(url: url, format: format)
        let delegate = Delegate()
        recorder.delegate = delegate
        check(recorder.record(forDuration: 0.5), "records")
        wait { delegate.finished != nil }
        check(delegate.finished == true, "finished")
        let file = try AVAudioFile(forReading: url)
        check(abs(Double(file.length) / 16_000 - 0.5) < 0.05, "\(file.length) frames")
    }
}
