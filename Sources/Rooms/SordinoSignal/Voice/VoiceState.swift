/// The render thread's part of voice processing.
package struct VoiceState {
    let factor: Int
    let block: Int
    let channelCount: Int
    /// Frames of a block at the full rate.
    let blockFrames: Int
    let sampleRate: Double
    let news: UnsafeMutablePointer<VoiceNews>
    /// Frames that sound comes out later than it went in.
    package let latencyFrames: Int

    var split: VoiceSplit
    var filter: EchoFilter
    var suppressor: VoiceSuppressor
    var level: VoiceLevel
    var shape: LoudspeakerShape
    var line: ReferenceLine
    var finder: DelayFinder
    /// The delay that was found last, in frames of the lower rate; -1 for none.
    var foundDelay = -1
    var clocks = DriftFinder()
    /// Frames of the lower rate since then.
    var passedFrames = 0

    /// A block at the full rate: as it comes, and as it goes.
    let input: UnsafeMutablePointer<Float>
    let reference: UnsafeMutablePointer<Float>
    let output: UnsafeMutablePointer<Float>
    var filled = 0
    /// Blocks at the lower rate.
    let low: UnsafeMutablePointer<Float>
    let lowReference: UnsafeMutablePointer<Float>
    let delayed: UnsafeMutablePointer<Float>
    let echo: UnsafeMutablePointer<Float>
    let error: UnsafeMutablePointer<Float>
    let clean: UnsafeMutablePointer<Float>
    /// The high-pass of the microphone, of two channels of the reference, and of the five parts of the first that lie
    /// beyond the corners of `LoudspeakerShape`.
    var highPass: InlineArray<8, SpeechFilter>
    /// The processed share of the output: 1 for all, 0 for the microphone as it came.
    var share: Float = 1
    var seenChanges = 0
    /// Smoothed powers of microphone and error while the loudspeakers play.
    var heardPower: Float = 0
    var leftPower: Float = 0
    /// Smoothed powers of the microphone and of the output.
    var inputPower: Float = 0
    var outputPower: Float = 0
    /// Blocks in which the error was louder than the microphone.
    var worseBlocks = 0

    init(
        sampleRate: Double, factor: Int, block: Int, channelCount: Int, tailSeconds: Double, fft: FFTTransform,
        wide: FFTTransform, long: FFTTransform, news: UnsafeMutablePointer<VoiceNews>, memory: VoiceMemory
    ) {
        (self.sampleRate, self.factor, self.block, self.channelCount) = (sampleRate, factor, block, channelCount)
        self.news = news
        let rate = sampleRate / Double(factor)
        blockFrames = block * factor
        let lines = max(channelCount, 1)
        split = VoiceSplit(factor: factor, block: block, channelCount: lines, memory: memory)
        latencyFrames = (2 * block + (factor > 1 ? VoiceSplit.lateFrames : 0)) * factor
        filter = EchoFilter(
            block: block, partitionCount: max(Int(tailSeconds * rate / Double(block)), 4), channelCount: lines,
            fft: fft, memory: memory)
        suppressor = VoiceSuppressor(block: block, fft: wide, memory: memory)
        level = VoiceLevel(sampleRate: sampleRate)
        shape = LoudspeakerShape(block: block, partitionCount: filter.partitionCount, fft: fft, memory: memory)
        let bent = lines + LoudspeakerShape.cornerCount
        line = ReferenceLine(channelCount: bent, longest: Int(1.1 * rate), block: block, memory: memory)
        finder = DelayFinder(stride: block / 16, fft: long, memory: memory)
        input = memory.floats(blockFrames)
        reference = memory.floats(blockFrames * lines)
        output = memory.floats(blockFrames)
        low = memory.floats(block)
        lowReference = memory.floats(block * bent)
        delayed = memory.floats(block * lines)
        echo = memory.floats(block)
        error = memory.floats(block)
        clean = memory.floats(block)
        let filter = SpeechFilter(.highPass(BiquadCorner(hertz: 90, q: 0.707_106_8, sampleRate: rate)))
        highPass = InlineArray(repeating: filter)
    }
}
