/// What a new file is to hold.
package struct MediaDescription: Equatable, Sendable {
    /// The data format.
    package var format: MediaFormat
    /// The loudspeakers; nil if the channel count says enough.
    package var layout: ChannelLayout?
    /// Tags for people, with the keys of Core Audio's info dictionary; a container drops those it has no place for.
    package var info: [MediaProperties.Info]

    /// Describes a file.
    package init(_ format: MediaFormat, layout: ChannelLayout? = nil, info: [MediaProperties.Info] = []) {
        self.format = format
        self.layout = layout
        self.info = info
    }
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
}
