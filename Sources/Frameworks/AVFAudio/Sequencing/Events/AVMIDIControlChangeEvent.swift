import Foundation
import SordinoMIDI

/// A value of a controller.
///
/// - Source: Apple, AVFAudio, `AVMIDIControlChangeEvent`.
open class AVMIDIControlChangeEvent: AVMIDIChannelEvent {
    /// The controller that is changed.
    public let messageType: MessageType
    /// The value, 0 to 127.
    public let value: UInt32

    /// Makes a change of a controller.
    public init(channel: UInt32, messageType: MessageType, value: UInt32) {
        (self.messageType, self.value) = (messageType, value)
        super.init(channel: channel)
    }

    override var stored: SequenceEvent.Kind? {
        message(.controlChange, UInt32(messageType.rawValue), value)
    }
}

extension AVMIDIControlChangeEvent {
    /// The controllers of MIDI 1.0 that have names.
    public enum MessageType: Int, Sendable {
        /// Chooses a bank of programs.
        case bankSelect = 0
        /// Sets the modulation wheel.
        case modWheel = 1
        /// Sets the breath controller.
        case breath = 2
        /// Sets the foot controller.
        case foot = 4
        /// Sets the time of a glide.
        case portamentoTime = 5
        /// Sets the chosen parameter.
        case dataEntry = 6
        /// Sets the volume of the channel.
        case volume = 7
        /// Sets the balance of left and right.
        case balance = 8
        /// Sets the place between left and right.
        case pan = 10
        /// Sets the volume within a phrase.
        case expression = 11
        /// Holds notes after their keys are released.
        case sustain = 64
        /// Lets notes glide from one to the next.
        case portamento = 65
        /// Holds the notes that sound.
        case sostenuto = 66
        /// Makes notes softer while held.
        case soft = 67
        /// Joins notes without new attacks.
        case legatoPedal = 68
        /// Lets held notes fade.
        case hold2Pedal = 69
        /// Sets the resonance of the filter.
        case filterResonance = 71
        /// Sets the time of the release.
        case releaseTime = 72
        /// Sets the time of the attack.
        case attackTime = 73
        /// Sets the cutoff of the filter.
        case brightness = 74
        /// Sets the time of the decay.
        case decayTime = 75
        /// Sets the rate of the vibrato.
        case vibratoRate = 76
        /// Sets the depth of the vibrato.
        case vibratoDepth = 77
        /// Sets the delay of the vibrato.
        case vibratoDelay = 78
        /// Sets the send to the reverb.
        case reverbLevel = 91
        /// Sets the send to the chorus.
        case chorusLevel = 93
        /// Chooses a registered parameter, lower part.
        case RPN_LSB = 100
        /// Chooses a registered parameter, upper part.
        case RPN_MSB = 101
        /// Ends all sound at once.
        case allSoundOff = 120
        /// Resets the controllers of the channel.
        case resetAllControllers = 121
        /// Ends all notes, with their release.
        case allNotesOff = 123
        /// Listens to one channel.
        case omniModeOff = 124
        /// Listens to all channels.
        case omniModeOn = 125
        /// Plays one note at a time.
        case monoModeOn = 126
        /// Plays several notes at a time.
        case monoModeOff = 127
    }
}
