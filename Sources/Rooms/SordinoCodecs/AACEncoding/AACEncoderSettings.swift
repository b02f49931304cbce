/// The choices that make an AAC encoder.
package struct AACEncoderSettings: Equatable, Sendable {
    /// The audio object type of the stream: ISO/IEC 14496-3, table 1.17.
    package enum ObjectType: Int, Sendable {
        /// Low complexity, frames of 1024.
        case lowComplexity = 2
        /// Low delay, frames of 512.
        case lowDelay = 23
        /// Enhanced low delay, frames of 512.
        case enhancedLowDelay = 39
    }

    /// The strategy by which the encoder keeps its bit rate.
    package enum RateControl: Equatable, Sendable {
        /// Every packet fits the decoder's buffer at the constant rate; the reservoir lends bits between packets.
        case constant
        /// The average over some seconds is the bit rate.
        case average
        /// Quality leads; the average stays near the bit rate, and no packet is larger than twice its share.
        case constrainedVariable
        /// Quality alone leads: 0 to 127, in Apple's steps; the bit rate is ignored.
        case variable(quality: Int)
    }

    /// The object type of the stream.
    package var objectType: ObjectType
    /// Frames a second: one of the twelve rates from 8000 to 96000.
    package var sampleRate: Int
    /// Channels: 1 to 6, or 8, in the order of the elements (centre, front, side, back, low frequency).
    package var channelCount: Int
    /// The strategy for the bit rate.
    package var rateControl: RateControl
    /// Bits a second of all channels; 0 chooses by rate and channels.
    package var bitRate: Int
    /// The highest frequency in hertz that is kept; 0 chooses by bit rate.
    package var bandwidth: Int

    /// Makes settings; the defaults are low complexity at a constant bit rate chosen by the encoder.
    package init(
        objectType: ObjectType = .lowComplexity, sampleRate: Int, channelCount: Int,
        rateControl: RateControl = .constant,
        bitRate: Int = 0, bandwidth: Int = 0
    ) {
        self.objectType = objectType
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.rateControl = rateControl
        self.bitRate = bitRate
        self.bandwidth = bandwidth
    }
}
