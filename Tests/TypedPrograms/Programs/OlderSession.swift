// swift-format-ignore-file
import AudioToolbox
import AVFoundation

enum OlderSession {
    static func run() throws {
        check(AudioSessionInitialize(nil, nil, { _, state in _ = state == UInt32(kAudioSessionBeginInterruption) }, nil), "initialize")
        var category = UInt32(kAudioSessionCategory_MediaPlayback)
        check(AudioSessionSetProperty(AudioSessionPropertyID(kAudioSessionProperty_AudioCategory), 4, &category), "category")
        var mix: UInt32 = 1
        check(AudioSessionSetProperty(AudioSessionPropertyID(kAudioSessionProperty_OverrideCategoryMixWithOthers), 4, &mix), "mix")
        check(AudioSessionSetActive(true), "active")
        var rate: Float64 = 0
        var size = UInt32(8)
        check(AudioSessionGetProperty(AudioSessionPropertyID(kAudioSessionProperty_CurrentHardwareSampleRate), &size, &rate), "rate")
        check(rate > 0, "\(rate)")
        check(AVAudioSession.sharedInstance().category == .playback, "\(AVAudioSession.sharedInstance().category)")
        check(AVAudioSession.sharedInstance().categoryOptions.contains(.mixWithOthers), "options")
        check(AudioSessionSetActive(false), "inactive")
    }
}
