/// A file seen as packets and bytes, without decoding them, as AudioFile shows it.
///
/// Formats that nothing here decodes are opened too. Used by one thread at a time; reading waits for the disk.
package final class PacketFile {
    /// The bytes of the file.
    package let source: any ByteSource
    /// The contents of its headers.
    package let scan: MediaScan.Result
    private let packets: any PacketSource
    private var knownCount: (packets: Int64, frames: Int64)?
    private var knownLargest: Int?

    /// Opens the file of a source.
    ///
    /// - Parameter track: Which of its audio tracks, from 0.
    /// - Throws: `unsupported`, `malformed`, `limit` or `io`: see `MediaScan.scan`.
    package init(_ source: any ByteSource, track: Int = 0) throws(MediaError) {
        self.source = source
        scan = try MediaScan.scan(source, track: track)
        packets = try OpenedPackets.packets(source, scan)
    }

    /// The data format as the container states it.
    package var format: MediaFormat { scan.format }

    /// The properties in the file's chunks.
    package var properties: MediaProperties { scan.properties }

    /// The formats that the packets can be decoded as, the richest first, and the loudspeakers of each.
    ///
    /// May load libavcodec for codecs whose packets hold more facts than the container.
    package func decodableFormats() -> [(format: MediaFormat, layout: ChannelLayout?)] {
        let base = (format: scan.format, layout: scan.properties.layout)
        guard let opened = try? OpenedPackets(source, scan), opened.format != scan.format else { return [base] }
        let richer = (format: opened.format, layout: opened.layout)
        // The base layer alone is low complexity at the container's rate.
        if opened.format.codec == scan.format.codec { return [richer] }
        guard opened.format.codec == Codec.highEfficiencyAAC2.id, richer.format.channelCount == 2 else {
            return [richer, base]
        }
        // Without parametric stereo there is one channel.
        var mono = richer
        mono.format.codec = Codec.highEfficiencyAAC.id
        (mono.format.channelCount, mono.layout) = (1, nil)
        return Self.isOneChannelTwice(opened) ? [mono, base] : [richer, mono, base]
    }

    /// Packets after which a stream without a difference between its channels has no parametric stereo: three seconds
    /// at 44.1 kHz.
    private static let comparedPacketCount = 64

    /// Returns whether the first packets give two equal channels: libavcodec decodes one channel as two where
    /// parametric stereo might come.
    private static func isOneChannelTwice(_ opened: OpenedPackets) -> Bool {
        guard let decoder = opened.decoder, decoder.kind == .float32 else { return false }
        for _ in 0..<comparedPacketCount {
            guard let packet = try? opened.packets.next() else { break }
            // A damaged packet is left out.
            guard let frames = try? decoder.decode(packet.bytes), frames.block.channelCount == 2 else { continue }
            let (left, right) = (frames.block.buffers[0], frames.block.buffers[1])
            let byteCount = 4 * frames.frameCount
            let isEqual = UnsafeRawBufferPointer(start: left, count: byteCount)
                .elementsEqual(UnsafeRawBufferPointer(start: right, count: byteCount))
            if !isEqual { return false }
        }
        return true
    }

    /// Packets and frames of the file; walks through it once where neither header nor table states them.
    package func count() -> (packets: Int64, frames: Int64) {
        if let knownCount { return knownCount }
        let count = (try? packets.count()) ?? (0, 0)
        knownCount = count
        return count
    }

    /// Returns an estimate of `count`, without a walk.
    package func estimate() -> (packets: Int64, frames: Int64) {
        if let knownCount { return knownCount }
        return (try? packets.estimate()) ?? (0, 0)
    }

    /// Frames that are to be heard, at the container's rate; exact where that is known without a walk.
    package var estimatedFrameCount: Int64 {
        let all = packets.knownFrameCount ?? estimate().frames
        let heard = max(0, all - properties.primingFrameCount - properties.remainderFrameCount)
        return min(properties.validFrameCount ?? heard, all)
    }

    /// Bytes of the largest packet; looks at all of them, once, where they differ.
    package var largestPacketByteCount: Int {
        if format.bytesPerPacket > 0 { return format.bytesPerPacket }
        if let knownLargest { return knownLargest }
        var largest = 0
        if case .table(let table) = properties.packets {
            for packet in 0..<count().packets { largest = max(largest, table.place(ofPacket: packet).byteCount) }
        } else {
            try? packets.seek(toPacket: 0)
            while let packet = try? packets.next() { largest = max(largest, packet.bytes.count) }
        }
        knownLargest = largest
        return largest
    }

    /// Bytes that no packet exceeds, by the limits of the codec; never walks through the file.
    package var packetByteCountLimit: Int {
        if format.bytesPerPacket > 0 { return format.bytesPerPacket }
        if case .table = properties.packets { return largestPacketByteCount }
        return min(format.packetByteLimit, max(1, Int(clamping: scan.dataByteCount)))
    }

    /// A packet's bytes, valid until the next call; nil beyond the last.
    ///
    /// - Throws: `io`, `malformed`, `limit`.
    package func packet(_ number: Int64) throws(MediaError) -> Packet? {
        try packets.seek(toPacket: number)
        guard let packet = try packets.next(), packet.number == number else { return nil }
        return packet
    }

    /// The packet that holds a frame, priming included; nil beyond the last.
    package func packet(ofFrame frame: Int64) throws(MediaError) -> Int64? { try packets.packet(ofFrame: frame) }

    /// Bytes of the audio, wherever packets begin.
    ///
    /// - Parameters:
    ///   - buffer: Receives them.
    ///   - offset: From the first byte of the audio.
    /// - Returns: Bytes read; fewer than asked only at the end of the audio.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard offset >= 0, offset < scan.dataByteCount else { return 0 }
        let count = Int(min(Int64(buffer.count), scan.dataByteCount - offset))
        let audio = scan.audio(of: source)
        return try audio.source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: audio.range.lowerBound + offset)
    }

    /// The body of a chunk as it lies in the file.
    ///
    /// - Parameter limit: Bytes that are read at most.
    /// - Throws: `io`.
    package func body(of chunk: MediaProperties.Chunk, from offset: Int64 = 0, limit: Int) throws(MediaError) -> [UInt8]
    {
        let end = try source.byteCount()
        let byteCount = min(chunk.byteCount ?? .max, max(0, end - chunk.start))
        guard offset >= 0, offset < byteCount else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(min(Int64(limit), byteCount - offset)))
        var failure: MediaError?
        var got = 0
        bytes.withUnsafeMutableBytes { buffer in
            do throws(MediaError) { got = try source.read(into: buffer, at: chunk.start + offset) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return Array(bytes.prefix(got))
    }
}
