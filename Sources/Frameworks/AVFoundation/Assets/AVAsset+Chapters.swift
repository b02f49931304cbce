import CoreMedia
import Foundation
import SordinoMedia

extension AVAsset {
    /// The languages of chapter titles: none without chapters, else `und`, as files state no language for titles.
    public var availableChapterLocales: [Locale] { (try? readChapterLocales()) ?? [] }

    /// Returns the chapters with titles in the language that matches best, in the order of time.
    ///
    /// Titles without a language match every preference.
    ///
    /// - Parameter preferredLanguages: Language tags, such as those of `Locale.preferredLanguages`.
    public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        -> [AVTimedMetadataGroup]
    { (try? readChapterGroups()) ?? [] }

    /// Returns the chapters with titles in a language, in the order of time.
    ///
    /// - Parameters:
    ///   - locale: One of `availableChapterLocales`; of others there are no chapters.
    ///   - commonKeys: The items beside the title, such as pictures; chapters have none here.
    public func chapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
    ) -> [AVTimedMetadataGroup] { (try? readChapterGroups(in: locale)) ?? [] }

    /// Reads the chapters with titles in the language that matches best, in the order of time.
    ///
    /// - Throws: Why the file could not be read.
    public func loadChapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        async throws -> [AVTimedMetadataGroup]
    { try await onDiskThread { try self.readChapterGroups() } }

    /// Reads the chapters with titles in a language, in the order of time.
    ///
    /// - Throws: Why the file could not be read.
    public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
    ) async throws -> [AVTimedMetadataGroup] { try await onDiskThread { try self.readChapterGroups(in: locale) } }

    fileprivate static let titleLocale = Locale(identifier: "und")

    fileprivate func readChapterLocales() throws -> [Locale] {
        try readChapters().isEmpty ? [] : [Self.titleLocale]
    }

    private func readChapterGroups(in locale: Locale) throws -> [AVTimedMetadataGroup] {
        locale == Self.titleLocale ? try readChapterGroups() : []
    }

    private func readChapterGroups() throws -> [AVTimedMetadataGroup] {
        let chapters = try readChapters().filter(\.startSeconds.isFinite).sorted { $0.startSeconds < $1.startSeconds }
        let end = try readDuration()
        return chapters.indices.compactMap { number in
            let start = CMTime(seconds: max(0, chapters[number].startSeconds), preferredTimescale: 1_000_000)
            let next =
                number + 1 < chapters.count
                ? CMTime(seconds: max(0, chapters[number + 1].startSeconds), preferredTimescale: 1_000_000) : end
            // The last chapter of a stream has no end.
            let range = CMTimeRange(start: start, end: end.isNumeric ? CMTimeMinimum(next, end) : next)
            guard range.duration > .zero else { return nil }
            var content = AVMetadataItem.Content()
            (content.space, content.key) = (.common, .commonKeyTitle)
            content.value = NSString(string: chapters[number].title)
            content.locale = Self.titleLocale
            (content.time, content.duration) = (range.start, range.duration)
            return AVTimedMetadataGroup(items: [AVMetadataItem(content)], timeRange: range)
        }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The languages of chapter titles.
    public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
        AVAsyncProperty("availableChapterLocales", isRead: { $0.isRead }, { try $0.readChapterLocales() })
    }
}
