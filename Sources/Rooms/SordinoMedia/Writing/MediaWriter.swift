import Synchronization

/// Writes frames into a new file, one block after the other.
///
/// Memory is bounded: one buffer of 64 KiB. The buffer is written and the header updated often enough that a killed
/// process loses at most a second of audio, and finally on `finish`. A writer that is deallocated finishes by itself,
/// and so does one that is open when the program exits. Only one thread at a time, a worker, may use a writer.
package final class MediaWriter: FinishedAtExit, @unchecked Sendable {
    private static let bufferByteCount = 1 << 16
    /// The maximum number of bytes that the header does not count, also where a second has more.
    private static let updateByteCount: Int64 = 1 << 20

    /// The kind of file.
    package let container: Container
    /// The description of the file.
    package private(set) var description: MediaDescription

    let sink: any ByteSink
    var writer: any ContainerWriter
    /// The writer's own properties, stored so that it need not be asked for each packet.
    let (dataByteLimit, hasPages): (Int64, Bool)
    let encoding: FrameEncoding?
    var storedPacketCount: Int64 = 0
    /// Frames of the stored packets.
    var storedFrameCount: Int64 = 0
    private(set) var headerByteCount: Int64
    /// The position of the index that is kept behind the audio, from the first byte of the audio; nil while there is
    /// none.
    var indexStart: Int64?
    /// Bytes of the index.
    var indexByteCount: Int64 = 0
    /// Packets that the sink has to their last byte.
    var completePacketCount: Int64 = 0
    let buffer: UnsafeMutableRawBufferPointer
    var bufferedByteCount = 0
    var storedByteCount: Int64 = 0
    /// The numbers of bytes and frames of audio that the header counts.
    private var counted = (bytes: Int64(0), frames: Int64(0))
    /// The number of frames in 0.4 s.
    ///
    /// At most as many wait in the buffer, and at most as many are written without being counted; with an unfinished
    /// packet and page less than a second is missing.
    private let heldFrameCount: Int64
    /// The number of bytes of the buffer that are used: for linear samples at most 0.2 s.
    let bufferLimit: Int
    /// The number of frames of the packets in the sink.
    private var flushedFrameCount: Int64 = 0
    /// The number of bytes that were written behind the audio.
    var trailerByteCount: Int64 = 0
    /// The reason for which a packet is missing behind the stored ones.
    var packetFailure: MediaError?
    var isOpen = true
    /// Held while the file is changed, against the thread that ends the program.
    private let lock = Mutex<Void>(())
    /// Indicates whether the program is ending, so that nothing more is written.
    private(set) var hasEnded = false

    /// Begins a file: its header is written.
    ///
    /// - Parameters:
    ///   - sink: Receives the file from its byte 0 on.
    ///   - container: The kind of file.
    ///   - description: The format and the tags of the file.
    ///   - encodes: Whether frames are to be written; if not, packets are.
    /// - Throws: `unsupported` if files of this kind are not written or do not hold such a format; `io`.
    package init(
        _ sink: any ByteSink, _ container: Container, _ description: MediaDescription, encodes: Bool = true
    ) throws(MediaError) {
        var description = description
        encoding = try Self.encoder(&description, encodes).map { FrameEncoding($0) }
        writer = try Self.prepared(container, description)
        (dataByteLimit, hasPages) = (writer.dataByteLimit, writer.hasPages)
        self.sink = sink
        self.container = container
        self.description = description
        let header = writer.header(dataByteCount: 0, isFinished: false)
        headerByteCount = Int64(header.count)
        buffer = .allocate(byteCount: Self.bufferByteCount, alignment: 64)
        let format = description.format
        heldFrameCount = Int64(max(1, min(format.sampleRate * 0.4, 0x1p31)))
        let bytesPerFrame = format.encoding == nil ? Self.bufferByteCount : max(1, format.bytesPerPacket)
        let framesAtOnce = min(Self.bufferByteCount / bytesPerFrame, Int(heldFrameCount / 2))
        bufferLimit = max(1, framesAtOnce) * bytesPerFrame
        try Self.write(header, to: sink, at: 0)
        OpenWriters.add(self)
    }

    deinit {
        OpenWriters.remove(self)
        // Failures cannot be reported here; `finish` throws them.
        if isOpen { try? finish() }
        buffer.deallocate()
    }

    /// Checks whether such a file can be written, before a sink is opened that would empty an older file.
    ///
    /// - Throws: `unsupported` or `limit`.
    package static func check(_ container: Container, _ description: MediaDescription) throws(MediaError) {
        var description = description
        _ = try encoder(&description, true)
        _ = try prepared(container, description)
    }

    private static func encoder(
        _ description: inout MediaDescription, _ encodes: Bool
    ) throws(MediaError) -> (any PacketEncoder)? {
        guard encodes, description.format.encoding == nil else { return nil }
        let options = description.options.placing(description.layout, channelCount: description.format.channelCount)
        guard let encoder = try Codecs.encoder(for: description.format, options) else { return nil }
        description.format = encoder.format
        description.cookie = encoder.cookie
        description.primingFrameCount = encoder.primingFrameCount
        if let layout = encoder.layout { description.layout = layout }
        return encoder
    }

    /// Frames taken so far.
    package var frameCount: Int64 {
        if let encoding { return encoding.takenFrameCount }
        if description.format.encoding == nil { return storedFrameCount }
        return (storedByteCount + Int64(bufferedByteCount)) / Int64(description.format.bytesPerPacket)
    }

    /// Writes frames of a block, converted to the file's format.
    ///
    /// - Parameters:
    ///   - block: As many channels as the format.
    ///   - firstFrame: First frame of the block to write.
    ///   - frameCount: Frames to write.
    /// - Throws: `limit` if the container cannot hold so many, `io` if the sink fails, for instance because the
    ///   disk is full: frames that `frameCount` counts are kept and are written again by the next call.
    package func write(_ block: SampleBlock, atFrame firstFrame: Int = 0, frameCount count: Int) throws(MediaError) {
        try changing { () throws(MediaError) in try put(block, atFrame: firstFrame, frameCount: count) }
    }

    /// Changes the file while the end of the program waits.
    func changing<Result>(_ body: () throws(MediaError) -> Result) throws(MediaError) -> Result {
        try lock.withLock { _ throws(MediaError) in
            guard !hasEnded else {
                throw .unsupported(.operation("the program is ending, and nothing more is written to the file"))
            }
            return try body()
        }
    }

    func finishAtExit() -> Bool {
        lock.withLockIfAvailable { _ in
            // A failure cannot be reported any more.
            try? complete()
            hasEnded = true
            return true
        } ?? false
    }

    private func put(_ block: SampleBlock, atFrame firstFrame: Int, frameCount count: Int) throws(MediaError) {
        precondition(isOpen || hasEnded, "a finished file takes no more frames")
        precondition(block.channelCount == description.format.channelCount, "the block has the channels of the file")
        if let encoding {
            try encoding.encode(block, atFrame: firstFrame, frameCount: count) { packet throws(MediaError) in
                try store(packet.bytes, frameCount: packet.frameCount)
            }
            return
        }
        guard let encoding = description.format.encoding else {
            throw .unsupported(.operation("this writer takes packets, not frames"))
        }
        let bytesPerFrame = description.format.bytesPerPacket
        let total = storedByteCount + Int64(bufferedByteCount)
        let (more, overflowed) = count.multipliedReportingOverflow(by: bytesPerFrame)
        guard !overflowed, total + Int64(more) <= dataByteLimit else {
            throw .limit("\(container.name) files hold no more than \(dataByteLimit) bytes of audio")
        }
        guard let base = buffer.baseAddress else { return }
        var done = 0
        while done < count {
            if bufferLimit - bufferedByteCount < bytesPerFrame { try flush() }
            let part = min(count - done, (bufferLimit - bufferedByteCount) / bytesPerFrame)
            SampleCodec.encode(
                encoding, block, atFrame: firstFrame + done, frameCount: part, into: base + bufferedByteCount)
            bufferedByteCount += part * bytesPerFrame
            done += part
        }
    }

    /// Brings the header up to date with all frames taken so far; the file is complete until the next frame.
    ///
    /// - Throws: `io`.
    package func update() throws(MediaError) {
        guard isOpen else { return }
        try changing { () throws(MediaError) in
            try flush()
            try writeHeader(isFinished: false)
        }
    }

    /// Changes tags, markers, the cookie or the counts of the file; the data format stays.
    ///
    /// - Throws: `unsupported` if the container has no place for them any more, `io`.
    package func redescribe(_ change: (inout MediaDescription) -> Void) throws(MediaError) {
        precondition(isOpen || hasEnded, "a finished file is not described any more")
        try changing { () throws(MediaError) in try describe(change) }
    }

    private func describe(_ change: (inout MediaDescription) -> Void) throws(MediaError) {
        var changed = description
        change(&changed)
        changed.format = description.format
        guard changed != description else { return }
        if storedByteCount == 0, bufferedByteCount == 0, storedPacketCount == 0, indexStart == nil {
            // Nothing lies behind the header yet: it may become longer.
            writer = try Self.prepared(container, changed)
            description = changed
            let header = writer.header(dataByteCount: 0, isFinished: false)
            headerByteCount = Int64(header.count)
            _ = sink.truncate(to: headerByteCount)
            try Self.write(header, to: sink, at: 0)
            return
        }
        var (old, new) = (description, changed)
        (old.primingFrameCount, old.validFrameCount) = (0, nil)
        (new.primingFrameCount, new.validFrameCount) = (0, nil)
        if old != new { try writer.redescribe(changed) }
        description = changed
    }

    /// Completes the file and closes it.
    ///
    /// Calling it again does nothing.
    ///
    /// - Throws: `io`; the header then counts the audio that could be written.
    package func finish() throws(MediaError) {
        guard isOpen else { return }
        OpenWriters.remove(self)
        try changing { () throws(MediaError) in try complete() }
    }

    private func complete() throws(MediaError) {
        guard isOpen else { return }
        isOpen = false
        var failure: MediaError?
        do throws(MediaError) {
            try encoding?.finish { packet throws(MediaError) in try store(packet.bytes, frameCount: packet.frameCount) }
            try storeLastPages()
        } catch { failure = error }
        do throws(MediaError) { try flush() } catch { failure = failure ?? error }
        if description.format.encoding == nil { writer.update(summary) }
        do throws(MediaError) {
            try writeTrailer()
            try writeHeader(isFinished: true)
            dropIndex()
        } catch {
            failure = failure ?? error
            // A file with an index has a good header; for others the header is written with the counts so far.
            if !writer.needsIndex { try? writeHeader(isFinished: true) }
        }
        do throws(MediaError) { try sink.close() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Writes the bytes behind the audio, and over an index that was kept while the file grew.
    private func writeTrailer() throws(MediaError) {
        var trailer = writer.trailer(dataByteCount: storedByteCount)
        trailerByteCount = Int64(trailer.count)
        if let indexStart {
            // Until the header marks the end of the audio, the old index has to stay.
            let left = indexStart + indexByteCount - storedByteCount - trailerByteCount
            if left >= 0, let filler = writer.filler(byteCount: left) { trailer += filler }
        }
        guard !trailer.isEmpty else { return }
        try Self.write(trailer, to: sink, at: headerByteCount + storedByteCount)
    }

    private static func prepared(
        _ container: Container, _ description: MediaDescription
    ) throws(MediaError) -> any ContainerWriter {
        guard let make = container.makeWriter else {
            throw .unsupported(.fileType("\(container.name) files can be read but not written"))
        }
        _ = try description.format.checked(at: 0)
        return try make(description)
    }

    func flush() throws(MediaError) {
        guard bufferedByteCount > 0 else { return }
        try moveIndex()
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<bufferedByteCount])
        try sink.write(part, at: headerByteCount + storedByteCount)
        storedByteCount += Int64(bufferedByteCount)
        bufferedByteCount = 0
        flushedFrameCount = storedFrameCount
        try growIndex()
        // With an index the header needs no counts: it only has the index's place.
        let isLate = !hasPages && !writer.needsIndex && sinkFrameCount - counted.frames >= heldFrameCount
        // A long header, as with a picture, is rarely updated: containers with pictures are read without its counts.
        let isShort = headerByteCount <= Self.bufferByteCount
        if isOpen, isLate && isShort || storedByteCount - counted.bytes >= max(Self.updateByteCount, headerByteCount) {
            try writeHeader(isFinished: false)
        }
    }

    /// Writes the buffer if it holds 0.4 s of packets.
    func flushIfDue() throws(MediaError) {
        if storedFrameCount - flushedFrameCount >= heldFrameCount { try flush() }
    }

    /// The number of frames in the sink.
    private var sinkFrameCount: Int64 {
        let format = description.format
        return format.encoding == nil ? flushedFrameCount : storedByteCount / Int64(max(1, format.bytesPerPacket))
    }

    func writeHeader(isFinished: Bool) throws(MediaError) {
        if description.format.encoding == nil { writer.update(summary) }
        let dataByteCount = isFinished ? storedByteCount : indexStart ?? storedByteCount
        let header = writer.header(dataByteCount: dataByteCount, isFinished: isFinished)
        precondition(Int64(header.count) == headerByteCount, "a header keeps its length")
        try Self.write(header, to: sink, at: 0)
        counted = (storedByteCount, sinkFrameCount)
    }

    static func write(_ bytes: [UInt8], to sink: any ByteSink, at offset: Int64) throws(MediaError) {
        var failure: MediaError?
        bytes.withUnsafeBytes { bytes in
            do throws(MediaError) { try sink.write(bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
