// swift-format-ignore-file
import AVFAudio

enum Formats {
    static func run() throws {
        let layout = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)!
        let surround = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        check(surround.channelCount == 6 && surround.channelLayout == layout, "\(surround)")
        check(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 6) == nil, "six channels need a layout")
        var description = AudioStreamBasicDescription()
        description.mSampleRate = 44_100
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagsNativeFloatPacked
        description.mChannelsPerFrame = 2
        description.mBitsPerChannel = 32
        description.mBytesPerFrame = 8
        description.mBytesPerPacket = 8
        description.mFramesPerPacket = 1
        let interleaved = AVAudioFormat(streamDescription: &description)!
        check(interleaved.isInterleaved && interleaved.commonFormat == .pcmFormatFloat32, "\(interleaved)")
        check(interleaved.streamDescription.pointee.mBytesPerFrame == 8, "bytes")
        let fromSettings = AVAudioFormat(settings: interleaved.settings)
        check(fromSettings == interleaved, "\(String(describing: fromSettings))")
        let aac = AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2])!
        let compressed = AVAudioCompressedBuffer(format: aac, packetCapacity: 8, maximumPacketSize: 1024)
        check(compressed.packetCapacity == 8 && compressed.packetDescriptions != nil, "\(compressed)")
        let url = folder.appendingPathComponent("surround.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: surround.settings)
            let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 480)!
            buffer.frameLength = 480
            try file.write(from: buffer)
        }
        check(try AVAudioFile(forReading: url).fileFormat.channelCount == 6, "surround file")
    }
}
