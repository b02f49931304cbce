import SordinoCommandLine
import SordinoMedia

/// The request of one run of `afconvert`.
package struct ConversionRequest: Sendable {
    /// A file to be made.
    package struct Output: Sendable {
        /// The location; nil for a name made from the input's.
        package var path: String?
        /// The type of the file, if given.
        package var fileType: FourCC?
        /// The file that is written, if it gets its name later.
        package var part: String?
    }

    package var inputs: [String] = []
    package var outputs: [Output] = []
    package var format: DataFormatRequest?
    package var channelCount: Int?
    /// The given layouts: one for the output, or the input's and the output's.
    package var layouts: [ChannelLayout] = []
    package var bitRate: Int?
    package var strategy: EncodingOptions.RateControl?
    package var codecQuality: Int?
    package var variableQuality: Int?
    package var resamplingQuality = 127
    package var resamplingMethod = ResamplingMethod.normal
    package var primeMethod = PrimeMethod.normal
    package var dither = DitherKind.none
    package var downmixes = false
    package var channelMap: [Int]?
    /// Frames of the input that are passed over.
    package var firstFrame: Int64 = 0
    /// The index of the audio track of the input.
    package var track = 0
    /// Inaudible frames at both ends, in place of those of the input; nil leaves the input's.
    package var primingFrameCount: Int64?
    package var remainderFrameCount: Int64?
    package var gaplessBefore: String?
    package var gaplessAfter: String?
    /// The bank that MIDI files are played with; nil for the one that is installed.
    package var bank: String?
    /// Indicates whether the loudness of the new file is measured and written into it.
    package var generatesSoundCheck = false
    /// Indicates whether the input's tag of its loudness goes along.
    package var keepsSoundCheck = false
    /// A list of inputs and outputs, instead of both.
    package var manifest: String?
    package var shard = ManifestRun.Shard()
    package var isTalkative = false
    /// Remarks on options that have no effect.
    package var remarks: [String] = []

    /// The layout of the input, if given.
    package var inputLayout: ChannelLayout? { layouts.count > 1 ? layouts[0] : nil }
    /// The layout of the output, if given.
    package var outputLayout: ChannelLayout? { layouts.last }
}

extension ConversionCommand {
    /// A sentence about an environment variable whose value means nothing; nil if there is none.
    package static var environmentRemark: String? { Codecs.remark().map { foreignText($0) } }
}

/// The command of a command line.
package enum ConversionCommand: Sendable {
    case convert(ConversionRequest)
    case help
    case helpFormats
    /// Prints the version of Sordino.
    case version
}

extension MediaProperties {
    /// Replaces the counts of inaudible frames at both ends.
    ///
    /// - Parameters:
    ///   - priming: Frames before; nil leaves the count of the file.
    ///   - remainder: Frames behind; nil leaves the end of the file.
    mutating func override(priming: Int64?, remainder: Int64?) {
        let end = validFrameCount.map { $0 + primingFrameCount }
        if let priming { primingFrameCount = priming }
        if let remainder {
            (validFrameCount, remainderFrameCount) = (nil, remainder)
        } else if let end {
            validFrameCount = max(0, end - primingFrameCount)
        }
    }
}
