import SordinoHardware
import SordinoPolicy
import SordinoSession

/// Playing from a frame at an exact moment, for several players on one time line.
extension FilePlayer {
    /// The time of the device now, in nanoseconds of the host clock.
    package static func nowNanoseconds(_ context: AppContext) -> Int64 { context.system.hardware.now.nanoseconds }

    /// Seconds of one block of the device.
    package static func blockSeconds(_ context: AppContext) -> Double {
        let timing = context.system.hardware.timing
        return timing.sampleRate > 0 ? Double(timing.blockFrames) / timing.sampleRate : 0
    }

    /// The frames a second of the device.
    package static func deviceRate(_ context: AppContext) -> Double { context.system.hardware.timing.sampleRate }

    /// Seconds from the audio thread to the air.
    package static func latencySeconds(_ context: AppContext) -> Double {
        context.client.snapshot.outputLatencySeconds
    }

    /// Plays from a frame of the file at a speed, from an exact moment on.
    ///
    /// A player that is playing keeps playing as it does until then, without a gap; the moment has to be a few blocks
    /// ahead.
    /// - Parameters:
    ///   - frame: The frame of the file that is heard at the moment.
    ///   - speed: 1 is as recorded.
    ///   - isTape: Whether the pitch follows the speed.
    ///   - nanoseconds: The moment, on the host's clock.
    /// - Returns: False if the session stopped it again in the meantime.
    /// - Throws: Why it cannot begin.
    package func play(
        from frame: Int64, speed: Double, isTape: Bool, atNanoseconds nanoseconds: Int64
    ) throws(PlayError) -> Bool {
        leaveMixIfHalted()
        let (isFollowing, failure) = state.withLock { state -> (Bool, HardwareError?) in
            guard let old = state.voice, state.isPlaying else {
                rest(&state, at: frame, speed, isTape)
                return (false, nil)
            }
            return (true, follow(old, &state, from: frame, speed, isTape, nanoseconds))
        }
        if let failure {
            pause()
            throw .hardware(failure)
        }
        // On the program's own time line each sample is heard as it was given.
        return isFollowing ? true : try play(at: Moment(nanoseconds: nanoseconds), rises: false)
    }

    /// Ends the sound at a moment; the player then stands as at the end of its file.
    package func end(atNanoseconds nanoseconds: Int64) {
        state.withLock { state in
            if let voice = state.voice, state.isPlaying { cut(voice, state.startNanoseconds, at: nanoseconds) }
        }
    }

    /// Has the voice look again whether there is something to be read.
    package func lookAgain() { state.withLock { $0.voice }?.player.bell?.ring() }

    /// The frame of the file that the first frame of the last block comes from, and the time of that block; nil unless
    /// the whole block was played.
    package var heardPlace: (frame: Int64, nanoseconds: Int64)? {
        state.withLock { state in
            guard state.isPlaying, let voice = state.voice else { return nil }
            let report = voice.player.latestReport
            let played = report.sampleTime - report.origin
            guard report.isStarted, report.wasRendered, report.hostNanoseconds >= 0, played >= 0 else { return nil }
            return (voice.stream.fileFrame(of: Int(played)), report.hostNanoseconds)
        }
    }

    /// Prepares a player that is in no mix for a frame and a speed; frames that were read for them stay.
    private func rest(_ state: inout State, at frame: Int64, _ speed: Double, _ isTape: Bool) {
        let isSame = setSpeed(&state, speed, isTape)
        guard let voice = state.voice else {
            state.restingFrame = frame
            return
        }
        if isSame, currentFrame(&state) == frame { return }
        voice.stream.close()
        (state.voice, state.restingFrame) = (nil, frame)
    }

    /// - Returns: Whether voices sound as before.
    private func setSpeed(_ state: inout State, _ speed: Double, _ isTape: Bool) -> Bool {
        let before = (state.isRateUsed, state.rate, state.isTape)
        (state.rate, state.isTape, state.isReady) = (speed, isTape, true)
        (state.isRateUsed, state.isRateEnabled) = (speed != 1, speed != 1)
        return before == (state.isRateUsed, speed, isTape) || (speed == 1 && !before.0)
    }

    /// Puts a voice into the mix that begins where another is cut.
    private func follow(
        _ old: PlayerVoice, _ state: inout State, from frame: Int64, _ speed: Double, _ isTape: Bool,
        _ nanoseconds: Int64
    ) -> HardwareError? {
        let isLeft = cut(old, state.startNanoseconds, at: nanoseconds)
        _ = setSpeed(&state, speed, isTape)
        (state.restingFrame, state.voice, state.startNanoseconds) = (frame, nil, nanoseconds)
        let voice = makeVoiceIfNeeded(&state)
        voice.player.play(hostNanoseconds: nanoseconds)
        do {
            if isLeft {
                state.leaving.append(old)
                try graph.add(voice)
            } else {
                try graph.add(voice, replacing: old)
            }
            return nil
        } catch { return error }
    }

    /// Has a voice end at a moment.
    ///
    /// - Returns: False if nothing more of it will be heard.
    @discardableResult
    private func cut(_ voice: PlayerVoice, _ start: Int64?, at nanoseconds: Int64) -> Bool {
        let report = voice.player.latestReport
        var seconds = 0.0
        var played = 0.0
        if report.isStarted, report.hostNanoseconds >= 0 {
            played = Double(report.sampleTime - report.origin)
            seconds = Double(nanoseconds - report.hostNanoseconds) / 1e9
        } else if let start {
            seconds = Double(nanoseconds - start) / 1e9
        }
        let frames = (played + min(max(seconds, 0), 86_400) * voice.sampleRate).rounded()
        voice.stream.end(at: Int(max(0, frames)))
        voice.player.bell?.ring()
        return frames > 0
    }

    /// Takes voices out of the mix that others follow.
    func dropLeaving(_ state: inout State) {
        for voice in state.leaving { graph.remove(voice) }
        state.leaving = []
    }
}
