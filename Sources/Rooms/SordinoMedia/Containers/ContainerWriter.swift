/// The facts about a file when its last packet is stored.
package struct PacketSummary: Equatable, Sendable {
    /// The number of packets.
    package var packetCount: Int64
    /// Frames that are to be heard.
    package var validFrameCount: Int64
    /// Frames before the valid ones.
    package var primingFrameCount: Int64
    /// Frames behind the valid ones.
    package var remainderFrameCount: Int64
    /// The data that a decoder needs, in its last version.
    package var cookie: [UInt8]?
}

/// Writes the bytes around the packets of one container.
///
/// `MediaWriter` does the writing itself.
///
/// The header keeps its length in every version, so it can be written again in its place at any time.
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

    /// Prepares the next packet before it is stored; only for formats whose packets are no single frames.
    ///
    /// - Returns: Bytes to be stored right before it, such as a header of its own; they count as audio.
    mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8]

    /// Indicates whether packets are put into pages that hold several of them: then `pages` is asked instead of
    /// `packet`.
    var hasPages: Bool { get }

    /// Takes the next packet.
    ///
    /// - Returns: The pages that are full; they count as audio.
    mutating func pages(
        adding packet: UnsafeRawBufferPointer, frameCount: Int
    ) throws(MediaError) -> [UInt8]

    /// Returns the bytes behind the last packet; called after `update`.
    mutating func lastPages() -> [UInt8]

    /// Takes the counts so far, before `header` and `trailer` are asked for; only for such formats.
    mutating func update(_ summary: PacketSummary)

    /// Takes other tags, markers or another cookie while the file is being written.
    ///
    /// The header keeps its length; descriptions that do not fit there come behind the audio.
    /// - Throws: `unsupported` if this container has no place for that.
    mutating func redescribe(_ description: MediaDescription) throws(MediaError)

    /// Indicates whether the file cannot be read without an index behind the audio, so that one has to be kept while it
    /// grows.
    ///
    /// `MediaWriter` keeps it some way behind the audio and moves it on before the audio reaches it.
    var needsIndex: Bool { get }

    /// The whole index of the first packets, as it stands at an offset while more of them come.
    ///
    /// - Parameter dataByteCount: Bytes between the header and the index; fewer of them are audio.
    mutating func index(packetCount: Int64, dataByteCount: Int64) -> [UInt8]

    /// Returns the addition to the index for further packets.
    mutating func indexGrowth(packetCount: Int64) -> IndexGrowth

    /// The head of a chunk that hides old bytes behind the end of a file that could not be cut; nil if there is none.
    func filler(byteCount: Int64) -> [UInt8]?
}

/// An addition to an existing index.
package struct IndexGrowth: Equatable, Sendable {
    /// Bytes that come behind it.
    package var appended: [UInt8] = []
    /// Bytes that replace others of it afterwards, and where.
    package var replaced: [UInt8] = []
    /// The position, counted from the first byte of the index.
    package var replacedAt: Int64 = 0
}

extension ContainerWriter {
    /// Returns no bytes: packets need nothing around them.
    package mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8] { [] }
    /// Returns false: packets stand for themselves.
    package var hasPages: Bool { false }
    /// Returns no bytes: there are no pages.
    package mutating func pages(
        adding packet: UnsafeRawBufferPointer, frameCount: Int
    ) throws(MediaError) -> [UInt8] { [] }
    /// Returns no bytes: there are no pages.
    package mutating func lastPages() -> [UInt8] { [] }
    /// Does nothing: the counts are not written.
    package mutating func update(_ summary: PacketSummary) {}
    /// Throws `unsupported`: there is no place for that.
    package mutating func redescribe(_ description: MediaDescription) throws(MediaError) {
        throw .unsupported(.operation("files of this kind are described before their audio"))
    }
    /// Returns false: packets are found without an index.
    package var needsIndex: Bool { false }
    /// Returns no bytes: packets are found without an index.
    package mutating func index(packetCount: Int64, dataByteCount: Int64) -> [UInt8] { [] }
    /// Returns no growth: packets are found without an index.
    package mutating func indexGrowth(packetCount: Int64) -> IndexGrowth { IndexGrowth() }
    /// Returns nil: there is no chunk that readers skip.
    package func filler(byteCount: Int64) -> [UInt8]? { nil }
}
