// swift-format-ignore-file
import AVFAudio

enum FillBufferFromArray {
    static func run() throws {
        let samples: [Float] = (0..<4410).map { sinf(Float($0) * 0.0627) * 0.3 }
        let format = AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 44_100, channels: 1, interleaved: false)!
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(samples.count))!
        buffer.frameLength = buffer.frameCapacity
        samples.withUnsafeBufferPointer { buffer.floatChannelData!.pointee.update(from: $0.baseAddress!, count: samples.count) }
        let channels = UnsafeBufferPointer(start: buffer.floatChannelData, count: Int(format.channelCount))
        let back = Array(UnsafeBufferPointer(start: channels[0], count: Int(buffer.frameLength)))
        check(back == samples, "copied")
        let bytes = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        memcpy(bytes[0].mData, samples, samples.count * MemoryLayout<Float>.size)
        check(memcmp(bytes[0].mData, samples, 64) == 0, "equal")
        let copy = buffer.copy() as? AVAudioPCMBuffer
        check(copy == nil || copy!.frameLength == buffer.frameLength, "copy")
        let stride = buffer.stride
        check(stride == 1, "\(stride)")
        memset(bytes[0].mData, 0, Int(bytes[0].mDataByteSize))
        check(buffer.floatChannelData![0][100] == 0, "zeros")
    }
}
