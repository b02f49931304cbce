/// The choices that make an AAC encoder.
package struct AACEncoderSettings: Equatable, Sendable {
    /// The audio object type of the stream: ISO/IEC 14496-3, table 1.17.
    package enum ObjectType: Int, Sendable {
        /// Low complexity, frames of 1024.
        case lowComplexity = 2
        /// High efficiency: low complexity at half the rate, with band replication; frames of 2048.
        case highEfficiency = 5
        /// Low delay, frames of 512.
        case lowDelay = 23
        /// High efficiency with parametric stereo, for two channels; frames of 2048.
        case highEfficiencyStereo = 29
        /// Enhanced low delay, frames of 512; with band replication 1024.
        case enhancedLowDelay = 39
    }

    /// The way in which the configuration states band replication and parametric stereo in high efficiency.
    package enum Signalling: Equatable, Sendable {
        /// The configuration has the object type 5 or 29, and the core's after it.
        case explicit
        /// The configuration is the core's; decoders find out from the frames.
        case implicit
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
    /// Frames a second: one of the thirteen rates from 7350 to 96000.
    package var sampleRate: Int
    /// Channels: 1 to 8, in the order of the elements (centre, front, side, back, low frequency).
    package var channelCount: Int
    /// The strategy for the bit rate.
    package var rateControl: RateControl
    /// Bits a second of all channels; 0 chooses by rate and channels.
    package var bitRate: Int
    /// The highest frequency in hertz that is kept; 0 chooses by bit rate.
    package var bandwidth: Int
    /// Frames of a packet of the core in the low-delay types: 512 or 480; others have 1024.
    package var frameLength: Int
    /// Indicates band replication in enhanced low delay; other object types have it or do not.
    package var hasBandReplication: Bool
    /// The elements and their loudspeakers; nil for the usual ones of the number of channels.
    package var layout: AACEncoderLayout?
    /// The way in which high efficiency is stated.
    package var signalling: Signalling
    /// The depth of the search for the best scalefactors, 0 to 127: 3, 5, 9 or 12 of them for each band.
    package var effort = 64

    /// Makes settings; the defaults are low complexity at a constant bit rate chosen by the encoder.
    package init(
        objectType: ObjectType = .lowComplexity, sampleRate: Int, channelCount: Int,
        rateControl: RateControl = .constant,
        bitRate: Int = 0, bandwidth: Int = 0, frameLength: Int = 512, hasBandReplication: Bool = false,
        signalling: Signalling = .explicit
    ) {
        self.objectType = objectType
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.rateControl = rateControl
        self.bitRate = bitRate
        self.bandwidth = bandwidth
        self.frameLength = frameLength
        self.hasBandReplication = hasBandReplication
        self.signalling = signalling
    }

    /// Indicates that the upper band is replicated, and the core runs at half the rate.
    package var isReplicated: Bool {
        switch objectType {
        case .highEfficiency, .highEfficiencyStereo: true
        case .enhancedLowDelay: hasBandReplication
        case .lowComplexity, .lowDelay: false
        }
    }

    /// Lines in a frame of the core.
    var lineCount: Int { core.objectType == .lowComplexity ? 1024 : frameLength == 480 ? 480 : 512 }

    /// Scalefactors that are tried for a band.
    var candidateCount: Int {
        switch effort {
        case ..<16: 3
        case ..<48: 5
        case ..<96: 9
        default: 12
        }
    }

    /// The settings of the core that band replication stands on; those themselves if there is none.
    var core: AACEncoderSettings {
        guard isReplicated else { return self }
        var core = self
        core.sampleRate = sampleRate / 2
        core.hasBandReplication = false
        if objectType != .enhancedLowDelay { core.objectType = .lowComplexity }
        if objectType == .highEfficiencyStereo { (core.channelCount, core.layout) = (1, nil) }
        return core
    }

    /// The layout that the encoder takes; nil if none has so many channels.
    var filledLayout: AACEncoderLayout? {
        guard let layout else { return AACEncoderLayout(channelCount: channelCount) }
        return layout.channelCount == channelCount ? layout : nil
    }
}
