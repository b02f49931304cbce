import CoreAudioTypes
import SordinoRealtime
import SordinoSignal

/// Turns sound of one format into sound of another: decodes, puts channels in their places, resamples, dithers,
/// encodes.
///
/// Output is pulled: the caller asks for it (`fill`), and the converter asks back for as much input as it needs. Memory
/// is constant for any length, and the result does not depend on how input and output are cut. A converter is used by
/// one thread at a time; between linear PCM it touches no heap while it converts.
package final class Converter {
    /// Frames between two steps.
    static let framesAtOnce = 2048

    /// The format of the input.
    package private(set) var input: ConversionFormat
    /// The format of the output.
    package private(set) var output: ConversionFormat
    /// The settings; a change may wait for the next reset.
    package private(set) var settings: ConversionSettings

    private(set) var steps: Steps
    /// Indicates whether anything was converted since the beginning or the last reset.
    private(set) var hasBegun = false
    /// Settings wait for a reset to be heard.
    private var isStale = false

    /// Makes a converter.
    ///
    /// - Parameters:
    ///   - input: Frames or packets of any codec that is decoded here. A rate of 0 stands for the other's.
    ///   - output: Frames or packets of any codec that is encoded here.
    /// - Throws: `format` if there is no way; `inputRate`, `outputRate`; `codec` if a codec refuses its format;
    ///   `value`.
    package init(
        from input: ConversionFormat, to output: ConversionFormat, _ settings: ConversionSettings = ConversionSettings()
    ) throws(ConversionError) {
        var (input, output) = (input, output)
        try Self.check(&input, &output)
        self.input = input
        self.output = output
        self.settings = settings
        steps = try Steps(input, output, settings)
    }

    /// Fills in a rate that is left open, and refuses those that cannot be.
    private static func check(
        _ input: inout ConversionFormat, _ output: inout ConversionFormat
    ) throws(ConversionError) {
        for media in [input.media, output.media] {
            guard media.hasPossiblePackets, media.channelCount <= MediaFormat.channelLimit else {
                throw .format("\(media.name) has impossible packets or channels")
            }
        }
        if input.media.sampleRate == 0 { input.media.sampleRate = output.media.sampleRate }
        if output.media.sampleRate == 0 { output.media.sampleRate = input.media.sampleRate }
        if input.media.sampleRate == 0 { (input.media.sampleRate, output.media.sampleRate) = (1, 1) }
        let (from, to) = (input.media.sampleRate, output.media.sampleRate)
        guard from.isFinite, from > 0 else { throw .inputRate }
        // Without a rate conversion any rate is possible.
        guard from != to else { return }
        guard SoundLimits.accepts(sampleRate: from) else { throw .inputRate }
        guard SoundLimits.accepts(sampleRate: to) else { throw .outputRate }
    }

    /// Changes settings; once anything was converted, they take effect at the next reset.
    ///
    /// - Throws: `format`, `inputRate`, `outputRate`, `codec` or `value`, as the initialiser; the converter then stays
    ///   as it was.
    package func change(_ body: (inout ConversionSettings) -> Void) throws(ConversionError) {
        var changed = settings
        body(&changed)
        guard changed != settings else { return }
        let made = try Steps(input, output, changed)
        settings = changed
        if hasBegun { isStale = true } else { steps = made }
    }

    /// Describes the formats in more detail: a cookie for the decoder, loudspeakers, another rate.
    ///
    /// - Throws: `format`, `inputRate`, `outputRate`, `codec` or `value`, as the initialiser; the converter then stays
    ///   as it was.
    package func describe(
        _ body: (_ input: inout ConversionFormat, _ output: inout ConversionFormat) -> Void
    ) throws(ConversionError) {
        var (from, to) = (input, output)
        body(&from, &to)
        guard from != input || to != output else { return }
        try Self.check(&from, &to)
        let made = try Steps(from, to, settings)
        (input, output) = (from, to)
        if hasBegun { isStale = true } else { steps = made }
    }

    /// Forgets all input, also its end.
    package func reset() {
        // An encoder that has made packets cannot begin again, and changed settings need new steps.
        if isStale || (hasBegun && steps.encoding != nil), let made = try? Steps(input, output, settings) {
            steps = made
        } else {
            steps.reset()
        }
        (hasBegun, isStale) = (false, false)
    }

    /// The format of the packets, as precisely as the encoder has determined it; nil for frames.
    package var encodedFormat: MediaFormat? { steps.encoding?.encoder.format }

    /// The data that a decoder of the output needs, in Core Audio's form; an encoder may complete it at the end.
    package var encoderCookie: [UInt8]? { steps.encoding?.encoder.cookie }

    /// Frames that the output holds beside those of the input, for packets; those that resampling needs, else.
    package var primeInfo: PrimeInfo {
        if let encoding = steps.encoding { return encoding.primeInfo }
        if input.pcm == nil, settings.decoderPriming != PrimeInfo() { return settings.decoderPriming }
        return steps.rate?.primeInfo ?? settings.decoderPriming
    }

    /// For each channel of the output the channel of the input that it plays; nil if channels are mixed.
    package var channelMap: [Int]? { steps.routing.channelMap(outputCount: output.media.channelCount) }

    /// The gains of each output channel, one for each input channel, row by row.
    package var mixMap: [Float]? {
        let (inputCount, outputCount) = (input.media.channelCount, output.media.channelCount)
        if case .matrix(let gains) = steps.routing { return gains }
        return channelMap?.prefix(outputCount).flatMap { from in (0..<inputCount).map { $0 == from ? 1 : 0 } }
    }

    /// Packets that a decoder of the output needs before the one from which sound is to be right.
    package var prerollPacketCount: UInt32 {
        encodedFormat?.rollDistance.map { UInt32($0) } ?? 0
    }

    /// Packets that could not be decoded since the beginning; silence stands for them.
    package var damagedPacketCount: Int64 { steps.input.decoding?.damagedPacketCount ?? 0 }

    /// Indicates whether frames of linear PCM become such: then converting waits for nothing and touches no heap.
    package var isRealtimeSafe: Bool { input.pcm != nil && output.pcm != nil }

    /// Frames of the input that are needed for so many of the output, about; exact for the first call.
    package func inputFrameCount(forOutput frameCount: Int) -> Int {
        steps.rate?.missingFrameCount(frameCount) ?? frameCount
    }

    /// Fills a list of buffers.
    ///
    /// - Parameters:
    ///   - list: The output's buffers; `mDataByteSize` is their room in bytes and is set to the bytes written.
    ///   - packetCount: Packets wanted: frames for linear PCM.
    ///   - descriptions: Receives where each packet lies; only for packets.
    ///   - source: Asked for input, perhaps several times, perhaps not at all. Its chunk has to stay valid until it is
    ///     asked again.
    /// - Returns: The packets delivered, and the reason for no more.
    /// - Throws: `inputSize`, `descriptionsMissing`, `outputSize`, `codec`.
    package func fill(
        _ list: UnsafeMutablePointer<AudioBufferList>, packetCount: Int,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? = nil, from source: ConversionSource
    ) throws(ConversionError) -> ConversionResult {
        hasBegun = true
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        return steps.encoding != nil
            ? try fillPackets(buffers, packetCount, descriptions, source)
            : try fillFrames(buffers, packetCount, source)
    }
}
