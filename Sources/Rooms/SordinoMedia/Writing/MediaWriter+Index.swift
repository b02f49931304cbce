/// The index of a file that is being written, for containers whose packets cannot be found without one.
///
/// It lies some way behind the audio, in space that the audio has yet to reach, and grows with it. At every moment the
/// file on the disk is one that ends at the last packet of its index. When the file is finished, the index is written
/// once more right behind the audio, and the bytes behind that are cut off.
extension MediaWriter {
    /// Space between the audio and its index: enough that moving a long index costs little.
    private static let gapByteCount: Int64 = 1 << 20

    /// Moves the index on if the bytes that wait to be stored would reach it.
    func moveIndex() throws(MediaError) {
        guard let indexStart, storedByteCount + Int64(bufferedByteCount) > indexStart else { return }
        try placeIndex()
    }

    /// Writes the whole index some way behind the audio, then a header that points to it.
    ///
    /// - Parameter byteCount: Bytes that are about to be stored without the buffer.
    func placeIndex(behind byteCount: Int = 0) throws(MediaError) {
        let start =
            storedByteCount + Int64(max(bufferedByteCount, byteCount)) + max(Self.gapByteCount, storedByteCount / 4)
        writer.update(summary)
        let bytes = writer.index(packetCount: completePacketCount, dataByteCount: start)
        try Self.write(bytes, to: sink, at: headerByteCount + start)
        indexStart = start
        indexByteCount = Int64(bytes.count)
        try writeHeader(isFinished: false)
    }

    /// Adds the packets that have been stored since.
    func growIndex() throws(MediaError) {
        completePacketCount = storedPacketCount
        guard writer.needsIndex, completePacketCount > 0 else { return }
        guard let indexStart else { return try placeIndex() }
        writer.update(summary)
        let growth = writer.indexGrowth(packetCount: completePacketCount)
        try Self.write(growth.appended, to: sink, at: headerByteCount + indexStart + indexByteCount)
        indexByteCount += Int64(growth.appended.count)
        if !growth.replaced.isEmpty {
            try Self.write(growth.replaced, to: sink, at: headerByteCount + indexStart + growth.replacedAt)
        }
    }

    /// Cuts off the old index once the file is complete without it.
    func dropIndex() {
        guard indexStart != nil else { return }
        // Where that cannot be done, a chunk of no meaning covers it.
        _ = sink.truncate(to: headerByteCount + storedByteCount + trailerByteCount)
    }
}
