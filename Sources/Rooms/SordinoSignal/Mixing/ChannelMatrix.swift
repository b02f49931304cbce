import CKernels

/// The gain of each input channel in each output channel.
///
/// Row by row, one row for each output: `gain(output, input)`. The control side makes it; the audio thread applies its
/// `rows`, which live as long as the matrix does.
package final class ChannelMatrix {
    /// Channels that come in.
    package let inputCount: Int
    /// Channels that go out.
    package let outputCount: Int
    /// The form that the audio thread reads.
    package let rows: ChannelMatrixRows

    private let gains: UnsafeMutablePointer<Float>
    private let sources: UnsafeMutablePointer<MixSource>
    private let terms: UnsafeMutablePointer<MatrixTerm>
    private let termCounts: UnsafeMutablePointer<Int32>
    private let scratch: UnsafeMutablePointer<Float>

    /// Makes a matrix from its rows.
    ///
    /// - Parameter gains: `outputCount` rows of `inputCount` amplitudes each.
    package init(inputCount: Int, outputCount: Int, gains values: [Float]) {
        precondition(inputCount > 0 && outputCount > 0, "a channel matrix has inputs and outputs")
        precondition(values.count == inputCount * outputCount, "a channel matrix has a gain for each pair of channels")
        self.inputCount = inputCount
        self.outputCount = outputCount
        gains = .allocate(capacity: values.count)
        for (index, value) in values.enumerated() { (gains + index).initialize(to: value) }
        sources = .allocate(capacity: inputCount)
        terms = .allocate(capacity: values.count)
        termCounts = .allocate(capacity: outputCount)
        scratch = .allocate(capacity: outputCount * Int(CKERNELS_MATRIX_FRAMES))
        rows = ChannelMatrixRows(
            gains: gains, sources: sources, terms: terms, termCounts: termCounts, scratch: scratch,
            inputCount: inputCount, outputCount: outputCount)
    }

    /// Makes the matrix for channels without a map or a layout.
    ///
    /// Equal counts: each to its own. Mono to more: to the first two. Others to more: to the first of them. More to
    /// mono: the mean of the first two. Others to fewer: the first ones, the rest is not heard (layouts give better
    /// matrices).
    package convenience init(from inputCount: Int, to outputCount: Int) {
        self.init(
            inputCount: inputCount, outputCount: outputCount,
            gains: Self.gainsByNumber(from: inputCount, to: outputCount))
    }

    /// The gains of `init(from:to:)`, row by row.
    package static func gainsByNumber(from inputCount: Int, to outputCount: Int) -> [Float] {
        var values = [Float](repeating: 0, count: inputCount * outputCount)
        if inputCount == 1 {
            for output in 0..<min(outputCount, 2) { values[output] = 1 }
        } else if outputCount == 1 {
            values[0] = 0.5
            values[1] = 0.5
        } else {
            for channel in 0..<min(inputCount, outputCount) { values[channel * inputCount + channel] = 1 }
        }
        return values
    }

    /// A map as programs give it: for each output the input it plays, -1 for silence.
    ///
    /// - Returns: Nil when an entry names no input.
    package convenience init?(map: [Int], inputCount: Int) {
        guard !map.isEmpty, inputCount > 0, map.allSatisfy({ $0 >= -1 && $0 < inputCount }) else { return nil }
        var values = [Float](repeating: 0, count: inputCount * map.count)
        for (output, input) in map.enumerated() where input >= 0 { values[output * inputCount + input] = 1 }
        self.init(inputCount: inputCount, outputCount: map.count, gains: values)
    }

    deinit {
        gains.deallocate()
        sources.deallocate()
        terms.deallocate()
        termCounts.deallocate()
        scratch.deallocate()
    }
}
