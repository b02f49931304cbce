// swift-format-ignore-file
import AVFoundation

enum MuteSwitchTimer {
    static func run() throws {
        // A habit of games: a short silent sound measures whether the ringer switch is on.
        let url = try sine("mute.caf", seconds: 0.5)
        var sound: SystemSoundID = 0
        check(AudioServicesCreateSystemSoundID(url as CFURL, &sound), "create")
        let start = Date()
        nonisolated(unsafe) var interval: TimeInterval?
        AudioServicesPlaySystemSoundWithCompletion(sound) {
            DispatchQueue.main.async { interval = Date().timeIntervalSince(start) }
        }
        wait { interval != nil }
        check(interval != nil, "completion")
        AudioServicesDisposeSystemSoundID(sound)
        try AVAudioSession.sharedInstance().setCategory(.ambient, options: .mixWithOthers)
        check(!AVAudioSession.sharedInstance().isOtherAudioPlaying, "nothing else plays")
    }
}
