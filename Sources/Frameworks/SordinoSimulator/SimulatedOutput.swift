import AVFAudio

/// The sound that one port of a simulated device played, from its first block on, after the device's volume.
///
/// Time is the device's, in seconds; before the port came and after it went there is silence.
public struct SimulatedOutput: Sendable {
    /// A stretch at one sample rate without a gap.
    package struct Stretch: Sendable {
        /// Seconds on the clock of the device.
        package var start: Double
        package var sampleRate: Double
        /// The samples, one array for each channel.
        package var channels: [[Float]]

        var frameCount: Int { channels.first?.count ?? 0 }
        var end: Double { start + Double(frameCount) / sampleRate }

        /// Returns the first frame that begins at a time or later.
        ///
        /// Times are rounded to nanoseconds, so differences below a thousandth of a frame are ignored. Consecutive
        /// windows therefore neither share a frame nor omit one.
        func frame(at seconds: Double) -> Int {
            let frame = ((seconds - start) * sampleRate - 0.001).rounded(.up)
            return Int(min(max(frame, 0), Double(frameCount)))
        }
    }

    /// The type of the port.
    public let portType: AVAudioSession.Port
    /// The unique identifier of the port.
    public let uid: String
    /// Channels of the port.
    public let channelCount: Int
    package private(set) var stretches: [Stretch] = []

    init(portType: AVAudioSession.Port, uid: String, channelCount: Int) {
        self.portType = portType
        self.uid = uid
        self.channelCount = channelCount
    }

    mutating func append(_ block: [[Float]], start: Double, sampleRate: Double) {
        // Times are rounded to nanoseconds: less than a tenth of a frame is no gap.
        // No copy of the last stretch may live while its channels grow, or each block would copy all samples before it.
        let goesOn =
            stretches.last.map { $0.sampleRate == sampleRate && abs($0.end - start) < 0.1 / sampleRate } ?? false
        if goesOn {
            for channel in block.indices {
                stretches[stretches.count - 1].channels[channel].append(contentsOf: block[channel])
            }
        } else {
            stretches.append(Stretch(start: start, sampleRate: sampleRate, channels: block))
        }
    }

    /// The samples of one channel between two moments, at the rates that the device ran at.
    ///
    /// These are the frames that begin at `from` or later and before `to`: 480 frames for ten milliseconds at 48 kHz.
    /// Consecutive windows contain each frame once.
    /// - Parameter channel: From 0.
    public func samples(channel: Int = 0, from: Double = 0, to: Double = .infinity) -> [Float] {
        expectChannel(channel)
        var found: [Float] = []
        for stretch in stretches where stretch.end > from && stretch.start < to {
            let frames = stretch.frame(at: from)..<max(stretch.frame(at: to), stretch.frame(at: from))
            found += stretch.channels[channel][frames]
        }
        return found
    }

    /// The greatest magnitude on any channel between two moments.
    public func peak(from: Double, to: Double) -> Float {
        (0..<channelCount).reduce(0) { peak, channel in
            samples(channel: channel, from: from, to: to).reduce(peak) { max($0, abs($1)) }
        }
    }

    // MARK: Levels of tones

    /// Below this a tone counts as silent.
    public static let silenceDecibels = -100.0

    /// Seconds that one measurement takes; it separates tones at multiples of 100 Hz exactly.
    public static let measureSeconds = 0.010

    /// Returns the level of a program's tone in the 10 ms from `time` on, in decibels relative to the tone's full
    /// level; −∞ below `silenceDecibels` and while the port did not exist.
    public func level(of app: SimulatedApp, at time: Double, channel: Int = 0) -> Double {
        level(ofToneAt: app.toneHertz, amplitude: SimulatedApp.toneAmplitude, at: time, channel: channel)
    }

    /// Returns the level of a system sound, in the same way.
    public func level(of sound: SystemSoundOfDevice, at time: Double, channel: Int = 0) -> Double {
        level(ofToneAt: sound.hertz, amplitude: SystemSoundOfDevice.amplitude, at: time, channel: channel)
    }

    /// Returns the level of a tone at any multiple of 100 Hz, in decibels relative to `amplitude`.
    public func level(ofToneAt hertz: Double, amplitude: Double, at time: Double, channel: Int = 0) -> Double {
        guard let magnitude = magnitude(hertz: hertz, at: time, channel: channel) else { return -.infinity }
        let decibels = 20 * log10(magnitude / amplitude)
        return decibels < Self.silenceDecibels ? -.infinity : decibels
    }

    /// A program's level every 10 ms between two moments, with the moment at which each measurement begins.
    public func envelope(
        of app: SimulatedApp, from: Double, to: Double, channel: Int = 0
    ) -> [(time: Double, decibels: Double)] {
        stride(from: from, to: to - Self.measureSeconds / 2, by: Self.measureSeconds).map { time in
            (time, level(of: app, at: time, channel: channel))
        }
    }

    /// Stops a test that asks for a channel that does not exist.
    private func expectChannel(_ channel: Int) {
        precondition(
            channel >= 0 && channel < channelCount,
            "\(uid) has no channel \(channel): its channels are 0 to \(channelCount - 1)")
    }

    /// Amplitude of the part of the sound at `hertz`; nil where there is nothing to measure.
    private func magnitude(hertz: Double, at time: Double, channel: Int) -> Double? {
        expectChannel(channel)
        guard let stretch = stretches.last(where: { $0.start <= time + 1e-9 }) else { return nil }
        let count = Int((stretch.sampleRate * Self.measureSeconds).rounded())
        let first = Int(((time - stretch.start) * stretch.sampleRate).rounded())
        guard first >= 0, first + count <= stretch.frameCount else { return nil }
        let samples = stretch.channels[channel]
        var (real, imaginary) = (0.0, 0.0)
        for frame in 0..<count {
            let angle = 2 * Double.pi * hertz * Double(frame) / stretch.sampleRate
            real += Double(samples[first + frame]) * cos(angle)
            imaginary += Double(samples[first + frame]) * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(count)
    }
}
