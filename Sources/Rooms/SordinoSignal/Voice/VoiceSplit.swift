import SordinoRealtime

/// Splits sound into a lower band for voice processing, at 8 to 16 kHz, and an upper part; and joins them again.
///
/// The upper part is the input minus the lower band, brought back to the full rate. So both together are the input
/// again with any filter; only the lower band is changed by bins, the upper one by one factor.
struct VoiceSplit {
    /// Frames of the full rate for each of the lower one.
    let factor: Int
    /// Frames of a block at the lower rate.
    let block: Int
    /// The low-pass, turned over; 24 `factor` and 1 more.
    let taps: UnsafeMutablePointer<Float>
    let tapCount: Int
    /// For each place between two frames of the lower rate, 25 taps, turned over.
    let phases: UnsafeMutablePointer<Float>
    /// The newest frames of the microphone and of each channel of the reference: a past of `tapCount` - 1, and a block.
    let past: UnsafeMutablePointer<Float>
    let pastCount: Int
    /// The microphone and the channels of the reference.
    let lineCount: Int
    /// The newest frames of the lower band that are joined: 24 and a block.
    let joined: UnsafeMutablePointer<Float>
    /// The lower band as it came, of the block before and this one.
    let lower: UnsafeMutablePointer<Float>
    /// The microphone as it came, delayed like the output.
    let upper: UnsafeMutablePointer<Float>
    /// Frames that `upper` goes back.
    let upperDelay: Int
    var highGain: Float = 1

    /// Frames of the lower rate that a sound is late when it was parted and joined.
    static var lateFrames: Int { 24 }

    init(factor: Int, block: Int, channelCount: Int, memory: VoiceMemory) {
        (self.factor, self.block) = (factor, block)
        tapCount = 24 * factor + 1
        // Ends 60 dB down where the lower rate folds.
        let shape = Window.kaiserShape(attenuationDecibels: 60)
        let width = Window.kaiserTransition(attenuationDecibels: 60, tapCount: tapCount)
        let corner = max(0.5 / Double(factor) - 0.4 * width, 0.2 / Double(factor))
        let window = Window.kaiser(shape: shape).symmetric(count: tapCount)
        var values: [Float] = []
        var sum = 0.0
        for index in 0..<tapCount {
            let place = Double(index - (tapCount - 1) / 2)
            let angle = 2 * Double.pi * corner * place
            let value =
                (place == 0 ? 2 * corner : RealtimeMath.sin(angle) / (Double.pi * place)) * Double(window[index])
            values.append(Float(value))
            sum += value
        }
        values = values.map { $0 / Float(sum) }
        taps = memory.floats(values)
        var bank = [Float](repeating: 0, count: 25 * factor)
        for phase in 0..<factor {
            for tap in 0..<25 where phase + tap * factor < tapCount {
                bank[phase * 25 + 24 - tap] = values[phase + tap * factor] * Float(factor)
            }
        }
        phases = memory.floats(bank)
        pastCount = tapCount - 1 + block * factor
        lineCount = 1 + channelCount
        past = memory.floats(pastCount * lineCount)
        joined = memory.floats(24 + block)
        lower = memory.floats(2 * block)
        upperDelay = (block + 24) * factor
        upper = memory.floats(upperDelay + block * factor)
    }
}
