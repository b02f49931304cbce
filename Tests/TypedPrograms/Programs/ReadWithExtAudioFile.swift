// swift-format-ignore-file
import AVFoundation

enum ReadWithExtAudioFile {
    static func run() throws {
        let url = try sine(rate: 22_050, channels: 1)
        var file: ExtAudioFileRef?
        check(ExtAudioFileOpenURL(url as CFURL, &file), "open")
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: format))
        check(ExtAudioFileGetProperty(file!, kExtAudioFileProperty_FileDataFormat, &size, &format), "format")
        check(format.mSampleRate == 22_050, "\(format)")
        var client = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        check(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, size, &client), "client")
        var length: Int64 = 0
        var lengthSize = UInt32(8)
        check(ExtAudioFileGetProperty(file!, kExtAudioFileProperty_FileLengthFrames, &lengthSize, &length), "length")
        check(length == 22_050, "\(length)")
        var total = 0
        var samples = [Float](repeating: 0, count: 2048)
        while true {
            var frames: UInt32 = 1024
            let status = samples.withUnsafeMutableBytes { bytes -> OSStatus in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                return ExtAudioFileRead(file!, &frames, &list)
            }
            check(status, "read")
            if frames == 0 { break }
            total += Int(frames)
        }
        check(abs(total - 44_100) <= 2, "\(total) frames")
        check(ExtAudioFileSeek(file!, 11_025), "seek")
        var position: Int64 = 0
        check(ExtAudioFileTell(file!, &position), "tell")
        check(position == 11_025, "\(position)")
        check(ExtAudioFileDispose(file!), "dispose")
    }
}
