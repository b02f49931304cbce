import AVFAudio
import SordinoCommandLine

/// Loss of the output and interruptions: playback continues on another output, or waits a few seconds for one to appear.
extension Playback {
    /// Seconds to wait for an output, as while a session manager restarts.
    private static let patienceSeconds = 5.0

    /// Indicates whether the present file or stream plays; true between two of them.
    var isPlaying: Bool { stream?.isPlaying ?? player?.isPlaying ?? true }

    /// Plays on after a pause, an interruption or a change of the hardware.
    ///
    /// - Returns: False if the session or the device refuses.
    func play() -> Bool { stream?.resume() ?? player?.play() ?? true }

    /// Observes the route, to resume playback that stopped because its output was removed.
    func watchRoute() {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { [unowned self] note in
            let number = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            let reason = number.flatMap { AVAudioSession.RouteChangeReason(rawValue: $0) }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self.outputChanged(isLoss: reason == .oldDeviceUnavailable) }
            }
        }
        // An engine stops when its hardware gets another form, and has none without an output.
        _ = NotificationCenter.default.addObserver(forName: .AVAudioEngineConfigurationChange, object: nil, queue: nil)
        { [unowned self] _ in
            DispatchQueue.main.async { MainActor.assumeIsolated { self.outputChanged(isLoss: true) } }
        }
    }

    private func outputChanged(isLoss: Bool) {
        guard wantsToPlay, !isInterrupted, !isPlaying else { return }
        if isLoss { hasLostOutput = true }
        guard hasLostOutput else { return }
        routeChanges += 1
        if !AVAudioSession.sharedInstance().currentRoute.outputs.isEmpty, play() { return resumed() }
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
        guard hasLostOutput, wantsToPlay, !isInterrupted, !isPlaying else { return }
        if play() { return resumed() }
        quit(because: "the output was removed, and no other has appeared")
    }

    // MARK: Interruptions

    /// Plays on after an interruption that ends with the advice to resume.
    func watchInterruptions() {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { [unowned self] note in
            let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            let isResuming = AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)
            let hasEnded = type == AVAudioSession.InterruptionType.ended.rawValue
            DispatchQueue.main.async {
                MainActor.assumeIsolated { hasEnded ? self.interruptionEnded(isResuming) : self.interrupted() }
            }
        }
    }

    private func interrupted() {
        isInterrupted = true
        tellKeys()
    }

    private func interruptionEnded(_ isResuming: Bool) {
        isInterrupted = false
        guard !isResuming else {
            if wantsToPlay { resume() }
            return
        }
        // The program that took the device leaves it to the person to bring this one back.
        guard showsProgress else { return }
        clearProgress()
        ToolOutput.complain("afplay: interrupted; \"kill -CONT \(getpid())\" continues\n")
    }
}
