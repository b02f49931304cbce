// swift-format-ignore-file
import AVFoundation

enum FadePlayer {
    static func run() throws {
        let player = try AVAudioPlayer(data: Data(contentsOf: sine(seconds: 2)), fileTypeHint: AVFileType.wav.rawValue)
        player.volume = 0
        player.play()
        player.setVolume(1, fadeDuration: 0.5)
        wait { player.currentTime > 0.7 }
        player.isMeteringEnabled = true
        wait { player.currentTime > 0.9 }
        player.updateMeters()
        // A sine of 0.5 has an average power of -9 dB.
        check(abs(player.averagePower(forChannel: 0) + 9.03) < 2, "average \(player.averagePower(forChannel: 0))")
        check(player.peakPower(forChannel: 1) > -8, "peak \(player.peakPower(forChannel: 1))")
        player.pause()
        let paused = player.currentTime
        check(!player.isPlaying, "pauses")
        player.currentTime = 0.2
        check(abs(player.currentTime - 0.2) < 0.001, "seeks to \(player.currentTime), paused at \(paused)")
        player.play(atTime: player.deviceCurrentTime + 0.1)
        check(player.isPlaying, "plays later")
        player.stop()
        check(!player.isPlaying, "stops")
    }
}
