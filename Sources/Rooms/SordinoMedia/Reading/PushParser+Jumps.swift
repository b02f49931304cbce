/// Streams whose bytes do not follow one another: after a jump, and after a gap.
extension PushParser {
    /// Makes a packet the next one.
    ///
    /// - Parameters:
    ///   - packet: From 0.
    ///   - bytesPerPacket: The mean so far, for streams whose packets are found only by walking.
    /// - Returns: Where the next bytes have to come from, from the first byte of the audio, and whether that is a
    ///   guess; nil if there is no such packet or the audio has not begun, and then nothing is changed.
    package mutating func jump(
        toPacket packet: Int64, bytesPerPacket: Double
    ) -> (offset: Int64, isEstimate: Bool)? {
        guard packet >= 0, let start = parserAtAudio, case .media(let count) = start.demand,
            let dataStart = start.properties.dataStart, let audio = properties, let format = audio.format
        else { return nil }
        let all = count ?? .max
        var offset: Int64
        var isEstimate = false
        switch audio.packets {
        case .uniform:
            let product = packet.multipliedReportingOverflow(by: Int64(format.bytesPerPacket))
            guard !product.overflow else { return nil }
            offset = product.partialValue
        case .table(let table):
            guard packet < table.packetCount else { return nil }
            offset = table.place(ofPacket: packet).offset - dataStart
        case .framed:
            let guess = Double(packet) * bytesPerPacket
            guard guess.isFinite, guess < 0x1p62 else { return nil }
            offset = Int64(guess)
            isEstimate = packet > 0
        }
        guard offset >= 0, offset < all else { return nil }
        if isEstimate { offset = min(offset, all) }
        parser = start
        progress = .running
        audioHasPassed = false
        position = dataStart + offset
        left = count == nil ? .max : all - offset
        packetCount = packet
        pending = []
        framing = nil
        return (offset, isEstimate)
    }

    /// Prepares for a gap: bytes are missing before the next ones.
    ///
    /// - Returns: Whether the next packet can be found: not before the audio, and not where only a table places
    ///   packets.
    package mutating func discontinue() -> Bool {
        guard !audioHasPassed, let parser, case .media = parser.demand, isReady else { return false }
        switch parser.properties.packets {
        case .table: return false
        case .uniform, .framed:
            position += Int64(pending.count)
            left = left.map { $0 == .max ? .max : max(0, $0 - Int64(pending.count)) }
            pending = []
            framing = nil
            return true
        }
    }
}
