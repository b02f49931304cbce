import AllocationProbe
import ByteMutation
import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoSignal
import Testing

/// Conversions in which no bit may be other than the rule says, and those of packets.
@Suite struct ExactConversionTests {
    /// Converts numbers of one channel.
    private func convert<From: BitwiseCopyable, To: BitwiseCopyable>(
        _ numbers: [From], _ from: ConversionFormat, _ to: ConversionFormat, as _: To.Type
    ) throws -> [To] {
        let stream = StoredStream(buffers: [bytes(numbers)], frameCount: numbers.count)
        return SordinoMediaTests.numbers(
            try converted(stream, with: Converter(from: from, to: to), cut: .random(5)).buffers[0])
    }

    private static func described(
        bits: UInt32, byteCount: UInt32, flags: AudioFormatFlags
    ) throws -> ConversionFormat {
        try #require(
            ConversionFormat(
                AudioStreamBasicDescription(
                    mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
                    mBytesPerPacket: byteCount, mFramesPerPacket: 1, mBytesPerFrame: byteCount, mChannelsPerFrame: 1,
                    mBitsPerChannel: bits, mReserved: 0)))
    }

    @Test func everySixteenBitNumberSurvivesEveryWiderKind() throws {
        let all = (Int16.min...Int16.max).map { $0 }
        let plain = ConversionFormat.pcm(.int16(.little))
        for encoding in [
            SampleEncoding.int16(.big), .int24(.little), .int24(.big), .int32(.little), .int32(.big), .float32(.big),
            .float64(.little), .int64(.big),
        ] {
            let there = try converted(
                StoredStream(buffers: [bytes(all)], frameCount: all.count),
                with: Converter(from: plain, to: .pcm(encoding)))
            let back = try converted(there, with: Converter(from: .pcm(encoding), to: plain), cut: .random(9))
            #expect(numbers(back.buffers[0]) == all, "\(encoding)")
        }
    }

    @Test func narrowingRoundsHalfToEvenAndClamps() throws {
        var seeded = SeededNumbers(seed: 11)
        let edges: [Int32] = [
            0, 1 << 15, -(1 << 15), 3 << 15, .max, .min, .max - (1 << 15), (1 << 16) - 1, 0x7FFF_8000, 0x7FFF_7FFF,
        ]
        let wide = edges + (0..<20_000).map { _ in Int32.random(in: .min ... .max, using: &seeded) }
        let narrow = try convert(wide, .pcm(.int32(.little)), .pcm(.int16(.little)), as: Int16.self)
        let expected = wide.map { Int16(min(32767, (Double($0) / 65536).rounded(.toNearestOrEven))) }
        #expect(narrow == expected)
        let floats = edges.map { Float($0) / 0x1p31 } + [1, -1, 2, -2, .nan, .infinity, 0.5 / 32768, 1.5 / 32768]
        let quantised = try convert(floats, .pcm(.float32(.little)), .pcm(.int16(.little)), as: Int16.self)
        let rounded = floats.map { value -> Int16 in
            value.isNaN ? 0 : Int16(max(-32768, min(32767, (Double(value) * 32768).rounded(.toNearestOrEven))))
        }
        #expect(quantised == rounded)
    }

    @Test func thirtyTwoBitsSurviveDoublesAndEachOther() throws {
        var seeded = SeededNumbers(seed: 12)
        let all = [Int32.min, .max, 0, -1] + (0..<5000).map { _ in Int32.random(in: .min ... .max, using: &seeded) }
        let doubles = try convert(all, .pcm(.int32(.little)), .pcm(.float64(.little)), as: Double.self)
        #expect(doubles == all.map { Double($0) / 0x1p31 })
        #expect(try convert(doubles, .pcm(.float64(.little)), .pcm(.int32(.little)), as: Int32.self) == all)
        let swapped = try convert(all, .pcm(.int32(.little)), .pcm(.int32(.big)), as: Int32.self)
        #expect(swapped == all.map(\.bigEndian))
    }

    @Test func samplesThatDoNotFillTheirBytesLieWhereTheFlagsSay() throws {
        let signed = kAudioFormatFlagIsSignedInteger
        let values: [Float] = [0, 0.5, -0.5, -1, 1, 0.25 + 0x1p-23]
        let floats = ConversionFormat.pcm(.float32(.little))
        let low = try Self.described(bits: 24, byteCount: 4, flags: signed)
        let lows = try convert(values, floats, low, as: Int32.self)
        let inLow: [Int32] = [0, 0x40_0000, -0x40_0000, -0x80_0000, 0x7F_FFFF, 0x20_0001]
        #expect(lows == inLow)
        let high = try Self.described(bits: 24, byteCount: 4, flags: signed | kAudioFormatFlagIsAlignedHigh)
        let highs = try convert(values, floats, high, as: Int32.self)
        #expect(highs == lows.map { $0 << 8 })
        let fixed = try Self.described(
            bits: 32, byteCount: 4,
            flags: signed | kAudioFormatFlagIsPacked | 24 << kLinearPCMFormatFlagsSampleFractionShift)
        let inFixed: [Int32] = [0, 0x80_0000, -0x80_0000, -0x100_0000, 0x100_0000, 0x40_0002, 0x200_0000]
        let fixedPoint = try convert(values + [2], floats, fixed, as: Int32.self)
        #expect(fixedPoint == inFixed)
        let offset = try Self.described(bits: 16, byteCount: 2, flags: kAudioFormatFlagIsPacked)
        let offsets = try convert(values, floats, offset, as: UInt16.self)
        #expect(offsets == [32768, 49152, 16384, 0, 65535, 40960])
        let all: [(ConversionFormat, [UInt8])] = [(low, bytes(lows)), (high, bytes(highs)), (offset, bytes(offsets))]
        for (format, stored) in all {
            let stream = StoredStream(buffers: [stored], frameCount: values.count)
            let back: [Float] = numbers(try converted(stream, with: Converter(from: format, to: floats)).buffers[0])
            for (one, other) in zip(back, values) { #expect(abs(one - other) <= 1 / 32768, "\(format.media.name)") }
            #expect(back[0] == 0 && back[1] == 0.5 && back[3] == -1)
        }
    }

    @Test func channelsComeApartAndTogether() throws {
        let samples = exactSamples(channelCount: 5, frameCount: 3000, bits: 24)
        let woven = ConversionFormat.pcm(.int24(.big), channelCount: 5)
        let there = try converted(
            planar(samples), with: Converter(from: .floats(rate: 44100, channelCount: 5), to: woven), cut: .random(1))
        let back = try converted(
            there, with: Converter(from: woven, to: .floats(rate: 44100, channelCount: 5)), cut: .random(2))
        #expect(floats(back) == samples)
    }

    @Test func layoutsThatNameTheSamePlacesExchangeTheirChannels() throws {
        let mpeg = ChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)  // C L R Ls Rs LFE
        let wave = ChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)  // L R C LFE Ls Rs
        let samples = exactSamples(channelCount: 6, frameCount: 100, bits: 16)
        let converter = try Converter(
            from: .floats(rate: 48000, channelCount: 6, layout: mpeg),
            to: .floats(rate: 48000, channelCount: 6, layout: wave))
        #expect(converter.channelMap == [1, 2, 0, 5, 3, 4])
        let out = floats(try converted(planar(samples), with: converter))
        #expect(out == [1, 2, 0, 5, 3, 4].map { samples[$0] })
    }

    /// ITU-R BS.775-3: 1 for the front, -3 dB for centre and surround, nothing for low-frequency effects.
    @Test func aDownmixHasTheGainsOfTheRecommendationAndIntegersAreClamped() throws {
        var settings = ConversionSettings()
        settings.downmixes = true
        let five = ConversionFormat.floats(
            rate: 48000, channelCount: 6, layout: ChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A))
        // Frame n carries channel n alone, the last all of them.
        let frames = (0..<6).map { channel in (0..<7).map { $0 == channel || $0 == 6 ? Float(1) : 0 } }
        let converter = try Converter(from: five, to: .floats(rate: 48000, channelCount: 2), settings)
        let out = floats(try converted(planar(frames), with: converter))
        let half = Float(0.5).squareRoot()
        let expected: [[Float]] = [[1, 0, half, 0, half, 0, 1 + 2 * half], [0, 1, half, 0, 0, half, 1 + 2 * half]]
        for (made, gains) in zip(out, expected) { #expect(zip(made, gains).allSatisfy { abs($0 - $1) < 1e-6 }) }
        let narrow = try Converter(from: five, to: .pcm(.int16(.little), rate: 48000, channelCount: 2), settings)
        let integers: [Int16] = numbers(try converted(planar(frames), with: narrow).buffers[0])
        #expect(integers.suffix(2) == [32_767, 32_767])
        #expect(abs(Int(integers[4]) - 23_170) <= 1)
    }

    @Test func ditherHasTheWidthOfTwoStepsAndNoMean() throws {
        var settings = ConversionSettings()
        settings.dither = .triangular
        let constant = [Float](repeating: 0.25 / 32768, count: 100_000)
        let converter = try Converter(
            from: .floats(rate: 44100, channelCount: 1), to: .pcm(.int16(.little)), settings)
        let out: [Int16] = numbers(try converted(planar([constant]), with: converter).buffers[0])
        #expect(Set(out).isSubset(of: [-1, 0, 1]) && Set(out).count >= 2)
        let mean = Double(out.reduce(0) { $0 + Int($1) }) / Double(out.count)
        // Three standard errors: the deviation of a dithered sample is half a step.
        #expect(abs(mean - 0.25) < 3 * 0.5 / Double(out.count).squareRoot(), "\(mean)")
    }

    @Test(
        .enabled(if: EncoderTests.hasFFmpeg && OutsideTool.hasLibrary, "ffmpeg or libavcodec is not there"),
        arguments: [
            ("a.m4a", ["-c:a", "aac"]), ("b.mp3", ["-c:a", "libmp3lame"]), ("c.flac", ["-c:a", "flac"]),
            ("d.m4a", ["-c:a", "alac"]), ("e.ogg", ["-c:a", "libopus"]),
        ])
    func packetsOfOthersBecomeTheFramesThatTheReaderGives(name: String, arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let rate = name.hasSuffix("ogg") ? 48000.0 : 44100
        let samples = EncoderTests.chord(channelCount: 2, frameCount: 30_011, rate: rate)
        try OutsideTool.raw(samples).write(to: URL(fileURLWithPath: folder.file("a.raw")))
        _ = try OutsideTool.run(
            "ffmpeg",
            ["-v", "error", "-f", "f32le", "-ar", "\(Int(rate))", "-ac", "2", "-i", folder.file("a.raw")] + arguments
                + [folder.file(name)])
        let reader = try MediaReader(path: folder.file(name))
        let expected = try allFrames(reader)
        var stream = StoredStream(buffers: [[]])
        let source = try reader.makePacketSource()
        var all: Int64 = 0
        while let packet = try source.next() {
            stream.packets.append(
                AudioStreamPacketDescription(
                    mStartOffset: Int64(stream.buffers[0].count),
                    mVariableFramesInPacket: UInt32(packet.frameCount), mDataByteSize: UInt32(packet.bytes.count)))
            stream.buffers[0] += packet.bytes
            all += Int64(packet.frameCount)
        }
        var settings = ConversionSettings()
        let leading = Int(reader.properties.primingFrameCount)
        settings.decoderPriming = PrimeInfo(
            leadingFrameCount: leading, trailingFrameCount: Int(all) - leading - Int(reader.frameCount))
        let converter = try Converter(
            from: ConversionFormat(reader.format, cookie: reader.properties.cookie),
            to: .floats(rate: rate, channelCount: 2), settings)
        let out = floats(try converted(stream, with: converter, cut: .random(6)))
        #expect(out[0].count == Int(reader.frameCount))
        #expect(out == expected)
        #expect(converter.damagedPacketCount == 0)
    }

    @Test func packetsWithoutDescriptionsAndDamagedOnesAreToldApart() throws {
        guard OutsideTool.hasLibrary else { return }
        let format = MediaFormat(
            codec: "aac ", sampleRate: 44100, channelCount: 2, bytesPerPacket: 0, framesPerPacket: 1024)
        let converter = try Converter(from: ConversionFormat(format), to: .floats(rate: 44100, channelCount: 2))
        var junk = StoredStream(buffers: [[UInt8](repeating: 0xFF, count: 64 * 40)])
        junk.packets = (0..<40).map {
            AudioStreamPacketDescription(mStartOffset: 64 * $0, mVariableFramesInPacket: 0, mDataByteSize: 64)
        }
        #expect(throws: ConversionError.self) { try converted(junk, with: converter) }
    }

    /// Files whose first packets are all damaged, as a stream is that was joined in the middle.
    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"), arguments: [1, 15, 16, 20, 31])
    func readersAndConvertersGoOnBehindAsManyDamagedPackets(damagedCount: Int) throws {
        let caf = try #require(Containers.named("caff"))
        let sink = MemoryByteSink()
        let writer = try MediaWriter(sink, caf, MediaDescription(EncoderTests.compressed("aac ")))
        try write(EncoderTests.chord(channelCount: 2, frameCount: 60 * 1024), to: writer)
        var bytes = sink.bytes
        let whole = try MediaReader(bytes: bytes)
        let places = try whole.makePacketSource()
        while let packet = try places.next(), packet.number < damagedCount {
            let place = Int(packet.offset)
            for index in place..<place + packet.bytes.count { bytes[index] = 0xFF }
        }
        let reader = try MediaReader(bytes: bytes)
        let expected = try allFrames(reader)
        #expect(reader.damagedPacketCount == Int64(damagedCount))
        let stream = try packets(of: reader)
        var settings = ConversionSettings()
        settings.decoderPriming.leadingFrameCount = Int(reader.properties.primingFrameCount)
        let converter = try Converter(
            from: ConversionFormat(reader.format, cookie: reader.properties.cookie),
            to: .floats(rate: 44100, channelCount: 2), settings)
        let out = floats(try converted(stream, with: converter))
        #expect(converter.damagedPacketCount == Int64(damagedCount))
        #expect(out.map { Array($0.prefix(expected[0].count)) } == expected)
        #expect(expected[0].dropFirst((damagedCount + 2) * 1024).contains { abs($0) > 0.1 })
    }

    /// A damaged packet in the middle of a tone sounds on, softer, and what is behind it is where it was.
    @Test func aDamagedPacketIsConcealed() throws {
        let caf = try #require(Containers.named("caff"))
        let sink = MemoryByteSink()
        let writer = try MediaWriter(sink, caf, MediaDescription(EncoderTests.compressed("aace", channelCount: 1)))
        let tone = (0..<40 * 512).map { 0.5 * sin(Float($0) * 0.06) }
        try write([tone], to: writer)
        var bytes = sink.bytes
        let whole = try allFrames(MediaReader(bytes: bytes))[0]
        let places = try MediaReader(bytes: bytes).makePacketSource()
        while let packet = try places.next(), packet.number <= 20 {
            guard packet.number == 20 else { continue }
            for index in 0..<packet.bytes.count { bytes[Int(packet.offset) + index] = 0xFF }
        }
        let reader = try MediaReader(bytes: bytes)
        let heard = try allFrames(reader)[0]
        #expect(reader.damagedPacketCount == 1 && heard.count == whole.count)
        func level(_ frames: [Float], _ range: Range<Int>) -> Float {
            (frames[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)).squareRoot()
        }
        for start in stride(from: 18 * 512, to: 26 * 512, by: 256) {
            let there = level(heard, start..<start + 256)
            #expect(there > 0.05 && there < 0.5, "frame \(start): \(there)")
        }
        let rest = 28 * 512..<36 * 512
        #expect(zip(heard[rest], whole[rest]).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    private func packets(of reader: MediaReader) throws -> StoredStream {
        var stream = StoredStream(buffers: [[]])
        let source = try reader.makePacketSource()
        while let packet = try source.next() {
            stream.packets.append(
                AudioStreamPacketDescription(
                    mStartOffset: Int64(stream.buffers[0].count),
                    mVariableFramesInPacket: UInt32(packet.frameCount), mDataByteSize: UInt32(packet.bytes.count)))
            stream.buffers[0] += packet.bytes
        }
        return stream
    }

    private func write(_ samples: [[Float]], to writer: MediaWriter) throws {
        let frames = PlanarFrames(.float32, channelCount: samples.count, capacity: samples[0].count)
        for (channel, plane) in samples.enumerated() { frames.floats[channel].update(from: plane, count: plane.count) }
        try writer.write(frames.block, frameCount: samples[0].count)
        try writer.finish()
    }

    /// The encoder of AAC takes planes, that of FLAC interleaved frames; a file is the same from either.
    @Test(
        .enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"),
        arguments: ["aac ", "alac", "flac"] as [FourCC])
    func aFileIsTheSameWhetherItsFramesCameInPlanesOrInterleaved(codec: FourCC) throws {
        let caf = try #require(Containers.named("caff"))
        let samples = EncoderTests.chord(channelCount: 2, frameCount: 10_007)
        func file(isInterleaved: Bool, asIntegers: Bool) throws -> [UInt8] {
            let sink = MemoryByteSink()
            let writer = try MediaWriter(sink, caf, MediaDescription(EncoderTests.compressed(codec)))
            let encoding: SampleEncoding = asIntegers ? .int16(.native) : .float32(.native)
            let woven = (0..<samples[0].count).flatMap { frame in samples.map { $0[frame] } }
            let stored = isInterleaved ? [woven] : samples
            var planes = stored.map { plane -> UnsafeMutableRawPointer in
                let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * plane.count, alignment: 64)
                for (index, sample) in plane.enumerated() {
                    if asIntegers {
                        memory.storeBytes(of: Int16(sample * 32768), toByteOffset: 2 * index, as: Int16.self)
                    } else {
                        memory.storeBytes(of: sample, toByteOffset: 4 * index, as: Float.self)
                    }
                }
                return memory
            }
            defer { for plane in planes { plane.deallocate() } }
            try planes.withUnsafeMutableBufferPointer { planes in
                guard let buffers = planes.baseAddress else { return }
                let block = SampleBlock(
                    encoding.isFloat ? .float32 : .int16, channelCount: 2, isInterleaved: isInterleaved,
                    buffers: UnsafePointer(buffers))
                try writer.write(block, frameCount: 5_000)
                try writer.write(block, atFrame: 5_000, frameCount: 5_007)
            }
            try writer.finish()
            return sink.bytes
        }
        let expected = try file(isInterleaved: true, asIntegers: false)
        for (isInterleaved, asIntegers) in [(false, false), (true, true), (false, true)] {
            #expect(try file(isInterleaved: isInterleaved, asIntegers: asIntegers) == expected)
        }
        let back = try allFrames(try MediaReader(bytes: expected))
        #expect(back[0].count == 10_007 && back[0] != back[1])
    }

    @Test func convertingFramesTouchesNoHeap() throws {
        var settings = ConversionSettings()
        settings.dither = .triangular
        let pairs: [(ConversionFormat, ConversionFormat)] = [
            (.floats(rate: 44100, channelCount: 2), .pcm(.int16(.little), rate: 48000, channelCount: 2)),
            (.pcm(.int16(.little), channelCount: 2), .floats(rate: 44100, channelCount: 2)),
            (.pcm(.int24(.big), channelCount: 1), .pcm(.float32(.big), channelCount: 2)),
        ]
        for (from, to) in pairs {
            let converter = try Converter(from: from, to: to, settings)
            let input = AudioBufferList.allocate(maximumBuffers: 2)
            let output = AudioBufferList.allocate(maximumBuffers: 2)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: 1 << 16)
            defer {
                input.unsafeMutablePointer.deallocate()
                output.unsafeMutablePointer.deallocate()
                memory.deallocate()
            }
            func prepare(_ list: UnsafeMutableAudioBufferListPointer, _ format: ConversionFormat, at offset: Int) {
                list.count = format.pcm?.bufferCount(channelCount: format.media.channelCount) ?? 1
                for index in 0..<list.count {
                    list[index] = AudioBuffer(
                        mNumberChannels: 1, mDataByteSize: 8192, mData: memory + offset + 8192 * index)
                }
            }
            prepare(input, from, at: 0)
            var failed = false
            func block() {
                prepare(output, to, at: 1 << 15)
                let result = try? converter.fill(output.unsafeMutablePointer, packetCount: 512) { wanted, chunk in
                    chunk = ConversionChunk(input.unsafePointer, packetCount: min(wanted, 1024))
                    return .data
                }
                failed = failed || result?.packetCount != 512
            }
            for _ in 0..<4 { block() }
            let calls = countingHeapCalls { for _ in 0..<16 { block() } }
            #expect(calls == .none && !failed, "\(from.media.name) to \(to.media.name): \(calls)")
        }
    }
}
