import SordinoRealtime

/// The layer between a file's bytes and its frames: the packets, their decoder, and the facts found in the first
/// packets.
package struct OpenedPackets {
    let packets: any PacketSource
    /// Nil where packets are single frames of samples.
    let decoder: (any PacketDecoder)?
    /// The container's format, corrected by the result of decoding.
    package let format: MediaFormat
    let layout: ChannelLayout?
    /// Decoded frames for each frame that the container counts.
    let framesPerCounted: Int64

    /// Opens the packets of a file; for some codecs the first is decoded, since containers often state their format
    /// wrongly.
    ///
    /// - Throws: `unsupported`, `limit`, `io`.
    package init(_ source: any ByteSource, _ scan: MediaScan.Result) throws(MediaError) {
        var format = scan.format
        packets = try Self.packets(source, scan)
        var scale: Int64 = 1
        let clock = format.clock
        if clock != format.sampleRate {
            // The container counts frames of the rate that the stream was made from.
            scale = max(1, Int64(nearest: clock / format.sampleRate))
            guard scale > 0, Double(scale) * format.sampleRate == clock else {
                throw .unsupported(.dataFormat("\(format.name) with a clock of \(clock) Hz"))
            }
            format.sampleRate = clock
            format.framesPerPacket *= Int(scale)
        }
        var decoder = try Codecs.decoder(for: format, cookie: scan.properties.cookie)
        var told = scan.properties.layout
        if let asked = decoder, asked.firstPacketStatesFormat {
            if let outcome = try Self.outcome(asked, packets) {
                if outcome.sampleRate > format.sampleRate {
                    let more = max(1, Int64(nearest: outcome.sampleRate / format.sampleRate))
                    format.sampleRate *= Double(more)
                    format.framesPerPacket *= Int(more)
                    scale *= more
                }
                // The container's loudspeakers are those of its own channels.
                if outcome.layout != nil || outcome.channelCount != format.channelCount { told = outcome.layout }
                format.channelCount = outcome.channelCount
                // Made again rather than reset: buffers depend on the channels, and noise that decoders add begins
                // afresh.
                decoder = try Codecs.decoder(for: format, cookie: scan.properties.cookie)
                format.codec = outcome.codec
            } else {
                decoder?.reset()
            }
            try packets.seek(toPacket: 0)
        }
        if let decoder, decoder.firstPacketDecides {
            if let packet = try packets.next() { decoder.prepare(forFirst: packet.bytes) }
            try packets.seek(toPacket: 0)
        }
        // The container states the order of channels in packets; that of the planes is the decoder's.
        if let own = decoder?.layout { told = own }
        self.decoder = decoder
        self.format = try format.checked(at: 0)
        framesPerCounted = scale
        let fitting = told.flatMap { $0.channelCount == format.channelCount ? $0 : nil }
        layout = fitting ?? .usual(channelCount: format.channelCount)
    }

    /// The packets of a file.
    package static func packets(_ source: any ByteSource, _ scan: MediaScan.Result) throws(MediaError)
        -> any PacketSource
    {
        let (source, data) = scan.audio(of: source)
        switch scan.properties.packets {
        case .uniform:
            guard scan.format.bytesPerPacket > 0, scan.format.framesPerPacket > 0 else {
                guard Codecs.named(scan.format.codec)?.isDecoded == true else {
                    throw .unsupported(.dataFormat("\(scan.format.name) in packets of differing sizes"))
                }
                throw .malformed(
                    at: data.upperBound, because: "the table of packets, which \(scan.format.name) needs, is missing")
            }
            return try PlacedPackets(
                source, data, bytesPerPacket: scan.format.bytesPerPacket, framesPerPacket: scan.format.framesPerPacket)
        case .table(let table):
            return PlacedPackets(source, table, end: try source.byteCount())
        case .framed(let framer):
            return try FramedPackets(source, data, framer)
        }
    }

    /// Returns the outcome of decoding the first packets; nil if none of the first few can be decoded.
    private static func outcome(
        _ decoder: any PacketDecoder, _ packets: any PacketSource
    ) throws(MediaError) -> PacketOutcome? {
        var preliminary: PacketOutcome?
        for _ in 0..<8 {
            guard let packet = try packets.next() else { break }
            guard let outcome = try? decoder.outcome(of: packet.bytes) else { continue }
            if !outcome.isPreliminary { return outcome }
            preliminary = outcome
        }
        return preliminary
    }
}
