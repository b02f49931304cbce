import SordinoRealtime

/// Frames in a page that others may read too.
package struct PageFrames {
    /// The hold that keeps the page in memory.
    package let hold: PageHold
    /// The first of them in the page.
    package let start: Int
    /// The number of frames, 1 or more.
    package let frameCount: Int
}

/// Some frames of a file in a row, as floats, a plane for each channel; never changed once it is filled.
final class FramePage: Sendable {
    /// The place of a page: in which file, under which reading of it.
    struct Place: Hashable, Sendable {
        let file: ByteIdentity
        let dataStart: Int64
        let encoding: SampleEncoding
        let channelCount: Int
        /// Frames of each page; the last one of a file has fewer.
        var frameCount: Int
        /// The page's number, from 0.
        var index: Int64
    }

    var frames: PlanarFrames { lent.value }
    let place: Place
    private let lent: Lent<PlanarFrames>

    /// Makes a page that has nothing in it.
    init(_ place: Place) {
        self.place = place
        lent = Lent(
            PlanarFrames(.float32, channelCount: place.channelCount, capacity: place.frameCount, isSilent: false))
    }
}

/// One use of a page, which lasts as long as any use of it.
package final class PageHold: Sendable {
    private let page: FramePage
    /// The frames in use.
    package var frames: PlanarFrames { page.frames }
    var frameCount: Int { page.place.frameCount }
    var index: Int64 { page.place.index }

    fileprivate init(_ page: FramePage) { self.page = page }

    deinit { FramePages.shared.giveBack(page) }
}

/// The pages that readers in the program hold at the moment: players of one file read it once.
///
/// A page lives as long as a reader holds it, and no longer. A player alone holds a few pages of its file. A short
/// sound that several play becomes one page, as long as all of these together are not too large: then hardly anything
/// is done for it but mixing.
/// - Thread: any; its lock is a leaf.
final class FramePages: Sendable {
    /// The pages of this program.
    static let shared = FramePages()
    /// Frames of a page of a long sound.
    static let usualFrameCount = 4096
    /// Frames of the longest sound that is one page: 1.4 s at 48 kHz.
    static let longestWhole = 65_536
    /// Samples of all pages of whole sounds at most: 16 MB.
    static let wholeSampleLimit = 4 << 20

    private struct Entry {
        let page: FramePage
        /// The number of living `PageHold`s.
        var holdCount: Int
    }

    private struct State {
        var pages: [FramePage.Place: Entry] = [:]
        /// Samples in pages of whole sounds.
        var wholeSamples = 0
    }

    private let state = Guarded(State())

    /// Holds the page at a place, if it is in memory.
    func hold(_ place: FramePage.Place) -> PageHold? {
        let page = state.withLock { state -> FramePage? in
            state.pages[place]?.holdCount += 1
            return state.pages[place]?.page
        }
        return page.map { PageHold($0) }
    }

    /// Returns whether there is room for another whole sound.
    func hasRoom(for place: FramePage.Place) -> Bool {
        state.withLock { $0.wholeSamples + Self.wholeSamples(place) <= Self.wholeSampleLimit }
    }

    /// Holds a page that was filled, or the one that another reader has added meanwhile, and lets others find it.
    func add(_ page: FramePage) -> PageHold {
        let present = state.withLock { state -> FramePage in
            if let entry = state.pages[page.place] {
                state.pages[page.place]?.holdCount += 1
                return entry.page
            }
            state.pages[page.place] = Entry(page: page, holdCount: 1)
            state.wholeSamples += Self.wholeSamples(page.place)
            return page
        }
        return PageHold(present)
    }

    /// One use of a page is over.
    fileprivate func giveBack(_ page: FramePage) {
        state.withLock { state in
            state.pages[page.place]?.holdCount -= 1
            guard state.pages[page.place]?.holdCount == 0 else { return }
            state.pages[page.place] = nil
            state.wholeSamples -= Self.wholeSamples(page.place)
        }
    }

    /// Samples that count as those of a whole sound.
    private static func wholeSamples(_ place: FramePage.Place) -> Int {
        place.frameCount > usualFrameCount ? place.frameCount * place.channelCount : 0
    }
}

extension MediaReader {
    /// Indicates whether the file holds samples that can be shown as floats to all its readers: a file of linear
    /// samples in one piece.
    package var lendsFrames: Bool { firstPage != nil }

    /// The place of the first of the usual pages; nil for a file that lends none.
    func findFirstPage() -> FramePage.Place? {
        guard decoded == nil, source === file, let identity = file.identity, let encoding = format.encoding else {
            return nil
        }
        return FramePage.Place(
            file: identity, dataStart: dataRange.lowerBound, encoding: encoding, channelCount: format.channelCount,
            frameCount: FramePages.usualFrameCount, index: 0)
    }

    /// Shows the next frames, as far as their page goes.
    package func lend(frameCount wanted: Int) throws(MediaError) -> PageFrames? {
        let limit = frameLimit
        let wanted = Int(min(Int64(max(wanted, 0)), max(0, limit - position)))
        guard wanted > 0, let page = try presentPage(limit) else { return nil }
        let start = Int(position) - Int(page.index) * page.frameCount
        let count = min(wanted, page.frames.end - start)
        guard count > 0 else { return nil }
        position += Int64(count)
        return PageFrames(hold: page, start: start, frameCount: count)
    }

    /// The page that holds the next frame; read from the file if it is not in memory.
    private func presentPage(_ limit: Int64) throws(MediaError) -> PageHold? {
        guard var place = firstPage else { return nil }
        var whole = place
        whole.frameCount = Int(min(limit, Int64(FramePages.longestWhole)))
        if limit <= whole.frameCount, let page = FramePages.shared.hold(whole) { return page }
        place.index = position / Int64(place.frameCount)
        guard let page = FramePages.shared.hold(place) else { return try makePage(place) }
        // Another player reads it too: one page for all, if it is short.
        let isShort = limit > Int64(place.frameCount) && limit <= Int64(FramePages.longestWhole)
        guard isShort, FramePages.shared.hasRoom(for: whole) else { return page }
        return try makePage(whole)
    }

    private func makePage(_ place: FramePage.Place) throws(MediaError) -> PageHold {
        let page = FramePage(place)
        let resting = position
        position = place.index * Int64(place.frameCount)
        defer { position = resting }
        page.frames.put(try read(into: page.frames.block, frameCount: place.frameCount))
        return FramePages.shared.add(page)
    }
}
