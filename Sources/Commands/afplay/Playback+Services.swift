import AVFAudio
import MediaPlayer

/// What happens around a sound that is played: the services die and come back, keys are pressed elsewhere, the end is told.
extension Playback {
    private static let retrySeconds = 0.25
    private static let mostTries = 40

    /// Plays on when the media services are back after a crash of the service or of the audio server.
    func watchServices() {
        // Posted on the main queue, and heard there at once: under `dispatchMain` Foundation's `queue: .main` waits for ever.
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: nil
        ) { [unowned self] _ in MainActor.assumeIsolated { servicesWereReset() } }
    }

    /// What was made before the reset is dead: the file is opened anew, at the place that was reached.
    private func servicesWereReset(tries: Int = 0) {
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        try? AVAudioSession.sharedInstance().setPreferredIOBufferDuration(2048.0 / 48_000)
        if let old = stream {
            let isPaused = old.isPaused
            old.stop()
            if play(stream: file) { stream?.isPaused = isPaused }
            return
        }
        guard let old = player else { return }
        let place = old.currentTime
        guard let new = try? open(file) else { return fail("cannot open \(file) again") }
        old.leave()
        new.volume = volume
        if rate != 1 { new.change(rate: rate) }
        new.currentTime = place
        player = new
        guard wantsToPlay, !new.play() else { return tellKeys() }
        // The server is back a moment before its devices are.
        guard tries < Self.mostTries else {
            return fail(
                "cannot continue: the audio session or the device refuses; \"audioctl why afplay\" may tell why")
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.retrySeconds) { [self] in
            MainActor.assumeIsolated { if player === new { servicesWereReset(tries: tries + 1) } }
        }
    }

    /// Gives up the device, so that interrupted programs continue.
    func leaveDevice() {
        player = nil
        stream = nil
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    }

    /// Answers to the keys of keyboards, headsets and `playerctl`.
    func answerKeys() {
        let center = MPRemoteCommandCenter.shared()
        func answer(_ command: MPRemoteCommand, _ body: @escaping @MainActor (MPRemoteCommandEvent) -> Void) {
            _ = command.addTarget { event in
                MainActor.assumeIsolated { body(event) }
                return .success
            }
        }
        answer(center.playCommand) { [unowned self] _ in goOn() }
        answer(center.pauseCommand) { [unowned self] _ in rest() }
        answer(center.togglePlayPauseCommand) { [unowned self] _ in togglePause() }
        answer(center.stopCommand) { [unowned self] _ in quit() }
        answer(center.changePlaybackPositionCommand) { [unowned self] event in
            guard let player, let event = event as? MPChangePlaybackPositionCommandEvent else { return }
            seek(by: event.positionTime - player.currentTime)
        }
        guard arguments.files.count > 1 else { return }
        answer(center.nextTrackCommand) { [unowned self] _ in skip(to: position + 1) }
        answer(center.previousTrackCommand) { [unowned self] _ in goBack() }
    }

    /// Says what is played, for those who have the keys.
    func tellKeys() {
        var info: [String: Any] = [
            MPMediaItemPropertyTitle: file.contains("://") || file == "-"
                ? file : URL(fileURLWithPath: file).lastPathComponent
        ]
        if let player {
            info[MPMediaItemPropertyPlaybackDuration] = player.duration
            info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = player.currentTime
            info[MPNowPlayingInfoPropertyPlaybackRate] = player.isPlaying ? Double(rate) : 0
            info[MPMediaItemPropertyAssetURL] = URL(fileURLWithPath: file)
        } else if let stream {
            info[MPNowPlayingInfoPropertyPlaybackRate] = stream.isPlaying ? 1.0 : 0.0
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    }
}
