import AVFoundation
import Testing

struct AssetWriterTests {
    private func samples(of url: URL) throws -> [Int16] {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: pcm())
        reader.add(output)
        #expect(reader.startReading())
        return try output.all(Int16.self).samples
    }

    private func sound(_ values: [Int16], at frame: Int64) throws -> CMSampleBuffer {
        let stream = AudioStreamBasicDescription(
            mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        let block = try CMBlockBuffer(length: values.count * 2)
        try values.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return try CMSampleBuffer(
            dataBuffer: block, dataReady: true,
            formatDescription: CMFormatDescription(audioStreamBasicDescription: stream),
            numSamples: values.count, presentationTimeStamp: CMTime(value: frame, timescale: 8000),
            packetDescriptions: [])
    }

    private func writer(_ url: URL, _ type: AVFileType = .wav) throws -> (AVAssetWriter, AVAssetWriterInput) {
        let writer = try AVAssetWriter(url: url, fileType: type)
        let input = AVAssetWriterInput(
            mediaType: .audio,
            outputSettings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
            ])
        #expect(writer.canAdd(input))
        writer.add(input)
        return (writer, input)
    }

    @Test func theSessionTrimsAndGapsAreSilence() async throws {
        let folder = try Folder()
        let (writer, input) = try writer(folder["a.wav"])
        #expect(!input.isReadyForMoreMediaData && writer.startWriting() && input.isReadyForMoreMediaData)
        writer.startSession(atSourceTime: CMTime(value: 102, timescale: 8000))
        #expect(input.append(try sound([1, 2, 3, 4], at: 100)))
        #expect(input.append(try sound([5, 6], at: 106)))
        #expect(input.append(try sound([9, 9], at: 50)))
        writer.endSession(atSourceTime: CMTime(value: 109, timescale: 8000))
        #expect(input.append(try sound([7, 8], at: 108)))
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try samples(of: folder["a.wav"]) == [3, 4, 0, 0, 5, 6, 7])
        #expect(!input.append(try sound([1], at: 110)))
    }

    @Test func everyKindOfFileIsReadBack() async throws {
        let folder = try Folder()
        for (type, name) in [(AVFileType.wav, "a.wav"), (.caf, "a.caf")] {
            let (writer, input) = try writer(folder[name], type)
            #expect(writer.startWriting())
            writer.startSession(atSourceTime: .zero)
            #expect(input.append(try sound((0..<500).map { Int16($0) }, at: 0)))
            await writer.finishWriting()
            #expect(try samples(of: folder[name]) == (0..<500).map { Int16($0) })
        }
    }

    @Test func aQueueIsAskedUntilItIsFinished() async throws {
        let folder = try Folder()
        let (writer, input) = try writer(folder["a.wav"])
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let buffers = try (0..<10).map { try sound([Int16($0)], at: Int64($0)) }
        struct Box: @unchecked Sendable { let buffers: [CMSampleBuffer] }
        let box = Box(buffers: buffers)
        nonisolated(unsafe) var next = 0
        let queue = DispatchQueue(label: "writer")
        await withCheckedContinuation { continuation in
            input.requestMediaDataWhenReady(on: queue) {
                // One at a time, so that it is asked again and again.
                if next < box.buffers.count {
                    input.append(box.buffers[next])
                    next += 1
                    if next == box.buffers.count {
                        input.markAsFinished()
                        writer.finishWriting { continuation.resume() }
                    }
                }
            }
        }
        #expect(try samples(of: folder["a.wav"]) == (0..<10).map { Int16($0) })
    }

    @Test func whatCannotBeWrittenSaysWhy() async throws {
        let folder = try Folder()
        #expect(throws: (any Error).self) { try AVAssetWriter(outputURL: folder["a.mp3"], fileType: .mp3) }
        let there = try folder.wave("there.wav", frames: 4, ladder)
        let (writer, _) = try writer(there)
        #expect(!writer.startWriting() && writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
        #expect((writer.error as NSError?)?.code == -11823)
        #expect(try samples(of: there).count == 8)
        let (lost, _) = try self.writer(folder["no/such/folder/a.wav"])
        #expect(!lost.startWriting() && lost.error != nil)
        let (cancelled, input) = try self.writer(folder["c.wav"])
        #expect(cancelled.startWriting())
        cancelled.startSession(atSourceTime: .zero)
        #expect(input.append(try sound([1], at: 0)))
        cancelled.cancelWriting()
        #expect(cancelled.status == .cancelled && !FileManager.default.fileExists(atPath: folder["c.wav"].path))
        let (late, late2) = try self.writer(folder["d.wav"])
        #expect(late.startWriting())
        late.startSession(atSourceTime: .zero)
        // A gap of days is an error of time stamps, not silence.
        #expect(!late2.append(try sound([1], at: 8000 * 86400 * 3)) && late.status == .failed)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        #expect(!(try AVAssetWriter(outputURL: folder["e.wav"], fileType: .wav)).canAdd(video))
    }
}

