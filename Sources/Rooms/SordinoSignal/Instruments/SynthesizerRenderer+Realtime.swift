import SordinoRealtime

/// The audio thread's end of a `Synthesizer`: one thread at a time, no heap, no lock.
package struct SynthesizerRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<SynthesizerState>

    /// Ends all notes at once and plays from another bank at another rate from now on.
    ///
    /// - Parameter bank: Kept in memory by the caller until another one is set.
    @_noAllocation @_noLocks
    package func set(_ bank: PatchBankView?, sampleRate: Double) {
        clear()
        state.pointee.bank = bank
        state.pointee.sampleRate = Float(sampleRate)
    }

    /// Ends all notes at once; controllers and programs stay.
    @_noAllocation @_noLocks
    package func clear() {
        state.pointee.empty()
    }

    /// The rate of `set`.
    package var sampleRate: Double {
        @_noAllocation @_noLocks get { Double(state.pointee.sampleRate) }
    }

    /// The number of voices that sound.
    package var soundingCount: Int {
        @_noAllocation @_noLocks get { state.pointee.soundingCount }
    }

    /// The way in which recordings are read; heard at once.
    package var interpolation: NoteInterpolation {
        @_noAllocation @_noLocks get { state.pointee.interpolation }
        @_noAllocation @_noLocks nonmutating set { state.pointee.interpolation = newValue }
    }

    /// The tuning of all channels in cents; heard within 64 frames.
    package var tuningCents: Float {
        @_noAllocation @_noLocks get { state.pointee.tuningCents }
        @_noAllocation @_noLocks nonmutating set {
            guard newValue != state.pointee.tuningCents else { return }
            state.pointee.tuningCents = newValue
            for channel in 0..<16 { state.pointee.channels[channel].isStale = true }
        }
    }

    /// Begins a step of 64 frames: called before its first event, and before it is rendered.
    @_noAllocation @_noLocks
    package func beginStep() { state.pointee.aimAll() }

    /// Adds frames of all notes, within one step.
    @_noAllocation @_noLocks
    package func render(
        _ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
        reverb: UnsafeMutablePointer<Float>, chorus: UnsafeMutablePointer<Float>
    ) { state.pointee.render(count, left, right, reverb, chorus) }

    // MARK: Notes

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - key: 0 to 127, with a fraction for pitches between the keys.
    ///   - velocity: Above 0, to 127.
    ///   - frame: Where in the step of the grid it begins.
    ///   - note: A number chosen by the caller, `firstOwnNote` or above, by which alone the note is ended; 0 for a note
    ///     that its key ends.
    @_noAllocation @_noLocks
    package func start(key: Float, velocity: Float, channel: Int, frame: Int, note: UInt32 = 0) {
        state.pointee.start(
            key: min(max(key, 0), 127), velocity: min(max(velocity, 0), 127), channel: channel & 15, frame: frame,
            note: note)
    }

    /// Frames between two looks at envelopes and oscillators.
    package static var stepFrames: Int { @_noAllocation @_noLocks get { SynthesizerState.gridFrames } }

    /// The lowest number that a caller may give a note.
    package static var firstOwnNote: UInt32 { @_noAllocation @_noLocks get { 1 << 31 } }

    /// Lets the notes of a key go.
    @_noAllocation @_noLocks
    package func stop(key: Int, channel: Int, frame: Int) {
        state.pointee.stop(key: key, channel: channel & 15, frame: frame)
    }

    /// Lets one note go.
    @_noAllocation @_noLocks
    package func stop(note: UInt32, frame: Int) { state.pointee.stop(note: note, frame: frame) }

    // MARK: Controllers

    /// Moves a controller, 0 to 127, to a value of 0 to 127.
    @_noAllocation @_noLocks
    package func control(_ controller: Int, _ value: Float, channel: Int, frame: Int) {
        let limited = min(max(value, 0), 127)
        state.pointee.control(controller & 0x7F, limited, channel & 15, frame: frame)
        // Of a manager all but registered parameters holds for the members (MPE 1.0, section 2.3).
        if controller == 6 || controller == 38 || controller >= 98 && controller <= 101 { return }
        for member in 0..<16 where state.pointee.isManaged(member, by: channel & 15) {
            state.pointee.control(controller & 0x7F, limited, member, frame: frame)
        }
    }

    /// Bends the pitch: -8192 to 8191.
    @_noAllocation @_noLocks
    package func bend(_ value: Float, channel: Int) {
        state.pointee.channels[channel & 15].values.pitchBend = min(max(value, -8_192), 8_192)
        state.pointee.channels[channel & 15].isStale = true
    }

    /// Presses all keys of a channel.
    @_noAllocation @_noLocks
    package func press(_ value: Float, channel: Int) {
        state.pointee.channels[channel & 15].values.pressure = min(max(value, 0), 127)
        state.pointee.channels[channel & 15].isStale = true
    }

    /// Sets the pressure on one key, 0 to 127.
    @_noAllocation @_noLocks
    package func press(_ value: Float, key: Int, channel: Int) {
        state.pointee.channels[channel & 15].keyPressures[key & 0x7F] = min(max(value, 0), 127)
        state.pointee.channels[channel & 15].isStale = true
    }

    /// Chooses a program for the notes that follow; notes that already sound keep theirs.
    @_noAllocation @_noLocks
    package func choose(program: Int, channel: Int) {
        for place in 0..<16 where place == channel & 15 || state.pointee.isManaged(place, by: channel & 15) {
            state.pointee.channels[place].program = program & 0x7F
        }
    }

    /// Tunes a key of all channels, 0 to 127, by cents; notes that sound follow within 64 frames.
    @_noAllocation @_noLocks
    package func tune(key: Int, cents: Float) { state.pointee.tune(key: key, cents: cents) }

    /// Tunes a note of every octave, 0 for C to 11 for B, by cents.
    ///
    /// - Parameter mask: A bit for each channel that is meant.
    @_noAllocation @_noLocks
    package func tune(note: Int, cents: Float, mask: UInt32) {
        state.pointee.tune(note: note, cents: cents, mask: mask)
    }

    /// Puts everything as it was at the beginning, as a General MIDI reset asks for.
    @_noAllocation @_noLocks
    package func resetAll() {
        state.pointee.masterVolume = 1
        for key in 0..<128 { state.pointee.tune(key: key, cents: 0) }
        for channel in 0..<16 {
            state.pointee.silence(channel, frame: SynthesizerState.gridFrames - 1)
            state.pointee.resetControllers(channel, all: true)
        }
    }

    /// Sets the volume of all channels as a system exclusive message does, 0 to 1.
    @_noAllocation @_noLocks
    package func setMasterVolume(_ volume: Float) {
        state.pointee.masterVolume = min(max(volume, 0), 1)
        for channel in 0..<16 { state.pointee.channels[channel].isStale = true }
    }
}
