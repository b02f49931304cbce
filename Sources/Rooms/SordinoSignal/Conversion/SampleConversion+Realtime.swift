import CKernels

/// Linear PCM to deinterleaved float32 and back.
///
/// Integers of n bits become floats by division by 2^(n - 1), which is exact up to 24 bits and one rounding for 32.
/// Floats become integers times 2^(n - 1), clamped to the integer's range, rounded half to even; NaN becomes 0. No
/// dither. Float32 passes verbatim, bit for bit. Packed memory needs no alignment.
package enum SampleConversion {
    /// Reads one channel.
    ///
    /// - Parameters:
    ///   - packed: The channel's first sample. `(count - 1) * stride + 1` samples are read from here on.
    ///   - stride: Samples from one to the next of the channel: 1 when alone, the channel count when interleaved.
    ///   - target: Receives `count` samples; may not overlap `packed`.
    /// - Thread: any. No heap, no lock.
    @_noAllocation @_noLocks
    package static func decode(
        _ packed: UnsafeRawPointer, _ format: PackedSample, _ order: ByteOrder, stride: Int = 1,
        into target: UnsafeMutablePointer<Float>, count: Int
    ) {
        guard count > 0 else { return }
        let swapped: Int32 = order.isSwapped ? 1 : 0
        switch format {
        case .uint8: ckernels_from_uint8(target, packed, stride, count)
        case .int8: ckernels_from_int8(target, packed, stride, count)
        case .int16: ckernels_from_int16(target, packed, stride, swapped, count)
        case .int24: ckernels_from_int24(target, packed, stride, swapped, count)
        case .int32: ckernels_from_int32(target, packed, stride, swapped, count)
        case .float32: ckernels_from_float32(target, packed, stride, swapped, count)
        case .float64: ckernels_from_float64(target, packed, stride, swapped, count)
        }
    }

    /// Writes one channel.
    ///
    /// - Parameters:
    ///   - source: `count` samples, nominal range ±1.
    ///   - packed: Where the channel's first sample goes; the bytes between the channel's samples are untouched.
    ///   - stride: Samples from one to the next of the channel.
    /// - Thread: any. No heap, no lock.
    @_noAllocation @_noLocks
    package static func encode(
        _ source: UnsafePointer<Float>, into packed: UnsafeMutableRawPointer, _ format: PackedSample,
        _ order: ByteOrder, stride: Int = 1, count: Int
    ) {
        guard count > 0 else { return }
        let swapped: Int32 = order.isSwapped ? 1 : 0
        switch format {
        case .uint8: ckernels_to_uint8(packed, stride, source, count)
        case .int8: ckernels_to_int8(packed, stride, source, count)
        case .int16: ckernels_to_int16(packed, stride, swapped, source, count)
        case .int24: ckernels_to_int24(packed, stride, swapped, source, count)
        case .int32: ckernels_to_int32(packed, stride, swapped, source, count)
        case .float32: ckernels_to_float32(packed, stride, swapped, source, count)
        case .float64: ckernels_to_float64(packed, stride, swapped, source, count)
        }
    }

    /// Writes planes as interleaved frames.
    ///
    /// - Parameters:
    ///   - channels: `channelCount` planes.
    ///   - offset: The first frame to take from each plane.
    ///   - packed: Room for `frameCount * channelCount` samples.
    /// - Thread: any. No heap, no lock.
    @_noAllocation @_noLocks
    package static func interleave(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, offset: Int = 0, frameCount: Int,
        into packed: UnsafeMutableRawPointer, _ format: PackedSample, _ order: ByteOrder
    ) {
        if channelCount == 2, !order.isSwapped, case .int16 = format {
            ckernels_to_int16_pairs(packed, channels[0] + offset, channels[1] + offset, frameCount)
            return
        }
        for channel in 0..<channelCount {
            encode(
                channels[channel] + offset, into: packed + channel &* format.byteCount, format, order,
                stride: channelCount, count: frameCount)
        }
    }
}
