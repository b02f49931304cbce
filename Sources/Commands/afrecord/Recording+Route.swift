import AVFAudio

/// Loss of the input: the recording continues with another one, and waits a little for it.
extension Recording {
    /// Seconds that an input may be away, as while a session manager restarts, and that a server may give nothing.
    private static let (patienceSeconds, serverPatience) = (5.0, 10)

    /// Records silence while the input is away; without another input the recording ends, and its file is whole.
    func watchRoute() {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { [unowned self] _ in DispatchQueue.main.async { MainActor.assumeIsolated { self.inputChanged() } } }
    }

    var hasInput: Bool { !AVAudioSession.sharedInstance().currentRoute.inputs.isEmpty }

    private func inputChanged() {
        guard !isEnding else { return }
        routeChanges += 1
        guard !hasInput else {
            if hasLostInput, let current, !current.isRecording { current.record() }
            hasLostInput = false
            return proceed()
        }
        hasLostInput = true
        let change = routeChanges
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patienceSeconds) { [self] in
            MainActor.assumeIsolated { if routeChanges == change { giveUp() } }
        }
    }

    private func giveUp() {
        guard !isEnding, hasLostInput, !hasInput else { return }
        fail("the input that was recorded from is gone, and no other has come")
        end()
    }

    /// Ends the recording behind what has come, once nothing has come for so many seconds.
    func standsStill(_ seconds: Int) {
        guard seconds >= Self.serverPatience else { return }
        fail("the audio server or the device gives no sound any more")
        end()
    }
}
