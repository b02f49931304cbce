/// An event of a sequence at its beat.
package struct SequenceEvent: Sendable {
    /// Beats (quarter notes) from the beginning of the track, not negative.
    package var beat: Double
    package var kind: Kind

    /// Makes an event at a beat.
    package init(beat: Double, _ kind: Kind) {
        self.beat = beat
        self.kind = kind
    }

    /// The kinds of events.
    package enum Kind: Sendable {
        case note(SequenceNote)
        case extendedNote(ExtendedNote)
        case channel(ChannelMessage)
        /// Bytes that are sent as they are: whole system exclusive messages, F0 and F7 included.
        case raw([UInt8])
        /// A meta event of a MIDI file: type and bytes. It is kept and never sent.
        case meta(UInt8, [UInt8])
        /// Beats per minute from here on; in the tempo track alone.
        case tempo(Double)
        /// Bytes for the program's own callback.
        case user([UInt8])
        case parameter(SequenceParameter)
        case preset(SequencePreset)
    }

    /// Beats from the event to its end: a note's duration, 0 for other kinds.
    package var duration: Double {
        switch kind {
        case .note(let note): note.duration
        case .extendedNote(let note): note.duration
        default: 0
        }
    }

    /// The beat at which the event ends; its own beat if the duration is below 0 or not finite, as programs may set it.
    package var endBeat: Double {
        let end = beat + duration
        return end.isFinite ? max(beat, end) : beat
    }
}

/// A note with its duration; the player ends it by itself.
package struct SequenceNote: Hashable, Sendable {
    /// The channel, 0 to 15.
    package var channel: UInt8
    /// The key, 0 to 127.
    package var key: UInt8
    /// 0 to 127; larger values that programs set are kept, and played as 127.
    ///
    /// A note of velocity 0 ends the present note.
    package var velocity: UInt8
    /// The velocity of the note-off; 0 if it is not known.
    package var releaseVelocity: UInt8
    /// The duration in beats, not negative.
    package var duration: Double

    /// Makes a note with its duration.
    package init(channel: UInt8, key: UInt8, velocity: UInt8, releaseVelocity: UInt8 = 0, duration: Double) {
        self.channel = channel
        self.key = key
        self.velocity = velocity
        self.releaseVelocity = releaseVelocity
        self.duration = duration
    }
}

/// A note whose pitch and velocity have fractions.
package struct ExtendedNote: Sendable {
    package var instrumentID: UInt32
    /// The part that plays it, usually 0 to 15 as channels.
    package var groupID: UInt32
    /// Keys, 60 for middle C, with fractions.
    package var pitch: Float
    /// The velocity, 0 to 127, with fractions.
    package var velocity: Float
    /// Values of controls that begin with the note.
    package var controls: [(id: UInt32, value: Float)]
    /// The duration in beats, not negative.
    package var duration: Double

    /// Makes a note with its duration.
    package init(
        instrumentID: UInt32, groupID: UInt32, pitch: Float, velocity: Float,
        controls: [(id: UInt32, value: Float)] = [], duration: Double
    ) {
        self.instrumentID = instrumentID
        self.groupID = groupID
        self.pitch = pitch
        self.velocity = velocity
        self.controls = controls
        self.duration = duration
    }
}

/// A value of a unit's parameter.
package struct SequenceParameter: Hashable, Sendable {
    package var id: UInt32
    package var scope: UInt32
    package var element: UInt32
    package var value: Float

    /// Makes the value of a parameter.
    package init(id: UInt32, scope: UInt32, element: UInt32, value: Float) {
        self.id = id
        self.scope = scope
        self.element = element
        self.value = value
    }
}

/// A unit's state that is set at a beat.
package struct SequencePreset: @unchecked Sendable {
    package var scope: UInt32
    package var element: UInt32
    /// The property list, immutable; its type is defined by the framework above.
    package var state: AnyObject

    /// Makes a state for a scope and element.
    package init(scope: UInt32, element: UInt32, state: AnyObject) {
        self.scope = scope
        self.element = element
        self.state = state
    }
}
