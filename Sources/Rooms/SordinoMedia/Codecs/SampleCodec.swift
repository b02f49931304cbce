import SordinoSignal

/// Turns stored samples into numbers and back: linear PCM of every width and order, and G.711.
package enum SampleCodec {
    /// Decodes interleaved stored frames into a block.
    ///
    /// - Parameters:
    ///   - encoding: How `bytes` are stored.
    ///   - bytes: At least `frameCount` frames of as many channels as the block has.
    ///   - frameCount: Frames to decode.
    ///   - block: Receives the frames.
    ///   - firstFrame: Frame of the block that receives the first one.
    package static func decode(
        _ encoding: SampleEncoding, _ bytes: UnsafeRawPointer, frameCount: Int, into block: SampleBlock,
        atFrame firstFrame: Int
    ) {
        if block.kind == .float32, let (packed, order) = encoding.packed {
            decodeFloats(packed, order, bytes, frameCount, block, firstFrame)
            return
        }
        switch block.kind {
        case .int16: encoding.run(Decoding<Int16>(bytes, frameCount, block, firstFrame))
        case .int32: encoding.run(Decoding<Int32>(bytes, frameCount, block, firstFrame))
        case .float32: encoding.run(Decoding<Float>(bytes, frameCount, block, firstFrame))
        case .float64: encoding.run(Decoding<Double>(bytes, frameCount, block, firstFrame))
        }
    }

    /// Encodes frames of a block into interleaved stored frames.
    ///
    /// - Parameters:
    ///   - encoding: How to store them.
    ///   - block: Holds the frames.
    ///   - firstFrame: First frame of the block to encode.
    ///   - frameCount: Frames to encode.
    ///   - bytes: Receives `frameCount` frames.
    package static func encode(
        _ encoding: SampleEncoding, _ block: SampleBlock, atFrame firstFrame: Int, frameCount: Int,
        into bytes: UnsafeMutableRawPointer
    ) {
        if block.kind == .float32, let (packed, order) = encoding.packed {
            encodeFloats(packed, order, block, firstFrame, frameCount, bytes)
            return
        }
        switch block.kind {
        case .int16: encoding.run(Encoding<Int16>(block, firstFrame, frameCount, bytes))
        case .int32: encoding.run(Encoding<Int32>(block, firstFrame, frameCount, bytes))
        case .float32: encoding.run(Encoding<Float>(block, firstFrame, frameCount, bytes))
        case .float64: encoding.run(Encoding<Double>(block, firstFrame, frameCount, bytes))
        }
    }

    // Floats take the vector kernels.

    private static func decodeFloats(
        _ packed: PackedSample, _ order: ByteOrder, _ bytes: UnsafeRawPointer, _ frameCount: Int, _ block: SampleBlock,
        _ firstFrame: Int
    ) {
        block.walk(Float.self, from: firstFrame, frameCount) { target, first, stride, count in
            SampleConversion.decode(
                bytes + first * packed.byteCount, packed, order, stride: stride, into: target, count: count)
        }
    }

    private static func encodeFloats(
        _ packed: PackedSample, _ order: ByteOrder, _ block: SampleBlock, _ firstFrame: Int, _ frameCount: Int,
        _ bytes: UnsafeMutableRawPointer
    ) {
        if block.channelCount == 2, !block.isInterleaved {
            encodeStereo(packed, order, block, firstFrame, frameCount, bytes)
            return
        }
        block.walk(Float.self, from: firstFrame, frameCount) { source, first, stride, count in
            SampleConversion.encode(
                source, into: bytes + first * packed.byteCount, packed, order, stride: stride, count: count)
        }
    }

    /// Two channels are woven into a small buffer first: contiguous conversion is more than twice as fast as one with
    /// gaps.
    private static func encodeStereo(
        _ packed: PackedSample, _ order: ByteOrder, _ block: SampleBlock, _ firstFrame: Int, _ frameCount: Int,
        _ bytes: UnsafeMutableRawPointer
    ) {
        let left = block.buffers[0].assumingMemoryBound(to: Float.self) + firstFrame
        let right = block.buffers[1].assumingMemoryBound(to: Float.self) + firstFrame
        // Temporary memory comes from the stack up to 1024 bytes; more would come from the heap.
        let step = 128
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * step) { woven in
            guard let base = woven.baseAddress else { return }
            var done = 0
            while done < frameCount {
                let count = min(step, frameCount - done)
                for frame in 0..<count {
                    base[2 &* frame] = left[done &+ frame]
                    base[2 &* frame &+ 1] = right[done &+ frame]
                }
                SampleConversion.encode(
                    base, into: bytes + 2 * done * packed.byteCount, packed, order, count: 2 * count)
                done += count
            }
        }
    }
}

/// Work on samples as they are stored, for each way of storing them.
private protocol StoredWork {
    func callAsFunction<Stored: StoredSample>(_: Stored.Type)
}

