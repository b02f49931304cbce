import Foundation

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
    /// Title, artist, album, track number, URL, duration, elapsed time and rate are shown; other values are kept and
    /// given back. The elapsed time is that of the moment of setting; it advances with the rate while the program
    /// plays.
    open var nowPlayingInfo: [String: Any]? {
        get { lock.withLock { kept.info } }
        set {
            lock.withLock { kept.info = newValue }
            let info = newValue ?? [:]
            PlaybackDesk.current.change { report in
                report.title = info[MPMediaItemPropertyTitle] as? String
                report.artist = info[MPMediaItemPropertyArtist] as? String
                report.album = info[MPMediaItemPropertyAlbumTitle] as? String
                report.url = Self.url(info)
                report.trackNumber = Self.number(info[MPMediaItemPropertyAlbumTrackNumber]).flatMap { Int(exactly: $0) }
                report.duration = Self.number(info[MPMediaItemPropertyPlaybackDuration])
                report.elapsed = Self.number(info[MPNowPlayingInfoPropertyElapsedPlaybackTime])
                report.rate = Self.number(info[MPNowPlayingInfoPropertyPlaybackRate]) ?? 1
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

    private static func url(_ info: [String: Any]) -> String? {
        let value = info[MPNowPlayingInfoPropertyAssetURL] ?? info[MPMediaItemPropertyAssetURL]
        return (value as? URL)?.absoluteString ?? (value as? NSURL)?.absoluteString
    }

    private static func number(_ value: Any?) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as Int: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }
}
