import AVFoundation
import Testing

struct AssetTests {
    @Test func aFileHasATrackWithItsFormatAndLength() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 66150, ladder))
        guard case .notYetLoaded = asset.status(of: .duration) else {
            Issue.record("nothing was asked for yet")
            return
        }
        let (duration, tracks, playable) = try await asset.load(.duration, .tracks, .isPlayable)
        #expect(duration == CMTime(value: 66150, timescale: 44100) && duration.seconds == 1.5 && playable)
        let track = try #require(tracks.first)
        #expect(tracks.count == 1 && track.mediaType == .audio && track.trackID == 1 && track.asset === asset)
        let format = try #require(try await track.load(.formatDescriptions).first)
        #expect(format.audioStreamBasicDescription?.mSampleRate == 44100 && format.mediaSubType == .linearPCM)
        #expect(track.estimatedDataRate == 44100 * 32 && track.naturalTimeScale == 44100)
        #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
        #expect(try await asset.loadTracks(withMediaType: .video).isEmpty)
        #expect(asset.duration == duration && asset.tracks(withMediaType: .audio).count == 1)
        guard case .loaded(let known) = asset.status(of: .duration) else {
            Issue.record("the duration is known")
            return
        }
        #expect(known == duration)
    }

    @Test func aURLMakesAnAssetOfAFile() throws {
        let folder = try Folder()
        let url = try folder.wave("a.wav", frames: 10, ladder)
        let asset: AVAsset = AVAsset(url: url)
        #expect((asset as? AVURLAsset)?.url == url)
        #expect(asset.isPlayable && asset.isReadable && !asset.hasProtectedContent)
    }

    @Test func whatCannotBeReadSaysWhy() async throws {
        let folder = try Folder()
        let missing = AVURLAsset(url: folder["none.wav"])
        await #expect(throws: CocoaError.self) { try await missing.load(.duration) }
        #expect(missing.duration == .zero && missing.tracks.isEmpty && !missing.isPlayable)
        try Data("no sound at all, but some bytes".utf8).write(to: folder["text.wav"])
        let text = AVURLAsset(url: folder["text.wav"])
        do {
            _ = try await text.load(.tracks)
            Issue.record("text is no sound")
        } catch {
            #expect((error as NSError).domain == AVFoundationErrorDomain && error is AVError)
        }
        var error: NSError?
        #expect(text.statusOfValue(forKey: "tracks", error: &error) == .failed && error != nil)
        let web = try #require(URL(string: "https://example.org/a.mp3"))
        await #expect(throws: URLError.self) { try await AVURLAsset(url: web).load(.duration) }
        #expect(throws: (any Error).self) { try AVAssetReader(asset: text) }
    }

    @Test func keysAreLoadedByName() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 10, ladder))
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
        await withCheckedContinuation { continuation in
            asset.loadValuesAsynchronously(forKeys: ["duration", "tracks"]) { continuation.resume() }
        }
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    }

    @Test func metadataHasTheKeysOfItsFileAndCommonOnes() async throws {
        let folder = try Folder()
        let source = AVURLAsset(url: try folder.wave("a.wav", frames: 44100, ladder))
        let writer = try AVAssetWriter(outputURL: folder["a.m4a"], fileType: .m4a)
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.value = "Con sordino" as NSString
        let artist = AVMutableMetadataItem()
        artist.keySpace = .iTunes
        artist.key = AVMetadataKey.iTunesMetadataKeyArtist.rawValue as NSString
        artist.value = "Strings" as NSString
        writer.metadata = [title, artist]
        try await copySound(
            of: source, to: writer,
            settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
            ])
        let asset = AVURLAsset(url: folder["a.m4a"])
        let all = try await asset.load(.metadata)
        #expect(AVMetadataIdentifier.iTunesMetadataSongName.rawValue == "itsk/%A9nam")
        let found = AVMetadataItem.metadataItems(from: all, filteredByIdentifier: .iTunesMetadataSongName)
        #expect(try await found.first?.load(.stringValue) == "Con sordino")
        let common = try await asset.load(.commonMetadata)
        #expect(common.first { $0.commonKey == .commonKeyArtist }?.stringValue == "Strings")
        #expect(
            AVMetadataItem.metadataItems(from: common, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common).count
                == 1)
        #expect(asset.availableMetadataFormats == [.iTunesMetadata])
    }

    /// Public packages derive items for their tests.
    @Test func programsDeriveTheirOwnMetadataItems() {
        final class Title: AVMetadataItem, @unchecked Sendable {
            let text: String
            init(_ text: String) { self.text = text }
            override var commonKey: AVMetadataKey? { .commonKeyTitle }
            override var value: (any NSCopying & NSObjectProtocol)? { NSString(string: text) }
        }
        let item: AVMetadataItem = Title("Song")
        #expect(item.commonKey == .commonKeyTitle && item.value as? NSString == "Song" && item.identifier == nil)
    }
}

/// Reads the first track as 16 bits and writes it.
func copySound(of asset: AVAsset, to writer: AVAssetWriter, settings: [String: Any]?) async throws {
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks.first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings == nil ? nil : pcm())
    reader.add(output)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    writer.add(input)
    #expect(writer.startWriting() && reader.startReading(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    while let buffer = output.copyNextSampleBuffer() { #expect(input.append(buffer)) }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed && reader.status == .completed, "\(String(describing: writer.error))")
}
