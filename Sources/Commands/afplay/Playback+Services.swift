import AVFAudio
import MediaPlayer

/// The events around a playing sound: the media services are lost and reset, remote keys are pressed, the file ends.
extension Playback {
    static let retrySeconds = 0.25
    private static let mostTries = 40

    /// Plays on when the media services are back after a crash of the service or of the audio server.
    func watchServices() {
        // Posted on the main queue, where a block without a queue runs at once: under `dispatchMain` Foundation's
        // `queue: .main` waits for ever.
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: nil
        ) { [unowned self] _ in MainActor.assumeIsolated { servicesWereReset() } }
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.mediaServicesWereLostNotification, object: nil, queue: nil
        ) { [unowned self] _ in MainActor.assumeIsolated { servicesWereLost() } }
    }

    /// Waits for the media services, unless the last sound is all but over: then there is nothing to wait for.
    private func servicesWereLost() {
        hasLostServer = true
        stream?.lose()
        let left =
            player.map { min($0.duration, arguments.seconds ?? .infinity) - $0.currentTime } ?? stream?.secondsLeft
        guard let left, left < Self.tailSeconds, position + 1 == arguments.files.count else { return }
        quit()
    }

    /// Plays on at the place that was reached, with new objects: those from before the reset are unusable.
    ///
    /// Sound that an interruption had silenced stays silent until its end: a call continues when the services are back.
    private func servicesWereReset(tries: Int = 0) {
        hasLostServer = false
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        askForUsualBlocks()
        if isInterrupted, !AVAudioSession.sharedInstance().isInterrupted { interruptionForgotten() }
        if let stream {
            stream.renew(isPaused: !wantsToPlay || isInterrupted)
        } else if player != nil, !reopen() {
            return fail("cannot open \(file) again")
        }
        guard wantsToPlay, !isInterrupted, !play() else { return publishNowPlaying() }
        // The server is back a moment before its devices are.
        guard tries < Self.mostTries else { return fail("cannot continue: \(reasonOfRefusal(by: player))") }
        let (sound, stream) = (player, stream)
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.retrySeconds) { [self] in
            MainActor.assumeIsolated {
                guard sound === player, stream === self.stream, !isPlaying else { return }
                servicesWereReset(tries: tries + 1)
            }
        }
    }

    /// Opens the present file again, and puts it where it was.
    private func reopen() -> Bool {
        guard let old = player, let new = try? open(file) else { return false }
        let place = old.currentTime
        old.leave()
        new.volume = volume
        if rate != 1 { new.change(rate: rate) }
        new.currentTime = place
        player = new
        return true
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

    /// Publishes the title, duration and position for the owners of media keys.
    func publishNowPlaying() {
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
