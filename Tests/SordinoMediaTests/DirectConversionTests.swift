import ByteMutation
import CoreAudioTypes
import SordinoMedia
import SordinoSignal
import Testing

/// Conversions of one step, for any order of the samples: each channel as one that is alone.
@Suite struct DirectConversionTests {
    static let encodings: [SampleEncoding] = [
        .uint8, .int16(.native), .int16(.big), .int24(.little), .int32(.native), .float32(.native), .float32(.big),
        .float64(.native), .muLaw,
    ]

    /// Samples of every channel, in the order of a format.
    private func stream(
        _ channels: [[UInt8]], _ width: Int, isInterleaved: Bool
    ) -> StoredStream {
        let frameCount = channels[0].count / width
        guard isInterleaved else { return StoredStream(buffers: channels, frameCount: frameCount) }
        var woven: [UInt8] = []
        for frame in 0..<frameCount {
            for channel in channels { woven += channel[frame * width..<(frame + 1) * width] }
        }
        return StoredStream(buffers: [woven], frameCount: frameCount)
    }

    @Test(arguments: encodings, encodings)
    func everyOrderOfTheChannelsGivesEachAsOneAlone(from: SampleEncoding, to: SampleEncoding) throws {
        var seeded = SeededNumbers(seed: 21)
        let noise = (0..<3).map { _ in (0..<900).map { _ in Float.random(in: -1...1, using: &seeded) } }
        let stored = try noise.map {
            try converted(planar([$0]), with: Converter(from: .pcm(.float32(.native)), to: .pcm(from))).buffers[0]
        }
        for channelCount in 1...3 {
            let channels = Array(stored[..<channelCount])
            let alone = try channels.map {
                try converted(
                    StoredStream(buffers: [$0], frameCount: 900), with: Converter(from: .pcm(from), to: .pcm(to))
                ).buffers[0]
            }
            for (isWoven, becomesWoven) in [(true, true), (true, false), (false, true), (false, false)] {
                // µ-law is always woven.
                if from == .muLaw && !isWoven || to == .muLaw && !becomesWoven { continue }
                let converter = try Converter(
                    from: .pcm(from, channelCount: channelCount, isInterleaved: isWoven),
                    to: .pcm(to, channelCount: channelCount, isInterleaved: becomesWoven))
                let result = try converted(
                    stream(channels, from.byteCount, isInterleaved: isWoven), with: converter, cut: .random(4))
                #expect(
                    result == stream(alone, to.byteCount, isInterleaved: becomesWoven),
                    "\(channelCount) channels, \(isWoven) to \(becomesWoven)")
            }
        }
    }

    @Test func asMuchIsTakenAsTheProgramOffersAndLessIsAskedForThanWouldBeTooMuch() throws {
        let converter = try Converter(from: .pcm(.int16(.native)), to: .pcm(.float32(.native)))
        var samples = [Int16](repeating: 5, count: 700)
        var room = [Float](repeating: 0, count: 1000)
        var asked: [Int] = []
        let result = try samples.withUnsafeMutableBytes { input in
            var given = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 1400, mData: input.baseAddress))
            return try room.withUnsafeMutableBytes { output in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 4000, mData: output.baseAddress))
                return try converter.fill(&list, packetCount: 1000) { wanted, chunk in
                    asked.append(wanted)
                    chunk = ConversionChunk(&given, packetCount: 700)
                    return asked.count > 1 ? .end : .data
                }
            }
        }
        #expect(result.packetCount == 700 && result.ending == .end)
        #expect(asked == [1000, 300])
        #expect(room.prefix(700).allSatisfy { $0 == 5 / 32768 } && room.dropFirst(700).allSatisfy { $0 == 0 })
    }
}
