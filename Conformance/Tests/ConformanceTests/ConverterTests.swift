import AVFAudio
import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// AVAudioConverter: counts, priming, the protocol of its input block, samples.
    @Suite struct Converters {
        /// What a converter makes of one buffer that is given in parts.
        private struct Run {
            var frames: [Float] = []
            var count = 0
            var statuses: [AVAudioConverterOutputStatus] = []
        }

        private func convert(
            _ source: AVAudioPCMBuffer, to output: AVAudioFormat, step: Int, room: AVAudioFrameCount = 1000,
            _ prepare: (AVAudioConverter) -> Void = { _ in }
        ) throws -> Run {
            let converter = try #require(AVAudioConverter(from: source.format, to: output))
            prepare(converter)
            var (place, run) = (0, Run())
            let made = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: room))
            repeat {
                var error: NSError?
                let status = converter.convert(to: made, error: &error) { _, status in
                    let count = min(step, Int(source.frameLength) - place)
                    guard count > 0,
                        let part = AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: UInt32(count)),
                        let from = source.floatChannelData, let to = part.floatChannelData
                    else {
                        status.pointee = .endOfStream
                        return nil
                    }
                    part.frameLength = UInt32(count)
                    for channel in 0..<Int(source.format.channelCount) {
                        for frame in 0..<count { to[channel][frame] = from[channel][place + frame] }
                    }
                    place += count
                    status.pointee = .haveData
                    return part
                }
                try #require(error == nil)
                run.statuses.append(status)
                run.count += Int(made.frameLength)
                run.frames += made.samples(0)
            } while run.statuses.last == .haveData && run.statuses.count < 10_000
            return run
        }

        @Test(
            arguments: [
                (44_100.0, 48_000.0), (48_000, 44_100), (44_100, 16_000), (48_000, 16_000), (48_000, 24_000),
                (24_000, 48_000),
                (8000, 48_000), (96_000, 44_100), (22_050, 44_100), (44_100, 44_100),
            ], [1000, 4410, 44_100])
        func aStreamLastsAsLongAsBefore(rates: (Double, Double), frames: Int) throws {
            let (from, to) = rates
            let source = try buffer([sine(440, from, frames)], rate: from)
            let run = try convert(source, to: try standard(to, 1), step: 1024)
            let name = "\(frames) frames from \(from) to \(to) Hz"
            check("\(name): last status", run.statuses.last?.rawValue ?? -1, is: 2)
            let exact = Double(frames) * to / from
            // Documented is that the whole stream comes out; the last frame is a matter of rounding.
            check("\(name): count", Double(run.count), near: exact, within: 1)
            record("\(name): exact count", run.count)
        }

        @Test(arguments: [1, 100, 1000, 44_100])
        func theSizeOfThePartsMakesNoDifference(step: Int) throws {
            let source = try buffer([sine(440, 44_100, step == 1 ? 1000 : 44_100)], rate: 44_100)
            let whole = try convert(source, to: try standard(48_000, 1), step: 100_000)
            let parts = try convert(source, to: try standard(48_000, 1), step: step)
            check("frames in parts of \(step)", parts.frames, near: whole.frames, within: 1e-6)
        }

        @Test(arguments: CommonFormat.all)
        func floatsBecomeEachFormatAndCountsStay(common: CommonFormat) throws {
            let source = try buffer([ramp(-1000..<1000)], rate: 44_100)
            let output = try #require(
                AVAudioFormat(commonFormat: common.format, sampleRate: 44_100, channels: 1, interleaved: true))
            let converter = try #require(AVAudioConverter(from: source.format, to: output))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 2000))
            try converter.convert(to: made, from: source)
            check("frames of \(common.name)", made.frameLength, is: 2000)
            // Steps of 1/32768 are whole numbers in 16 and in 32 bits.
            if let data = made.int16ChannelData {
                check("Int16 of float", (0..<2000).map { Int(data[0][$0]) }, is: Array(-1000..<1000))
            }
            if let data = made.int32ChannelData {
                check("Int32 of float", (0..<2000).map { Int(data[0][$0]) }, is: (-1000..<1000).map { $0 * 65_536 })
            }
            if let data = made.floatChannelData {
                check("Float32 of float", (0..<2000).map { data[0][$0] }, near: ramp(-1000..<1000), within: 0)
            }
        }

        @Test(arguments: [(1.5, 32_767), (1.0, 32_767), (-1.0, -32_768), (-2.0, -32_768)] as [(Float, Int)])
        func samplesBeyondFullScaleAreClamped(sample: Float, expected: Int) throws {
            let source = try buffer([[sample]], rate: 44_100)
            let output = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 1, interleaved: true))
            let converter = try #require(AVAudioConverter(from: source.format, to: output))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 1))
            try converter.convert(to: made, from: source)
            check("\(sample) as Int16", Int(made.int16ChannelData?[0][0] ?? 0), is: expected)
        }

        @Test(arguments: [0.5, 1.5, 2.5, -0.5, -1.5, 0.25, 0.75] as [Float])
        func roundingToIntegersIsRecorded(steps: Float) throws {
            let source = try buffer([[steps / 32_768]], rate: 44_100)
            let output = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 1, interleaved: true))
            let converter = try #require(AVAudioConverter(from: source.format, to: output))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 1))
            try converter.convert(to: made, from: source)
            record("\(steps) steps as Int16", made.int16ChannelData?[0][0] ?? 0)
        }

        @Test(
            arguments: [(-32_768, -1), (-1, -1.0 / 32_768), (0, 0), (1, 1.0 / 32_768), (32_767, 32_767.0 / 32_768)]
                as [(Int16, Double)])
        func integersAreDividedByFullScale(value: Int16, expected: Double) throws {
            let input = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 1, interleaved: true))
            let source = try #require(AVAudioPCMBuffer(pcmFormat: input, frameCapacity: 1))
            source.frameLength = 1
            source.int16ChannelData?[0][0] = value
            let converter = try #require(AVAudioConverter(from: input, to: try standard(44_100, 1)))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1))
            try converter.convert(to: made, from: source)
            check("Int16 \(value) as Float32", made.floatChannelData?[0][0] ?? 9, near: expected, within: 0)
        }

        @Test func theInputBlockMayHaveNothingYet() throws {
            let input = try standard(44_100, 1)
            let converter = try #require(AVAudioConverter(from: input, to: try standard(48_000, 1)))
            let source = try buffer([sine(440, 44_100, 4410)], rate: 44_100)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10_000))
            var calls = 0
            let next: AVAudioConverterInputBlock = { _, status in
                calls += 1
                status.pointee = calls == 1 ? .haveData : calls == 2 ? .noDataNow : .endOfStream
                return calls == 1 ? source : nil
            }
            check("noDataNow: status", converter.convert(to: made, error: nil, withInputFrom: next).rawValue, is: 1)
            let first = Int(made.frameLength)
            check("noDataNow: some frames have come", first > 4000 && first <= 4800)
            record("noDataNow: frames of 4410 that come before the end", first)
            let status = converter.convert(to: made, error: nil, withInputFrom: next)
            check("endOfStream behind noDataNow: the rest comes", status.rawValue, is: 0)
            check(
                "endOfStream behind noDataNow: frames in all", Double(first + Int(made.frameLength)), near: 4800,
                within: 1)
            let last = converter.convert(to: made, error: nil, withInputFrom: next)
            check("after the end: status", last.rawValue, is: 2)
            check("after the end: frames", made.frameLength, is: 0)
        }

        @Test func resetBeginsANewStream() throws {
            let source = try buffer([sine(440, 44_100, 4410)], rate: 44_100)
            let converter = try #require(AVAudioConverter(from: source.format, to: try standard(48_000, 1)))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10_000))
            var counts: [Int] = []
            for _ in 0..<2 {
                var calls = 0
                _ = converter.convert(to: made, error: nil) { _, status in
                    calls += 1
                    status.pointee = calls == 1 ? .haveData : .endOfStream
                    return calls == 1 ? source : nil
                }
                counts.append(Int(made.frameLength))
                converter.reset()
            }
            check("a stream after reset is as long as the first", counts[1], is: counts[0])
            check("a stream of a tenth of a second", Double(counts[0]), near: 4800, within: 1)
        }

        @Test func defaultsOfAConverter() throws {
            let converter = try #require(AVAudioConverter(from: try standard(44_100, 2), to: try standard(48_000, 2)))
            check(
                "default primeMethod", converter.primeMethod.rawValue, is: AVAudioConverterPrimeMethod.normal.rawValue)
            check("default downmix", converter.downmix, is: false)
            check("default dither", converter.dither, is: false)
            check("inputFormat", converter.inputFormat.sampleRate, is: 44_100)
            check("outputFormat", converter.outputFormat.sampleRate, is: 48_000)
            check("magicCookie of linear formats", converter.magicCookie == nil)
            record("default sampleRateConverterQuality", converter.sampleRateConverterQuality)
            record("default sampleRateConverterAlgorithm", converter.sampleRateConverterAlgorithm ?? "nil")
            record("default channelMap", converter.channelMap)
            record("default primeInfo", "\(converter.primeInfo.leadingFrames) \(converter.primeInfo.trailingFrames)")
        }

        @Test(arguments: [AVAudioConverterPrimeMethod.pre, .normal, .none])
        func primingIsRecorded(method: AVAudioConverterPrimeMethod) throws {
            let source = try buffer([sine(440, 48_000, 4800)])
            let run = try convert(source, to: try standard(16_000, 1), step: 480) { $0.primeMethod = method }
            record("frames of 4800 from 48000 to 16000 Hz with primeMethod \(method.rawValue)", run.count)
            let converter = try #require(AVAudioConverter(from: source.format, to: try standard(16_000, 1)))
            converter.primeMethod = method
            check("primeMethod \(method.rawValue) is kept", converter.primeMethod.rawValue, is: method.rawValue)
            let info = converter.primeInfo
            record("primeInfo with primeMethod \(method.rawValue)", "\(info.leadingFrames) \(info.trailingFrames)")
        }

        @Test(
            arguments: [([0, 0], [1, 1]), ([1, 0], [2, 1]), ([0, -1], [1, 0]), ([1, 1], [2, 2])] as [([Int], [Int])])
        func aChannelMapChoosesTheInputs(map: [Int], expected: [Int]) throws {
            let source = try buffer([ramp(1..<2), ramp(2..<3)], rate: 44_100)
            let converter = try #require(AVAudioConverter(from: source.format, to: source.format))
            converter.channelMap = map.map { NSNumber(value: $0) }
            let made = try #require(AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: 1))
            try converter.convert(to: made, from: source)
            let found = (0..<2).map { Int(made.samples($0)[0] * 32_768) }
            check("channel map \(map)", found, is: expected)
        }

        @Test func monoBecomesStereo() throws {
            let source = try buffer([ramp(1..<101)], rate: 44_100)
            let converter = try #require(AVAudioConverter(from: source.format, to: try standard(44_100, 2)))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 100))
            try converter.convert(to: made, from: source)
            check("mono to stereo: left", made.samples(0), near: ramp(1..<101), within: 0)
            check("mono to stereo: right", made.samples(1), near: ramp(1..<101), within: 0)
        }

        @Test(arguments: [false, true])
        func stereoBecomesMono(downmix: Bool) throws {
            let source = try buffer(
                [[Float](repeating: 0.5, count: 10), [Float](repeating: 0.25, count: 10)], rate: 44_100)
            let converter = try #require(AVAudioConverter(from: source.format, to: try standard(44_100, 1)))
            converter.downmix = downmix
            let made = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10))
            try converter.convert(to: made, from: source)
            record("channels of 0.5 and 0.25 as one channel, downmix \(downmix)", made.samples(0)[5])
            check("downmix \(downmix) is kept", converter.downmix, is: downmix)
        }

        @Test(arguments: ["deinterleaved", "interleaved"])
        func aSimpleConversionRefusesAnotherRate(name: String) throws {
            let source = try buffer([ramp(1..<101)], rate: 44_100)
            let output = try #require(
                AVAudioFormat(
                    commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 1, interleaved: name == "interleaved"
                ))
            let converter = try #require(AVAudioConverter(from: source.format, to: output))
            let made = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 200))
            let code = errorCode { try converter.convert(to: made, from: source) }
            check("a simple conversion of rates fails, \(name)", code != nil)
            record("code of a simple conversion of rates, \(name)", code ?? 0)
        }
    }
}
