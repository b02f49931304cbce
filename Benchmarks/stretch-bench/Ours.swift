import SordinoSignal

/// Sordino's unit run over a whole sound.
enum Ours {
    /// Stretches in blocks of 512 frames of input.
    static func run(_ channels: [[Float]], rate: Double, cents: Double, sampleRate: Double) -> [[Float]] {
        let unit = TimePitch(channelCount: channels.count, sampleRate: sampleRate, changesPitch: cents != 0)
        let renderer = unit.renderer
        renderer.setRate(rate)
        renderer.setPitch(cents: cents)
        let frames = channels[0].count
        let outputFrames = Int((Double(frames) / rate).rounded())
        let input = planes(channels, capacity: frames)
        let output = planes(channels.map { _ in [] }, capacity: outputFrames)
        var (consumed, produced) = (0, 0)
        while consumed < frames, produced < outputFrames {
            let block = min(512, frames - consumed)
            let result = renderer.process(
                input, inputOffset: consumed, inputFrames: block, into: output, outputOffset: produced,
                outputFrames: outputFrames - produced)
            consumed += result.consumed
            produced += result.produced
        }
        renderer.drain(into: output, outputOffset: produced, outputFrames: outputFrames - produced)
        defer {
            for channel in channels.indices {
                input[channel].deallocate()
                output[channel].deallocate()
            }
            input.deallocate()
            output.deallocate()
        }
        return channels.indices.map { Array(UnsafeBufferPointer(start: output[$0], count: outputFrames)) }
    }

    private static func planes(
        _ channels: [[Float]], capacity: Int
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels.count)
        for (index, channel) in channels.enumerated() {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: max(capacity, 1))
            plane.initialize(repeating: 0, count: max(capacity, 1))
            for (frame, sample) in channel.enumerated() { plane[frame] = sample }
            (planes + index).initialize(to: plane)
        }
        return planes
    }
}
