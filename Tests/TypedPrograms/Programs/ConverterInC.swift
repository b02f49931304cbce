// swift-format-ignore-file
import AudioToolbox
import AVFoundation

final class ConverterInput {
    var samples = (0..<48_000).map { Float(sin(Double($0) * 0.06)) * 0.5 }
    var position = 0
}

private let fill: AudioConverterComplexInputDataProc = { _, packets, list, _, user in
    let input = Unmanaged<ConverterInput>.fromOpaque(user!).takeUnretainedValue()
    let count = min(Int(packets.pointee), input.samples.count - input.position)
    packets.pointee = UInt32(count)
    if count == 0 { return noErr }
    input.samples.withUnsafeMutableBufferPointer { samples in
        list.pointee.mNumberBuffers = 1
        list.pointee.mBuffers.mNumberChannels = 1
        list.pointee.mBuffers.mDataByteSize = UInt32(count * 4)
        list.pointee.mBuffers.mData = UnsafeMutableRawPointer(samples.baseAddress! + input.position)
    }
    input.position += count
    return noErr
}

enum ConverterInC {
    static func run() throws {
        var source = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!.streamDescription.pointee
        var target = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1)!.streamDescription.pointee
        var converter: AudioConverterRef?
        check(AudioConverterNew(&source, &target, &converter), "new")
        var quality = kAudioConverterQuality_High
        check(AudioConverterSetProperty(converter!, kAudioConverterSampleRateConverterQuality, 4, &quality), "quality")
        let input = ConverterInput()
        var out = [Float](repeating: 0, count: 4096)
        var total = 0
        while true {
            var packets: UInt32 = 4096
            let status = out.withUnsafeMutableBytes { bytes -> OSStatus in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                return AudioConverterFillComplexBuffer(
                    converter!, fill, Unmanaged.passUnretained(input).toOpaque(), &packets, &list, nil)
            }
            check(status, "fill")
            if packets == 0 { break }
            total += Int(packets)
        }
        check(abs(total - 44_100) <= 1, "\(total) frames")
        check(AudioConverterReset(converter!), "reset")
        check(AudioConverterDispose(converter!), "dispose")
    }
}
