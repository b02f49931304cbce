/// The facts that a band replication object is made with; they hold for one channel element of a stream.
package struct BandReplicationSettings: Equatable, Sendable {
    /// Channels of the core element: 1 or 2.
    package var elementChannelCount: Int
    /// Samples that the core delivers a frame and channel: 1024, 960, 512 or 480.
    package var coreFrameLength: Int
    /// The core's sampling rate in hertz.
    package var coreSampleRate: Int
    /// The output's sampling rate in hertz: twice the core's, or the same for down-sampled and single-rate operation.
    package var outputSampleRate: Int
    /// Indicates the syntax and filterbank of enhanced low delay (object type 39).
    package var isLowDelay: Bool
    /// Indicates that each payload of enhanced low delay begins with a checksum.
    package var hasChecksum: Bool
    /// Indicates that a mono element may carry parametric stereo and is to be delivered as two channels.
    package var isParametricStereo: Bool
    /// The audio specific config with the element's first header in it, for enhanced low delay; else empty.
    package var configuration: [UInt8]
    /// The bit of `configuration` at which the element's `sbr_header()` begins.
    package var headerBit: Int
}

/// The band replication data of a core frame.
package enum BandReplicationFrame: Equatable, Sendable {
    /// `read` was called for this frame and returned.
    case read
    /// The frame has no payload, or a damaged one: the output is the core's signal, up-sampled.
    case absent
    /// The frame is lost and the core's signal is a guess: the last envelope may be held and faded.
    case concealed
}

/// Extends the band of one channel element: the decoder holds one for each SCE and CPE, and one for each
/// LFE, which never has a payload and is only up-sampled.
///
/// For each frame the decoder calls `read` at most once, then `process` exactly once. Neither allocates.
package protocol BandReplication: AnyObject {
    /// Channels that `process` writes: the element's, or 2 for a mono element with `isParametricStereo`. It never changes.
    var outputChannelCount: Int { get }

    /// Indicates whether any payload since the object was made had data of parametric stereo.
    var hasStereoData: Bool { get }

    /// Reads one payload.
    ///
    /// - Parameters:
    ///   - input: The packet, at the payload's first bit: that after the four bits of `extension_type` (object types 2, 5, 29),
    ///     or the first of the low-delay data of the element (object type 39). In the latter case it is left at the first bit after
    ///     the payload, because no length is in the stream; else its place does not matter afterwards.
    ///   - end: The bit after the last that may belong to the payload.
    ///   - hasChecksum: Whether the payload begins with a checksum (`EXT_SBR_DATA_CRC`, or the config's flag).
    /// - Throws: `CodecError.damaged`; the frame then counts as `absent`.
    func read(_ input: inout BitInput, end: Int, hasChecksum: Bool) throws(CodecError)

    /// Makes one output frame of one core frame.
    ///
    /// - Parameters:
    ///   - core: `elementChannelCount` planes of `coreFrameLength` samples, full scale ±1 (the standard's figures divided by
    ///     32768). They are not used afterwards.
    ///   - output: `outputChannelCount` planes of `coreFrameLength` * output rate / core rate samples, full scale ±1; none
    ///     overlaps `core`.
    ///   - frame: Whether there was a payload.
    func process(
        core: UnsafePointer<UnsafeMutablePointer<Float>>, output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frame: BandReplicationFrame)

    /// Forgets all earlier frames and headers, as after a jump; headers of `configuration` hold again.
    func reset()
}

/// Makes the object for an element; nil if the settings cannot be served, and the element then plays without its upper band.
package typealias BandReplicationMaker = (BandReplicationSettings) -> (any BandReplication)?
