import CoreAudioTypes

extension Converter {
    /// Converts up to `wanted` frames into `buffers`.
    func fillFrames(
        _ buffers: UnsafeMutableAudioBufferListPointer, _ wanted: Int, _ source: ConversionSource
    ) throws(ConversionError) -> ConversionResult {
        guard let pcm = output.pcm else { throw .outputSize }
        let bytesPerFrame = output.bytesPerFrame
        guard buffers.count == pcm.bufferCount(channelCount: output.media.channelCount), bytesPerFrame > 0 else {
            throw .outputSize
        }
        var goal = max(0, wanted)
        for index in 0..<buffers.count {
            guard buffers[index].mData != nil else { throw .outputSize }
            goal = min(goal, Int(buffers[index].mDataByteSize) / bytesPerFrame)
        }
        guard goal > 0 || wanted <= 0 else { throw .outputSize }
        var done = 0
        defer {
            for index in 0..<buffers.count { buffers[index].mDataByteSize = UInt32(done * bytesPerFrame) }
        }
        // The program may change settings while it is asked for input; they are heard after the next reset.
        let steps = steps
        if let direct = steps.direct {
            let input = steps.input
            while done < goal {
                let pull = try input.lend(goal - done, from: source) { frames, first, count in
                    direct.convert(frames, fromFrame: first, into: buffers, atFrame: done, frameCount: count)
                }
                if let ending = pull.ending { return ConversionResult(packetCount: done, ending: ending) }
                if case .frames(let count) = pull { done += count }
            }
            return ConversionResult(packetCount: done, ending: .full)
        }
        while done < goal {
            let ready = steps.ready
            if ready.isEmpty {
                let pull = try steps.advance(goal - done, from: source)
                if steps.ready.isEmpty, let ending = pull.ending {
                    return ConversionResult(packetCount: done, ending: ending)
                }
                continue
            }
            let count = min(ready.count, goal - done)
            steps.packing?.pack(ready, frameCount: count) { index in
                buffers[index].mData.map { $0 + done * bytesPerFrame }
            }
            ready.took(count)
            done += count
        }
        return ConversionResult(packetCount: done, ending: .full)
    }

    /// Encodes up to `wanted` packets into `buffers` and describes them.
    func fillPackets(
        _ buffers: UnsafeMutableAudioBufferListPointer, _ wanted: Int,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ source: ConversionSource
    ) throws(ConversionError) -> ConversionResult {
        guard let encoding = steps.encoding, buffers.count == 1, let memory = buffers[0].mData else {
            throw .outputSize
        }
        let room = Int(buffers[0].mDataByteSize)
        var (done, byteCount) = (0, 0)
        defer { buffers[0].mDataByteSize = UInt32(byteCount) }
        while done < wanted {
            if let next = encoding.queue.next {
                guard next.byteCount <= room - byteCount else {
                    guard done > 0 else { throw .outputSize }
                    break
                }
                encoding.take(into: memory + byteCount)
                // A packet's frame count is stated only where it differs from the format's.
                let frames = next.frameCount == encoding.encoder.format.framesPerPacket ? 0 : next.frameCount
                descriptions?[done] = AudioStreamPacketDescription(
                    mStartOffset: Int64(byteCount), mVariableFramesInPacket: UInt32(frames),
                    mDataByteSize: UInt32(next.byteCount))
                byteCount += next.byteCount
                done += 1
                continue
            }
            if let ending = try encodeMore(encoding, source) {
                return ConversionResult(packetCount: done, ending: ending)
            }
        }
        return ConversionResult(packetCount: done, ending: .full)
    }

    /// Encodes the next frames of the input.
    ///
    /// - Returns: The reason for which no packet will follow; nil if one may.
    private func encodeMore(
        _ encoding: PacketEncoding, _ source: ConversionSource
    ) throws(ConversionError) -> ConversionResult.Ending? {
        if encoding.isFinished { return .end }
        if steps.ready.isEmpty {
            let pull = try steps.advance(encoding.framesPerPacket, from: source)
            if steps.ready.isEmpty {
                if pull != .end { return pull.ending }
                try encoding.finish()
                return nil
            }
        }
        try encoding.encode(steps.ready)
        return nil
    }
}
