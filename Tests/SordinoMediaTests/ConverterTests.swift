import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoSignal
import Testing

/// The frames that a converter makes: how many, and which.
@Suite struct ConverterTests {
    static let rates: [(Double, Double)] = [
        (44100, 48000), (48000, 44100), (44100, 16000), (16000, 48000), (96000, 44100), (8000, 48000), (48000, 8000),
        (44100, 44101), (192_000, 44100), (11025, 44100), (22050, 16000), (32000, 32000),
    ]

    @Test(arguments: rates)
    func aStreamBecomesExactlyAsManyFramesAsItsLastsAtTheOtherRate(from: Double, to: Double) throws {
        for frameCount in [0, 1, 2, 99, 1000, 4410, 10_007] {
            let converter = try Converter(
                from: .floats(rate: from, channelCount: 1), to: .floats(rate: to, channelCount: 1))
            let samples = [(0..<frameCount).map { Float(sin(Double($0) * 0.05)) }]
            let out = try converted(planar(samples), with: converter, cut: .random(7))
            let expected = Int((Double(frameCount) * to / from).rounded())
            #expect(out.frameCount == expected, "\(frameCount) frames, \(from) to \(to)")
        }
    }

    @Test(arguments: [ResamplingMethod.linear, .normal, .mastering, .minimumPhase], [0, 64, 127])
    func everyQualityKeepsTheCount(method: ResamplingMethod, quality: Int) throws {
        var settings = ConversionSettings()
        (settings.resamplingMethod, settings.resamplingQuality) = (method, quality)
        for (from, to) in [(44100.0, 48000.0), (48000, 22050), (48000, 8000)] {
            let converter = try Converter(
                from: .floats(rate: from, channelCount: 2), to: .floats(rate: to, channelCount: 2), settings)
            let samples = exactSamples(channelCount: 2, frameCount: 3001, bits: 16)
            let out = try converted(planar(samples), with: converter, cut: .pieces(100, 100))
            #expect(out.frameCount == Int((3001 * to / from).rounded()))
        }
    }

    @Test(arguments: [
        (ConversionFormat.pcm(.int16(.little), rate: 44100, channelCount: 2), 48000.0, 2),
        (.pcm(.int24(.big), rate: 48000, channelCount: 1), 44100, 2),
        (.floats(rate: 96000, channelCount: 6), 44100, 2), (.pcm(.muLaw, rate: 8000), 16000, 1),
        (.pcm(.float64(.little), rate: 44100, channelCount: 3), 44100, 3),
    ])
    func anyCuttingGivesTheSameSamples(input: ConversionFormat, rate: Double, channelCount: Int) throws {
        var settings = ConversionSettings()
        settings.dither = .triangular
        let output = ConversionFormat.pcm(.int16(.little), rate: rate, channelCount: channelCount)
        let samples = exactSamples(channelCount: input.media.channelCount, frameCount: 9000, bits: 16)
        let pack = try Converter(from: .floats(rate: input.media.sampleRate, channelCount: samples.count), to: input)
        let stored = try converted(planar(samples), with: pack)
        let whole = try converted(stored, with: Converter(from: input, to: output, settings))
        #expect(whole.frameCount == Int((9000 * rate / input.media.sampleRate).rounded()))
        for cut in [Cutting.pieces(1, 4096), .pieces(4096, 1), .pieces(777, 333), .random(3), .random(4)] {
            let parts = try converted(stored, with: Converter(from: input, to: output, settings), cut: cut)
            #expect(parts == whole, "\(cut)")
        }
    }

    @Test func shapedDitherIsQuieterWhereTheEarIsKeenest() throws {
        let frameCount = 1 << 14
        let tone = (0..<frameCount).map { Float(0.3 * sin(Double($0) * 0.0713)) }
        let power = try [DitherKind.triangular, .noiseShaped].map { kind in
            var settings = ConversionSettings()
            settings.dither = kind
            let converter = try Converter(
                from: .floats(rate: 44100, channelCount: 1), to: .pcm(.int16(.little), rate: 44100), settings)
            let out = numbers(try converted(planar([tone]), with: converter).buffers[0], as: Int16.self)
            let errors = zip(out, tone).map { Double($0) - 32768 * Double($1) }
            // A running mean of 64 keeps what is below some 300 Hz: there the filter lets through 12 dB less, of what is above a little.
            return (64..<frameCount).reduce(0.0) { sum, frame in
                let mean = errors[frame - 64..<frame].reduce(0, +) / 64
                return sum + mean * mean
            }
        }
        #expect(10 * log10(power[0] / power[1]) > 8)
    }

