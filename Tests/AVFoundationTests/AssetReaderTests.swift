import AVFoundation
import Testing

struct AssetReaderTests {
    private func reader(
        _ asset: AVAsset, _ settings: [String: Any]?, range: CMTimeRange? = nil
    ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: settings)
        #expect(reader.canAdd(output))
        reader.add(output)
        if let range { reader.timeRange = range }
        #expect(reader.startReading())
        return (reader, output)
    }

    @Test func samplesComeAsTheyAreStored() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 20000, ladder))
        let expected = (0..<40000).map { ladder($0 / 2, $0 % 2) }
        for settings in [pcm(), nil] {
            let (reader, output) = try reader(asset, settings)
            let (samples, times) = try output.all(Int16.self)
            #expect(samples == expected && reader.status == .completed && reader.error == nil)
            #expect(times == [0, 8192, 16384].map { CMTime(value: $0, timescale: 44100) })
            #expect(output.copyNextSampleBuffer() == nil)
        }
    }

    @Test func onlyTheRangeIsRead() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 20000, ladder))
        let range = CMTimeRange(
            start: CMTime(value: 4410, timescale: 44100), duration: CMTime(seconds: 0.2, preferredTimescale: 600))
        for settings in [pcm(), nil] {
            let (reader, output) = try reader(asset, settings, range: range)
            let (samples, times) = try output.all(Int16.self)
            #expect(samples == (4410 * 2..<(4410 + 8820) * 2).map { ladder($0 / 2, $0 % 2) })
            #expect(times.first == CMTime(value: 4410, timescale: 44100) && reader.status == .completed)
        }
        for start in [0.5, 1e9, -3] {
            let (reader, output) = try reader(
                asset, pcm(),
                range: CMTimeRange(
                    start: CMTime(seconds: start, preferredTimescale: 600), duration: CMTime(value: 1, timescale: 1)))
            let count = try output.all(Int16.self).samples.count
            #expect(reader.status == .completed && count == 0)
        }
    }

    @Test func theFormatIsWhatIsAskedFor() throws {
        let folder = try Folder()
        let asset = AVURLAsset(
            url: try folder.wave("a.wav", rate: 48000, frames: 48000) { frame, _ in
                Int16((sin(2 * Double.pi * 1000 * Double(frame) / 48000) * 16384).rounded())
            })
        let (first, output) = try reader(asset, pcm(bits: 32, float: true, rate: 16000, channels: 1))
        let samples = try output.all(Float.self).samples
        #expect(samples.count == 16000 && first.status == .completed)
        // A sine of half scale: what the formula says, but for the ends.
        for frame in 1000..<15000 {
            #expect(abs(Double(samples[frame]) - sin(2 * Double.pi * 1000 * Double(frame) / 16000) / 2) < 1e-3)
        }
        let (second, floats) = try reader(asset, pcm(bits: 32, float: true))
        let direct = try floats.all(Float.self).samples
        #expect(
            second.status == .completed && direct.count == 96000
                && abs(direct[24] - Float(sin(2 * Double.pi * 1000 * 12 / 48000) / 2)) < 1e-4)
    }

    @Test func channelsThatLieApartComeSo() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 10000, ladder))
        var settings = pcm()
        settings[AVLinearPCMIsNonInterleaved] = true
        let (reader, output) = try reader(asset, settings)
        var frame = 0
        while let buffer = output.copyNextSampleBuffer() {
            try buffer.withAudioBufferList { list, _ in
                #expect(list.count == 2)
                for (channel, plane) in list.enumerated() {
                    let samples = try #require(plane.mData).assumingMemoryBound(to: Int16.self)
                    for index in 0..<buffer.numSamples { #expect(samples[index] == ladder(frame + index, channel)) }
                }
            }
            frame += buffer.numSamples
        }
        #expect(frame == 10000 && reader.status == .completed)
    }

    @Test func readingIsCancelledAndTimesAreSetBefore() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 20000, ladder))
        let (reader, output) = try reader(asset, pcm())
        #expect(output.copyNextSampleBuffer() != nil)
        reader.cancelReading()
        #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil)
        let other = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: pcm())
        #expect(!reader.canAdd(other))
    }

    @Test func otherPartsAreReadLater() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 20000, ladder))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: pcm())
        output.supportsRandomAccess = true
        reader.add(output)
        reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 100, timescale: 44100))
        reader.startReading()
        #expect(try output.all(Int16.self).samples.count == 200 && reader.status == .reading)
        let ranges = [500, 300].map {
            CMTimeRange(start: CMTime(value: $0, timescale: 44100), duration: CMTime(value: 10, timescale: 44100))
        }
        output.reset(forReadingTimeRanges: ranges.map { NSValue(timeRange: $0) })
        let samples = try output.all(Int16.self).samples
        #expect(samples.count == 40 && samples[0] == ladder(500, 0) && samples[20] == ladder(300, 0))
        output.markConfigurationAsFinal()
        #expect(reader.status == .completed)
    }

    @Test func packetsAreReadAsTheyLieInTheFileAndWrittenAgain() async throws {
        let folder = try Folder()
        let source = AVURLAsset(url: try folder.wave("a.wav", frames: 44100, ladder))
        let writer = try AVAssetWriter(outputURL: folder["a.m4a"], fileType: .m4a)
        try await copySound(
            of: source, to: writer,
            settings: [
                AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
                AVEncoderBitDepthHintKey: 16,
            ])
        let lossless = AVURLAsset(url: folder["a.m4a"])
        #expect(try await lossless.load(.duration).seconds == 1)
        let (packets, output) = try reader(lossless, nil)
        let buffer = try #require(output.copyNextSampleBuffer())
        #expect(buffer.formatDescription?.mediaSubType == .appleLossless && buffer.numSamples > 1)
        #expect(try buffer.audioStreamPacketDescriptions().count == buffer.numSamples && packets.status == .reading)
        let again = try AVAssetWriter(outputURL: folder["b.m4a"], fileType: .m4a)
        try await copySound(of: lossless, to: again, settings: nil)
        let (last, decoded) = try reader(AVURLAsset(url: folder["b.m4a"]), pcm())
        #expect(try decoded.all(Int16.self).samples == (0..<88200).map { ladder($0 / 2, $0 % 2) })
        #expect(last.status == .completed)
    }

    @Test func tracksAreMixedByTheirVolumes() throws {
        let folder = try Folder()
        let first = AVURLAsset(url: try folder.wave("a.wav", channels: 1, frames: 44100) { _, _ in 8192 })
        let second = AVURLAsset(url: try folder.wave("b.wav", channels: 1, frames: 22050) { _, _ in 4096 })
        let composition = AVMutableComposition()
        for (asset, start) in [(first, CMTime.zero), (second, CMTime(value: 1, timescale: 4))] {
            let track = try #require(
                composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
            let source = try #require(asset.tracks.first)
            try track.insertTimeRange(source.timeRange, of: source, at: start)
        }
        #expect(composition.duration.seconds == 1 && composition.tracks.map(\.trackID) == [1, 2])
        let parameters = AVMutableAudioMixInputParameters(track: composition.tracks.first)
        let half = CMTimeRange(
            start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 2))
        parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: half)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
        output.audioMix = mix
        reader.add(output)
        #expect(reader.startReading())
        let samples = try output.all(Float.self).samples
        #expect(samples.count == 44100 && reader.status == .completed)
        for frame in stride(from: 0, to: 44100, by: 49) {
            let ramp = frame < 22050 ? 1 : 1 - Double(frame - 22050) / 22050
            let other = (11025..<33075).contains(frame) ? 0.125 : 0
            #expect(abs(Double(samples[frame]) - (0.25 * ramp + other)) < 1e-5)
        }
        var volumes: (Float, Float) = (9, 9)
        #expect(!parameters.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
        #expect(
            parameters.getVolumeRamp(
                for: CMTime(value: 3, timescale: 4), startVolume: &volumes.0, endVolume: &volumes.1, timeRange: nil))
        #expect(volumes == (1, 0))
    }
}

