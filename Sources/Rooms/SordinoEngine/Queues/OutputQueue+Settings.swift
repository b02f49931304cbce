import SordinoGraph
import SordinoMedia
import SordinoPolicy
import SordinoSession
import SordinoSignal

/// The settings of a queue that plays.
extension OutputQueue {
    /// Indicates whether the queue leaves the device's decoder to others (§7.7); set while it does not run.
    package var decodesInSoftware: Bool {
        get { state.withLock { $0.decodesInSoftware } }
        set {
            // Registered anew with the next start; the old registration ends outside of the lock.
            let old = state.withLock { state -> SessionIO? in
                guard state.decodesInSoftware != newValue else { return nil }
                state.decodesInSoftware = newValue
                defer { state.io = nil }
                return state.io
            }
            withExtendedLifetime(old) {}
        }
    }

    // MARK: Setting up

    /// Sets the tap that the frames pass; nil for none.
    package func setTap(_ tap: QueueTap?) {
        state.withLock { $0.tap = tap }
        feed.setTap(tap)
    }

    /// Takes what a decoder has to know; for buffers that are not decoded yet.
    package func setCookie(_ cookie: [UInt8]?) throws(ConversionError) { try feed.setCookie(cookie) }

    /// The algorithm that changes speed and pitch, nil for none; in force from the next start on.
    package var timePitch: QueueTimePitch? {
        get { state.withLock { $0.timePitch } }
        set {
            state.withLock { $0.timePitch = newValue }
            renewIfStopped()
        }
    }

    /// Indicates whether speed and pitch are left as they are for now.
    package var isTimePitchBypassed: Bool {
        get { state.withLock { $0.isTimePitchBypassed } }
        set {
            let parameters = state.withLock { state in
                state.isTimePitchBypassed = newValue
                return heard(state)
            }
            outsideTap { [feed] in feed.set(parameters) }
        }
    }

    /// The parameters as they count for frames to be made.
    func heard(_ state: State) -> QueueParameters {
        var parameters = state.parameters
        if state.isTimePitchBypassed { (parameters.rate, parameters.pitch) = (1, 0) }
        return parameters
    }

    /// Frames of the format that are decoded ahead of what is heard; counts from the next start on.
    package var decodeFrames: Int {
        get { state.withLock { $0.decodeFrames } }
        set {
            state.withLock { $0.decodeFrames = newValue }
            renewIfStopped()
        }
    }

    /// The port's channel that each channel of the queue is sent to; nil for the usual order.
    ///
    /// While it is stopped.
    package var channelAssignments: [AssignedChannel]? {
        get { state.withLock { $0.assignments } }
        set {
            state.withLock { $0.assignments = newValue }
            renewIfStopped()
        }
    }

    /// The places of the channels, nil for the usual ones; counts from the next start on.
    package func setLayout(_ layout: ChannelLayout?) {
        state.withLock { $0.places = layout?.labels?.map { ChannelPlace(rawValue: $0) } }
        renewIfStopped()
    }

    /// The device that the queue is on; its ports by their channels.
    package var device: (sampleRate: Double, ports: [(uid: String, channelCount: Int)]) {
        (graph.sampleRate, context.client.snapshot.route.outputs.map { ($0.uid, $0.channels.count) })
    }

    /// Now on the device's time line, in nanoseconds of host time.
    package var deviceNanoseconds: Int64 { context.system.hardware.now.nanoseconds }

    /// Prepares again what was prepared for a start.
    private func renewIfStopped() {
        let isPrepared = state.withLock { $0.phase == .stopped && $0.voice != nil }
        if isPrepared { replaceVoice(continues: true) }
    }

    // MARK: Levels

    /// Takes over what cues have changed.
    func keepLevels(_ state: inout State) {
        guard let voice = state.voice, state.fade == nil else { return }
        (state.parameters.volume, state.parameters.pan) = voice.levels
    }

    func gain(_ state: inout State, at now: Moment) -> PlayerVoice.Gain {
        let parameters = state.parameters
        var gain = PlayerVoice.Gain(
            origin: parameters.volume, volume: parameters.volume, seconds: 0, pan: parameters.pan)
        guard let fade = state.fade else { return gain }
        gain.seconds = Double(1 - fade.share(at: now)) * fade.seconds
        guard gain.seconds > 0 else {
            state.fade = nil
            gain.seconds = 0
            return gain
        }
        gain.origin = fade.volume(at: now)
        return gain
    }

    /// The parameters, with the present volume and pan of the voice.
    package var parameters: QueueParameters {
        state.withLock { state in
            var parameters = state.parameters
            if let voice = state.voice { (parameters.volume, parameters.pan) = voice.levels }
            return parameters
        }
    }

    /// Changes how it plays, at once.
    package func set(_ change: QueueBuffer.Change) {
        let now = context.system.hardware.now
        let parameters = state.withLock { state in
            keepLevels(&state)
            let from = state.fade?.volume(at: now) ?? state.parameters.volume
            state.parameters.take(change)
            if case .volume(let volume) = change {
                let seconds = Double(state.parameters.rampSeconds)
                state.fade = seconds > 0 ? VolumeFade(from: from, to: volume, begins: now, seconds: seconds) : nil
            }
            switch change {
            case .volume, .pan: state.voice?.set(gain(&state, at: now))
            case .rampSeconds, .rate, .pitch: break
            }
            return heard(state)
        }
        outsideTap { [feed] in feed.set(parameters) }
    }

    /// Indicates whether levels are measured.
    package var isMetered: Bool {
        get { state.withLock { $0.isMetered } }
        set {
            state.withLock { state in
                state.isMetered = newValue
                state.voice?.player.isMetered = newValue
            }
        }
    }

    /// Mean square and peak of each channel since the last call; nil where nothing was rendered.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] {
        state.withLock { $0.voice }?.player.takeLevels() ?? []
    }

    // MARK: Time

    /// The queue's time: frames of its format since it was started; nil while it is stopped.
    package var currentTime: Double? {
        state.withLock { state in
            guard state.phase != .stopped else { return nil }
            return state.timeBefore + (state.voice.map { time(of: $0) } ?? 0)
        }
    }

    func time(of voice: QueueVoice) -> Double {
        Double(voice.playedFrames) * format.media.sampleRate / voice.format.sampleRate
    }

    /// Rises with everything that tears the time line apart: late buffers, another rate of the device, a reset.
    package var discontinuityCount: Int {
        state.withLock { state in
            let starved = (state.voice?.player.starvationCount ?? 0) > 0 ? 1 : 0
            return state.tearCount * 2 + starved
        }
    }
}
