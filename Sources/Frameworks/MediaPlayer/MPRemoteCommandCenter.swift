import Foundation
import SordinoDevice
import SordinoPolicy
import SordinoSession

/// The commands of media keys, headsets, shells and `playerctl` that the program answers to.
///
/// While a command has a handler, the session's service shows the program as a player on the user's bus (MPRIS) with
/// these commands. A program in the background may begin to play for ten seconds after a key.
///
/// - Thread: any; handlers are called on the main queue.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    /// The key that starts or resumes playback.
    public let playCommand = MPRemoteCommand()
    /// The key that pauses playback.
    public let pauseCommand = MPRemoteCommand()
    /// The key that stops playback.
    public let stopCommand = MPRemoteCommand()
    /// The single key of a headset, which starts or pauses playback.
    public let togglePlayPauseCommand = MPRemoteCommand()
    /// The key for the next track.
    public let nextTrackCommand = MPRemoteCommand()
    /// The key for the track before.
    public let previousTrackCommand = MPRemoteCommand()
    /// A skip forward by some seconds.
    public let skipForwardCommand = MPSkipIntervalCommand()
    /// A skip back by some seconds.
    public let skipBackwardCommand = MPSkipIntervalCommand()
    /// A move to a place in the track.
    public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
    /// A change of the speed.
    public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
    /// A key for the next track that is held; its events say when it begins and ends.
    public let seekForwardCommand = MPRemoteCommand()
    /// A key for the track before that is held.
    public let seekBackwardCommand = MPRemoteCommand()
    /// A rating of the item.
    public let ratingCommand = MPRatingCommand()
    /// The person likes the item.
    public let likeCommand = MPFeedbackCommand()
    /// The person does not like the item.
    public let dislikeCommand = MPFeedbackCommand()
    /// The person marks the item for later.
    public let bookmarkCommand = MPFeedbackCommand()
    /// A change of the repetition.
    public let changeRepeatModeCommand = MPChangeRepeatModeCommand()
    /// A change of the order.
    public let changeShuffleModeCommand = MPChangeShuffleModeCommand()
    /// The choice of a language.
    public let enableLanguageOptionCommand = MPRemoteCommand()
    /// The end of the choice of a language.
    public let disableLanguageOptionCommand = MPRemoteCommand()

    private init(_ context: AppContext) {
        super.init()
        for (_, command) in named {
            command.changed = { [weak self] in self?.publish() }
        }
        _ = context.client.addObserver(on: .main) { [weak self] notification in
            if case .remoteCommand(let command) = notification { self?.perform(command) }
        }
    }

    /// Returns the program's center.
    open class func shared() -> MPRemoteCommandCenter {
        AppContext.current.attachment(MPRemoteCommandCenter.self) { MPRemoteCommandCenter($0) }
    }

    /// By their names on the wire.
    private var named: [(name: String, command: MPRemoteCommand)] {
        [
            ("play", playCommand), ("pause", pauseCommand), ("stop", stopCommand),
            ("togglePlayPause", togglePlayPauseCommand), ("nextTrack", nextTrackCommand),
            ("previousTrack", previousTrackCommand), ("skipForward", skipForwardCommand),
            ("skipBackward", skipBackwardCommand), ("changePosition", changePlaybackPositionCommand),
            ("changeRate", changePlaybackRateCommand),
        ] + further.map { ($0.rawValue, $1) }
    }

    /// The commands that no key gives.
    private var further: [(FurtherCommand, MPRemoteCommand)] {
        [
            (.seekForward, seekForwardCommand), (.seekBackward, seekBackwardCommand), (.rating, ratingCommand),
            (.like, likeCommand), (.dislike, dislikeCommand), (.bookmark, bookmarkCommand),
            (.changeRepeatMode, changeRepeatModeCommand), (.changeShuffleMode, changeShuffleModeCommand),
            (.enableLanguageOption, enableLanguageOptionCommand),
            (.disableLanguageOption, disableLanguageOptionCommand),
        ]
    }

    private func publish() {
        let offered = named.filter(\.command.isOffered).map(\.name)
        PlaybackDesk.current.change { report in
            report.commands = offered
            report.forwardSeconds = skipForwardCommand.preferredIntervals.first?.doubleValue
            report.backwardSeconds = skipBackwardCommand.preferredIntervals.first?.doubleValue
            report.rates = changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue)
            report.repeatMode =
                changeRepeatModeCommand.isOffered ? changeRepeatModeCommand.currentRepeatType.rawValue : nil
            report.shuffleMode =
                changeShuffleModeCommand.isOffered ? changeShuffleModeCommand.currentShuffleType.rawValue : nil
        }
    }

    private func perform(_ command: RemoteCommand) {
        switch command {
        case .play: playCommand.perform(MPRemoteCommandEvent(playCommand))
        case .pause: pauseCommand.perform(MPRemoteCommandEvent(pauseCommand))
        case .stop: stopCommand.perform(MPRemoteCommandEvent(stopCommand))
        case .togglePlayPause: togglePlayPauseCommand.perform(MPRemoteCommandEvent(togglePlayPauseCommand))
        case .nextTrack: nextTrackCommand.perform(MPRemoteCommandEvent(nextTrackCommand))
        case .previousTrack: previousTrackCommand.perform(MPRemoteCommandEvent(previousTrackCommand))
        case .skipForward(let seconds):
            skipForwardCommand.perform(MPSkipIntervalCommandEvent(skipForwardCommand, interval: seconds))
        case .skipBackward(let seconds):
            skipBackwardCommand.perform(MPSkipIntervalCommandEvent(skipBackwardCommand, interval: seconds))
        case .changePosition(let seconds):
            changePlaybackPositionCommand.perform(
                MPChangePlaybackPositionCommandEvent(changePlaybackPositionCommand, positionTime: seconds))
        case .changeRate(let rate):
            changePlaybackRateCommand.perform(
                MPChangePlaybackRateCommandEvent(changePlaybackRateCommand, playbackRate: Float(rate)))
        case .further(let further, let value): perform(further, value)
        }
    }

    private func perform(_ further: FurtherCommand, _ value: Double) {
        guard let command = self.further.first(where: { $0.0 == further })?.1 else { return }
        switch further {
        case .seekForward, .seekBackward:
            command.perform(MPSeekCommandEvent(command, type: value > 0 ? .beginSeeking : .endSeeking))
        case .rating:
            let limits = (ratingCommand.minimumRating, ratingCommand.maximumRating)
            command.perform(MPRatingCommandEvent(command, rating: max(limits.0, min(Float(value), limits.1))))
        case .like, .dislike, .bookmark:
            command.perform(MPFeedbackCommandEvent(command, isNegative: value < 0))
        case .changeRepeatMode:
            guard let type = Int(exactly: value).flatMap(MPRepeatType.init) else { return }
            command.perform(MPChangeRepeatModeCommandEvent(command, repeatType: type))
        case .changeShuffleMode:
            guard let type = Int(exactly: value).flatMap(MPShuffleType.init) else { return }
            command.perform(MPChangeShuffleModeCommandEvent(command, shuffleType: type))
        case .enableLanguageOption, .disableLanguageOption:
            let options = MPNowPlayingInfoCenter.default().languageOptions
            guard let place = Int(exactly: value), options.indices.contains(place) else { return }
            command.perform(MPChangeLanguageOptionCommandEvent(command, languageOption: options[place]))
        }
    }
}
