// swift-format-ignore-file
import AVFoundation

final class SpeakHereRecorder {
    var queue: AudioQueueRef?
    var file: AudioFileID?
    var packet: Int64 = 0
    var running = true
}

enum SpeakHere {
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
        try AVAudioSession.sharedInstance().setActive(true)
        let recorder = SpeakHereRecorder()
        var format = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        let callback: AudioQueueInputCallback = { user, queue, buffer, _, count, descriptions in
            let recorder = Unmanaged<SpeakHereRecorder>.fromOpaque(user!).takeUnretainedValue()
            var packets = count
            if packets > 0 {
                check(
                    AudioFileWritePackets(
                        recorder.file!, false, buffer.pointee.mAudioDataByteSize, descriptions, recorder.packet, &packets,
                        buffer.pointee.mAudioData), "AudioFileWritePackets")
                recorder.packet += Int64(packets)
            }
            if recorder.running { AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }
        }
        check(
            AudioQueueNewInput(&format, callback, Unmanaged.passUnretained(recorder).toOpaque(), nil, nil, 0, &recorder.queue),
            "AudioQueueNewInput")
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        check(
            AudioQueueGetProperty(recorder.queue!, kAudioQueueProperty_StreamDescription, &format, &size), "stream description")
        let url = folder.appendingPathComponent("recordedFile.caf")
        check(AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &recorder.file), "create")
        // Half a second a buffer, as in Apple's sample.
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            check(AudioQueueAllocateBuffer(recorder.queue!, 44_100, &buffer), "buffer")
            check(AudioQueueEnqueueBuffer(recorder.queue!, buffer!, 0, nil), "enqueue")
        }
        check(AudioQueueStart(recorder.queue!, nil), "start")
        var time = AudioTimeStamp()
        wait { AudioQueueGetCurrentTime(recorder.queue!, nil, &time, nil) == noErr && time.mSampleTime > 33_000 }
        let recorded = time.mSampleTime
        recorder.running = false
        check(AudioQueueStop(recorder.queue!, true), "stop")
        check(AudioQueueDispose(recorder.queue!, true), "dispose")
        AudioFileClose(recorder.file!)
        let file = try AVAudioFile(forReading: url)
        check(Double(file.length) >= recorded - 1024, "\(file.length) frames of \(recorded)")
    }
}
