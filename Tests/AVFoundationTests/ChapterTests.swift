import AVFoundation
import SordinoMedia
import Testing

/// The chapters of a book, as players list them.
@Suite(.enabled(if: Codecs.named("alac")?.isEncoded == true, "no encoder of Apple Lossless"))
struct ChapterTests {
    /// A book of 2 s with chapters at these times.
    private func book(_ chapters: [MediaProperties.Chapter], in folder: Folder) throws -> AVURLAsset {
        var description = MediaDescription(
            MediaFormat(
                codec: "alac", sampleRate: 44100, channelCount: 1, bytesPerPacket: 0, framesPerPacket: 0,
                bitsPerChannel: 16))
        description.chapters = chapters
        let sink = MemoryByteSink()
        let writer = try MediaWriter(sink, try #require(Containers.named("m4bf")), description)
        var samples = [Float](repeating: 0.25, count: 88200)
        try samples.withUnsafeMutableBytes { bytes in
            let buffers = [try #require(bytes.baseAddress)]
            try buffers.withUnsafeBufferPointer { pointers in
                let base = try #require(pointers.baseAddress)
                let block = SampleBlock(.float32, channelCount: 1, isInterleaved: false, buffers: base)
                try writer.write(block, frameCount: 88200)
            }
        }
        try writer.finish()
        try Data(sink.bytes).write(to: folder["book.m4b"])
        return AVURLAsset(url: folder["book.m4b"])
    }

    @Test func chaptersAreGroupsWithATitleAndATime() async throws {
        let folder = try Folder()
        let asset = try book(
            [.init(startSeconds: 0, title: "First"), .init(startSeconds: 0.5, title: "Second — ö")], in: folder)
        let locales = asset.availableChapterLocales
        #expect(locales.map(\.identifier) == ["und"])
        let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["de-AT", "en"])
        #expect(groups.map { $0.items.first?.stringValue } == ["First", "Second — ö"])
        #expect(groups.map(\.timeRange.start.seconds) == [0, 0.5])
        #expect(groups.map(\.timeRange.end.seconds) == [0.5, 2])
        let item = try #require(groups.last?.items.first)
        #expect(item.commonKey == .commonKeyTitle && item.identifier == .commonIdentifierTitle)
        #expect(item.time.seconds == 0.5 && item.duration.seconds == 1.5 && item.locale == locales.first)
        let titles = AVMetadataItem.metadataItems(
            from: groups.flatMap(\.items), filteredByIdentifier: .commonIdentifierTitle)
        #expect(titles.count == 2)

        let locale = try #require(locales.first)
        let inLocale = asset.chapterMetadataGroups(
            withTitleLocale: locale, containingItemsWithCommonKeys: [.commonKeyArtwork])
        #expect(inLocale.map(\.timeRange) == groups.map(\.timeRange))
        #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "fr")).isEmpty)

        let later = AVURLAsset(url: folder["book.m4b"])
        guard case .notYetLoaded = later.status(of: .availableChapterLocales) else {
            Issue.record("nothing was asked for yet")
            return
        }
        #expect(try await later.load(.availableChapterLocales) == locales)
        let loaded = try await later.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
        #expect(loaded.map(\.timeRange) == groups.map(\.timeRange))
        let ofLocale = try await later.loadChapterMetadataGroups(withTitleLocale: locale)
        #expect(ofLocale.count == 2)
    }

    @Test func chaptersOutsideTheSoundAreLeftOut() throws {
        let folder = try Folder()
        let asset = try book(
            [
                .init(startSeconds: 0, title: "First"), .init(startSeconds: 1, title: "Middle"),
                .init(startSeconds: 1.5, title: "Last"), .init(startSeconds: 9, title: "After the end"),
            ], in: folder)
        let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
        #expect(groups.map(\.timeRange.start.seconds) == [0, 1, 1.5])
        #expect(groups.map(\.timeRange.end.seconds) == [1, 1.5, 2])
        #expect(groups.last?.items.first?.stringValue == "Last")
    }

    @Test func soundsWithoutChaptersHaveNone() async throws {
        let folder = try Folder()
        let asset = AVURLAsset(url: try folder.wave("a.wav", frames: 10, ladder))
        #expect(asset.availableChapterLocales.isEmpty)
        #expect(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]).isEmpty)
        let missing = AVURLAsset(url: folder["none.m4b"])
        #expect(missing.availableChapterLocales.isEmpty)
        await #expect(throws: (any Error).self) {
            try await missing.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
        }
    }
}
