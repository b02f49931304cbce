// Plays a file through an audio queue with its level: swift run queue-player FILE [VOLUME]
//
// Listings 1-7 to 1-9 of "Using Audio": a structure of what the queue needs, a callback that reads packets of the file into
// buffers on the run loop, the volume by a parameter, the level by a property.

import AudioToolbox
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Ends the program if a call fails.
func check(_ status: OSStatus, _ what: String) {
    guard status != noErr else { return }
    say("error: \(what): \(status)")
    exit(1)
}

let kNumberBuffers = 3

/// The state of the queue and its callback.
final class QueueState: @unchecked Sendable {
    var audioFile: AudioFileID?
    var dataFormat = AudioStreamBasicDescription()
    var queue: AudioQueueRef?
    var currentPacket: Int64 = 0
    var numPacketsToRead: UInt32 = 0
    var packetDescs: UnsafeMutablePointer<AudioStreamPacketDescription>?
    var isPlaying = false
    var isDone = false
}

/// Listing 1-9: one level for each channel.
func showLevel(_ queue: AudioQueueRef, channelCount: Int) {
    var levels = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: channelCount)
    var size = UInt32(MemoryLayout<AudioQueueLevelMeterState>.stride * channelCount)
    guard AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &levels, &size) == noErr else { return }
    say("level " + levels.map { "\($0.mPeakPower)" }.joined(separator: " "))
}

let bufferCallback: AudioQueueOutputCallback = { userData, queue, buffer in
    guard let userData else { return }
    let state = Unmanaged<QueueState>.fromOpaque(userData).takeUnretainedValue()
    guard !state.isDone, let file = state.audioFile else { return }
    var packetCount = state.numPacketsToRead
    var byteCount = buffer.pointee.mAudioDataBytesCapacity
    let status = AudioFileReadPacketData(
        file, false, &byteCount, state.packetDescs, state.currentPacket, &packetCount, buffer.pointee.mAudioData)
    if status == noErr || status == kAudioFileEndOfFileError, packetCount > 0 {
        buffer.pointee.mAudioDataByteSize = byteCount
        check(
            AudioQueueEnqueueBuffer(queue, buffer, state.packetDescs == nil ? 0 : packetCount, state.packetDescs),
            "AudioQueueEnqueueBuffer")
        state.currentPacket += Int64(packetCount)
        if state.isPlaying { showLevel(queue, channelCount: Int(state.dataFormat.mChannelsPerFrame)) }
    } else {
        AudioQueueStop(queue, false)
        state.isDone = true
    }
}

let words = CommandLine.arguments.dropFirst()
guard let path = words.first, words.count <= 2, let volume = words.count == 2 ? Float32(words.last ?? "") : 1 else {
    say("usage: queue-player FILE [VOLUME]")
    exit(2)
}
let state = QueueState()
check(AudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, .readPermission, 0, &state.audioFile), "AudioFileOpenURL")
guard let file = state.audioFile else { exit(1) }

/// A property of the file, of a size that is known.
func fileProperty<Value: BitwiseCopyable>(_ id: AudioFilePropertyID, into value: inout Value, _ what: String) {
    var size = UInt32(MemoryLayout<Value>.size)
    check(AudioFileGetProperty(file, id, &size, &value), what)
}
fileProperty(kAudioFilePropertyDataFormat, into: &state.dataFormat, "format")

// Listing 1-7: the queue, its callbacks on this run loop.
check(
    AudioQueueNewOutput(
        &state.dataFormat, bufferCallback, Unmanaged.passUnretained(state).toOpaque(), CFRunLoopGetCurrent(), nil, 0,
        &state.queue), "AudioQueueNewOutput")
guard let queue = state.queue else { exit(1) }

// A buffer holds half a second, of packets whose size may differ.
var packetSize: UInt32 = 0
fileProperty(kAudioFilePropertyPacketSizeUpperBound, into: &packetSize, "packet size")
let framesPerPacket = max(state.dataFormat.mFramesPerPacket, 1)
state.numPacketsToRead = max(UInt32(state.dataFormat.mSampleRate / 2) / framesPerPacket, 1)
if state.dataFormat.mBytesPerPacket == 0 || state.dataFormat.mFramesPerPacket == 0 {
    state.packetDescs = .allocate(capacity: Int(state.numPacketsToRead))
}
var cookieSize: UInt32 = 0
if AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &cookieSize, nil) == noErr, cookieSize > 0 {
    var cookie = [UInt8](repeating: 0, count: Int(cookieSize))
    check(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &cookieSize, &cookie), "cookie")
    check(AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, cookieSize), "cookie")
}

// Listing 1-8: the volume; and levels, for listing 1-9.
check(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, volume), "volume")
var isMetered: UInt32 = 1
check(AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isMetered, 4), "metering")

check(
    AudioQueueAddPropertyListener(
        queue, kAudioQueueProperty_IsRunning,
        { _, queue, _ in
            var isRunning: UInt32 = 0
            var size: UInt32 = 4
            AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
            if isRunning == 0 {
                say("done")
                exit(0)
            }
        }, nil), "AudioQueueAddPropertyListener")
for _ in 0..<kNumberBuffers {
    var buffer: AudioQueueBufferRef?
    check(AudioQueueAllocateBuffer(queue, packetSize * state.numPacketsToRead, &buffer), "AudioQueueAllocateBuffer")
    if let buffer { bufferCallback(Unmanaged.passUnretained(state).toOpaque(), queue, buffer) }
}
check(AudioQueueStart(queue, nil), "AudioQueueStart")
state.isPlaying = true
say("playing \(state.dataFormat.mChannelsPerFrame) channels")

withExtendedLifetime(state) { RunLoop.main.run() }
