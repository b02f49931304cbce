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
        ]
    }

    private func publish() {
        let offered = named.filter(\.command.isOffered).map(\.name)
        PlaybackDesk.current.change { report in
            report.commands = offered
            report.forwardSeconds = skipForwardCommand.preferredIntervals.first?.doubleValue
            report.backwardSeconds = skipBackwardCommand.preferredIntervals.first?.doubleValue
            report.rates = changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue)
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
        }
    }
}
