// swift-format-ignore-file
import AVFoundation

final class StreamedSound {
    var stream: AudioFileStreamID?
    var format = AudioStreamBasicDescription()
    var packets = 0
    var ready = false
}

enum QueueFromStream {
    static func run() throws {
        let url = folder.appendingPathComponent("short.aac")
        let adts = try AVAudioFile(
            forWriting: url, settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1])
        let buffer = AVAudioPCMBuffer(pcmFormat: adts.processingFormat, frameCapacity: 8192)!
        buffer.frameLength = 8192
        try adts.write(from: buffer)
        adts.close()
        let sound = StreamedSound()
        check(
            AudioFileStreamOpen(
                Unmanaged.passUnretained(sound).toOpaque(),
                { user, stream, property, flags in
                    let sound = Unmanaged<StreamedSound>.fromOpaque(user).takeUnretainedValue()
                    if property == kAudioFileStreamProperty_ReadyToProducePackets { sound.ready = true }
                    if property == kAudioFileStreamProperty_DataFormat {
                        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
                        AudioFileStreamGetProperty(stream, property, &size, &sound.format)
                    }
                },
                { user, bytes, packets, data, descriptions in
                    Unmanaged<StreamedSound>.fromOpaque(user).takeUnretainedValue().packets += Int(packets)
                }, kAudioFileAAC_ADTSType, &sound.stream), "open")
        let data = try Data(contentsOf: url)
        var offset = 0
        while offset < data.count {
            let piece = data[offset..<min(offset + 100, data.count)]
            piece.withUnsafeBytes { check(AudioFileStreamParseBytes(sound.stream!, UInt32($0.count), $0.baseAddress, []), "parse") }
            offset += 100
        }
        AudioFileStreamClose(sound.stream!)
        check(sound.ready && sound.format.mSampleRate == 44_100, "\(sound.format)")
        check(sound.packets >= 8, "\(sound.packets) packets in \(data.count) bytes")
    }
}
