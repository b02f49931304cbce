import SordinoMedia

/// What one run of `afconvert` is asked for.
package struct ConversionRequest: Sendable {
    /// A file to be made.
    package struct Output: Sendable {
        /// Where; nil for a name made from the input's.
        package var path: String?
        /// Its type, if told.
        package var fileType: FourCC?
    }

    package var inputs: [String] = []
    package var outputs: [Output] = []
    package var format: DataFormatRequest?
    package var channelCount: Int?
    /// Layouts told: one for the output, or the input's and the output's.
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
    package var gaplessBefore: String?
    package var gaplessAfter: String?
    package var isTalkative = false
    /// What was asked for and is not done.
    package var remarks: [String] = []

    /// The layout of the input, if told.
    package var inputLayout: ChannelLayout? { layouts.count > 1 ? layouts[0] : nil }
    /// The layout of the output, if told.
    package var outputLayout: ChannelLayout? { layouts.last }
}

/// What a command line says.
package enum ConversionCommand: Sendable {
    case convert(ConversionRequest)
    case help
    case helpFormats
}
