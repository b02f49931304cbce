extension MPEGAudioDecoder {
    /// The number of packets to decode before one that is to sound, bit for bit, as in reading through.
    ///
    /// Layer III takes up to 511 bytes (255 at the lower rates) from earlier packets; the smallest packets with a
    /// checksum decide how many that may be. One more packet, two at the lower rates, feeds the overlap and the filter
    /// bank. Any packet that was played as silence in reading through, for lack of earlier ones, is silent here too.
    ///
    /// - Parameters:
    ///   - layer: 1, 2 or 3.
    ///   - sampleRate: Frames a second; from 32000 on the stream is MPEG-1.
    ///   - channelCount: 1 or 2.
    ///   - freeByteCount: Bytes of the smallest packet of a free format; nil for other streams.
    package static func prerollPacketCount(
        layer: Int, sampleRate: Int, channelCount: Int, freeByteCount: Int? = nil
    ) -> Int {
        guard layer == 3 else { return layer == 1 ? 2 : 1 }
        let isFirst = sampleRate >= 32000
        let smallest = isFirst ? 144 * 32000 / sampleRate : 72 * 8000 / max(sampleRate, 1)
        let side = isFirst ? (channelCount == 1 ? 17 : 32) : channelCount == 1 ? 9 : 17
        let share = max(1, (freeByteCount ?? smallest) - 6 - side)
        let back = isFirst ? 511 : 255
        return (back + share - 1) / share + (isFirst ? 1 : 2)
    }
}
