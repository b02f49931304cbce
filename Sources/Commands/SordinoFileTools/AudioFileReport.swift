import SordinoMedia
import SordinoSignal

/// The report of `afinfo` on one file, before it is text.
package struct AudioFileReport: Sendable {
    /// The path as it was given.
    package var path: String
    /// The type of the file in Apple's codes.
    package var fileType: FourCC
    /// Audio tracks of the file; the report describes the first.
    package var trackCount: Int
    /// The data format as the container states it.
    package var format: MediaFormat
    /// Richer formats that the packets decode as, the richest first.
    package var formats: [MediaFormat]
    /// The loudspeakers that the file names.
    package var layout: ChannelLayout?
    /// The audible duration in seconds.
    package var seconds: Double
    /// Bytes of the audio data.
    package var byteCount: Int64
    /// Packets; frames where packets are such.
    package var packetCount: Int64
    /// Indicates whether the file has no audible frames.
    package var isEmpty: Bool
    /// Bits a second, priming and remainder counted.
    package var bitRate: Int64
    /// Bytes that no packet exceeds.
    package var packetByteBound: Int
    /// Bytes of the largest packet.
    package var largestPacketByteCount: Int
    /// First byte of the audio in the file.
    package var dataStart: Int64
    /// Indicates whether everything that has to be read before the audio lies before it.
    package var isOptimized: Bool
    /// Audible frames, and the ones before and behind them; nil where packets are frames.
    package var gapless: (valid: Int64, priming: Int64, remainder: Int64)?
    /// The sample type of the source.
    package var sourceDepth: String?
    /// The markers: named places in the sound.
    package var markers: [MediaMarker]
    /// The regions: stretches of the sound.
    package var regions: [MediaRegion]
    /// The chapters of the file.
    package var chapters: [MediaProperties.Chapter]
    /// The tags, such as title and artist.
    package var info: [MediaProperties.Info]

    /// Looks at a file.
    ///
    /// - Parameters:
    ///   - countsPackets: Whether the duration of a brief report is taken from all packets where the file does not state it;
    ///     an estimate from the first ones otherwise. Other reports count them in any case.
    ///   - isBrief: Whether packets are not listed, so that they need not be counted.
    /// - Throws: The error of opening the file.
    package init(path: String, countsPackets: Bool = false, isBrief: Bool = false) throws(MediaError) {
        let source = try FileByteSource(path: path)
        let scan = try MediaScan.scan(source)
        try self.init(path, source, scan, countsPackets: countsPackets, isBrief: isBrief)
    }

    private init(
        _ path: String, _ source: FileByteSource, _ scan: MediaScan.Result, countsPackets: Bool, isBrief: Bool
    ) throws(MediaError) {
        let packets = try OpenedPackets.packets(source, scan)
        let properties = scan.properties
        self.path = path
        fileType = properties.fileType
        trackCount = max(1, properties.audioTrackCount)
        format = scan.format
        layout = properties.layout
        formats = Self.formats(source, scan)
        sourceDepth = DataFormatText.depth(of: scan.format)
        (markers, regions, chapters) = (properties.markers, properties.regions, properties.chapters)
        info = properties.info
        dataStart = scan.dataStart
        isOptimized = Self.isOptimized(properties)

        // A report that lists packets has to count them, and takes the duration from the count.
        let total = countsPackets || !isBrief ? try packets.count() : try packets.estimate()
        let rate = scan.format.sampleRate
        let isTrimmed = scan.format.encoding == nil
        seconds = Double(Self.heard(of: total.frames, properties, isTrimmed)) / rate
        isEmpty = seconds <= 0
        byteCount = scan.dataByteCount
        largestPacketByteCount = scan.format.bytesPerPacket
        if !isBrief, scan.format.bytesPerPacket == 0 {
            let sizes = try Self.sizes(properties.packets, packets, total.packets)
            largestPacketByteCount = sizes.largest
            byteCount = sizes.sum
        }
        packetCount = total.packets
        packetByteBound = largestPacketByteCount
        if case .framed = properties.packets { packetByteBound = scan.format.packetByteLimit }
        bitRate = total.frames > 0 ? Int64((Double(byteCount) * 8 * rate / Double(total.frames)).rounded()) : 0
        if isTrimmed {
            let valid = Self.heard(of: total.frames, properties, true)
            gapless = (valid, properties.primingFrameCount, max(0, total.frames - valid - properties.primingFrameCount))
        }
    }

    private static func heard(of all: Int64, _ properties: MediaProperties, _ isTrimmed: Bool) -> Int64 {
        guard isTrimmed else { return all }
        let left = max(0, all - properties.primingFrameCount)
        return min(left, properties.validFrameCount ?? max(0, left - properties.remainderFrameCount))
    }

    private static func sizes(
        _ layout: PacketLayout, _ packets: any PacketSource, _ count: Int64
    ) throws(MediaError) -> (largest: Int, sum: Int64) {
        var (largest, sum) = (0, Int64(0))
        if case .table(let table) = layout {
            for packet in 0..<count {
                let byteCount = table.place(ofPacket: packet).byteCount
                largest = max(largest, byteCount)
                sum += Int64(byteCount)
            }
        } else {
            try packets.seek(toPacket: 0)
            while let packet = try packets.next() {
                largest = max(largest, packet.bytes.count)
                sum += Int64(packet.bytes.count)
            }
        }
        return (largest, sum)
    }

    /// AAC may hold more than its container states; only such files are decoded to find out.
    private static func formats(_ source: FileByteSource, _ scan: MediaScan.Result) -> [MediaFormat] {
        let base = scan.format
        guard Codecs.named(base.codec)?.isAAC == true else { return [] }
        guard base.codec == "aac ", base.sampleRate <= 24000 else { return [base] }
        guard let opened = try? OpenedPackets(source, scan), opened.format != base else { return [base] }
        return [opened.format, base]
    }

    /// An MPEG-4 file's index may stand behind its audio.
    private static func isOptimized(_ properties: MediaProperties) -> Bool {
        guard case .table = properties.packets, let start = properties.dataStart else { return true }
        guard let index = properties.chunks.first(where: { $0.id == "moov" }) else { return true }
        return index.start < start
    }
}
