// swift-format-ignore-file
import AVFoundation

enum AsyncNotifications {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        try session.setActive(true)
        nonisolated(unsafe) var began = false
        let task = Task { @MainActor in
            for await note in NotificationCenter.default.notifications(named: AVAudioSession.interruptionNotification) {
                let value = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                if value == AVAudioSession.InterruptionType.began.rawValue {
                    began = true
                    break
                }
            }
        }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
        print("ready")
        wait { began }
        check(began, "told")
        task.cancel()
    }
}
