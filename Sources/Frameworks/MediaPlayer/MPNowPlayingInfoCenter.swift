import Foundation
import SordinoSession

/// A program's own word about whether it plays.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// The program states nothing; the state follows its sound.
    case unknown = 0
    case playing = 1
    case paused = 2
    case stopped = 3
    case interrupted = 4
}

/// The kinds of media that a program plays.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    case none = 0
    case audio = 1
    case video = 2
}

/// Publishes what the program plays to shells, headsets and mixers.
///
/// Shown over MPRIS and as the title of the slider in the desktop mixer, while the program answers to commands of
/// `MPRemoteCommandCenter`.
///
/// - Thread: any.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private static let only = MPNowPlayingInfoCenter(())

    private struct State {
        var info: [String: Any]?
        var state = MPNowPlayingPlaybackState.unknown
    }

    private let lock = NSLock()
    private var kept = State()

    private init(_ nothing: Void) {}

    /// Returns the program's center.
    open class func `default`() -> MPNowPlayingInfoCenter { only }

    /// The keys are `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil means that nothing plays.
    ///
    /// Texts, numbers of tracks, discs, chapters and queues, artwork, URL, duration, elapsed time, rates and languages are
    /// passed on; other values are kept and given back. Artwork is passed on as a PNG or JPEG file. The elapsed time is that of the moment of setting; it advances with the rate while the program
    /// plays.
    open var nowPlayingInfo: [String: Any]? {
        get { lock.withLock { kept.info } }
        set {
            lock.withLock { kept.info = newValue }
            let info = newValue ?? [:]
            // Asked for before anything is locked: the program makes its pictures here.
            let artwork = (info[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork).flatMap(ArtworkFiles.url)
            let languages = Self.options(info).map { $0.languageTag ?? "" }
            PlaybackDesk.current.change { report in
                report.title = info[MPMediaItemPropertyTitle] as? String
                report.artist = info[MPMediaItemPropertyArtist] as? String
                report.album = info[MPMediaItemPropertyAlbumTitle] as? String
                report.url = Self.url(info)
                report.trackNumber = Self.number(info[MPMediaItemPropertyAlbumTrackNumber]).flatMap { Int(exactly: $0) }
                report.duration = Self.number(info[MPMediaItemPropertyPlaybackDuration])
                report.elapsed = Self.number(info[MPNowPlayingInfoPropertyElapsedPlaybackTime])
                report.rate =
                    Self.number(info[MPNowPlayingInfoPropertyPlaybackRate])
                    ?? Self.number(info[MPNowPlayingInfoPropertyDefaultPlaybackRate]) ?? 1
                Self.takeTexts(info, &report)
                Self.takeNumbers(info, &report)
                report.artwork = artwork
                report.languages = languages
            }
        }
    }

    /// The state that the program states; `.unknown` leaves it to the sound of its session.
    open var playbackState: MPNowPlayingPlaybackState {
        get { lock.withLock { kept.state } }
        set {
            lock.withLock { kept.state = newValue }
            PlaybackDesk.current.change { report in
                switch newValue {
                case .unknown: report.state = .unknown
                case .playing: report.state = .playing
                case .paused, .interrupted: report.state = .paused
                case .stopped: report.state = .stopped
                }
            }
        }
    }

    /// The names of moving pictures that are shown: none.
    open class var supportedAnimatedArtworkKeys: [String] { [] }

    /// The languages that can be chosen now.
    var languageOptions: [MPNowPlayingInfoLanguageOption] { Self.options(nowPlayingInfo ?? [:]) }

    private static func options(_ info: [String: Any]) -> [MPNowPlayingInfoLanguageOption] {
        let groups = info[MPNowPlayingInfoPropertyAvailableLanguageOptions] as? [MPNowPlayingInfoLanguageOptionGroup]
        return (groups ?? []).flatMap(\.languageOptions)
    }

    private static func takeTexts(_ info: [String: Any], _ report: inout PlaybackReport) {
        report.albumArtist = info[MPMediaItemPropertyAlbumArtist] as? String
        report.genre = info[MPMediaItemPropertyGenre] as? String
        report.composer = info[MPMediaItemPropertyComposer] as? String
        report.podcast = info[MPMediaItemPropertyPodcastTitle] as? String
    }

    private static func takeNumbers(_ info: [String: Any], _ report: inout PlaybackReport) {
        func whole(_ key: String) -> Int? { number(info[key]).flatMap { Int(exactly: $0) } }
        report.discNumber = whole(MPMediaItemPropertyDiscNumber)
        report.chapterNumber = whole(MPNowPlayingInfoPropertyChapterNumber)
        report.chapterCount = whole(MPNowPlayingInfoPropertyChapterCount)
        report.queueIndex = whole(MPNowPlayingInfoPropertyPlaybackQueueIndex)
        report.queueCount = whole(MPNowPlayingInfoPropertyPlaybackQueueCount)
        report.mediaType = whole(MPNowPlayingInfoPropertyMediaType)
        // Stars of an item are counted to 5.
        report.rating = number(info[MPMediaItemPropertyRating]).map { $0 / 5 }
        report.isLive = number(info[MPNowPlayingInfoPropertyIsLiveStream]).map { $0 != 0 } ?? false
    }

    private static func url(_ info: [String: Any]) -> String? {
        let value = info[MPNowPlayingInfoPropertyAssetURL] ?? info[MPMediaItemPropertyAssetURL]
        return (value as? URL)?.absoluteString ?? (value as? NSURL)?.absoluteString
    }

    private static func number(_ value: Any?) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as Int: Double(number)
        case let number as UInt: Double(number)
        case let truth as Bool: truth ? 1 : 0
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }
}
