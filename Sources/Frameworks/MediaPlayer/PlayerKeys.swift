import Foundation
import SordinoDevice
import SordinoRealtime

/// Joins a music player with shells: what it plays, and the keys that it answers to.
enum PlayerKeys {
    /// Adds handlers that control a player; the program's own handlers stay.
    static func connect(_ player: MPMusicPlayerController) {
        let center = MPRemoteCommandCenter.shared()
        let me = WeakObject(player)
        func answer(
            _ command: MPRemoteCommand, _ perform: @escaping (MPMusicPlayerController, MPRemoteCommandEvent) -> Void
        ) {
            command.addTarget { event in
                guard let player = me.object, player.current != nil else { return .noActionableNowPlayingItem }
                perform(player, event)
                return .success
            }
        }
        answer(center.playCommand) { player, _ in player.play() }
        answer(center.pauseCommand) { player, _ in player.pause() }
        answer(center.stopCommand) { player, _ in player.stop() }
        answer(center.togglePlayPauseCommand) { player, _ in
            player.playbackState == .playing ? player.pause() : player.play()
        }
        answer(center.nextTrackCommand) { player, _ in player.skipToNextItem() }
        answer(center.previousTrackCommand) { player, _ in player.skipToPreviousItem() }
        answer(center.changePlaybackPositionCommand) { player, event in
            if let event = event as? MPChangePlaybackPositionCommandEvent {
                player.currentPlaybackTime = event.positionTime
            }
        }
        func seek(_ command: MPRemoteCommand, _ begin: @escaping (MPMusicPlayerController) -> Void) {
            answer(command) { player, event in
                let isBeginning = (event as? MPSeekCommandEvent)?.type == .beginSeeking
                if isBeginning { begin(player) } else { player.endSeeking() }
            }
        }
        seek(center.seekForwardCommand) { $0.beginSeekingForward() }
        seek(center.seekBackwardCommand) { $0.beginSeekingBackward() }
        center.ratingCommand.maximumRating = 5
        answer(center.ratingCommand) { player, event in
            guard let event = event as? MPRatingCommandEvent, event.rating.isFinite else { return }
            let stars = Int32(max(0, min(event.rating.rounded(), 5)))
            player.count { $0.rating = stars }
        }
        answer(center.changeRepeatModeCommand) { player, event in
            guard let event = event as? MPChangeRepeatModeCommandEvent else { return }
            player.repeatMode = event.repeatType == .one ? .one : event.repeatType == .all ? .all : .none
        }
        answer(center.changeShuffleModeCommand) { player, event in
            guard let event = event as? MPChangeShuffleModeCommandEvent else { return }
            player.shuffleMode =
                event.shuffleType == .items ? .songs : event.shuffleType == .collections ? .albums : .off
        }
    }
}

extension MPMusicPlayerController {
    /// Shows what is played.
    func publish() {
        onChange?()
        inContext {
            guard let item = current?.item, player != nil || state != .stopped else { return }
            let center = MPNowPlayingInfoCenter.default()
            var info: [String: Any] = [:]
            for property in Self.shown { info[property] = item.value(forProperty: property) }
            info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = currentPlaybackTime
            info[MPNowPlayingInfoPropertyPlaybackRate] = Double(currentPlaybackRate)
            info[MPNowPlayingInfoPropertyPlaybackQueueIndex] = place
            info[MPNowPlayingInfoPropertyPlaybackQueueCount] = order.count
            center.nowPlayingInfo = info
            let commands = MPRemoteCommandCenter.shared()
            commands.changeRepeatModeCommand.currentRepeatType =
                repeatMode == .one ? .one : repeatMode == .all ? .all : .off
            commands.changeShuffleModeCommand.currentShuffleType =
                shuffleMode == .songs ? .items : shuffleMode == .albums ? .collections : .off
            switch state {
            case .playing: center.playbackState = .playing
            case .stopped: center.playbackState = .stopped
            case .interrupted: center.playbackState = .interrupted
            case .paused, .seekingForward, .seekingBackward: center.playbackState = .paused
            }
        }
    }

    private static let shown = [
        MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, MPMediaItemPropertyAlbumTitle, MPMediaItemPropertyGenre,
        MPMediaItemPropertyAlbumArtist, MPMediaItemPropertyComposer, MPMediaItemPropertyPodcastTitle,
        MPMediaItemPropertyAlbumTrackNumber, MPMediaItemPropertyDiscNumber, MPMediaItemPropertyPlaybackDuration,
        MPMediaItemPropertyAssetURL, MPMediaItemPropertyArtwork,
    ]
}
