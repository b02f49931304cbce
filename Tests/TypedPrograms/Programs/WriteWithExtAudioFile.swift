// swift-format-ignore-file
import AVFoundation

enum WriteWithExtAudioFile {
    static func run() throws {
        let url = folder.appendingPathComponent("written.m4a")
        var format = AudioStreamBasicDescription()
        format.mFormatID = kAudioFormatMPEG4AAC
        format.mSampleRate = 44_100
        format.mChannelsPerFrame = 2
        var size = UInt32(MemoryLayout.size(ofValue: format))
        check(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format), "format info")
        var file: ExtAudioFileRef?
        check(
            ExtAudioFileCreateWithURL(url as CFURL, kAudioFileM4AType, &format, nil, AudioFileFlags.eraseFile.rawValue, &file),
            "create")
        var client = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!.streamDescription.pointee
        check(
            ExtAudioFileSetProperty(
                file!, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout.size(ofValue: client)), &client), "client")
        let buffer = AVAudioPCMBuffer(pcmFormat: AVAudioFormat(streamDescription: &client)!, frameCapacity: 44_100)!
        buffer.frameLength = 44_100
        for frame in 0..<44_100 {
            for channel in 0..<2 { buffer.floatChannelData![channel][frame] = sinf(Float(frame) * 0.1) * 0.5 }
        }
        check(ExtAudioFileWriteAsync(file!, 0, nil), "prepares")
        check(ExtAudioFileWrite(file!, buffer.frameLength, buffer.audioBufferList), "write")
        check(ExtAudioFileDispose(file!), "dispose")
        check(try AVAudioFile(forReading: url).length == 44_100, "length")
    }
}
