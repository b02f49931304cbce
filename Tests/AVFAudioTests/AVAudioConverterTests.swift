import AVFAudio
import SordinoMedia
import Testing

/// A buffer of chords, another for each channel.
func sineBuffer(_ format: AVAudioFormat, frameCount: Int, level: Float = 0.5) throws -> AVAudioPCMBuffer {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
    buffer.frameLength = AVAudioFrameCount(frameCount)
    let channels = try #require(buffer.floatChannelData)
    for channel in 0..<Int(format.channelCount) {
        for frame in 0..<frameCount {
            let phase = 2 * Double.pi * Double(frame) / format.sampleRate * (1 + 0.25 * Double(channel))
            let sum = sin(220 * phase) + cos(331 * phase + 1) + cos(499 * phase + 2)
            channels[channel][frame * buffer.stride] = level / 3 * Float(sum)
        }
    }
    return buffer
}

func float(_ rate: Double, _ channels: UInt32, interleaved: Bool = false) throws -> AVAudioFormat {
    try #require(
        AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: rate, channels: channels, interleaved: interleaved))
}

func compressedFormat(_ id: AudioFormatID, _ rate: Double, _ channels: Int, bits: Int? = nil) throws -> AVAudioFormat {
    var settings: [String: Any] = [
        AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
    ]
    settings[AVEncoderBitDepthHintKey] = bits
    return try #require(AVAudioFormat(settings: settings))
}

@Suite struct AVAudioConverterTests {
    static func has(_ codec: FourCC) -> Bool { Codecs.named(codec)?.isEncoded ?? false }

    /// Feeds one buffer in parts of `step` frames, then ends.
    final class Feed {
        private let buffer: AVAudioPCMBuffer
        private let step: Int
        private var place = 0
        private(set) var callCount = 0

        init(_ buffer: AVAudioPCMBuffer, step: Int) { (self.buffer, self.step) = (buffer, step) }

        func next(_: AVAudioPacketCount, _ status: UnsafeMutablePointer<AVAudioConverterInputStatus>) -> AVAudioBuffer?
        {
            callCount += 1
            let count = min(step, Int(buffer.frameLength) - place)
            guard count > 0, let part = AVAudioPCMBuffer(pcmFormat: buffer.format, frameCapacity: UInt32(count)),
                let from = buffer.floatChannelData, let to = part.floatChannelData
            else {
                status.pointee = .endOfStream
                return nil
            }
            part.frameLength = UInt32(count)
            for channel in 0..<Int(buffer.format.channelCount) {
                to[channel].update(from: from[channel] + place, count: count)
            }
            place += count
            status.pointee = .haveData
            return part
        }
    }

