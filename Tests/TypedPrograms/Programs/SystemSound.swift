// swift-format-ignore-file
import AudioToolbox
import AVFoundation

enum SystemSound {
    static func run() throws {
        var sound: SystemSoundID = 0
        let url = try sine("click.caf", seconds: 0.2)
        check(AudioServicesCreateSystemSoundID(url as CFURL, &sound), "create")
        nonisolated(unsafe) var done = false
        AudioServicesPlaySystemSoundWithCompletion(sound) { DispatchQueue.main.async { done = true } }
        wait { done }
        check(done, "completion")
        check(AudioServicesAddSystemSoundCompletion(sound, nil, nil, { sound, _ in AudioServicesRemoveSystemSoundCompletion(sound) }, nil), "completion in C")
        AudioServicesPlayAlertSound(sound)
        AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        AudioServicesPlaySystemSound(1104)
        check(AudioServicesDisposeSystemSoundID(sound), "dispose")
    }
}
