import Foundation

/// Methods that a player calls on its delegate; every method is optional.
///
/// - Thread: the main queue, or the queue that the program chose.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound is over, all loops included. Not called for `stop()`, `pause()` or an interruption.
    ///
    /// - Parameter flag: False if it ended because it could not be decoded.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    /// The sound could not be decoded any further.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

    /// The session was interrupted; the player has been paused.
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

    /// The interruption is over.
    ///
    /// - Parameter flags: 1 if the player should resume, else 0.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)

    /// The interruption is over; called if the delegate has no method with options.
    ///
    /// - Parameter flags: 1 if the player should resume, else 0.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int)

    /// The interruption is over; called if the delegate has neither of the methods above.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer)
}

extension AVAudioPlayerDelegate {
    /// Ignores the end of the sound.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Ignores the decoding error.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
    /// Ignores the beginning of the interruption.
    public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    /// Calls the method with flags.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        audioPlayerEndInterruption(player, withFlags: flags)
    }
    /// Calls the method without flags.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int) {
        audioPlayerEndInterruption(player)
    }
    /// Ignores the end of the interruption.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer) {}
}
