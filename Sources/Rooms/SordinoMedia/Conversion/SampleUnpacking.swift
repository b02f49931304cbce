import CoreAudioTypes
import SordinoSignal

/// Frames in a program's memory to planes.
struct SampleUnpacking {
    let shape: PCMShape
    let channelCount: Int

    init(_ shape: PCMShape, channelCount: Int) {
        self.shape = shape
        self.channelCount = channelCount
    }

    /// Puts frames behind those that `target` has.
    func unpack(
        _ buffers: UnsafePointer<AudioBuffer>, fromFrame first: Int, frameCount: Int, into target: PlanarFrames
    ) {
        let bytesPerFrame = shape.bytesPerFrame(channelCount: channelCount)
        if shape.isInterleaved {
            guard let base = buffers.pointee.mData else { return }
            decodeInterleaved(base + first * bytesPerFrame, frameCount, target)
        } else {
            for channel in 0..<channelCount {
                guard let base = buffers[channel].mData else { continue }
                SampleCodec.decode(
                    shape.encoding, base + first * bytesPerFrame, frameCount: frameCount,
                    into: target.block(channel: channel), atFrame: target.end)
            }
        }
        if !shape.isPlain { adjust(target, frameCount) }
        target.put(frameCount)
    }

    private func decodeInterleaved(_ bytes: UnsafeRawPointer, _ frameCount: Int, _ target: PlanarFrames) {
        SampleCodec.decode(
            shape.encoding, bytes, frameCount: frameCount, into: target.block, atFrame: target.end)
    }

    /// Brings samples with headroom, or unsigned ones, to full scale.
    private func adjust(_ target: PlanarFrames, _ frameCount: Int) {
        guard shape.headroomBitCount > 0 || shape.isOffset else { return }
        func run<Sample: BinaryFloatingPoint>(_: Sample.Type) {
            let scale = Sample(Int64(1) << Int64(shape.headroomBitCount))
            for channel in 0..<channelCount {
                let plane = target.planes[channel].assumingMemoryBound(to: Sample.self) + target.end
                if shape.isOffset {
                    // Unsigned samples were decoded as signed: negative values are the upper half, and the middle moves
                    // to 0.
                    let middle = 1 / scale
                    for frame in 0..<frameCount {
                        let value = plane[frame] < 0 ? plane[frame] + 2 : plane[frame]
                        plane[frame] = value - middle
                    }
                }
                for frame in 0..<frameCount { plane[frame] *= scale }
            }
        }
        switch target.kind {
        case .float32: run(Float.self)
        case .float64: run(Double.self)
        case .int16, .int32: preconditionFailure("samples with headroom go by floating point")
        }
    }
}
