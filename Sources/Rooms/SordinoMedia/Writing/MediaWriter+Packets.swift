/// Formats whose packets are no single frames.
extension MediaWriter {
    /// The shape of samples that an encoder takes without a change, and their significant bits; nil without an encoder.
    package var encoderShape: PCMShape? { encoding?.shape }

    /// The greatest number of bytes that a container puts before a packet.
    private static let prefixByteLimit = 64

    /// Stores a packet that was encoded elsewhere, for writers that do not encode.
    ///
    /// - Parameters:
    ///   - packet: The packet's bytes.
    ///   - frameCount: Its frames.
    /// - Throws: `limit` if the container cannot hold more, `unsupported` if it does not hold such packets, `io`.
    package func write(packet: UnsafeRawBufferPointer, frameCount: Int) throws(MediaError) {
        precondition(isOpen || hasEnded, "a finished file takes no more packets")
        guard encoding == nil, description.format.encoding == nil else {
            throw .unsupported(.operation("this writer takes frames, not packets"))
        }
        try changing { () throws(MediaError) in try store(packet, frameCount: frameCount) }
    }

    /// Puts a packet behind those that are there.
    ///
    /// A packet that could not be stored is missing for ever, so that none is taken after it.
    func store(_ packet: UnsafeRawBufferPointer, frameCount: Int) throws(MediaError) {
        if let packetFailure { throw packetFailure }
        do throws(MediaError) { try storeNext(packet, frameCount: frameCount) } catch {
            if case .io = error { packetFailure = error }
            throw error
        }
    }

    private func storeNext(_ packet: UnsafeRawBufferPointer, frameCount: Int) throws(MediaError) {
        let total = storedByteCount + Int64(bufferedByteCount) + Int64(packet.count + Self.prefixByteLimit)
        guard total <= dataByteLimit else {
            throw .limit("\(container.name) files hold no more than \(dataByteLimit) bytes of audio")
        }
        if hasPages {
            let pages = try writer.pages(adding: packet, frameCount: frameCount)
            storedPacketCount += 1
            storedFrameCount += Int64(frameCount)
            return try store(pages: pages)
        }
        if bufferedByteCount + packet.count + Self.prefixByteLimit > buffer.count { try flush() }
        if packet.count + Self.prefixByteLimit > buffer.count {
            try storeLong(packet, frameCount: frameCount)
        } else {
            let before = try writer.packet(byteCount: packet.count, frameCount: frameCount)
            precondition(before.count <= Self.prefixByteLimit, "little stands before a packet")
            before.withUnsafeBytes { append($0) }
            append(packet)
        }
        storedPacketCount += 1
        storedFrameCount += Int64(frameCount)
        try flushIfDue()
    }

    /// Stores a packet that is longer than the buffer, which is empty.
    private func storeLong(_ packet: UnsafeRawBufferPointer, frameCount: Int) throws(MediaError) {
        if let indexStart, storedByteCount + Int64(packet.count) > indexStart { try placeIndex(behind: packet.count) }
        try sink.write(packet, at: headerByteCount + storedByteCount)
        let before = try writer.packet(byteCount: packet.count, frameCount: frameCount)
        precondition(before.isEmpty, "containers whose packets have headers hold no such packets")
        storedByteCount += Int64(packet.count)
    }

    /// Stores pages at once: each is half a second or 64 KiB, so a killed process has lost the page that was being
    /// filled.
    private func store(pages: [UInt8]) throws(MediaError) {
        guard !pages.isEmpty else { return }
        var failure: MediaError?
        pages.withUnsafeBytes { bytes in
            do throws(MediaError) { try append(stored: bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        try flush()
    }

    /// Stores the packets that their writer still keeps.
    func storeLastPages() throws(MediaError) {
        guard hasPages else { return }
        writer.update(summary)
        try store(pages: writer.lastPages())
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[bufferedByteCount..<bufferedByteCount + bytes.count])
            .copyMemory(from: bytes)
        bufferedByteCount += bytes.count
    }

    /// The facts about the file so far.
    var summary: PacketSummary {
        let priming = Int64(description.primingFrameCount)
        let all = max(0, storedFrameCount - priming)
        let heard = min(all, description.validFrameCount ?? (encoding?.takenFrameCount ?? all))
        return PacketSummary(
            packetCount: storedPacketCount,
            validFrameCount: min(heard, all),
            primingFrameCount: priming, remainderFrameCount: max(0, storedFrameCount - priming - heard),
            cookie: encoding?.encoder.cookie ?? description.cookie)
    }
}
