import CKernels

/// One input of one output of a matrix, and its gain.
typealias MatrixTerm = CKernelsTerm

/// The part of a `ChannelMatrix` that the audio thread uses; one thread at a time.
package struct ChannelMatrixRows {
    let gains: UnsafeMutablePointer<Float>
    let sources: UnsafeMutablePointer<MixSource>
    let terms: UnsafeMutablePointer<MatrixTerm>
    let termCounts: UnsafeMutablePointer<Int32>
    let scratch: UnsafeMutablePointer<Float>
    /// Channels that come in.
    package let inputCount: Int
    /// Channels that go out.
    package let outputCount: Int

    /// The amplitude at which `input` is heard in `output`.
    @_noAllocation @_noLocks
    package func gain(output: Int, input: Int) -> Float { gains[output &* inputCount &+ input] }

    /// Adds the inputs to the outputs, input by input in ascending order; gains of 0 cost nothing.
    ///
    /// - Parameters:
    ///   - inputs: `inputCount` planes.
    ///   - outputs: `outputCount` planes, which no input overlaps.
    ///   - gain: Multiplied into the matrix's gains.
    @_noAllocation @_noLocks
    package func add(
        _ inputs: UnsafePointer<UnsafeMutablePointer<Float>>, to outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
        gain: Float = 1, frameCount: Int
    ) {
        for output in 0..<outputCount {
            var heard = 0
            for input in 0..<inputCount {
                let factor = gains[output &* inputCount &+ input] * gain
                guard factor != 0 else { continue }
                sources[heard] = MixSource(samples: inputs[input], gain: factor)
                heard &+= 1
            }
            Mixing.add(sources, sourceCount: heard, to: outputs[output], frameCount: frameCount)
        }
    }

    /// Replaces the outputs by the product of the matrix and the inputs; gains of 0 cost nothing.
    ///
    /// - Parameters:
    ///   - inputs: `inputCount` planes.
    ///   - outputs: `outputCount` planes, none twice. They may be planes of the input, in any order, but not overlap
    ///     them otherwise.
    ///   - offset: The first frame, in all planes.
    @_noAllocation @_noLocks
    package func apply(
        _ inputs: UnsafePointer<UnsafeMutablePointer<Float>>, into outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
        offset: Int = 0, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        var heard = 0
        for output in 0..<outputCount {
            let before = heard
            for input in 0..<inputCount {
                let gain = gains[output &* inputCount &+ input]
                guard gain != 0 else { continue }
                terms[heard] = MatrixTerm(input: Int32(truncatingIfNeeded: input), gain: gain)
                heard &+= 1
            }
            termCounts[output] = Int32(truncatingIfNeeded: heard &- before)
        }
        ckernels_matrix(outputs, inputs, terms, termCounts, outputCount, scratch, offset, frameCount)
    }
}
