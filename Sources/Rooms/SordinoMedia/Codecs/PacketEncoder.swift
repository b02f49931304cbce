/// A packet that an encoder made.
package struct EncodedPacket {
    /// Its bytes; they are only there during the call that hands it over.
    package var bytes: UnsafeRawBufferPointer
    /// Frames that the packet holds.
    package var frameCount: Int
}

/// Turns frames into the packets of one stream; an encoder belongs to one writer, on one thread at a time.
package protocol PacketEncoder: AnyObject {
    /// The format of the packets, as precisely as the encoder has determined it.
    var format: MediaFormat { get }

    /// The data that a decoder needs, in Core Audio's form; may be more complete after `finish`.
    var cookie: [UInt8]? { get }

    /// The loudspeakers of the channels in packets, in their order; nil where the encoder leaves them to the container.
    var layout: ChannelLayout? { get }

    /// Frames that decoding gives before the first that was taken.
    var primingFrameCount: Int { get }

    /// The storage of the samples that `encode` takes: linear, in this machine's order.
    var inputEncoding: SampleEncoding { get }

    /// Indicates whether `encode` takes a plane for each channel instead of interleaved frames; one channel is both.
    var takesPlanes: Bool { get }

    /// Takes frames, any number, and hands out the packets that are complete.
    ///
    /// - Parameters:
    ///   - frames: Samples of `inputEncoding`, in planes or interleaved as `takesPlanes` says.
    ///   - first: The first frame to take.
    ///   - frameCount: The number of frames to take.
    ///   - packets: Receives each packet, in order.
    /// - Throws: The error of `packets`; `unsupported` if the encoder refuses the samples.
    func encode(
        _ frames: SampleBlock, atFrame first: Int, frameCount: Int,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError)

    /// Hands out the remaining packets; the encoder takes no more frames.
    func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError)
}

extension PacketEncoder {
    /// The container states the loudspeakers.
    package var layout: ChannelLayout? { nil }
    /// Takes frames that are interleaved.
    package var takesPlanes: Bool { false }
}

/// Options of an encoder beyond its format.
package struct EncodingOptions: Equatable, Sendable {
    /// The strategy by which an encoder keeps its bit rate.
    package enum RateControl: UInt32, Sendable {
        /// Packets of about the same size.
        case constant = 0
        /// Packets vary, their average does not.
        case longTermAverage = 1
        /// Quality leads, within bounds.
        case variableConstrained = 2
        /// Quality alone leads, without bounds.
        case variable = 3
    }

    /// Bits a second of all channels; 0 leaves it to the codec.
    package var bitRate = 0
    /// The strategy for the bit rate; nil leaves it to the codec.
    package var rateControl: RateControl?
    /// The quality that variable rates aim at: 0 to 127.
    package var variableQuality = 64
    /// The amount of work that the encoder may do: 0 to 127; nil leaves it to the codec.
    package var effort: Int?

    /// The loudspeakers as WAVE mask bits; 0 leaves them to the codec.
    package var layoutMask: UInt32 = 0
    /// For each loudspeaker of the mask the channel of the frames; none where they are in the mask's order.
    package var channelOrder: [Int] = []

    /// Asks for nothing in particular.
    package init(bitRate: Int = 0) { self.bitRate = bitRate }
}
