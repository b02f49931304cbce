// swift-format-ignore-file
import AVFAudio

enum ConvertWholeBuffer {
    static func run() throws {
        let file = try AVAudioFile(forReading: sine(), commonFormat: .pcmFormatFloat32, interleaved: false)
        let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))!
        try file.read(into: buffer)
        let target = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true)!
        let converter = AVAudioConverter(from: buffer.format, to: target)!
        let result = AVAudioPCMBuffer(pcmFormat: target, frameCapacity: buffer.frameLength)!
        try converter.convert(to: result, from: buffer)
        check(result.frameLength == buffer.frameLength, "\(result.frameLength)")
        let expected = Int16((buffer.floatChannelData![0][30] * 32_768).rounded())
        check(abs(Int(result.int16ChannelData![0][60]) - Int(expected)) <= 1, "sample \(result.int16ChannelData![0][60]), \(expected)")
        let bytes = Data(
            bytes: result.audioBufferList.pointee.mBuffers.mData!,
            count: Int(result.audioBufferList.pointee.mBuffers.mDataByteSize))
        check(bytes.count == Int(result.frameLength) * 4, "\(bytes.count) bytes")
    }
}
