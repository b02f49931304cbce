import AVAudioTypes
import CoreAudioTypes
import SordinoEngine
import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// The block of a tap, on its way to the thread that calls it.
struct TapBlock: Sendable {
    let format: AVAudioFormat
    let call: Lent<AVAudioNodeTapBlock>

    /// Makes a call with a buffer of frames.
    func deliver(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, _ time: NodeTime
    ) -> ServiceCall? {
        let count = AVAudioFrameCount(frameCount)
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count) else { return nil }
        buffer.frameLength = count
        Self.fill(buffer, from: channels, frameCount: frameCount)
        // Made for this call alone.
        let made = Lent(buffer)
        return { [call] in call.value(made.value, AVAudioTime(time)) }
    }

    /// Copies the floats into the buffer, converted to its format.
    private static func fill(
        _ buffer: AVAudioPCMBuffer, from channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        let format = buffer.format
        let count = Int(format.channelCount)
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        guard let kind = PackedSample(format.commonFormat) else { return }
        if format.isInterleaved, let data = list[0].mData {
            SampleConversion.interleave(
                channels, channelCount: count, frameCount: frameCount, into: data, kind, .little)
        } else {
            for channel in 0..<count {
                guard let data = list[channel].mData else { continue }
                SampleConversion.encode(channels[channel], into: data, kind, .little, count: frameCount)
            }
        }
    }
}
