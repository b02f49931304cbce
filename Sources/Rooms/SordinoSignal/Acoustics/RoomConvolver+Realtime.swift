import CKernels

extension RoomConvolverState {
    /// Takes the next sample of the loudspeaker and gives that of the microphone.
    @_noAllocation @_noLocks
    package mutating func next(_ sample: Float) -> Float {
        let block = Self.block
        recent[block &+ filled] = sample
        filled &+= 1
        let output = tail[filled &- 1] + ckernels_dot(recent + filled, direct, block)
        if filled == block { complete() }
        return output
    }

    /// Clears the past, so that the next sound is convolved alone.
    @_noAllocation @_noLocks
    package mutating func reset() {
        Mixing.clear(recent, frameCount: 2 &* Self.block)
        Mixing.clear(tail, frameCount: Self.block)
        Mixing.clear(soundReal, frameCount: max(partitions, 1) &* stride)
        Mixing.clear(soundImaginary, frameCount: max(partitions, 1) &* stride)
        filled = 0
    }

    /// Computes the part of the next block that the blocks so far contribute.
    @_noAllocation @_noLocks
    private mutating func complete() {
        let block = Self.block
        filled = 0
        guard partitions > 0 else {
            Mixing.copy(recent + block, into: recent, frameCount: block)
            return
        }
        head = head == 0 ? partitions &- 1 : head &- 1
        fft.forward(recent, real: soundReal + head &* stride, imaginary: soundImaginary + head &* stride)
        Mixing.copy(recent + block, into: recent, frameCount: block)
        Mixing.clear(sumReal, frameCount: stride)
        Mixing.clear(sumImaginary, frameCount: stride)
        for partition in 0..<partitions {
            let index = head &+ partition
            let from = (index >= partitions ? index &- partitions : index) &* stride
            let to = partition &* stride
            ckernels_echo_predict(
                sumReal, sumImaginary, unused, soundReal + from, soundImaginary + from, tapReal + to,
                tapImaginary + to, nothing, stride)
        }
        fft.inverse(real: sumReal, imaginary: sumImaginary, samples: time)
        Mixing.copy(time + block, into: tail, frameCount: block)
    }
}
