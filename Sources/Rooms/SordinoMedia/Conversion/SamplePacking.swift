import CoreAudioTypes
import SordinoSignal

/// Planes to frames in memory: dither, rounding, the order of bytes and channels.
final class SamplePacking {
    let shape: PCMShape
    let channelCount: Int
    private var dithers: [Dither] = []
    private var shapers: [ShapedDither] = []

    init(_ shape: PCMShape, channelCount: Int, dither: DitherKind) {
        self.shape = shape
        self.channelCount = channelCount
        guard shape.encoding.isLinear, !shape.encoding.isFloat else { return }
        switch dither {
        case .none: break
        case .triangular: dithers = Array(repeating: Dither(), count: channelCount)
        case .noiseShaped: shapers = Array(repeating: ShapedDither(), count: channelCount)
        }
        reset()
    }

    /// The noise begins anew.
    func reset() {
        for channel in dithers.indices { dithers[channel] = Dither(seed: UInt64(channel) + 1) }
        for channel in shapers.indices { shapers[channel] = ShapedDither(seed: UInt64(channel) + 1) }
    }

    /// Packs frames from the first in use on; they are changed on the way, but stay in use.
    ///
    /// - Parameters:
    ///   - source: As many channels.
    ///   - buffers: One pointer if interleaved, else one for each channel: where the first frame goes.
    func pack(_ source: PlanarFrames, frameCount: Int, into buffers: (Int) -> UnsafeMutableRawPointer?) {
        if source.kind == .float32 {
            for channel in dithers.indices {
                dithers[channel].add(
                    to: source.floats[channel] + source.start, bitCount: shape.bitCount, frameCount: frameCount)
            }
            for channel in shapers.indices {
                shapers[channel].quantize(
                    source.floats[channel] + source.start, bitCount: shape.bitCount, frameCount: frameCount)
            }
        }
        if !shape.isPlain { adjust(source, frameCount) }
        if shape.isInterleaved {
            guard let base = buffers(0) else { return }
            SampleCodec.encode(shape.encoding, source.block, atFrame: source.start, frameCount: frameCount, into: base)
        } else {
            for channel in 0..<channelCount {
                guard let base = buffers(channel) else { continue }
                SampleCodec.encode(
                    shape.encoding, source.block(channel: channel), atFrame: source.start, frameCount: frameCount,
                    into: base)
            }
        }
    }

    /// Rounds to the bits that carry signal and brings them where they belong in the sample.
    private func adjust(_ source: PlanarFrames, _ frameCount: Int) {
        func run<Sample: BinaryFloatingPoint>(_: Sample.Type) {
            let steps = Sample(Int64(1) << Int64(shape.bitCount - 1 - (shape.isFixedPoint ? fixedPointHeadroom : 0)))
            let scale = 1 / Sample(Int64(1) << Int64(shape.headroomBitCount))
            let middle = 1 / Sample(Int64(1) << Int64(shape.headroomBitCount))
            for channel in 0..<channelCount {
                let plane = source.planes[channel].assumingMemoryBound(to: Sample.self) + source.start
                for frame in 0..<frameCount {
                    var value = plane[frame].isNaN ? 0 : (plane[frame] * steps).rounded(.toNearestOrEven)
                    if !shape.isFixedPoint { value = max(-steps, min(steps - 1, value)) }
                    value = value / steps * scale
                    if shape.isOffset {
                        value += middle
                        if value >= 1 { value -= 2 }
                    }
                    plane[frame] = value
                }
            }
        }
        switch source.kind {
        case .float32: run(Float.self)
        case .float64: run(Double.self)
        case .int16, .int32: preconditionFailure("samples with bits left over go by floating point")
        }
    }

    /// Of the bits that carry signal, those above full scale.
    private var fixedPointHeadroom: Int { shape.headroomBitCount - (8 * shape.encoding.byteCount - shape.bitCount) }
}
