/// Decodes the packets of one stream across damaged ones, for readers of files and for converters.
///
/// - Thread: one at a time.
final class ConcealingDecoder {
    /// The number of packets after which a stream without an undamaged one is given up: it holds no audio of its codec.
    private static let hopelessPacketCount: Int64 = 32

    /// The codec's decoder.
    var codec: any PacketDecoder
    /// Indicates whether any packet could be decoded so far.
    private(set) var hasDecoded = false
    /// The number of packets that could not be decoded.
    private(set) var damagedPacketCount: Int64 = 0

    init(_ codec: any PacketDecoder) { self.codec = codec }

    /// Decodes one packet.
    ///
    /// - Returns: Its frames, until the next call, or what the codec makes in their place if it is damaged; nil for
    ///   silence.
    /// - Throws: The codec's error if this is the 32nd packet and none could be decoded.
    func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames? {
        do throws(MediaError) {
            let frames = try codec.decode(packet)
            hasDecoded = true
            return frames
        } catch {
            damagedPacketCount += 1
            if !hasDecoded, damagedPacketCount >= Self.hopelessPacketCount { throw error }
            return hasDecoded ? codec.conceal() : nil
        }
    }
}
