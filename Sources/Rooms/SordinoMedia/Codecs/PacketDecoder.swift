/// What the packets of a stream turn out to hold once one of them is decoded.
package struct PacketOutcome: Equatable, Sendable {
    /// The codec more exactly: AAC may turn out to be high efficiency AAC.
    package var codec: FourCC
    /// Frames a second.
    package var sampleRate: Double
    /// Channels.
    package var channelCount: Int
    /// The loudspeakers, if the codec names them.
    package var layout: ChannelLayout?
}

/// Turns packets of one stream into interleaved linear samples; a decoder belongs to one reader, on one thread at a time.
package protocol PacketDecoder: AnyObject {
    /// How the samples that `decode` delivers are stored: linear, in this machine's order.
    var outputEncoding: SampleEncoding { get }

    /// Frames that one packet gives at most.
    var framesPerPacketLimit: Int { get }

    /// Packets before the wanted one that have to be decoded after a jump, so that nothing is heard of it.
    var prerollPacketCount: Int { get }

    /// Decodes one packet.
    ///
    /// - Parameters:
    ///   - packet: The packet's bytes.
    ///   - samples: Receives the frames, interleaved; has room for `framesPerPacketLimit` of them.
    /// - Returns: Frames decoded.
    /// - Throws: `malformed` if the packet is damaged; `at` counts from the packet's first byte.
    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutableRawBufferPointer
    ) throws(MediaError) -> Int

    /// Forgets what earlier packets left behind, as after a jump.
    func reset()

    /// Whether a container may not know what `outcome` says.
    var firstPacketTells: Bool { get }

    /// Decodes a packet for the sake of its format; the samples are dropped.
    ///
    /// - Returns: nil if this packet does not tell.
    /// - Throws: `malformed` if the packet is damaged.
    func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome?
}

extension PacketDecoder {
    /// The container knows.
    package var firstPacketTells: Bool { false }
    /// Nothing that the container does not know.
    package func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome? { nil }
}