    @Test(arguments: [(44100.0, 16000.0), (48000, 16000), (44100, 48000), (96000, 44100), (44100, 44100)])
    func aStreamBecomesExactlyAsManyFramesAsItLasts(from: Double, to: Double) throws {
        for (frameCount, step) in [(44100, 1000), (12345, 12345), (777, 1)] {
            let input = try float(from, 2)
            let output = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: to, channels: 1, interleaved: true))
            let converter = try #require(AVAudioConverter(from: input, to: output))
            let feed = Feed(try sineBuffer(input, frameCount: frameCount), step: step)
            let room = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 1000))
            var total = 0
            var statuses: [AVAudioConverterOutputStatus] = []
            repeat {
                var error: NSError?
                statuses.append(converter.convert(to: room, error: &error, withInputFrom: feed.next))
                #expect(error == nil)
                total += Int(room.frameLength)
            } while statuses.last == .haveData
            #expect(statuses.last == .endOfStream && room.frameLength == 0)
            #expect(total == Int((Double(frameCount) * to / from).rounded()))
        }
    }

    @Test func inputThatRunsDryIsNotTheEnd() throws {
        let format = try float(44100, 1)
        let converter = try #require(AVAudioConverter(from: format, to: try float(48000, 1)))
        let source = try sineBuffer(format, frameCount: 4410)
        let room = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10_000))
        var calls = 0
        func next(
            _: AVAudioPacketCount, _ status: UnsafeMutablePointer<AVAudioConverterInputStatus>
        ) -> AVAudioBuffer? {
            calls += 1
            status.pointee = calls == 1 ? .haveData : calls == 2 ? .noDataNow : .endOfStream
            return calls == 1 ? source : nil
        }
        #expect(converter.convert(to: room, error: nil, withInputFrom: next) == .inputRanDry)
        let first = room.frameLength
        #expect(first > 4600 && first < 4800)
        #expect(converter.convert(to: room, error: nil, withInputFrom: next) == .haveData)
        #expect(first + room.frameLength == 4800)
        #expect(converter.convert(to: room, error: nil, withInputFrom: next) == .endOfStream)
        converter.reset()
        calls = 0
        #expect(converter.convert(to: room, error: nil, withInputFrom: next) == .inputRanDry)
    }

    @Test func oneBufferBecomesAnotherOfTheSameRate() throws {
        let (input, output) = (try float(44100, 2), try float(44100, 2, interleaved: true))
        let converter = try #require(AVAudioConverter(from: input, to: output))
        let source = try sineBuffer(input, frameCount: 3000)
        let target = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 3000))
        try converter.convert(to: target, from: source)
        #expect(target.frameLength == 3000)
        let (from, to) = (try #require(source.floatChannelData), try #require(target.floatChannelData))
        #expect((0..<3000).allSatisfy { to[0][2 * $0] == from[0][$0] && to[0][2 * $0 + 1] == from[1][$0] })
        // A second call begins where the first did: nothing is left over.
        try converter.convert(to: target, from: source)
        #expect(to[0][2] == from[0][1])
    }

    @Test func buffersThatDoNotFitAreRefusedWithApplesCodes() throws {
        let (input, other) = (try float(44100, 2), try float(48000, 2))
        let same = try #require(AVAudioConverter(from: input, to: input))
        let source = try sineBuffer(input, frameCount: 100)
        let small = try #require(AVAudioPCMBuffer(pcmFormat: input, frameCapacity: 99))
        func code(_ body: () throws -> Void) -> Int? {
            do { try body() } catch let error as NSError {
                return error.domain == NSOSStatusErrorDomain ? error.code : 0
            }
            return nil
        }
        #expect(code { try same.convert(to: small, from: source) } == Int(kAudio_ParamError))
        let resampling = try #require(AVAudioConverter(from: input, to: other))
        let room = try #require(AVAudioPCMBuffer(pcmFormat: other, frameCapacity: 1000))
        #expect(
            code { try resampling.convert(to: room, from: source) } == Int(kAudioConverterErr_OperationNotSupported))
        var error: NSError?
        #expect(resampling.convert(to: small, error: &error) { _, _ in nil } == .error)
        #expect(error?.code == Int(kAudio_ParamError))
        // A buffer of another format than the input's.
        #expect(resampling.convert(to: room, error: &error) { _, _ in room } == .error)
    }

    @Test func impossibleFormatsGiveNoConverter() throws {
        let aac = try compressedFormat(kAudioFormatMPEG4AAC, 44100, 2)
        let mp3 = try compressedFormat(kAudioFormatMPEGLayer3, 44100, 2)
        #expect(AVAudioConverter(from: aac, to: mp3) == nil)
        #expect(AVAudioConverter(from: try float(44100, 2), to: mp3) == nil)
        #expect(AVAudioConverter(from: try float(44100, 1), to: try float(44100 * 999, 1)) == nil)
    }

    @Test func channelsGoWhereTheMapOrTheDownmixSays() throws {
        let (input, mono) = (try float(44100, 2), try float(44100, 1))
        let converter = try #require(AVAudioConverter(from: input, to: mono))
        let source = try sineBuffer(input, frameCount: 500)
        let target = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 500))
        let (from, to) = (try #require(source.floatChannelData), try #require(target.floatChannelData))
        #expect(converter.channelMap == [0] && !converter.downmix && !converter.dither)
        try converter.convert(to: target, from: source)
        #expect((0..<500).allSatisfy { to[0][$0] == from[0][$0] })
        converter.channelMap = [1]
        converter.reset()
        try converter.convert(to: target, from: source)
        #expect((0..<500).allSatisfy { to[0][$0] == from[1][$0] })
        converter.channelMap = [5]
        #expect(converter.channelMap == [1])
        converter.channelMap = []
        converter.downmix = true
        converter.reset()
        try converter.convert(to: target, from: source)
        #expect((0..<500).allSatisfy { abs(to[0][$0] - 0.5 * (from[0][$0] + from[1][$0])) < 1e-6 })
        converter.channelMap = [-1]
        converter.reset()
        try converter.convert(to: target, from: source)
        #expect((0..<500).allSatisfy { to[0][$0] == 0 })
        let up = try #require(AVAudioConverter(from: mono, to: input))
        #expect(up.channelMap == [0, 0])
    }

    @Test func settingsKeepWhatTheyAreGiven() throws {
        let converter = try #require(AVAudioConverter(from: try float(44100, 1), to: try float(48000, 1)))
        #expect(converter.primeMethod == .normal)
        let usual = converter.primeInfo
        #expect(usual.trailingFrames > 0)
        converter.primeMethod = .none
        #expect(converter.primeMethod == .none)
        converter.sampleRateConverterQuality = AVAudioQuality.min.rawValue
        #expect(converter.primeInfo.trailingFrames < usual.trailingFrames)
        converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
        #expect(converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_Mastering)
        converter.sampleRateConverterAlgorithm = "no such"
        #expect(converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_Mastering)
        #expect(converter.bitRate == 0 && converter.bitRateStrategy == nil && converter.availableEncodeBitRates == nil)
    }

    /// Encodes a buffer, then decodes the packets without what the encoder put around them.
    private func roundTrip(
        _ source: AVAudioPCMBuffer, _ format: AVAudioFormat, _ settle: (AVAudioConverter) -> Void = { _ in }
    ) throws -> AVAudioPCMBuffer {
        let encoder = try #require(AVAudioConverter(from: source.format, to: format))
        settle(encoder)
        let feed = Feed(source, step: 1500)
        var buffers: [AVAudioCompressedBuffer] = []
        while true {
            let buffer = AVAudioCompressedBuffer(
                format: format, packetCapacity: 7, maximumPacketSize: encoder.maximumOutputPacketSize)
            var error: NSError?
            let status = encoder.convert(to: buffer, error: &error, withInputFrom: feed.next)
            #expect(error == nil)
            if status == .endOfStream || status == .error { break }
            #expect(buffer.packetCount > 0 && buffer.byteLength > 0)
            buffers.append(buffer)
        }
        let coded = format
        coded.magicCookie = encoder.magicCookie
        let decoder = try #require(AVAudioConverter(from: coded, to: source.format))
        decoder.primeInfo = encoder.primeInfo
        let capacity = source.frameLength + 10_000
        let result = try #require(AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: capacity))
        var next = 0
        let status = decoder.convert(to: result, error: nil) { _, status in
            guard next < buffers.count else {
                status.pointee = .endOfStream
                return nil
            }
            next += 1
            status.pointee = .haveData
            return buffers[next - 1]
        }
        #expect(status == .haveData)
        return result
    }

    /// The mean of the differences, squared.
    private func difference(_ one: AVAudioPCMBuffer, _ other: AVAudioPCMBuffer) throws -> Float {
        let (a, b) = (try #require(one.floatChannelData), try #require(other.floatChannelData))
        var sum = 0.0
        for channel in 0..<Int(one.format.channelCount) {
            for frame in 0..<Int(min(one.frameLength, other.frameLength)) {
                sum += pow(Double(a[channel][frame] - b[channel][frame]), 2)
            }
        }
        return Float((sum / Double(one.frameLength * one.format.channelCount)).squareRoot())
    }

    /// A codec, a rate, and how far its samples may be off.
    static let codecs: [(AudioFormatID, Double, Float)] = [
        (kAudioFormatMPEG4AAC, 44100, 0.02), (kAudioFormatOpus, 48000, 0.05),
        (kAudioFormatAppleLossless, 44100, 1.0 / 65536), (kAudioFormatFLAC, 44100, 1.0 / 65536),
        (kAudioFormatULaw, 8000, 0.01), (kAudioFormatAppleIMA4, 44100, 0.02),
    ]

    @Test(arguments: codecs)
    func packetsOfEveryCodecKeepLengthAndSound(id: AudioFormatID, rate: Double, tolerance: Float) throws {
        guard Self.has(FourCC(rawValue: id)) else { return }
        let source = try sineBuffer(try float(rate, 2), frameCount: 10_000)
        let result = try roundTrip(source, try compressedFormat(id, rate, 2)) { $0.bitRate = 192_000 }
        #expect(result.frameLength == 10_000)
        let error = try difference(source, result)
        #expect(error <= tolerance, "\(error)")
    }

    @Test(.enabled(if: has("aac "), "libavcodec is not there"))
    func anEncoderTakesOnlyBitRatesThatItKnows() throws {
        let converter = try #require(
            AVAudioConverter(from: try float(44100, 2), to: try compressedFormat(kAudioFormatMPEG4AAC, 44100, 2)))
        let rates = try #require(converter.applicableEncodeBitRates)
        #expect(rates.contains(128_000) && !rates.contains(8000))
        #expect(converter.availableEncodeSampleRates?.contains(44100) == true)
        #expect(
            converter.availableEncodeChannelLayoutTags?.contains(NSNumber(value: kAudioChannelLayoutTag_Stereo)) == true
        )
        converter.bitRate = 96_000
        converter.bitRate = 5
        #expect(converter.bitRate == 96_000)
        converter.bitRateStrategy = AVAudioBitRateStrategy_Variable
        #expect(converter.bitRateStrategy == AVAudioBitRateStrategy_Variable)
        #expect(converter.magicCookie != nil)
        #expect(converter.primeInfo.leadingFrames > 0)
    }
}
