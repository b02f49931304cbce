import SordinoPolicy

extension AVAudioSession {
    // MARK: Rate and block

    /// What the hardware runs at for this session, in hertz.
    ///
    /// Meaningful while the session is active.
    public var sampleRate: Double { client.device.timing.sampleRate }

    /// The rate that was asked for; 0 if none.
    public var preferredSampleRate: Double { snapshot.preferredSampleRate }

    /// Asks for a hardware rate in hertz; granted only to the session that holds the hardware, and to the nearest rate.
    ///
    /// - Throws: `badParam` for a rate that no hardware runs at.
    public func setPreferredSampleRate(_ sampleRate: Double) throws { try ask(.prefer(.sampleRate(sampleRate))) }

    /// Seconds of one I/O block.
    public var ioBufferDuration: TimeInterval {
        let timing = client.device.timing
        return timing.sampleRate > 0 ? Double(timing.blockFrames) / timing.sampleRate : 0
    }

    /// The block that was asked for, in seconds; 0 if none.
    public var preferredIOBufferDuration: TimeInterval { snapshot.preferredIOBufferDuration }

    /// Asks for a block of so many seconds; the grant is the next power of two in frames.
    ///
    /// - Throws: `badParam` for a duration that is not a number above 0.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        try ask(.prefer(.ioBufferDuration(duration)))
    }

    /// Seconds from a sound in the air to the program; 0 without input.
    public var inputLatency: TimeInterval { snapshot.inputLatencySeconds }

    /// Seconds from the program to the air; 0 without output.
    public var outputLatency: TimeInterval { snapshot.outputLatencySeconds }

    // MARK: Channels

    /// Input channels of the route; 0 without input.
    public var inputNumberOfChannels: Int { snapshot.inputChannels }

    /// Output channels of the route; 0 without output.
    public var outputNumberOfChannels: Int { snapshot.outputChannels }

    /// The most input channels that the route can have.
    public var maximumInputNumberOfChannels: Int { snapshot.maximumInputChannels }

    /// The most output channels that the route can have.
    public var maximumOutputNumberOfChannels: Int { snapshot.maximumOutputChannels }

    /// The input channels asked for; 0 if none.
    public var preferredInputNumberOfChannels: Int { snapshot.preferredInputChannels }

    /// The output channels asked for; 0 if none.
    public var preferredOutputNumberOfChannels: Int { snapshot.preferredOutputChannels }

    /// Asks for so many input channels.
    ///
    /// - Throws: `badParam` below 1 or above the maximum.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws { try ask(.prefer(.inputChannels(count))) }

    /// Asks for so many output channels.
    ///
    /// - Throws: `badParam` below 1 or above the maximum.
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws { try ask(.prefer(.outputChannels(count))) }

    // MARK: Levels

    /// The volume that the person chose, 0 to 1; no program can set it.
    public var outputVolume: Float { client.device.outputVolume }

    /// The gain of the input, 0 to 1.
    public var inputGain: Float { snapshot.inputGain }

    /// Whether the input's gain can be set.
    public var isInputGainSettable: Bool { snapshot.isInputGainSettable }

    /// Sets the input's gain, clamped to 0 to 1.
    ///
    /// - Throws: If the input's gain cannot be set.
    public func setInputGain(_ gain: Float) throws { try ask(.prefer(.inputGain(gain))) }

    // MARK: Behaviour

    /// Whether system sounds and haptics stay on while this session records.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { snapshot.allowsHapticsAndSystemSoundsDuringRecording }

    /// Says whether system sounds and haptics stay on while this session records.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try ask(.prefer(.allowsHapticsAndSystemSoundsDuringRecording(inValue)))
    }

    /// Whether a ringing call that shows as a banner leaves this session alone.
    public var prefersNoInterruptionsFromSystemAlerts: Bool { snapshot.prefersNoInterruptionsFromSystemAlerts }

    /// Says whether a ringing call that shows as a banner leaves this session alone.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try ask(.prefer(.prefersNoInterruptionsFromSystemAlerts(inValue)))
    }

    /// Whether this session is interrupted when the port that it plays on goes away.
    ///
    /// Default: true.
    public var prefersInterruptionOnRouteDisconnect: Bool { snapshot.prefersInterruptionOnRouteDisconnect }

    /// Says whether this session is interrupted when the port that it plays on goes away.
    public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try ask(.prefer(.prefersInterruptionOnRouteDisconnect(inValue)))
    }

    /// Asks for input and output in one I/O unit on one clock.
    public func setAggregatedIOPreference(_ inIOType: IOType) throws {
        try ask(.prefer(.aggregatedIO(inIOType == .aggregated)))
    }
}