    @Test(arguments: [DitherKind.triangular, .noiseShaped])
    func aResetConverterDoesWhatANewOneDoes(_ dither: DitherKind) throws {
        let (input, output) = (
            ConversionFormat.floats(rate: 44100, channelCount: 2),
            ConversionFormat.pcm(.int16(.big), rate: 48000, channelCount: 2)
        )
        var settings = ConversionSettings()
        settings.dither = dither
        let samples = planar(exactSamples(channelCount: 2, frameCount: 5000, bits: 16))
        let converter = try Converter(from: input, to: output, settings)
        let first = try converted(samples, with: converter)
        converter.reset()
        #expect(try converted(samples, with: converter, cut: .random(2)) == first)
    }

    @Test func noDataNowIsNotTheEnd() throws {
        let converter = try Converter(
            from: .floats(rate: 44100, channelCount: 1), to: .floats(rate: 48000, channelCount: 1))
        let samples = planar(exactSamples(channelCount: 1, frameCount: 5000, bits: 16))
        let whole = try converted(samples, with: converter)
        converter.reset()
        let paused = try converted(samples, with: converter, cut: .pieces(100, 5000), pauses: [0, 100, 2500])
        #expect(paused == whole)
    }

    @Test func afterTheEndTheInputIsNotAskedAgain() throws {
        let converter = try Converter(
            from: .floats(rate: 44100, channelCount: 1), to: .floats(rate: 44100, channelCount: 1))
        _ = try converted(planar([[0, 1, 2]]), with: converter)
        var memory: [Float] = [0]
        let ending = try memory.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 4, mData: bytes.baseAddress))
            return try converter.fill(&list, packetCount: 1) { _, _ in
                Issue.record("asked after the end")
                return .end
            }.ending
        }
        #expect(ending == .end)
    }

    @Test func theProgramMayAskTheConverterWhileItIsAskedItself() throws {
        let converter = try Converter(
            from: .floats(rate: 44100, channelCount: 1), to: .floats(rate: 48000, channelCount: 1))
        let expected = converter.primeInfo
        var heard: [PrimeInfo] = []
        var input = [Float](repeating: 0.5, count: 1000)
        var output = [Float](repeating: 0, count: 500)
        let made = try input.withUnsafeMutableBytes { samples in
            try output.withUnsafeMutableBytes { bytes in
                var given = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 4000, mData: samples.baseAddress))
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 2000, mData: bytes.baseAddress))
                return try converter.fill(&list, packetCount: 500) { _, chunk in
                    heard.append(converter.primeInfo)
                    chunk = ConversionChunk(&given, packetCount: 1000)
                    return .data
                }.packetCount
            }
        }
        #expect(made == 500)
        #expect(heard == [expected])
    }

    // MARK: - Priming

    @Test func withoutPrimingTheSoundComesLateByTheTrailingFrames() throws {
        var settings = ConversionSettings()
        settings.primeMethod = .none
        let converter = try Converter(
            from: .floats(rate: 16000, channelCount: 1), to: .floats(rate: 48000, channelCount: 1), settings)
        let trailing = converter.primeInfo.trailingFrameCount
        #expect(trailing > 0)
        var impulse = [Float](repeating: 0, count: 2000)
        impulse[500] = 1
        let out = floats(try converted(planar([impulse]), with: converter))[0]
        let peak = out.indices.max { out[$0] < out[$1] }
        #expect(peak == 3 * (500 + trailing))
    }

    @Test func normalPrimingHasNoDelay() throws {
        let converter = try Converter(
            from: .floats(rate: 16000, channelCount: 1), to: .floats(rate: 48000, channelCount: 1))
        var impulse = [Float](repeating: 0, count: 2000)
        impulse[500] = 1
        let out = floats(try converted(planar([impulse]), with: converter))[0]
        #expect(out.indices.max { out[$0] < out[$1] } == 1500)
        #expect(out.count == 6000)
    }

    @Test func withMinimumPhaseNothingIsHeardBeforeASound() throws {
        var settings = ConversionSettings()
        settings.resamplingMethod = .minimumPhase
        let converter = try Converter(
            from: .floats(rate: 16000, channelCount: 1), to: .floats(rate: 48000, channelCount: 1), settings)
        #expect(converter.primeInfo.trailingFrameCount == 1)
        var impulse = [Float](repeating: 0, count: 2000)
        impulse[500] = 1
        let out = floats(try converted(planar([impulse]), with: converter))[0]
        #expect(out.count == 6000)
        #expect(out[..<1500].allSatisfy { abs($0) < 1e-6 })
        let energy = { (frames: ArraySlice<Float>) in frames.reduce(0) { $0 + Double($1 * $1) } }
        #expect(energy(out[1500..<1560]) > 0.9 * energy(out[...]))
    }

    /// Mastering computes in blocks; the frames that a program brings must not show them.
    @Test func masteringStartsFromTheFramesBefore() throws {
        for (from, to) in [(44_100.0, 48_000.0), (48_000, 44_100)] {
            let (input, output) = (
                ConversionFormat.floats(rate: from, channelCount: 1), ConversionFormat.floats(rate: to, channelCount: 1)
            )
            let samples = exactSamples(channelCount: 1, frameCount: 24_000, bits: 16)[0]
            var settings = ConversionSettings()
            settings.resamplingMethod = .mastering
            let whole = floats(
                try converted(planar([samples]), with: Converter(from: input, to: output, settings)))[0]
            settings.primeMethod = .pre
            let converter = try Converter(from: input, to: output, settings)
            let (place, other) = (Int(from / 3), Int(to / 3))
            let leading = converter.primeInfo.leadingFrameCount
            let part = floats(try converted(planar([Array(samples[(place - leading)...])]), with: converter))[0]
            #expect(part.count == whole.count - other)
            #expect(zip(part, whole[other...]).allSatisfy { abs($0 - $1) < 2.4e-7 })
        }
    }

    @Test func framesFromBeforeTheBeginningMakeAConversionContinuous() throws {
        let (input, output) = (
            ConversionFormat.floats(rate: 44100, channelCount: 1), ConversionFormat.floats(rate: 48000, channelCount: 1)
        )
        let samples = exactSamples(channelCount: 1, frameCount: 20_000, bits: 16)[0]
        let whole = floats(try converted(planar([samples]), with: Converter(from: input, to: output)))[0]
        var settings = ConversionSettings()
        settings.primeMethod = .pre
        let converter = try Converter(from: input, to: output, settings)
        // 147 frames of the one are 160 of the other: frame 14700 lies on 16000.
        let leading = converter.primeInfo.leadingFrameCount
        let part = floats(try converted(planar([Array(samples[(14_700 - leading)...])]), with: converter))[0]
        #expect(part == Array(whole[16_000...]))
    }

    // MARK: - Refusals

    @Test func impossibleWishesAreRefused() throws {
        let mono = ConversionFormat.floats(rate: 44100, channelCount: 1)
        #expect(throws: ConversionError.inputRate) {
            try Converter(from: .floats(rate: .nan, channelCount: 1), to: mono)
        }
        #expect(throws: ConversionError.outputRate) {
            try Converter(from: mono, to: .floats(rate: 44100 * 300, channelCount: 1))
        }
        var settings = ConversionSettings()
        settings.channelMap = [1]
        #expect(throws: ConversionError.self) { try Converter(from: mono, to: mono, settings) }
        settings.channelMap = [0, 0]
        #expect(throws: ConversionError.self) { try Converter(from: mono, to: mono, settings) }
        let converter = try Converter(from: mono, to: mono)
        #expect(throws: ConversionError.self) { try converter.change { $0.channelMap = [7] } }
        #expect(converter.settings.channelMap == nil)
    }

    @Test func aChunkThatHoldsLessThanItSaysIsRefused() throws {
        let converter = try Converter(
            from: .floats(rate: 44100, channelCount: 1), to: .floats(rate: 44100, channelCount: 1))
        var source: [Float] = [1, 2, 3]
        var memory: [Float] = [0, 0, 0, 0]
        #expect(throws: ConversionError.inputSize) {
            try source.withUnsafeMutableBytes { given in
                var short = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: given.baseAddress))
                return try memory.withUnsafeMutableBytes { bytes in
                    var list = AudioBufferList(
                        mNumberBuffers: 1,
                        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: bytes.baseAddress))
                    return try converter.fill(&list, packetCount: 4) { _, chunk in
                        chunk = ConversionChunk(&short, packetCount: 4)
                        return .data
                    }
                }
            }
        }
    }
}
