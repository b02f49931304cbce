extension AVAudioRecorder {
    /// Indicates whether levels are measured; off at first.
    public var isMeteringEnabled: Bool {
        get { levels.withLock { $0.isEnabled } }
        set {
            levels.withLock { $0.isEnabled = newValue }
            recorder.isMetered = newValue
            // Begin now, not with what was recorded before.
            if newValue { _ = recorder.takeLevels() }
        }
    }

    /// Takes the levels since the last call; nothing changes while metering is off.
    public func updateMeters() {
        guard isMeteringEnabled else { return }
        let (taken, isRecording) = (recorder.takeLevels(), recorder.isRecording)
        levels.withLock { $0.update(taken, isRunning: isRecording) }
    }

    /// The channel's level over the time between the last two calls of `updateMeters`.
    ///
    /// - Parameter channelNumber: From 0.
    /// - Returns: Root mean square in dB, 0 at full scale, -160 for silence and for channels that are not there.
    @discardableResult
    public func averagePower(forChannel channelNumber: Int) -> Float {
        levels.withLock { $0.averagePower(channelNumber) }
    }

    /// The channel's largest sample in the time between the last two calls of `updateMeters`.
    ///
    /// - Parameter channelNumber: From 0.
    /// - Returns: dB, 0 at full scale, -160 for silence and for channels that are not there.
    @discardableResult
    public func peakPower(forChannel channelNumber: Int) -> Float {
        levels.withLock { $0.peakPower(channelNumber) }
    }
}
