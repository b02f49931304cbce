/// What a new file is to hold.
package struct MediaDescription: Equatable, Sendable {
    /// The data format.
    package var format: MediaFormat
    /// The loudspeakers; nil if the channel count says enough.
    package var layout: ChannelLayout?
    /// Tags for people, with the keys of Core Audio's info dictionary; a container drops those it has no place for.
    package var info: [MediaProperties.Info]
    /// What is asked of the encoder, where there is one.
    package var options = EncodingOptions()
    /// What a decoder needs to know; a writer that encodes asks its encoder.
    package var cookie: [UInt8]?
    /// Frames that decoding gives before the first; likewise.
    package var primingFrameCount = 0

    /// Describes a file.
    package init(_ format: MediaFormat, layout: ChannelLayout? = nil, info: [MediaProperties.Info] = []) {
        self.format = format
        self.layout = layout
        self.info = info
    }
}

/// What is known of a file when its last packet is stored.
package struct PacketSummary: Equatable, Sendable {
    /// Packets.
    package var packetCount: Int64
    /// Frames that are to be heard.
    package var validFrameCount: Int64
    /// Frames before them.
    package var primingFrameCount: Int64
    /// Frames behind them.
    package var remainderFrameCount: Int64
    /// What a decoder needs to know, in its last version.
    package var cookie: [UInt8]?
}

/// Writes what surrounds the packets of one container.
///
/// `MediaWriter` does the writing itself.
///
/// The header keeps its length whatever it says, so it can be written again in its place at any time.
package protocol ContainerWriter: Sendable {
    /// Bytes of audio that the container can hold at most.
    var dataByteLimit: Int64 { get }

    /// Everything before the audio.
    ///
    /// - Parameters:
    ///   - dataByteCount: Bytes of audio so far.
    ///   - isFinished: Whether no more audio comes.
    /// - Returns: The same number of bytes at every call.
    func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8]

    /// Everything behind the audio.
    func trailer(dataByteCount: Int64) -> [UInt8]

    /// Hears of the next packet, before it is stored; only for formats whose packets are no single frames.
    ///
    /// - Returns: Bytes to be stored right before it, such as a header of its own; they count as audio.
    mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8]

    /// Hears what is known so far, before `header` and `trailer` are asked for; only for such formats.
    mutating func update(_ summary: PacketSummary)
}

extension ContainerWriter {
    /// Packets need nothing around them.
    package mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8] { [] }
    /// Nothing is written of it.
    package mutating func update(_ summary: PacketSummary) {}
}
