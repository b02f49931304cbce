/// Formats whose packets are no single frames.
extension MediaWriter {
    /// Frames that are put into an encoder's samples at a time.
    private static let framesPerPart = 2048

    /// Stores a packet that somebody else has encoded, for writers that do not encode.
    ///
    /// - Parameters:
    ///   - packet: The packet's bytes.
    ///   - frameCount: Its frames.
    /// - Throws: `limit` if the container cannot hold more, `unsupported` if it does not hold such packets, `io`.
    package func write(packet: UnsafeRawBufferPointer, frameCount: Int) throws(MediaError) {
        precondition(isOpen, "a finished file takes no more packets")
        guard encoder == nil, description.format.encoding == nil else {
            throw .unsupported(.operation("this writer takes frames, not packets"))
        }
        try store(packet, frameCount: frameCount)
    }

    func encode(
        _ encoder: any PacketEncoder, _ block: SampleBlock, _ firstFrame: Int, _ count: Int
    ) throws(MediaError) {
        let encoding = encoder.inputEncoding
        let part = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.framesPerPart * block.channelCount * encoding.byteCount, alignment: 64)
        defer { part.deallocate() }
        guard let base = part.baseAddress else { return }
        var done = 0
        while done < count {
            let frames = min(count - done, Self.framesPerPart)
            SampleCodec.encode(encoding, block, atFrame: firstFrame + done, frameCount: frames, into: base)
            takenFrameCount += Int64(frames)
            try encoder.encode(base, frameCount: frames) { packet throws(MediaError) in
                try store(packet.bytes, frameCount: packet.frameCount)
            }
            done += frames
        }
    }

    /// Puts a packet behind those that are there.
    func store(_ packet: UnsafeRawBufferPointer, frameCount: Int) throws(MediaError) {
        let before = try writer.packet(byteCount: packet.count, frameCount: frameCount)
        let total = storedByteCount + Int64(bufferedByteCount)
        guard total + Int64(before.count + packet.count) <= writer.dataByteLimit else {
            throw .limit("\(container.name) files hold no more than \(writer.dataByteLimit) bytes of audio")
        }
        try before.withUnsafeBytesThrowing { bytes throws(MediaError) in try append(bytes) }
        try append(packet)
        storedPacketCount += 1
        storedFrameCount += Int64(frameCount)
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            if bufferedByteCount == buffer.count { try flush() }
            let count = min(bytes.count - done, buffer.count - bufferedByteCount)
            UnsafeMutableRawBufferPointer(rebasing: buffer[bufferedByteCount..<bufferedByteCount + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[done..<done + count]))
            bufferedByteCount += count
            done += count
        }
    }

    /// What is known of the file so far.
    var summary: PacketSummary {
        let priming = Int64(description.primingFrameCount)
        let heard = encoder == nil ? max(0, storedFrameCount - priming) : takenFrameCount
        let isOver = !isOpen
        return PacketSummary(
            packetCount: storedPacketCount,
            validFrameCount: isOver ? heard : min(heard, max(0, storedFrameCount - priming)),
            primingFrameCount: priming, remainderFrameCount: max(0, storedFrameCount - priming - heard),
            cookie: encoder?.cookie ?? description.cookie)
    }
}

extension Array where Element == UInt8 {
    /// The bytes for a function that may throw.
    func withUnsafeBytesThrowing(_ body: (UnsafeRawBufferPointer) throws(MediaError) -> Void) throws(MediaError) {
        var failure: MediaError?
        withUnsafeBytes { bytes in
            do throws(MediaError) { try body(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