struct AssetExportTests {
    @Test func apartOfAFileBecomesAnother() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 44100, ladder))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = CMTimeRange(
            start: CMTime(value: 1000, timescale: 44100), duration: CMTime(value: 500, timescale: 44100))
        try await session.export(to: folder["b.wav"], as: .wav)
        #expect(session.status == .completed && session.progress == 1)
        let result = AVURLAsset(url: folder["b.wav"])
        let reader = try AVAssetReader(asset: result)
        let output = AVAssetReaderTrackOutput(track: try #require(result.tracks.first), outputSettings: pcm())
        reader.add(output)
        reader.startReading()
        #expect(try output.all(Int16.self).samples == (2000..<3000).map { ladder($0 / 2, $0 % 2) })
    }

    @Test func soundBecomesAACAndStaysItsLength() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(
            url: try folder.wave("a.wav", rate: 48000, frames: 48000) { frame, _ in
                Int16((sin(2 * Double.pi * 440 * Double(frame) / 48000) * 10000).rounded())
            })
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
        #expect(session.supportedFileTypes == [.m4a])
        session.outputURL = folder["a.m4a"]
        session.outputFileType = .m4a
        await withCheckedContinuation { continuation in
            session.exportAsynchronously { continuation.resume() }
        }
        #expect(session.status == .completed, "\(String(describing: session.error))")
        let result = AVURLAsset(url: folder["a.m4a"])
        #expect(try await result.load(.duration) == CMTime(value: 48000, timescale: 48000))
        #expect(result.tracks.first?.descriptions.first?.mediaSubType == .mpeg4AAC)
    }

    @Test func anExportTellsItsStates() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 441_000, ladder))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        let states = session.states(updateInterval: 0)
        let told = Task {
            var (names, progress): ([String], Progress?) = ([], nil)
            for await state in states {
                switch state {
                case .pending: names.append("pending")
                case .waiting: names.append("waiting")
                case .exporting(let shared):
                    if names.last != "exporting" { names.append("exporting") }
                    progress = shared
                }
            }
            return (names, progress)
        }
        try await session.export(to: folder["b.wav"], as: .wav)
        let (names, progress) = await told.value
        #expect(names == ["pending", "waiting", "exporting"] && progress?.fractionCompleted == 1)
        // Nothing is left to be told.
        var count = 0
        for await _ in session.states() { count += 1 }
        #expect(count == 0)
    }

    @Test func exportsThatCannotBeFailOrAreCancelled() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 441_000, ladder))
        #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPreset640x480") == nil)
        let wrong = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
        await #expect(throws: (any Error).self) { try await wrong.export(to: folder["a.caf"], as: .caf) }
        #expect(wrong.status == .failed && wrong.error != nil)
        let cancelled = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
        cancelled.cancelExport()
        await #expect(throws: CancellationError.self) { try await cancelled.export(to: folder["c.m4a"], as: .m4a) }
        #expect(cancelled.status == .cancelled && !FileManager.default.fileExists(atPath: folder["c.m4a"].path))
    }
}

extension AVAssetTrack {
    fileprivate var descriptions: [CMFormatDescription] { formatDescriptions.compactMap { $0 as? CMFormatDescription } }
}
