// swift-format-ignore-file
import AudioToolbox
import AVFoundation

enum FormatTables {
    static func run() throws {
        var size: UInt32 = 0
        check(AudioFormatGetPropertyInfo(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size), "size")
        var ids = [UInt32](repeating: 0, count: Int(size) / 4)
        check(AudioFormatGetProperty(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size, &ids), "encoders")
        check(ids.contains(kAudioFormatAppleIMA4), "\(ids)")
        var types = kAudioFileCAFType
        check(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_AvailableFormatIDs, 4, &types, &size), "size")
        var formats = [UInt32](repeating: 0, count: Int(size) / 4)
        check(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_AvailableFormatIDs, 4, &types, &size, &formats), "formats")
        check(formats.contains(kAudioFormatAppleIMA4), "\(formats)")
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatLinearPCM
        description.mSampleRate = 44_100
        description.mChannelsPerFrame = 2
        description.mBitsPerChannel = 16
        description.mBytesPerFrame = 4
        description.mBytesPerPacket = 4
        description.mFramesPerPacket = 1
        description.mFormatFlags = kAudioFormatFlagIsPacked | kAudioFormatFlagIsSignedInteger
        var name: Unmanaged<CFString>?
        size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
        check(
            AudioFormatGetProperty(
                kAudioFormatProperty_FormatName, UInt32(MemoryLayout.size(ofValue: description)), &description, &size, &name),
            "name")
        check(!(name!.takeRetainedValue() as String).isEmpty, "name")
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        check(
            AudioFormatGetProperty(
                kAudioFormatProperty_NumberOfChannelsForLayout, UInt32(MemoryLayout<AudioChannelLayout>.size), &layout, &size,
                &writable), "channels")
        check(writable == 2, "\(writable)")
    }
    nonisolated(unsafe) static var writable: UInt32 = 0
}
