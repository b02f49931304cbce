import SordinoSignal

extension SampleBlock.Kind {
    /// The encoding of samples that lie in memory as such numbers.
    package var encoding: SampleEncoding {
        switch self {
        case .int16: .int16(.native)
        case .int32: .int32(.native)
        case .float32: .float32(.native)
        case .float64: .float64(.native)
        }
    }
}

extension SampleBlock {
    /// Copies frames of planes into a block of the same channels, of whichever numbers and order.
    ///
    /// - Parameters:
    ///   - first: The first frame to copy.
    ///   - frameCount: Frames to copy.
    ///   - target: Receives the frames.
    ///   - targetFrame: Frame of the target that receives the first one.
    package func copyPlanes(
        fromFrame first: Int, frameCount: Int, into target: SampleBlock, atFrame targetFrame: Int
    ) {
        precondition(!isInterleaved && channelCount == target.channelCount, "planes for each channel of the target")
        if target.isInterleaved, channelCount > 1 {
            weavePlanes(first, frameCount, target, targetFrame)
            return
        }
        for channel in 0..<channelCount {
            let source = buffers[channel] + first * kind.byteCount
            let place = target.buffers[channel] + targetFrame * target.kind.byteCount
            if kind == target.kind {
                place.copyMemory(from: source, byteCount: frameCount * kind.byteCount)
            } else {
                SampleCodec.decode(
                    kind.encoding, source, frameCount: frameCount, into: target.plane(channel), atFrame: targetFrame)
            }
        }
    }

    /// Sets `frameCount` frames to silence.
    package func putSilence(atFrame first: Int, frameCount: Int) {
        let width = kind.byteCount * (isInterleaved ? channelCount : 1)
        for index in 0..<(isInterleaved ? 1 : channelCount) {
            UnsafeMutableRawBufferPointer(start: buffers[index] + first * width, count: frameCount * width)
                .initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    /// One plane as a block of its own.
    func plane(_ channel: Int) -> SampleBlock {
        SampleBlock(kind, channelCount: 1, isInterleaved: false, buffers: buffers + channel)
    }

    /// Interleaves planes into the frames of the target, through a small buffer where the kinds of number differ.
    private func weavePlanes(_ first: Int, _ frameCount: Int, _ target: SampleBlock, _ targetFrame: Int) {
        switch target.kind {
        case .int16: weavePlanes(first, frameCount, target, targetFrame, as: UInt16.self)
        case .int32, .float32: weavePlanes(first, frameCount, target, targetFrame, as: UInt32.self)
        case .float64: weavePlanes(first, frameCount, target, targetFrame, as: UInt64.self)
        }
    }

    private func weavePlanes<Bits: FixedWidthInteger>(
        _ first: Int, _ frameCount: Int, _ target: SampleBlock, _ targetFrame: Int, as _: Bits.Type
    ) {
        let frames = target.buffers[0].assumingMemoryBound(to: Bits.self) + targetFrame * channelCount
        if kind == target.kind {
            for channel in 0..<channelCount {
                let plane = (buffers[channel] + first * kind.byteCount).assumingMemoryBound(to: Bits.self)
                Self.spread(plane, over: frames + channel, stride: channelCount, frameCount)
            }
            return
        }
        // Temporary memory comes from the stack up to 1024 bytes; more would come from the heap.
        let step = 1024 / target.kind.byteCount
        withUnsafeTemporaryAllocation(of: Bits.self, capacity: step) { converted in
            guard let base = converted.baseAddress else { return }
            withUnsafePointer(to: UnsafeMutableRawPointer(base)) { pointer in
                let one = SampleBlock(target.kind, channelCount: 1, isInterleaved: false, buffers: pointer)
                var done = 0
                while done < frameCount {
                    let count = min(step, frameCount - done)
                    for channel in 0..<channelCount {
                        SampleCodec.decode(
                            kind.encoding, buffers[channel] + (first + done) * kind.byteCount, frameCount: count,
                            into: one, atFrame: 0)
                        Self.spread(base, over: frames + done * channelCount + channel, stride: channelCount, count)
                    }
                    done += count
                }
            }
        }
    }

    @inline(__always)
    private static func spread<Bits: FixedWidthInteger>(
        _ plane: UnsafePointer<Bits>, over frames: UnsafeMutablePointer<Bits>, stride: Int, _ frameCount: Int
    ) {
        for frame in 0..<frameCount { frames[frame &* stride] = plane[frame] }
    }
}
