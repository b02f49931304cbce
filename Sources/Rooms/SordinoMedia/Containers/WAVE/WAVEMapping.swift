/// The representation in WAVE files of a codec whose packets are no samples.
struct WAVEMapping: Sendable {
    /// Microsoft's number of the codec.
    let tag: UInt16
    /// Indicates whether the description states how many frames a block holds.
    var statesFrames = false
    /// Walks over packets that differ in size; nil where all blocks are alike.
    var framer: (@Sendable () -> any PacketFramer)?
}

extension Codecs {
    /// The codec of one of Microsoft's numbers that has a row of its own.
    static func wave(_ tag: UInt16) -> Codec? { all.first { $0.wave?.tag == tag } }
}
