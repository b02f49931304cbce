/// The format of a stream's packets, as known after one of them is decoded.
package struct PacketOutcome: Equatable, Sendable {
    /// The codec more exactly: AAC may turn out to be high efficiency AAC.
    package var codec: FourCC
    /// Frames a second, once decoded.
    package var sampleRate: Double
    /// Channels of the decoded sound.
    package var channelCount: Int
    /// The loudspeakers, if the codec names them.
    package var layout: ChannelLayout?
    /// Indicates that a later packet may show more.
    package var isPreliminary = false
}

/// Turns packets of one stream into planes of samples; a decoder belongs to one reader, on one thread at a time.
package protocol PacketDecoder: AnyObject {
    /// The kind of number that `decode` delivers.
    var kind: SampleBlock.Kind { get }

    /// Frames that one packet gives at most.
    var framesPerPacketLimit: Int { get }

    /// Packets before the wanted one that have to be decoded after a jump, so that nothing is heard of it.
    var prerollPacketCount: Int { get }

    /// The packet to begin with after a jump, so that `packet` sounds as in reading through; 0 for all that come before
    /// it.
    func firstPacket(toHear packet: Int64) -> Int64

    /// Decodes one packet.
    ///
    /// - Parameter packet: The packet's bytes.
    /// - Returns: Its frames: a plane of `kind` for each channel of the format. They stay until the decoder is used
    ///   again.
    /// - Throws: `malformed` if the packet is damaged; `at` counts from the packet's first byte.
    func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames

    /// Makes frames in place of a packet that is damaged or missing.
    ///
    /// - Returns: The frames, until the decoder is used again; nil if silence is to stand there.
    func conceal() -> DecodedFrames?

    /// Begins anew, as before the first packet of a stream.
    func reset()

    /// Forgets earlier packets, as after a jump into the middle of a stream.
    func flush()

    /// Begins anew, and compares the samples with the sum of all that the stream may state; a quarter more work.
    func checkSignature()

    /// Indicates whether all samples since `reset` have the sum that the stream states; nil where none was compared, or
    /// packets were lost or jumped over.
    var isTrue: Bool? { get }

    /// Frees its memory until it is used again, if it then decodes the same as without the rest.
    ///
    /// - Parameters:
    ///   - packet: The packet that would come next; after a rest, decoding begins at `firstPacket(toHear:)` of it or of
    ///     another.
    ///   - isOver: Whether the next packet will be reached by a jump anyway.
    /// - Returns: Whether it rests: its state is then as after `reset`.
    func rest(before packet: Int64, isOver: Bool) -> Bool

    /// Indicates whether `prepare` needs the first packet of a stream before any other is decoded.
    var firstPacketDecides: Bool { get }

    /// Chooses how to decode the stream that begins with `packet`, once; without it, the first packet decoded decides.
    func prepare(forFirst packet: UnsafeRawBufferPointer)

    /// The loudspeakers of the planes, where the codec has one order for so many channels; nil where it leaves them to
    /// the container.
    var layout: ChannelLayout? { get }

    /// Indicates whether `outcome` may state facts that a container does not state.
    var firstPacketStatesFormat: Bool { get }

    /// Decodes a packet for the sake of its format; the samples are dropped.
    ///
    /// - Returns: nil if this packet does not determine the format.
    /// - Throws: `malformed` if the packet is damaged.
    func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome?
}

extension PacketDecoder {
    /// Returns nil: the codec has no concealment.
    package func conceal() -> DecodedFrames? { nil }
    /// The packets of the pre-roll.
    package func firstPacket(toHear packet: Int64) -> Int64 { max(0, packet - Int64(prerollPacketCount)) }
    /// Resets the decoder: nothing of a stream's beginning is worth keeping.
    package func flush() { reset() }
    /// Streams of the codec state no sum.
    package func checkSignature() {}
    /// Returns nil: streams of the codec state no sum.
    package var isTrue: Bool? { nil }
    /// There is little to give back.
    package func rest(before packet: Int64, isOver: Bool) -> Bool { false }
    /// There is one way.
    package var firstPacketDecides: Bool { false }
    /// There is one way.
    package func prepare(forFirst packet: UnsafeRawBufferPointer) {}
    /// The container states the loudspeakers.
    package var layout: ChannelLayout? { nil }
    /// Returns false: the container states all that `outcome` would.
    package var firstPacketStatesFormat: Bool { false }
    /// Returns nil: the container states the format.
    package func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome? { nil }
}
