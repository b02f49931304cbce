import SordinoPolicy

/// The mixer between the programs' streams and the ports: gains with ramps, silence, routes, channel maps, meters.
///
/// A command takes effect with the next block. A program that no command has named is silent and linked to nothing.
/// - Thread: control, unless noted.
package protocol Stage: AnyObject, Sendable {
    /// Takes commands in order; those of one call take effect with the same block.
    func perform(_ commands: [StageCommand])

    /// Returns the levels of a port over the last block.
    func meter(portUID: String) -> Meter?

    /// Returns the levels that a program sends to the stage, before its gain.
    func meter(program: ProgramID) -> Meter?
}

/// One change on the stage.
package enum StageCommand: Hashable, Sendable {
    /// Reaches `gain` (linear, 1 is untouched) after `rampSeconds`, from wherever it is; 0 seconds is at once, by a
    /// fade of `StageFade.seconds` so that it does not click.
    case gain(ProgramID, AudioClass, Float, rampSeconds: Double)
    /// Links the program's streams of this class to these ports, and away from all others.
    case route(ProgramID, AudioClass, outputs: [StageLink], inputUIDs: [String])
    /// The program's own volume, linear, beside its gain and kept apart from it; 1 until it is named. Reached within
    /// `StageFade.seconds`.
    case volume(ProgramID, Float)
    /// The program's input is zeros.
    case silenceInput(ProgramID, Bool)
    /// Adds the program's media streams to the input of these programs, and of no others.
    ///
    /// Untouched by the program's own gain; silenced where their input is.
    case inject(ProgramID, into: [ProgramID])
    /// The taps of a program, in place of those before, each with the programs that it takes.
    ///
    /// Their sound is added to the channels that streams of the program have for a tap (`StreamDescription.taps`): as the programs
    /// render it, before their gain. Programs that a tap mutes are faded out on the outputs that it names.
    case taps(ProgramID, [ProgramTap])
    /// Sends the mix of a port through these sections, `ToneSection.most` at most, reached within `StageFade.seconds`;
    /// none leaves it unchanged. Kept while the port is away.
    case tone(portUID: String, [ToneSection])
    /// The places of an output's channels, as Core Audio's labels: stereo and mono go to the two in front. Kept while the port is
    /// away; until it comes, and without the command, the port's own labels hold.
    case layout(portUID: String, labels: [UInt32])
    /// An input alone on its route delivers this channel, from 0, to every channel of a stream; nil for all as usual. Kept while
    /// the port is away.
    case microphone(portUID: String, channel: Int?)
    /// Removes the program's gains, routes and volume.
    case remove(ProgramID)
}

/// A program's channels on one port.
package struct StageLink: Hashable, Sendable {
    package var portUID: String
    /// For each channel of the port the stream's channel (from 0) that it plays, or nil for silence; nil for the usual
    /// map: stereo on the channels of the two loudspeakers in front, else on 1 and 2, mono on both (rule R5.17), a stereo
    /// stream into a mono port by the mean of its channels.
    package var channelMap: [Int?]?
    /// The number of channels of the preceding ports, where several ports form one device.
    ///
    /// The stream then meets the channels of the whole one to one, mono the first two (rules R5.17, R5.18). Nil: the
    /// port stands alone.
    package var firstChannel: Int?
    /// The sound leaves the port this much later, 0 to `longestDelaySeconds`.
    package var delaySeconds: Double

    /// The memory of a longer delay is not given.
    package static let longestDelaySeconds = 10.0

    package init(
        portUID: String, channelMap: [Int?]? = nil, firstChannel: Int? = nil, delaySeconds: Double = 0
    ) {
        self.portUID = portUID
        self.channelMap = channelMap
        self.firstChannel = firstChannel
        self.delaySeconds = delaySeconds
    }

    /// The delay in frames of a rate.
    func delayFrames(_ sampleRate: Double) -> Int {
        guard delaySeconds > 0, sampleRate > 0 else { return 0 }
        let frames = min(delaySeconds, Self.longestDelaySeconds) * min(sampleRate, 768_000)
        return Int(exactly: frames.rounded()) ?? 0
    }
}

/// The shortest fade of the stage.
package enum StageFade {
    /// Short enough to be at once for people, long enough not to click.
    package static var seconds: Double { @_noAllocation @_noLocks get { 0.005 } }

    /// The frames of a fade at a rate, rounded up.
    static func frames(_ sampleRate: Double) -> Int { Int(exactly: (seconds * sampleRate).rounded(.up)) ?? 1 }
}

/// Levels of one block, linear, per channel.
package struct Meter: Hashable, Sendable {
    package var peak: [Float]
    package var rms: [Float]

    package init(peak: [Float], rms: [Float]) {
        self.peak = peak
        self.rms = rms
    }
}
