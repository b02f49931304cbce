// swift-format-ignore-file
import AVFoundation

/// The names that one import brings on Apple's systems: MIDI, host time, logs, times, run loops.
enum NamesByAVFoundation {
    static let log = OSLog(subsystem: "org.example.typed", category: "names")

    static func run() throws {
        os_log("begins", log: log, type: .info)
        os_log(.debug, log: log, "host time %{public}llu", mach_absolute_time())
        var lock = os_unfair_lock()
        os_unfair_lock_lock(&lock)
        os_unfair_lock_unlock(&lock)
        let count = OSAllocatedUnfairLock(initialState: 1)
        check(count.withLock { $0 } == 1, "lock")

        var base = mach_timebase_info_data_t()
        check(mach_timebase_info(&base) == KERN_SUCCESS, "timebase")
        let now = AudioGetCurrentHostTime()
        check(now >= 1 && mach_absolute_time() >= now, "host time")
        check(AudioConvertNanosToHostTime(AudioConvertHostTimeToNanos(now)) == now, "nanoseconds")
        check(AudioGetHostClockFrequency() * Double(base.numer) / Double(base.denom) == Double(NSEC_PER_SEC), "frequency")
        check(CMTimeGetSeconds(CMTimeMake(value: 3, timescale: 2)) == 1.5, "time")

        var client = MIDIClientRef()
        check(MIDIClientCreateWithBlock("Names" as CFString, &client) { _ in }, "client")
        var source = MIDIEndpointRef()
        check(MIDISourceCreateWithProtocol(client, "Keys" as CFString, ._1_0, &source), "source")
        var properties: Unmanaged<CFPropertyList>?
        check(MIDIObjectGetProperties(source, &properties, true), "properties")
        check(properties?.takeRetainedValue() is CFDictionary, "a dictionary")
        check(MIDIObjectSetDataProperty(source, "blob" as CFString, Data([1, 2, 3]) as CFData), "set data")
        var data: Unmanaged<CFData>?
        check(MIDIObjectGetDataProperty(source, "blob" as CFString, &data), "get data")
        let bytes = data!.takeRetainedValue()
        check(CFDataGetLength(bytes) == 3 && CFDataGetBytePtr(bytes)![2] == 3, "data")
        MIDIClientDispose(client)

        check(MIDIRestart(), "restart")

        let asset = AVURLAsset(url: try sine())
        let export = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A)!
        nonisolated(unsafe) var types: [AVFileType]?
        export.determineCompatibleFileTypes { found in DispatchQueue.main.async { types = found } }
        wait { types != nil }
        check(types!.contains(.m4a), "\(types!)")
        let output = AVPlayerItemMetadataOutput()
        AVPlayerItem(asset: asset).add(output)
        check(asset.availableChapterLocales.isEmpty, "chapters")

        // Darwin's functions take the optional pointers of a buffer list as they are.
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
        let one = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16)!
        let two = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16)!
        one.frameLength = 16
        two.frameLength = 16
        one.floatChannelData![0][3] = 0.5
        let from = one.audioBufferList.pointee.mBuffers
        let to = two.audioBufferList.pointee.mBuffers
        memcpy(to.mData, from.mData, Int(from.mDataByteSize))
        check(memcmp(to.mData, from.mData, 64) == 0 && two.floatChannelData![0][3] == 0.5, "memory")
        memset(to.mData, 0, Int(to.mDataByteSize))
        check(memcmp(to.mData, from.mData, 64) != 0, "memory")
    }
}
