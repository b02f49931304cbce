// swift-format-ignore-file
import AVFoundation

final class AQPlayState {
    var file: AudioFileID?
    var packet: Int64 = 0
    var packets: UInt32 = 0
    var done = false
    var stopped = false
    var end = AudioTimeStamp()
}

enum AQPlay {
    static let output: AudioQueueOutputCallback = { user, queue, buffer in
        let state = Unmanaged<AQPlayState>.fromOpaque(user!).takeUnretainedValue()
        if state.done { return }
        var bytes = buffer.pointee.mAudioDataBytesCapacity
        var packets = state.packets
        let status = AudioFileReadPacketData(
            state.file!, false, &bytes, nil, state.packet, &packets, buffer.pointee.mAudioData)
        if status != kAudioFileEndOfFileError { check(status, "read") }
        if packets > 0 {
            buffer.pointee.mAudioDataByteSize = bytes
            check(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), "enqueue")
            state.packet += Int64(packets)
        } else {
            check(AudioQueueStop(queue, false), "stop")
            state.done = true
        }
    }
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback)
        try AVAudioSession.sharedInstance().setActive(true)
        let state = AQPlayState()
        let pointer = Unmanaged.passUnretained(state).toOpaque()
        // Shorter than the buffers: all of it is primed before the queue starts.
        let url = try sine(seconds: 0.4)
        check(AudioFileOpenURL(url as CFURL, .readPermission, 0, &state.file), "open")
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        check(AudioFileGetProperty(state.file!, kAudioFilePropertyDataFormat, &size, &format), "format")
        var queue: AudioQueueRef?
        check(AudioQueueNewOutput(&format, output, pointer, CFRunLoopGetCurrent(), CFRunLoopMode.commonModes.rawValue, 0, &queue), "new")
        state.packets = 0x10000 / format.mBytesPerPacket
        AudioQueueAddPropertyListener(
            queue!, kAudioQueueProperty_IsRunning,
            { user, queue, _ in
                var running: UInt32 = 0
                var size = UInt32(4)
                AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &running, &size)
                if running == 0 {
                    let state = Unmanaged<AQPlayState>.fromOpaque(user!).takeUnretainedValue()
                    AudioQueueDeviceGetCurrentTime(queue, &state.end)
                    state.stopped = true
                }
            }, pointer)
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            check(AudioQueueAllocateBuffer(queue!, 0x10000, &buffer), "buffer")
            output(pointer, queue!, buffer!)
            if state.done { break }
        }
        AudioQueueSetParameter(queue!, kAudioQueueParam_Volume, 1)
        check(AudioQueueStart(queue!, nil), "start")
        var start = AudioTimeStamp()
        check(AudioQueueDeviceGetCurrentTime(queue!, &start), "time")
        wait { state.stopped }
        let seconds = AVAudioTime.seconds(forHostTime: state.end.mHostTime) - AVAudioTime.seconds(forHostTime: start.mHostTime)
        check(state.stopped && seconds > 0.35, "stopped after \(seconds) s")
        AudioQueueDispose(queue!, true)
        AudioFileClose(state.file!)
    }
}
