import SordinoRealtime
import SordinoSignal

extension Converter {
    /// The steps from input to output, made for two formats and settings.
    final class Steps {
        let input: ConverterInput
        let routing: ChannelRouting
        private let mixing: ChannelMixing?
        private let mixesFirst: Bool
        private(set) var rate: RateConversion?
        /// The last step for frames, and for packets.
        let packing: SamplePacking?
        let encoding: PacketEncoding?
        /// The single step that replaces all others, where one is enough.
        let direct: DirectConversion?

        private let taken: PlanarFrames
        private let mixed: PlanarFrames?
        private let resampled: PlanarFrames?
        private let kind: SampleBlock.Kind
        private let settings: ConversionSettings
        private let outputRate: Double
        private var assumedRate: Double

        init(
            _ from: ConversionFormat, _ to: ConversionFormat, _ settings: ConversionSettings
        ) throws(ConversionError) {
            self.settings = settings
            let decoder = try from.pcm == nil ? PacketDecoding.decoder(from) : nil
            var decoded = from
            // The planes of a decoder have an order of their own.
            if from.layout != nil, let own = decoder?.layout { decoded.layout = own }
            routing = try ChannelRouting(settings, from: decoded, to: to)
            encoding = to.pcm == nil ? try PacketEncoding(to, settings) : nil
            let (inputCount, outputCount) = (from.media.channelCount, to.media.channelCount)
            mixesFirst = outputCount <= inputCount
            outputRate = to.media.sampleRate
            assumedRate = from.pcm == nil ? from.media.clock : from.media.sampleRate
            let isResampled = assumedRate != outputRate
            let source = from.pcm ?? PCMShape(decoder?.kind.encoding ?? .float32(.native), isInterleaved: true)
            let target = to.pcm ?? encoding?.shape ?? source
            let isExact = !isResampled && !routing.isArithmetic && settings.dither == .none
            kind = Self.kind(source, target, isExact: isExact)
            if isExact, routing == .identity, let here = from.pcm, let there = to.pcm {
                direct = DirectConversion(here, there, channelCount: inputCount)
            } else {
                direct = nil
            }
            input = ConverterInput(from, kind: kind, decoder: decoder, priming: settings.decoderPriming)
            taken = PlanarFrames(kind, channelCount: inputCount, capacity: Converter.framesAtOnce)
            if routing == .identity {
                (mixing, mixed) = (nil, nil)
            } else {
                mixing = ChannelMixing(routing, inputCount: inputCount, outputCount: outputCount)
                mixed = PlanarFrames(kind, channelCount: outputCount, capacity: Converter.framesAtOnce)
            }
            // A decoder may turn out to give another rate; then the samples must be floats.
            let mayResample = isResampled || input.decoding != nil && kind == .float32
            let rateChannels = mixesFirst ? outputCount : inputCount
            resampled =
                mayResample
                ? PlanarFrames(.float32, channelCount: rateChannels, capacity: Converter.framesAtOnce) : nil
            packing = to.pcm.map { SamplePacking($0, channelCount: outputCount, dither: settings.dither) }
            if isResampled { rate = makeRate(from: assumedRate) }
        }

        private func makeRate(from inputRate: Double) -> RateConversion {
            let channelCount = resampled?.channelCount ?? taken.channelCount
            return RateConversion(
                channelCount: channelCount, from: inputRate, to: outputRate,
                quality: settings.resamplerQuality(ratio: outputRate / inputRate), phase: settings.resamplerPhase,
                method: settings.primeMethod)
        }

        /// The kind of number between the steps: floats where something is computed, else a kind that loses nothing.
        private static func kind(_ source: PCMShape, _ target: PCMShape, isExact: Bool) -> SampleBlock.Kind {
            guard isExact else { return .float32 }
            guard source.isPlain, target.isPlain else { return .float64 }
            switch (source.exactKind, target.encoding) {
            case (.float32, _), (_, .float32): return .float32
            case (.int32, .float64), (.int32, .int64): return .float64
            case (let kind, _): return kind
            }
        }

        func reset() {
            input.reset()
            rate?.reset()
            packing?.reset()
            for frames in [taken, mixed, resampled] { frames?.empty() }
        }

        /// The frames behind the last step.
        var ready: PlanarFrames {
            if rate != nil, let resampled { return mixing != nil && !mixesFirst ? mixed ?? resampled : resampled }
            return mixed ?? taken
        }

        /// Makes frames for the output; only when none are ready.
        ///
        /// - Parameter wanted: Frames of the output that are needed.
        /// - Returns: The outcome of the last request for input, if there are still none.
        func advance(_ wanted: Int, from source: ConversionSource) throws(ConversionError)
            -> ConverterInput.Pull
        {
            let limit = min(wanted, Converter.framesAtOnce)
            guard rate != nil else {
                taken.empty()
                let pull = try input.pull(asking: limit, taking: limit, into: taken, from: source)
                if input.sampleRate != assumedRate { try learnRate() }
                if rate != nil { return try advance(wanted, from: source) }
                if let mixing, let mixed, !taken.isEmpty {
                    mixed.empty()
                    mixing.mix(taken, into: mixed)
                }
                return pull
            }
            return try advanceRate(limit, from: source)
        }

        /// Learns the decoder's rate, which may differ from the format's.
        private func learnRate() throws(ConversionError) {
            assumedRate = input.sampleRate
            rate = nil
            guard assumedRate != outputRate else { return }
            guard kind == .float32, resampled != nil, SoundLimits.converts(from: assumedRate, to: outputRate) else {
                throw .inputRate
            }
            rate = makeRate(from: assumedRate)
        }

        private func advanceRate(
            _ wanted: Int, from source: ConversionSource
        ) throws(ConversionError) -> ConverterInput.Pull {
            guard let rate, let resampled else { return .end }
            let before = mixesFirst ? mixed ?? taken : taken
            resampled.empty()
            var stop = ConverterInput.Pull.frames(0)
            if before.isEmpty {
                before.empty()
                let missing = max(1, min(rate.missingFrameCount(wanted), Converter.framesAtOnce))
                taken.empty()
                // All frames that are there: those too many for this call are ready for the next.
                stop = try input.pull(asking: missing, taking: Converter.framesAtOnce, into: taken, from: source)
                if before !== taken { mixing?.mix(taken, into: before) }
                if input.sampleRate != assumedRate {
                    try learnRate()
                    guard self.rate != nil else { return stop }
                    return try advanceRate(wanted, from: source)
                }
            }
            if stop == .end {
                if rate.drain(into: resampled) { stop = .frames(resampled.count) }
            } else {
                rate.convert(before, into: resampled)
            }
            if !mixesFirst, let mixing, let mixed {
                mixed.empty()
                mixing.mix(resampled, into: mixed)
            }
            return stop
        }
    }
}
