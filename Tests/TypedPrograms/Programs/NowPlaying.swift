// swift-format-ignore-file
import AVFoundation
import MediaPlayer

enum NowPlaying {
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback)
        try AVAudioSession.sharedInstance().setActive(true)
        let player = try AVAudioPlayer(contentsOf: sine(seconds: 3))
        let center = MPRemoteCommandCenter.shared()
        center.playCommand.addTarget { _ in player.play() ? .success : .commandFailed }
        center.pauseCommand.addTarget { _ in player.pause(); return .success }
        center.togglePlayPauseCommand.isEnabled = true
        let token = center.nextTrackCommand.addTarget { _ in .noSuchContent }
        center.skipForwardCommand.preferredIntervals = [15]
        center.changePlaybackPositionCommand.addTarget { event in
            guard let event = event as? MPChangePlaybackPositionCommandEvent else { return .commandFailed }
            player.currentTime = event.positionTime
            return .success
        }
        var info = [String: Any]()
        info[MPMediaItemPropertyTitle] = "My Song"
        info[MPMediaItemPropertyArtist] = "Somebody"
        info[MPMediaItemPropertyPlaybackDuration] = player.duration
        info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = player.currentTime
        info[MPNowPlayingInfoPropertyPlaybackRate] = 1.0
        MPNowPlayingInfoCenter.default().nowPlayingInfo = info
        player.play()
        wait { player.currentTime > 0.3 }
        center.nextTrackCommand.removeTarget(token)
        check(MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyTitle] as? String == "My Song", "title")
    }
}
