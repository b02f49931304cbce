// swift-format-ignore-file
import AVFoundation

enum RecordVoiceMemo {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
        try session.setActive(true)
        let url = folder.appendingPathComponent("recording.m4a")
        let quality: CGFloat = 44_100
        let settings: [String: Any] = [
            AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: quality, AVNumberOfChannelsKey: 1 as NSNumber,
            AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
        ]
        let recorder = try AVAudioRecorder(url: url, settings: settings)
        recorder.isMeteringEnabled = true
        check(recorder.prepareToRecord(), "prepares")
        check(recorder.record(), "records")
        wait { recorder.currentTime > 0.5 }
        recorder.pause()
        recorder.record()
        wait { recorder.currentTime > 1 }
        recorder.updateMeters()
        _ = recorder.averagePower(forChannel: 0)
        recorder.stop()
        let player = try AVAudioPlayer(contentsOf: recorder.url)
        check(player.duration > 0.9, "duration \(player.duration)")
        check(recorder.deleteRecording(), "deletes")
    }
}