/// Stored samples to numbers.
private struct Decoding<Memory: MemorySample>: StoredWork {
    let bytes: UnsafeRawPointer
    let frameCount: Int
    let block: SampleBlock
    let firstFrame: Int

    init(_ bytes: UnsafeRawPointer, _ frameCount: Int, _ block: SampleBlock, _ firstFrame: Int) {
        (self.bytes, self.frameCount, self.block, self.firstFrame) = (bytes, frameCount, block, firstFrame)
    }

    func callAsFunction<Stored: StoredSample>(_: Stored.Type) {
        // A copy: captured through `self` it would keep some loops from vectors.
        let bytes = bytes
        block.walk(Memory.self, from: firstFrame, frameCount) { target, first, stride, count in
            let (source, step) = (bytes + first * Stored.byteCount, stride * Stored.byteCount)
            for index in 0..<count {
                target[index] = Stored.load(source + index * step, as: Memory.self)
            }
        }
    }
}

/// Numbers to stored samples.
private struct Encoding<Memory: MemorySample>: StoredWork {
    let block: SampleBlock
    let firstFrame: Int
    let frameCount: Int
    let bytes: UnsafeMutableRawPointer

    init(_ block: SampleBlock, _ firstFrame: Int, _ frameCount: Int, _ bytes: UnsafeMutableRawPointer) {
        (self.block, self.firstFrame, self.frameCount, self.bytes) = (block, firstFrame, frameCount, bytes)
    }

    func callAsFunction<Stored: StoredSample>(_: Stored.Type) {
        block.walk(Memory.self, from: firstFrame, frameCount) { source, first, stride, count in
            let (target, step) = (bytes + first * Stored.byteCount, stride * Stored.byteCount)
            for index in 0..<count {
                Stored.store(source[index], at: target + index * step)
            }
        }
    }
}

extension SampleBlock {
    /// Goes through frames in runs that lie side by side in the block: all at once if all channels share a buffer, else
    /// channel by channel.
    ///
    /// - Parameter work: Gets where a run begins, the number of its first sample among the stored ones, how many of
    ///   these lie from one of the run to the next, and the run's length.
    @inline(__always)
    fileprivate func walk<Memory>(
        _: Memory.Type, from firstFrame: Int, _ frameCount: Int,
        _ work: (_ run: UnsafeMutablePointer<Memory>, _ first: Int, _ stride: Int, _ count: Int) -> Void
    ) {
        if isInterleaved || channelCount == 1 {
            let run = buffers[0].assumingMemoryBound(to: Memory.self) + firstFrame * channelCount
            work(run, 0, 1, frameCount * channelCount)
            return
        }
        for channel in 0..<channelCount {
            work(
                buffers[channel].assumingMemoryBound(to: Memory.self) + firstFrame, channel, channelCount, frameCount)
        }
    }
}

extension SampleEncoding {
    /// Does work on samples that are stored so.
    @inline(__always)
    fileprivate func run<Work: StoredWork>(_ work: Work) {
        switch self {
        case .uint8: work(StoredUInt8.self)
        case .int8: work(StoredInt8.self)
        case .int16(.little): work(StoredInt16<LittleFirst>.self)
        case .int16(.big): work(StoredInt16<BigFirst>.self)
        case .int24(.little): work(StoredInt24<LittleFirst>.self)
        case .int24(.big): work(StoredInt24<BigFirst>.self)
        case .int32(.little): work(StoredInt32<LittleFirst>.self)
        case .int32(.big): work(StoredInt32<BigFirst>.self)
        case .int64(.little): work(StoredInt64<LittleFirst>.self)
        case .int64(.big): work(StoredInt64<BigFirst>.self)
        case .float32(.little): work(StoredFloat32<LittleFirst>.self)
        case .float32(.big): work(StoredFloat32<BigFirst>.self)
        case .float64(.little): work(StoredFloat64<LittleFirst>.self)
        case .float64(.big): work(StoredFloat64<BigFirst>.self)
        case .muLaw: work(StoredMuLaw.self)
        case .aLaw: work(StoredALaw.self)
        }
    }
}

extension SampleEncoding {
    /// Returns whether samples are stored exactly as memory of this kind holds them.
    package func isStored(as kind: SampleBlock.Kind) -> Bool {
        switch (self, kind) {
        case (.int16(let order), .int16), (.int32(let order), .int32), (.float32(let order), .float32),
            (.float64(let order), .float64):
            !order.isSwapped
        default: false
        }
    }

    /// The encoding in the terms of the conversion kernels; nil for those without a kernel.
    fileprivate var packed: (PackedSample, ByteOrder)? {
        switch self {
        case .uint8: (.uint8, .little)
        case .int8: (.int8, .little)
        case .int16(let order): (.int16, order)
        case .int24(let order): (.int24, order)
        case .int32(let order): (.int32, order)
        case .float32(let order): (.float32, order)
        case .float64(let order): (.float64, order)
        case .int64, .muLaw, .aLaw: nil
        }
    }
}
