import AVFAudio
import SordinoCommandLine

/// The keys that are pressed while something plays.
extension Playback {
    /// Seconds that an arrow key moves.
    private static let stepSeconds = 10.0
    /// Seconds after which "previous" begins the present file again.
    private static let againSeconds = 3.0

    /// Performs the action of a key.
    func press(_ key: Key) {
        switch key {
        case .character(" "): togglePause()
        case .left: seek(by: -Self.stepSeconds)
        case .right: seek(by: Self.stepSeconds)
        case .up, .character("+"): changeVolume(by: 0.05)
        case .down, .character("-"): changeVolume(by: -0.05)
        case .character("["): changeRate(by: -0.1)
        case .character("]"): changeRate(by: 0.1)
        case .character("n"): skip(to: position + 1)
        case .character("p"): goBack()
        case .character("q"): quit()
        default: break
        }
    }

    /// Begins the present file again, or the one before it where this one has only begun.
    func goBack() {
        let isAgain = (player?.currentTime ?? 0) > Self.againSeconds
        skip(to: isAgain ? position : position - 1)
    }

    func togglePause() {
        if stream?.isPaused ?? (player?.isPlaying == false) { goOn() } else { rest() }
    }

    /// Rests where it is.
    func rest() {
        wantsToPlay = false
        stream?.isPaused = true
        player?.pause()
        publishNowPlaying()
    }

    /// Goes on after a rest.
    func goOn() {
        wantsToPlay = true
        stream?.isPaused = false
        resume()
        publishNowPlaying()
    }

    func seek(by seconds: Double) {
        guard let player else { return }
        let time = player.currentTime + seconds
        if time >= player.duration { return skip(to: position + 1) }
        player.currentTime = max(0, time)
        publishNowPlaying()
    }

    private func changeVolume(by step: Float) {
        // A volume given on the command line may lie above 1.
        let limit = max(1, arguments.volume)
        volume = min(limit, max(0, ((volume + step) * 100).rounded() / 100))
        player?.volume = volume
        stream?.volume = volume
    }

    private func changeRate(by step: Float) {
        guard let player else { return }
        rate = min(2, max(0.5, ((rate + step) * 10).rounded() / 10))
        player.change(rate: rate)
        publishNowPlaying()
    }
}
