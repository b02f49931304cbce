import AVFAudio
import SordinoCommandLine

/// Loss of the output and interruptions: playback pauses if another output is left, or waits a few seconds for one to
/// appear.
extension Playback {
    /// Seconds to wait for an output, as while a session manager restarts, and for a server that is gone or hangs.
    private static let (outputPatience, serverPatience) = (5, 10)

    /// Indicates whether the present file or stream plays; true between two of them.
    var isPlaying: Bool { stream?.isPlaying ?? player?.isPlaying ?? true }

    /// Plays on after a pause, an interruption or a change of the hardware.
    ///
    /// - Returns: False if the session or the device refuses.
    func play() -> Bool { stream?.resume() ?? player?.play() ?? true }

    var outputs: [AVAudioSessionPortDescription] { AVAudioSession.sharedInstance().currentRoute.outputs }

    /// Observes the route: an output that is unplugged pauses playback, and one that returns resumes it.
    func watchRoute() {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { [unowned self] note in
            let number = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            let isLoss = number == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
            let previous = note.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            let gone = previous?.outputs ?? []
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    if isLoss { self.outputRemoved(gone) } else { self.outputChanged(isLoss: false) }
                }
            }
        }
        // An engine stops when its hardware gets another form, and has none without an output.
        _ = NotificationCenter.default.addObserver(forName: .AVAudioEngineConfigurationChange, object: nil, queue: nil)
        { [unowned self] _ in
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    // The route change that interrupted the session decides.
                    if !AVAudioSession.sharedInstance().isInterrupted { self.outputChanged(isLoss: true) }
                }
            }
        }
    }

    /// Pauses if another output is left: sound for one person's ears must not continue on a loudspeaker.
    ///
    /// An output that is back before its loss is handled, as when a session manager restarts, does not pause.
    private func outputRemoved(_ gone: [AVAudioSessionPortDescription]) {
        isPersonalOutputLost = gone.contains { $0.portType.known?.isPersonal ?? false }
        // The route may change between two looks.
        let left = outputs.map(\.uid)
        if wantsToPlay, !left.isEmpty, Set(gone.map(\.uid)) != Set(left) { return waitAfterUnplugging() }
        outputChanged(isLoss: true)
    }

    private func waitAfterUnplugging() {
        hasLostOutput = false
        isInterrupted = false
        rest()
        guard showsProgress else { return }
        clearProgress()
        ToolOutput.complain("afplay: paused, the output was unplugged; \"kill -CONT \(getpid())\" continues\n")
    }

    private func outputChanged(isLoss: Bool) {
        if isLoss, wantsToPlay { hasLostOutput = true }
        // The sound may stop a moment after the loss of its last output, also when another is there by then.
        guard hasLostOutput, wantsToPlay, !isInterrupted, !isPlaying, !outputs.isEmpty else { return }
        // Headphones have gone, and a loudspeaker has come instead.
        if isPersonalOutputLost, !outputs.contains(where: { $0.portType.known?.isPersonal ?? false }) {
            return waitAfterUnplugging()
        }
        if play() { resumed() }
    }

    private func resumed() {
        hasLostOutput = false
        isPersonalOutputLost = false
        publishNowPlaying()
    }

    /// Observes that the sound moves while it is to be heard; once it has stood still for long, playback ends with the reason.
    func watchStandstill() {
        standstill = Standstill(
            { [unowned self] in
                guard wantsToPlay, !isInterrupted else { return nil }
                return player?.currentTime ?? stream?.place
            }, { [unowned self] in standsStill($0) })
    }

    private func standsStill(_ seconds: Int) {
        if hasLostOutput, !outputs.isEmpty, !isPlaying, play() { return resumed() }
        if hasLostServer {
            if seconds >= Self.serverPatience {
                quit(because: lostService ?? "the audio server is gone, and has not come back")
            }
        } else if outputs.isEmpty {
            if seconds >= Self.outputPatience { quit(because: "the output was removed, and no other has appeared") }
        } else if seconds >= Self.serverPatience {
            quit(because: "the audio server or the device takes no sound any more")
        }
    }

    /// The reason and the remedy if it is the audio service that is gone, and not the server.
    private var lostService: String? {
        SordinoProgram.reasonForNoSound().flatMap { $0.contains("audio service") ? $0 : nil }
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
            // The route change is handled instead: this interruption has no end.
            let reason = note.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt
            if reason == AVAudioSession.InterruptionReason.routeDisconnected.rawValue { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { hasEnded ? self.interruptionEnded(isResuming) : self.interrupted() }
            }
        }
    }

    private func interrupted() {
        isInterrupted = true
        publishNowPlaying()
    }

    private func interruptionEnded(_ isResuming: Bool) {
        isInterrupted = false
        guard !isResuming else {
            if wantsToPlay { goOn() }
            return
        }
        // The program that took the device leaves it to the person to bring this one back.
        sayInterrupted()
    }

    /// Waits for the person: a service that was started anew does not know the interruption, and reports no end of it.
    func interruptionForgotten() {
        isInterrupted = false
        rest()
        sayInterrupted()
    }

    private func sayInterrupted() {
        guard showsProgress else { return }
        clearProgress()
        ToolOutput.complain("afplay: interrupted; \"kill -CONT \(getpid())\" continues\n")
    }
}
