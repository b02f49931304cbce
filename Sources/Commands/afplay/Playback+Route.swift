import AVFAudio

/// What happens when the output goes that is played on: the sound goes on where there is another, and else waits a little for
/// one.
extension Playback {
    /// Seconds that an output may be away, as while a session manager begins anew.
    private static let patienceSeconds = 5.0

    /// Plays on after a player was paused because its output went.
    func watchRoute() {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { [unowned self] note in
            let number = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            let reason = number.flatMap { AVAudioSession.RouteChangeReason(rawValue: $0) }
            DispatchQueue.main.async { MainActor.assumeIsolated { self.routeChanged(because: reason) } }
        }
    }

    private func routeChanged(because reason: AVAudioSession.RouteChangeReason?) {
        guard let player, wantsToPlay, !isInterrupted, !player.isPlaying else { return }
        if reason == .oldDeviceUnavailable { hasLostOutput = true }
        guard hasLostOutput else { return }
        routeChanges += 1
        if !AVAudioSession.sharedInstance().currentRoute.outputs.isEmpty, player.play() { return goneOn() }
        let change = routeChanges
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patienceSeconds) { [self] in
            MainActor.assumeIsolated { if routeChanges == change { giveUp() } }
        }
    }

    private func goneOn() {
        hasLostOutput = false
        tellKeys()
    }

    private func giveUp() {
        guard let player, hasLostOutput, wantsToPlay, !isInterrupted, !player.isPlaying else { return }
        if player.play() { return goneOn() }
        give("the output that was played on is gone, and no other has come")
    }
}
