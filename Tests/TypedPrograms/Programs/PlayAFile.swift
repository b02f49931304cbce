// swift-format-ignore-file
import AVFoundation

enum PlayAFile {
    final class Delegate: NSObject, AVAudioPlayerDelegate {
        var finished = false
        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { finished = flag }
        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) { check(false, "\(String(describing: error))") }
    }
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .default)
        try session.setActive(true)
        let player = try AVAudioPlayer(contentsOf: sine(seconds: 0.5))
        let delegate = Delegate()
        player.delegate = delegate
        player.numberOfLoops = 1
        player.isMeteringEnabled = true
        player.enableRate = true
        player.rate = 1.0
        player.pan = -0.5
        player.volume = 0.8
        check(player.prepareToPlay(), "prepares")
        check(abs(player.duration - 0.5) < 0.001, "duration \(player.duration)")
        check(player.play(), "plays")
        check(player.isPlaying, "is playing")
        wait { delegate.finished }
        check(delegate.finished, "finished")
        check(player.currentTime == 0, "time after the end is \(player.currentTime)")
    }
}
