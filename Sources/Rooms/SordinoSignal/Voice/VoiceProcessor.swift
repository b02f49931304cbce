import SordinoRealtime
import Synchronization

/// Voice processing of one microphone: echo cancellation, noise suppression and level control.
///
/// Sound comes and goes in pieces of any length and is worked on in blocks of 4 ms, at 8 to 16 kHz; the upper part is
/// split off before and joined afterwards. The reference is the sound that the loudspeakers play, any number of
/// milliseconds before it reaches the microphone.
///
/// - Thread: made and freed by the control side; `state` is the render thread's, one at a time.
package final class VoiceProcessor {
    /// The realtime end; lives as long as the processor.
    package let state: UnsafeMutablePointer<VoiceState>
    /// The latest measurements, which the render thread has stored.
    package var report: VoiceReport { state.pointee.news.pointee.report }

    private let memory = VoiceMemory()
    private let transforms: [FFT]
    private let news: UnsafeMutablePointer<VoiceNews>

    /// Makes a processor without an estimate of its room.
    ///
    /// - Parameters:
    ///   - sampleRate: Hertz, 8 kHz to 192 kHz.
    ///   - referenceChannels: 0 to 2; further channels are not listened to.
    ///   - tailSeconds: How long the echo of an impulse may be, at most half a second.
    /// - Thread: control.
    package init(sampleRate: Double, referenceChannels: Int, tailSeconds: Double = 0.256) {
        let rate = min(max(sampleRate, 8_000), 192_000)
        let factor = Int((rate / 16_000).rounded(.up))
        let block = rate / Double(factor) < 10_000 ? 32 : 64
        let fft = FFT(sampleCount: 2 * block)
        let wide = FFT(sampleCount: VoiceSuppressor.frameBlocks * block)
        let long = FFT(sampleCount: DelayFinder.span)
        transforms = [fft, wide, long]
        news = .allocate(capacity: 1)
        news.initialize(to: VoiceNews())
        state = .allocate(capacity: 1)
        state.initialize(
            to: VoiceState(
                sampleRate: rate, factor: factor, block: block, channelCount: min(max(referenceChannels, 0), 2),
                tailSeconds: min(max(tailSeconds, 0.016), 0.5), fft: fft.transform, wide: wide.transform,
                long: long.transform, news: news,
                memory: memory))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        news.deinitialize(count: 1)
        news.deallocate()
    }

    /// Frames that sound comes out later than it went in.
    package var latencyFrames: Int { state.pointee.latencyFrames }
}

/// Measurements of voice processing, as of the newest block.
package struct VoiceReport: Hashable, Sendable {
    /// The echo that the filter takes away, in decibels.
    package var echoReturnLoss: Float = 0
    /// Between the reference and the microphone.
    package var delaySeconds: Float = 0
    /// The growth of that delay in millionths of the time that passes, where the clocks run apart.
    package var driftPerMillion: Float = 0
    /// Of level control and limiter together.
    package var gainDecibels: Float = 0
    /// Of the noise at the microphone, in dBFS.
    package var noiseDecibels: Float = -120
    /// Indicates whether there is speech at the microphone.
    package var isSpeech = false
    /// Indicates whether the microphone picks up the loudspeakers.
    package var isEcho = false
    /// In dBFS, smoothed over 0.2 seconds: the microphone, and the output.
    package var inputDecibels: Float = -120
    package var outputDecibels: Float = -120
    /// The number of changes of the path from the loudspeakers that were noticed.
    package var pathChanges = 0
}

/// Measurements on their way from the render thread.
struct VoiceNews: ~Copyable {
    let echoReturnLoss = Atomic<UInt32>(0)
    let delaySeconds = Atomic<UInt32>(0)
    let driftPerMillion = Atomic<UInt32>(0)
    let gainDecibels = Atomic<UInt32>(0)
    let noiseDecibels = Atomic<UInt32>(Float(-120).bitPattern)
    let inputDecibels = Atomic<UInt32>(Float(-120).bitPattern)
    let outputDecibels = Atomic<UInt32>(Float(-120).bitPattern)
    let isSpeech = Atomic<Bool>(false)
    let isEcho = Atomic<Bool>(false)
    let pathChanges = Atomic<Int>(0)

    init() {}

    var report: VoiceReport {
        VoiceReport(
            echoReturnLoss: Float(bitPattern: echoReturnLoss.load(ordering: .relaxed)),
            delaySeconds: Float(bitPattern: delaySeconds.load(ordering: .relaxed)),
            driftPerMillion: Float(bitPattern: driftPerMillion.load(ordering: .relaxed)),
            gainDecibels: Float(bitPattern: gainDecibels.load(ordering: .relaxed)),
            noiseDecibels: Float(bitPattern: noiseDecibels.load(ordering: .relaxed)),
            isSpeech: isSpeech.load(ordering: .relaxed), isEcho: isEcho.load(ordering: .relaxed),
            inputDecibels: Float(bitPattern: inputDecibels.load(ordering: .relaxed)),
            outputDecibels: Float(bitPattern: outputDecibels.load(ordering: .relaxed)),
            pathChanges: pathChanges.load(ordering: .relaxed))
    }
}
