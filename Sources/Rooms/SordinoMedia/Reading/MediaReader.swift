/// Reads the frames of a file one after the other, or from any frame on.
///
/// Memory is bounded for files of any length: one buffer of 64 KiB at most. A reader is used by one thread at a time
/// and belongs on a worker: reading waits for the disk.
package final class MediaReader {
    /// The least and the greatest size of the buffer in bytes; between them it is as large as one read needs.
    private static let bufferByteCounts = 1 << 14...1 << 16
    /// Reads of fewer bytes go through the buffer, so that a player's small blocks do not each ask the system.
    private static let directByteCount = 1 << 14

    /// The kind of file.
    package let container: Container
    /// The properties in the file's chunks.
    package let properties: MediaProperties
    /// The format on disk.
    package let format: MediaFormat
    /// The loudspeakers: those that the file names, or the usual ones of its channel count.
    package let layout: ChannelLayout?
    /// The position of the audio in the file; in the joined pieces if other tracks interrupt it.
    package let dataRange: Range<Int64>
    /// The next frame to be read.
    package internal(set) var position: Int64 = 0

    let file: any ByteSource
    /// The source of the audio: the file, or its pieces.
    let source: any ByteSource
    /// The place of its first page in memory; nil if its frames are not lent.
    lazy var firstPage = findFirstPage()
    private let scan: MediaScan.Result
    /// The number of frames at the beginning that the encoder inserted and that are skipped.
    private let primingFrameCount: Int64
    private var knownFrameCount: Int64?
    /// Decoded frames for each frame that the container counts.
    private let framesPerCounted: Int64
    private let packets: any PacketSource
    /// The decoder between packets and frames; nil where packets are frames.
    let decoded: DecodedPacket?
    /// The memory for frames of samples; empty until there are any, and while the reader rests.
    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The file offset of the first byte in the buffer, and the number of valid bytes in it.
    private var bufferStart: Int64 = 0
    private var bufferedByteCount = 0

    /// Opens the file of a source.
    ///
    /// - Parameters:
    ///   - track: Which of its audio tracks, from 0.
    ///   - adjusting: May change the container's properties, for instance the frames that are heard.
    /// - Throws: `unsupported`, `malformed`, `limit` or `io`: see `MediaScan.scan`; `unsupported` also if the data
    ///   format is known but not decoded.
    package init(
        _ source: any ByteSource, track: Int = 0, adjusting: (inout MediaProperties) -> Void = { _ in }
    ) throws(MediaError) {
        var scan = try MediaScan.scan(source, track: track)
        adjusting(&scan.properties)
        let opened = try OpenedPackets(source, scan)
        let audio = scan.audio(of: source)
        (self.source, dataRange) = (audio.source, audio.range)
        (file, self.scan) = (source, scan)
        packets = opened.packets
        framesPerCounted = opened.framesPerCounted
        decoded = opened.decoder.map {
            DecodedPacket($0, opened.packets, framesPerCounted: opened.framesPerCounted)
        }
        container = scan.container
        properties = scan.properties
        format = opened.format
        layout = opened.layout
        primingFrameCount =
            opened.decoder == nil ? 0 : scan.properties.primingFrameCount * opened.framesPerCounted
        bufferStart = dataRange.lowerBound
    }

    /// Opens the file at a path.
    package convenience init(path: String) throws(MediaError) { try self.init(FileByteSource(path: path)) }

    /// Opens a file whose bytes are in memory.
    package convenience init(bytes: [UInt8]) throws(MediaError) { try self.init(MemoryByteSource(bytes)) }

    deinit { buffer.deallocate() }

    /// Frames of the file that are really there and are to be heard.
    ///
    /// The first call walks through the file if no header states it: elementary streams mostly have none.
    package var frameCount: Int64 {
        if let knownFrameCount { return knownFrameCount }
        // Packets that cannot be read are not counted.
        let all = (packets.knownFrameCount ?? (try? packets.count().frames) ?? 0) * framesPerCounted
        let heard = heardFrameCount(of: all)
        knownFrameCount = heard
        return heard
    }

    /// The last frame at which reading can end, found without a walk through the file where possible.
    var frameLimit: Int64 {
        let isOpenEnded = packets.knownFrameCount == nil && properties.remainderFrameCount == 0
        guard knownFrameCount == nil, isOpenEnded else { return frameCount }
        return properties.validFrameCount.map { $0 * framesPerCounted } ?? .max
    }

    /// An estimate of `frameCount`: exact, or taken from the first packets.
    package var estimatedFrameCount: Int64 {
        if let knownFrameCount { return knownFrameCount }
        if packets.knownFrameCount != nil { return frameCount }
        return heardFrameCount(of: ((try? packets.estimate().frames) ?? 0) * framesPerCounted)
    }

    /// Indicates whether going to a frame means reading all packets before it: those that neither a table nor their own
    /// numbers place.
    package var seeksByWalking: Bool {
        guard case .framed(let framer) = properties.packets else { return false }
        return framer.framesPerNumberedPacket == nil
    }

    /// Packets that could not be decoded so far; silence, or what the codec guesses, stands for them.
    package var damagedPacketCount: Int64 { decoded?.damagedPacketCount ?? 0 }

    /// Packets of the table that lie behind the end of a file that was cut.
    package var absentPacketCount: Int64 {
        guard case .table(let table) = properties.packets, let there = try? packets.count().packets else { return 0 }
        return max(0, table.packetCount - there)
    }

    /// Compares the samples with the sum of all that the stream may state, as FLAC does; to be asked for before the first
    /// frame is read.
    package func checkSignature() { decoded?.checkSignature() }

    /// Indicates whether the samples of a file that was read from its first to its last frame have the sum that the
    /// stream states; nil where none was compared.
    package var isTrue: Bool? { decoded?.isTrue }

    private func heardFrameCount(of all: Int64) -> Int64 {
        guard decoded != nil else { return all }
        let heard = max(0, all - primingFrameCount)
        let valid = properties.validFrameCount.map { $0 * framesPerCounted }
        return min(heard, valid ?? max(0, heard - properties.remainderFrameCount * framesPerCounted))
    }

    /// Opens the packets as they lie in the file; the source has a position of its own.
    ///
    /// - Throws: `io`.
    package func makePacketSource() throws(MediaError) -> any PacketSource {
        try OpenedPackets.packets(file, scan)
    }

    /// The picture of the album in the file's tags, a JPEG or PNG file; nil if there is none that can be read.
    package var picture: [UInt8]? { try? FileTags.picture(of: file, scan) }

    /// Moves to a frame; a frame beyond the last one means the end.
    package func seek(to frame: Int64) { position = frame <= 0 ? 0 : min(frame, frameCount) }

    /// Reads frames as floats, each channel into its own buffer.
    ///
    /// - Parameters:
    ///   - channels: A pointer per channel of the format, each with room for `frameCount` samples.
    ///   - frameCount: Frames wanted.
    /// - Returns: Frames read; fewer than wanted only at the end, 0 when there are no more.
    /// - Throws: `io` if the source fails.
    package func read(into channels: [UnsafeMutablePointer<Float>], frameCount: Int) throws(MediaError) -> Int {
        precondition(channels.count == format.channelCount, "a buffer for each channel")
        return try read(.float32, buffers: channels.map { UnsafeMutableRawPointer($0) }, frameCount: frameCount)
    }

    /// Reads frames as 16-bit integers, interleaved; verbatim if the file holds such.
    ///
    /// - Parameters:
    ///   - samples: Room for `frameCount` frames of all channels.
    ///   - frameCount: Frames wanted.
    /// - Returns: Frames read; fewer than wanted only at the end.
    /// - Throws: `io` if the source fails.
    package func read(into samples: UnsafeMutablePointer<Int16>, frameCount: Int) throws(MediaError) -> Int {
        try read(.int16, buffers: [UnsafeMutableRawPointer(samples)], frameCount: frameCount, isInterleaved: true)
    }

    private func read(
        _ kind: SampleBlock.Kind, buffers: [UnsafeMutableRawPointer], frameCount: Int, isInterleaved: Bool = false
    ) throws(MediaError) -> Int {
        var failure: MediaError?
        var done = 0
        buffers.withUnsafeBufferPointer { pointers in
            guard let base = pointers.baseAddress else { return }
            let block = SampleBlock(
                kind, channelCount: format.channelCount, isInterleaved: isInterleaved, buffers: base)
            do throws(MediaError) { done = try read(into: block, frameCount: frameCount) } catch { failure = error }
        }
        if let failure { throw failure }
        return done
    }

    /// Reads frames into memory of any kind.
    ///
    /// - Parameters:
    ///   - block: As many channels as the format, with room for `frameCount` frames after `firstFrame`.
    ///   - firstFrame: Frame of the block that receives the first one.
    ///   - frameCount: Frames wanted.
    /// - Returns: Frames read; fewer than wanted only at the end, or if the file became shorter.
    /// - Throws: `io` if the source fails; frames read before stay read.
    package func read(into block: SampleBlock, atFrame firstFrame: Int = 0, frameCount wanted: Int)
        throws(MediaError) -> Int
    {
        precondition(block.channelCount == format.channelCount, "the block has the channels of the file")
        let goal = Int(min(Int64(max(0, wanted)), max(0, frameLimit - position)))
        var done = 0
        while done < goal {
            let count = try readSome(block, atFrame: firstFrame + done, frameCount: goal - done)
            if count == 0 { break }
            done += count
            position += Int64(count)
        }
        return done
    }

    /// Reads at least one frame, unless the file became shorter than it was.
    private func readSome(
        _ block: SampleBlock, atFrame firstFrame: Int, frameCount: Int
    ) throws(MediaError) -> Int {
        if let decoded {
            let frame = position + primingFrameCount
            let held = decoded.copy(frame, frameCount, into: block, atFrame: firstFrame)
            if held > 0 { return held }
            guard try decoded.decode(frame: frame) else { return 0 }
            return decoded.copy(frame, frameCount, into: block, atFrame: firstFrame)
        }
        guard let encoding = format.encoding else { return 0 }
        let bytesPerFrame = format.bytesPerPacket
        let offset = dataRange.lowerBound + position * Int64(bytesPerFrame)
        if let target = verbatim(block, encoding, atFrame: firstFrame, frameCount: frameCount) {
            return try source.read(into: target, at: offset) / bytesPerFrame
        }
        let available = try buffered(from: offset, atLeast: bytesPerFrame, wanted: frameCount * bytesPerFrame)
        let count = min(available.count / bytesPerFrame, frameCount)
        if count > 0, let base = available.baseAddress {
            SampleCodec.decode(encoding, base, frameCount: count, into: block, atFrame: firstFrame)
        }
        return count
    }

    /// Frees its memory until it reads again: buffers, and the decoder where the samples stay the same.
    ///
    /// The samples stay the same for codecs without a long memory, at the beginning of a file, and behind the last
    /// frame; elsewhere the decoder stays.
    package func rest() {
        decoded?.rest(isOver: position >= frameLimit)
        packets.rest()
        buffer.deallocate()
        buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        bufferedByteCount = 0
    }

    /// Reads stored bytes of the audio, as they are.
    ///
    /// - Parameters:
    ///   - bytes: Receives them.
    ///   - offset: From the beginning of the audio.
    /// - Returns: Bytes read; fewer than asked only at the end of the audio.
    /// - Throws: `io` if the source fails.
    package func readStored(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let start = dataRange.lowerBound + max(0, offset)
        guard start < dataRange.upperBound else { return 0 }
        let count = Int(min(Int64(bytes.count), dataRange.upperBound - start))
        return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: start)
    }

    /// The memory that a long read can fill straight from the source, if the file stores samples in the form of the
    /// block.
    private func verbatim(
        _ block: SampleBlock, _ encoding: SampleEncoding, atFrame firstFrame: Int, frameCount: Int
    ) -> UnsafeMutableRawBufferPointer? {
        let byteCount = frameCount * format.bytesPerPacket
        guard byteCount >= Self.directByteCount, block.isInterleaved || block.channelCount == 1,
            encoding.isStored(as: block.kind)
        else { return nil }
        return UnsafeMutableRawBufferPointer(
            start: block.buffers[0] + firstFrame * format.bytesPerPacket, count: byteCount)
    }

    /// Bytes of the audio from an offset of the file on: at least so many, unless the file ends.
    ///
    /// - Parameter wanted: Bytes that will be asked for from there on, as far as is known.
    private func buffered(
        from offset: Int64, atLeast byteCount: Int, wanted: Int
    ) throws(MediaError) -> UnsafeRawBufferPointer {
        let skipped = offset - bufferStart
        if skipped < 0 || skipped + Int64(byteCount) > Int64(bufferedByteCount) {
            let size = max(
                byteCount, min(max(wanted, Self.bufferByteCounts.lowerBound), Self.bufferByteCounts.upperBound))
            if size > buffer.count {
                buffer.deallocate()
                buffer = .allocate(byteCount: size, alignment: 64)
            }
            bufferStart = offset
            bufferedByteCount = 0
            let room = Int(min(Int64(buffer.count), max(0, dataRange.upperBound - offset)))
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
            bufferedByteCount = try source.read(into: part, at: offset)
        }
        let from = Int(offset - bufferStart)
        guard from < bufferedByteCount else { return UnsafeRawBufferPointer(rebasing: buffer[..<0]) }
        return UnsafeRawBufferPointer(rebasing: buffer[from..<bufferedByteCount])
    }
}
