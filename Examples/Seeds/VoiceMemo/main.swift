// Records a memo and plays it back, as programs for iOS do: swift run voice-memo FILE.caf SECONDS
//
// After the listings of Apple's "Audio Session Programming Guide" and its neighbours: the session, a recorder of Apple Lossless,
// one button that records or stops, interruptions by delegate.

import AVFoundation
import Foundation

@MainActor
final class VoiceMemo: NSObject, @preconcurrency AVAudioRecorderDelegate, @preconcurrency AVAudioPlayerDelegate {
    private let soundFileURL: URL
    private let seconds: Double
    private var soundRecorder: AVAudioRecorder?
    private var player: AVAudioPlayer?
    private(set) var isRecording = false

    init(_ url: URL, seconds: Double) {
        soundFileURL = url
        self.seconds = seconds
    }

    func recordOrStop() throws {
        if isRecording {
            soundRecorder?.stop()
            soundRecorder = nil
            isRecording = false
            return
        }
        try AVAudioSession.sharedInstance().setCategory(.playAndRecord, options: .defaultToSpeaker)
        try AVAudioSession.sharedInstance().setActive(true)
        let settings: [String: Any] = [
            AVSampleRateKey: 44_100.0,
            AVFormatIDKey: kAudioFormatAppleLossless,
            AVNumberOfChannelsKey: 1,
            AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue,
        ]
        let recorder = try AVAudioRecorder(url: soundFileURL, settings: settings)
        recorder.delegate = self
        recorder.prepareToRecord()
        isRecording = recorder.record(forDuration: seconds)
        soundRecorder = recorder
        say(isRecording ? "recording" : "cannot record")
        if !isRecording { exit(1) }
    }

    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { say("interrupted at \(recorder.currentTime)") }

    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
        if flags == Int(AVAudioSession.InterruptionOptions.shouldResume.rawValue) { recorder.record() }
    }

    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
        say("error: \(error?.localizedDescription ?? "")")
    }

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        isRecording = false
        guard flag, let player = try? AVAudioPlayer(contentsOf: soundFileURL) else { exit(1) }
        say("playing \(player.duration)")
        self.player = player
        player.delegate = self
        if !player.play() { exit(1) }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        say("done")
        exit(flag ? 0 : 1)
    }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

guard CommandLine.arguments.count == 3, let seconds = Double(CommandLine.arguments[2]) else {
    say("usage: voice-memo FILE.caf SECONDS")
    exit(2)
}
let memo = VoiceMemo(URL(fileURLWithPath: CommandLine.arguments[1]), seconds: seconds)
AVAudioApplication.requestRecordPermission { isAllowed in
    DispatchQueue.main.async {
        MainActor.assumeIsolated {
            guard isAllowed else { exit(1) }
            do { try memo.recordOrStop() } catch {
                say("error: \(error.localizedDescription)")
                exit(1)
            }
        }
    }
}
dispatchMain()
