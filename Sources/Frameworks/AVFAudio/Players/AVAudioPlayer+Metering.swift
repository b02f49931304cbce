extension AVAudioPlayer {
    /// Indicates whether levels are measured; off at first.
    public var isMeteringEnabled: Bool {
        get { levels.isEnabled }
        set { levels.enable(newValue, of: player) }
    }

    /// Takes the levels since the last call; nothing changes while metering is off.
    public func updateMeters() { levels.update(from: player) }

    /// The channel's level over the time between the last two calls of `updateMeters`.
    ///
    /// - Parameter channelNumber: From 0.
    /// - Returns: Root mean square in dB, 0 at full scale, -160 for silence and for channels that are not there.
    @discardableResult
    public func averagePower(forChannel channelNumber: Int) -> Float { levels.averagePower(channelNumber) }

    /// The channel's largest sample in the time between the last two calls of `updateMeters`.
    ///
    /// - Parameter channelNumber: From 0.
    /// - Returns: dB, 0 at full scale, -160 for silence and for channels that are not there.
    @discardableResult
    public func peakPower(forChannel channelNumber: Int) -> Float { levels.peakPower(channelNumber) }
}
