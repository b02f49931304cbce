// swift-format-ignore-file
import AudioToolbox
import AVFoundation

enum FileTagsInC {
    static func run() throws {
        let url = try sine("tagged.caf")
        var file: AudioFileID?
        check(AudioFileOpenURL(url as CFURL, .readPermission, kAudioFileCAFType, &file), "open")
        var size: UInt32 = 0, writable: UInt32 = 0
        check(AudioFileGetPropertyInfo(file!, kAudioFilePropertyInfoDictionary, &size, &writable), "info")
        var dictionary: Unmanaged<CFDictionary>?
        check(AudioFileGetProperty(file!, kAudioFilePropertyInfoDictionary, &size, &dictionary), "dictionary")
        let info = dictionary!.takeRetainedValue() as NSDictionary
        check(info[kAFInfoDictionary_ApproximateDurationInSeconds] != nil, "\(info)")
        var duration: Float64 = 0
        size = 8
        check(AudioFileGetProperty(file!, kAudioFilePropertyEstimatedDuration, &size, &duration), "duration")
        check(abs(duration - 1) < 0.001, "\(duration)")
        var packets: UInt64 = 0
        check(AudioFileGetProperty(file!, kAudioFilePropertyAudioDataPacketCount, &size, &packets), "packets")
        check(packets == 44_100, "\(packets)")
        var maximum: UInt32 = 0
        size = 4
        check(AudioFileGetProperty(file!, kAudioFilePropertyPacketSizeUpperBound, &size, &maximum), "upper bound")
        check(maximum == 4, "\(maximum)")
        check(AudioFileGetProperty(file!, kAudioFilePropertyPacketSizeUpperBound, &size, &maximum), "again")
        AudioFileClose(file!)
    }
}
