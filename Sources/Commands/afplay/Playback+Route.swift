import AVFAudio

/// Continues playback on another output when the output in use is removed, or waits a few seconds for one to appear.
extension Playback {
    /// Seconds to wait for an output, as while a session manager restarts.
    private static let patienceSeconds = 5.0

    /// Observes the route, to resume a player that was paused because its output was removed.
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
        if !AVAudioSession.sharedInstance().currentRoute.outputs.isEmpty, player.play() { return resumed() }
        let change = routeChanges
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patienceSeconds) { [self] in
            MainActor.assumeIsolated { if routeChanges == change { giveUp() } }
        }
    }

    private func resumed() {
        hasLostOutput = false
        tellKeys()
    }

    private func giveUp() {
        guard let player, hasLostOutput, wantsToPlay, !isInterrupted, !player.isPlaying else { return }
        if player.play() { return resumed() }
        quit(because: "the output was removed, and no other has appeared")
    }
}
