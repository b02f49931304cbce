/// An AAC stream's parameters, as an AudioSpecificConfig states them: ISO/IEC 14496-3, 1.6.2.1.
package struct AACConfiguration: Equatable, Sendable {
    /// The kind of coding; raw values are the object types of ISO/IEC 14496-3, table 1.17.
    package enum ObjectType: Int, Sendable {
        /// Main, with backward-adaptive prediction.
        case main = 1
        /// AAC of low complexity.
        case lowComplexity = 2
        /// Low complexity with long-term prediction.
        case longTermPrediction = 4
        /// Low complexity in the error-resilient syntax.
        case resilientLowComplexity = 17
        /// Long-term prediction in the error-resilient syntax.
        case resilientLongTermPrediction = 19
        /// AAC of low delay.
        case lowDelay = 23
        /// AAC of enhanced low delay.
        case enhancedLowDelay = 39
    }

    /// Whether band replication or parametric stereo is in the stream.
    package enum Presence: Equatable, Sendable {
        /// The config says that it is.
        case signalled
        /// The config says that it is not.
        case excluded
        /// The config is silent: the frames tell.
        case implicit
    }

    /// The core's kind of coding.
    package var objectType: ObjectType
    /// The core's sampling rate in hertz.
    package var sampleRate: Int
    /// The index of the band tables of the core, 0 to 12.
    package var rateIndex: Int
    /// 0 to 15; 0 if `program` describes the channels.
    package var channelConfiguration: Int
    /// The channels of a stream with configuration 0.
    package var program: AACProgram?
    /// Samples of a core frame: 1024, 960, 512 or 480.
    package var frameLength: Int
    /// Whether band replication is there.
    package var bandReplication: Presence = .implicit
    /// Whether parametric stereo is there.
    package var parametricStereo: Presence = .implicit
    /// The output's sampling rate in hertz if band replication is signalled.
    package var extensionSampleRate: Int
    /// Indicates virtual codebooks of the escape book in the section data (error resilience).
    package var hasSectionResilience = false
    /// Indicates that each low-delay band replication payload begins with a checksum.
    package var hasReplicationChecksum = false
    /// The bits at which the headers of low-delay band replication begin, by element.
    package var replicationHeaderBits: [Int] = []
    /// The bytes that this was read from.
    package var bytes: [UInt8] = []

    /// Describes a stream without AudioSpecificConfig, as ADTS headers do.
    ///
    /// - Parameters:
    ///   - objectType: The kind of coding.
    ///   - sampleRate: In hertz.
    ///   - channelConfiguration: 1 to 7, 11, 12 or 14; 0 if the first frame describes the channels.
    ///   - frameLength: 1024 or 960; 512 or 480 in the low-delay kinds.
    package init(objectType: ObjectType, sampleRate: Int, channelConfiguration: Int, frameLength: Int = 1024) {
        self.objectType = objectType
        self.sampleRate = sampleRate
        self.channelConfiguration = channelConfiguration
        self.frameLength = frameLength
        rateIndex = AACBands.rateIndex(of: sampleRate)
        extensionSampleRate = sampleRate
    }

    /// The loudspeakers in the stream's order; none until a program config in the stream names them.
    package var loudspeakers: [AACLoudspeaker] {
        (program ?? AACProgram(channelConfiguration: channelConfiguration)).elements.flatMap(\.loudspeakers)
    }

    /// Indicates the syntax of object types 17 and above: elements without identifiers.
    package var isResilient: Bool { objectType.rawValue >= 17 }
    /// Indicates low delay or enhanced low delay: long windows only, of 512 or 480 lines.
    package var isLowDelay: Bool { objectType == .lowDelay || objectType == .enhancedLowDelay }
    /// Indicates that frames may carry long-term prediction.
    package var hasLongTermPrediction: Bool {
        objectType == .longTermPrediction || objectType == .resilientLongTermPrediction || objectType == .lowDelay
    }
}
