// swift-format-ignore-file
import MediaPlayer

enum NamesByMediaPlayer {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        try session.setActive(true)
        let player = AVPlayer(url: try sine(seconds: 0.5))
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Song"]
        player.play()
        wait { player.currentTime() > CMTime(value: 1, timescale: 10) }
        player.pause()
        check(CMTimeGetSeconds(player.currentTime()) > 0.1, "played")
    }
}
