import SordinoRealtime

/// Plays sound through an impulse response without delay.
///
/// The first 256 taps are summed up sample by sample; the rest is cut into partitions of 256 whose spectra meet those
/// of blocks that are complete.
///
/// - Source: W. G. Gardner, "Efficient convolution without input-output delay" (JAES, 1995).
package final class RoomConvolver {
    /// The realtime end; lives as long as the convolver.
    package let state: UnsafeMutablePointer<RoomConvolverState>
    private let memory = VoiceMemory()
    private let fft: FFT

    /// Makes a silent one.
    ///
    /// - Parameter taps: The impulse response; one tap at least.
    package init(taps: [Float]) {
        let block = RoomConvolverState.block
        fft = FFT(sampleCount: 2 * block)
        let partitions = max((taps.count + block - 1) / block - 1, 0)
        state = .allocate(capacity: 1)
        state.initialize(to: RoomConvolverState(partitions: partitions, fft: fft.transform, memory: memory))
        // Turned over, so that the newest sample meets the first tap.
        for index in 0..<min(taps.count, block) { state.pointee.direct[block - 1 - index] = taps[index] }
        let stride = state.pointee.stride
        for partition in 0..<partitions {
            let start = (partition + 1) * block
            for index in 0..<2 * block {
                let isTap = index < block && start + index < taps.count
                state.pointee.time[index] = isTap ? taps[start + index] : 0
            }
            fft.transform.forward(
                state.pointee.time, real: state.pointee.tapReal + partition * stride,
                imaginary: state.pointee.tapImaginary + partition * stride)
        }
    }

    deinit { state.deallocate() }
}

/// The render thread's part of a room.
package struct RoomConvolverState {
    static var block: Int { @_noAllocation @_noLocks get { 256 } }

    let partitions: Int
    let stride: Int
    let fft: FFTTransform
    let direct: UnsafeMutablePointer<Float>
    /// The block before and this one.
    let recent: UnsafeMutablePointer<Float>
    let tapReal: UnsafeMutablePointer<Float>
    let tapImaginary: UnsafeMutablePointer<Float>
    let soundReal: UnsafeMutablePointer<Float>
    let soundImaginary: UnsafeMutablePointer<Float>
    let sumReal: UnsafeMutablePointer<Float>
    let sumImaginary: UnsafeMutablePointer<Float>
    /// Zeros for the kernel's argument that is not needed here.
    let nothing: UnsafeMutablePointer<Float>
    let unused: UnsafeMutablePointer<Float>
    let time: UnsafeMutablePointer<Float>
    /// The partitions' share of this block.
    let tail: UnsafeMutablePointer<Float>
    var filled = 0
    var head = 0

    init(partitions: Int, fft: FFTTransform, memory: VoiceMemory) {
        (self.partitions, self.fft) = (partitions, fft)
        let block = Self.block
        stride = block + 16
        direct = memory.floats(block)
        recent = memory.floats(2 * block)
        tapReal = memory.floats(max(partitions, 1) * stride)
        tapImaginary = memory.floats(max(partitions, 1) * stride)
        soundReal = memory.floats(max(partitions, 1) * stride)
        soundImaginary = memory.floats(max(partitions, 1) * stride)
        sumReal = memory.floats(stride)
        sumImaginary = memory.floats(stride)
        nothing = memory.floats(stride)
        unused = memory.floats(stride)
        time = memory.floats(2 * block)
        tail = memory.floats(block)
    }
}