struct CompositionTests {
    private func samples(_ composition: AVComposition) throws -> [Int16] {
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderTrackOutput(track: try #require(composition.tracks.first), outputSettings: pcm())
        reader.add(output)
        #expect(reader.startReading())
        return try output.all(Int16.self).samples
    }

    private func range(_ start: Int64, _ count: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 44100), duration: CMTime(value: count, timescale: 44100))
    }

    @Test func partsAreHeardOneAfterTheOther() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", channels: 1, frames: 1000) { frame, _ in Int16(frame) })
        let source = try #require(asset.tracks.first)
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
        try track.insertTimeRange(range(100, 10), of: source, at: .zero)
        try track.insertTimeRange(range(500, 5), of: source, at: .invalid)
        // In the middle of the first part.
        try track.insertTimeRange(range(0, 3), of: source, at: CMTime(value: 4, timescale: 44100))
        // Behind the end, after silence.
        try track.insertTimeRange(range(900, 2), of: source, at: CMTime(value: 20, timescale: 44100))
        let expected: [Int16] =
            [100, 101, 102, 103, 0, 1, 2, 104, 105, 106, 107, 108, 109, 500, 501, 502, 503, 504, 0, 0, 900, 901]
        #expect(try samples(composition) == expected)
        #expect(track.segments.count == 6 && track.segments[4].isEmpty)
        track.removeTimeRange(range(2, 12))
        #expect(try samples(composition) == [100, 101, 501, 502, 503, 504, 0, 0, 900, 901])
        track.insertEmptyTimeRange(range(1, 2))
        #expect(try samples(composition).prefix(4) == [100, 0, 0, 101])
        let copy = try #require(composition.copy() as? AVComposition)
        track.removeTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity))
        #expect(composition.duration == .zero && copy.duration == CMTime(value: 12, timescale: 44100))
    }

    @Test func partsThatAreNotThereAreRefused() throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", channels: 1, frames: 1000) { frame, _ in Int16(frame) })
        let source = try #require(asset.tracks.first)
        let track = try #require(
            AVMutableComposition().addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
        #expect(track.trackID == 7)
        for bad in [range(1000, 10), range(0, 0), range(-5, 10), .invalid] {
            #expect(throws: (any Error).self) { try track.insertTimeRange(bad, of: source, at: .zero) }
        }
        // More than there is: what there is.
        try track.insertTimeRange(range(990, 100), of: source, at: .zero)
        #expect(track.timeRange.duration == CMTime(value: 10, timescale: 44100))
        #expect(AVMutableComposition().addMutableTrack(withMediaType: .video, preferredTrackID: 0) == nil)
    }
}
