import SordinoSignal

/// A source of sound at a virtual microphone.
///
/// Several sources add up.
package enum MicrophoneSource: Hashable, Sendable {
    /// A sine that begins at 0.
    ///
    /// - Parameters:
    ///   - hertz: Below half the device's rate.
    ///   - amplitude: Linear, of the peak.
    case sine(hertz: Double, amplitude: Float)
    /// White noise, evenly distributed within ±`amplitude`; another seed is another noise, the same on every machine.
    case noise(seed: UInt64, amplitude: Float)
    /// A recording, from its first frame on; the microphone's further channels get the recording's last one.
    ///
    /// - Parameters:
    ///   - channels: Planar, of equal length.
    ///   - sampleRate: Hertz. At the device's rate the samples come bit for bit, at another one they are interpolated
    ///     linearly.
    ///   - repeats: Begins again at its end instead of falling silent.
    case samples([[Float]], sampleRate: Double, repeats: Bool)
    /// The sound of an output port, through the air.
    case room(portUID: String, RoomResponse)
    /// The sound of an output port, in a room with walls.
    case acoustics(portUID: String, RoomAcoustics)
}

/// The path of sound from a loudspeaker to a microphone: the direct sound and its reflections.
///
/// The loudspeaker's channels reach the microphone as their mean. A block of input was taken while the block before it
/// was played, so that the way from output to input is one block and the delay.
package struct RoomResponse: Hashable, Sendable {
    /// One path through the air.
    package struct Path: Hashable, Sendable {
        /// The delay, 0 to `RoomResponse.longestDelaySeconds`.
        package var delaySeconds: Double
        /// Linear; negative turns the phase.
        package var gain: Float

        package init(delaySeconds: Double, gain: Float) {
            self.delaySeconds = delaySeconds
            self.gain = gain
        }
    }

    /// The longest delay of a reflection, in seconds.
    package static let longestDelaySeconds = 0.5

    package var paths: [Path]

    package init(paths: [Path]) { self.paths = paths }

    /// Nothing but the direct sound.
    package static func direct(delaySeconds: Double, gain: Float) -> RoomResponse {
        RoomResponse(paths: [Path(delaySeconds: delaySeconds, gain: gain)])
    }

    /// A small room: the direct sound and five reflections.
    package static let smallRoom = RoomResponse(paths: [
        Path(delaySeconds: 0.000_5, gain: 0.25), Path(delaySeconds: 0.004, gain: 0.12),
        Path(delaySeconds: 0.009, gain: -0.08), Path(delaySeconds: 0.017, gain: 0.05),
        Path(delaySeconds: 0.031, gain: -0.03), Path(delaySeconds: 0.055, gain: 0.015),
    ])
}
