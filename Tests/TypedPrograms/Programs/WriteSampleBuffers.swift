// swift-format-ignore-file
import AVFoundation

enum WriteSampleBuffers {
    static func run() throws {
        let url = folder.appendingPathComponent("written.m4a")
        let writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
        let input = AVAssetWriterInput(
            mediaType: .audio,
            outputSettings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
                AVEncoderBitRateKey: 64_000,
            ])
        input.expectsMediaDataInRealTime = false
        check(writer.canAdd(input), "can add")
        writer.add(input)
        check(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        var description = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        var format: CMAudioFormatDescription?
        check(
            CMAudioFormatDescriptionCreate(
                allocator: kCFAllocatorDefault, asbd: &description, layoutSize: 0, layout: nil, magicCookieSize: 0,
                magicCookie: nil, extensions: nil, formatDescriptionOut: &format), "format")
        for block in 0..<48 {
            let samples = (0..<1000).map { Int16(8000 * sin(2 * .pi * 440 * Double(block * 1000 + $0) / 48_000)) }
            var buffer: CMBlockBuffer?
            check(
                CMBlockBufferCreateWithMemoryBlock(
                    allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: 2000, blockAllocator: nil,
                    customBlockSource: nil, offsetToData: 0, dataLength: 2000, flags: 0, blockBufferOut: &buffer), "block")
            check(
                samples.withUnsafeBytes {
                    CMBlockBufferReplaceDataBytes(with: $0.baseAddress!, blockBuffer: buffer!, offsetIntoDestination: 0, dataLength: 2000)
                }, "bytes")
            var sample: CMSampleBuffer?
            check(
                CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                    allocator: kCFAllocatorDefault, dataBuffer: buffer!, formatDescription: format!, sampleCount: 1000,
                    presentationTimeStamp: CMTime(value: CMTimeValue(block * 1000), timescale: 48_000),
                    packetDescriptions: nil, sampleBufferOut: &sample), "sample")
            while !input.isReadyForMoreMediaData { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001)) }
            check(input.append(sample!), "\(String(describing: writer.error))")
        }
        input.markAsFinished()
        nonisolated(unsafe) var done = false
        writer.finishWriting { DispatchQueue.main.async { done = true } }
        wait { done }
        check(writer.status == .completed, "\(writer.status)")
        let file = try AVAudioFile(forReading: url)
        check(abs(file.length - 48_000) <= 2112, "\(file.length) frames")
    }
}
