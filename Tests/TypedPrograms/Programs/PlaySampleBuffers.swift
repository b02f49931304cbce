// swift-format-ignore-file
import AVFoundation

/// Finds packets in the bytes of a stream and hands them to a renderer.
final class PacketPlayer: @unchecked Sendable {
    let renderer = AVSampleBufferAudioRenderer()
    let synchronizer = AVSampleBufferRenderSynchronizer()
    let queue = DispatchQueue(label: "packets")
    var stream: AudioFileStreamID?
    var format: CMAudioFormatDescription?
    var framesPerPacket: Int64 = 1024
    var rate: Int32 = 44_100
    var buffers: [CMSampleBuffer] = []
    var packetCount: Int64 = 0

    init(_ data: Data) {
        synchronizer.addRenderer(renderer)
        check(
            AudioFileStreamOpen(
                Unmanaged.passUnretained(self).toOpaque(),
                { client, stream, property, _ in
                    guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
                    Unmanaged<PacketPlayer>.fromOpaque(client).takeUnretainedValue().learn(stream)
                },
                { client, _, count, data, descriptions in
                    Unmanaged<PacketPlayer>.fromOpaque(client).takeUnretainedValue().take(count, data, descriptions)
                }, kAudioFileAAC_ADTSType, &stream), "open")
        data.withUnsafeBytes { check(AudioFileStreamParseBytes(stream!, UInt32($0.count), $0.baseAddress, []), "parse") }
        AudioFileStreamClose(stream!)
    }

    func learn(_ stream: AudioFileStreamID) {
        var description = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        check(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &description), "format")
        framesPerPacket = Int64(description.mFramesPerPacket)
        rate = Int32(description.mSampleRate)
        check(
            CMAudioFormatDescriptionCreate(
                allocator: kCFAllocatorDefault, asbd: &description, layoutSize: 0, layout: nil, magicCookieSize: 0,
                magicCookie: nil, extensions: nil, formatDescriptionOut: &format), "description")
    }

    func take(_ count: UInt32, _ data: UnsafeRawPointer, _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?) {
        for index in 0..<Int(count) {
            var packet = descriptions![index]
            let length = Int(packet.mDataByteSize)
            var block: CMBlockBuffer?
            check(
                CMBlockBufferCreateWithMemoryBlock(
                    allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: length, blockAllocator: nil,
                    customBlockSource: nil, offsetToData: 0, dataLength: length, flags: kCMBlockBufferAssureMemoryNowFlag,
                    blockBufferOut: &block), "block")
            check(
                CMBlockBufferReplaceDataBytes(
                    with: data + Int(packet.mStartOffset), blockBuffer: block!, offsetIntoDestination: 0, dataLength: length),
                "bytes")
            packet.mStartOffset = 0
            var sample: CMSampleBuffer?
            check(
                CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                    allocator: kCFAllocatorDefault, dataBuffer: block!, formatDescription: format!, sampleCount: 1,
                    presentationTimeStamp: CMTime(value: packetCount * framesPerPacket, timescale: rate),
                    packetDescriptions: &packet, sampleBufferOut: &sample), "sample")
            buffers.append(sample!)
            packetCount += 1
        }
    }

    func play() {
        renderer.requestMediaDataWhenReady(on: queue) { [self] in
            while renderer.isReadyForMoreMediaData {
                guard !buffers.isEmpty else { return renderer.stopRequestingMediaData() }
                renderer.enqueue(buffers.removeFirst())
            }
        }
        synchronizer.setRate(1, time: .zero)
    }
}

enum PlaySampleBuffers {
    static func run() throws {
        let url = folder.appendingPathComponent("packets.aac")
        let adts = try AVAudioFile(
            forWriting: url, settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1])
        let buffer = AVAudioPCMBuffer(pcmFormat: adts.processingFormat, frameCapacity: 44_100)!
        buffer.frameLength = 44_100
        for frame in 0..<44_100 { buffer.floatChannelData![0][frame] = 0.3 * Float(sin(Double(frame) * 0.0626)) }
        try adts.write(from: buffer)
        adts.close()
        let player = PacketPlayer(try Data(contentsOf: url))
        check(player.packetCount > 40, "\(player.packetCount) packets")
        player.play()
        wait { player.synchronizer.currentTime().seconds > 0.5 }
        check(player.renderer.status == .rendering, "\(String(describing: player.renderer.error))")
        check(player.synchronizer.currentTime().seconds > 0.5, "\(player.synchronizer.currentTime().seconds)")
        player.synchronizer.rate = 0
        let time = player.synchronizer.currentTime()
        check(player.synchronizer.currentTime() == time, "stands")
    }
}
