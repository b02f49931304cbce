/// Writes audio that is already in the format of the file.
extension MediaWriter {
    /// First byte of the audio in the file; later only while no audio has been written.
    package var dataStart: Int64 { headerByteCount }

    /// Bytes of audio so far, headers of packets included.
    package var dataByteCount: Int64 { storedByteCount + Int64(bufferedByteCount) }

    /// Appends stored frames, of formats whose packets are single frames of samples.
    ///
    /// - Throws: `limit` if the container cannot hold more, `unsupported` for other formats, `io`.
    package func write(stored bytes: UnsafeRawBufferPointer) throws(MediaError) {
        precondition(isOpen || hasEnded, "a finished file takes no more bytes")
        guard description.format.encoding != nil else {
            throw .unsupported(.operation("this writer takes packets, not bytes"))
        }
        guard dataByteCount + Int64(bytes.count) <= dataByteLimit else {
            throw .limit("\(container.name) files hold no more than \(dataByteLimit) bytes of audio")
        }
        try changing { () throws(MediaError) in try append(stored: bytes) }
    }

    /// Puts bytes into the buffer, and into the file as often as that is full.
    func append(stored bytes: UnsafeRawBufferPointer) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            if bufferedByteCount == bufferLimit { try flush() }
            let count = min(bytes.count - done, bufferLimit - bufferedByteCount)
            UnsafeMutableRawBufferPointer(rebasing: buffer[bufferedByteCount..<bufferedByteCount + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[done..<done + count]))
            bufferedByteCount += count
            done += count
        }
    }

    /// Replaces stored bytes that are there.
    ///
    /// - Parameters:
    ///   - bytes: No more than there are from `offset` on.
    ///   - offset: From the first byte of the audio.
    /// - Throws: `io`.
    package func overwrite(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        precondition(offset >= 0 && offset + Int64(bytes.count) <= dataByteCount, "only what is there is replaced")
        try changing { () throws(MediaError) in
            try flush()
            try sink.write(bytes, at: headerByteCount + offset)
        }
    }

    /// Hands everything that waits in the buffer to the sink.
    ///
    /// - Throws: `io`.
    package func flushStored() throws(MediaError) {
        try changing { () throws(MediaError) in try flush() }
    }
}
