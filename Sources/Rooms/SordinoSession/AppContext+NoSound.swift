import SordinoPolicy

/// The reason for which no sound is possible, and its remedy.
package enum NoSound: Hashable, Sendable {
    /// No audio server answers; with a clause about a setting that was not understood, or an empty one.
    case noServer(note: String)
    /// No audio server answers, and ALSA gives no device for this reason; with a clause as above.
    case noDevice(refusal: String, note: String)
    /// ALSA, which was asked for, gives no device for this reason.
    case noALSADevice(String)
    /// The audio server accepts connections and answers none, as this sentence says.
    case silentServer(String)
    /// ALSA's output is there and cannot be used now, for this reason.
    case busyALSAOutput(String)
    /// The audio server was there and is gone.
    case lost
    /// The audio service, or the message bus to it, does not answer, for this reason.
    case noService(String)
    /// The audio server has nothing to play on.
    case noOutput
    /// The audio server has nothing to record from.
    case noInput
    /// ALSA's output is gone.
    case noALSAOutput
    /// ALSA has nothing to record from.
    case noALSAInput

    /// One sentence: the reason and the way out.
    package var sentence: String {
        switch self {
        case .noServer(let note):
            "no sound: no PipeWire server answers\(note.isEmpty ? "" : ", and \(note)"); "
                + "start it (systemctl --user start pipewire), or set SORDINO_BACKEND=virtual to play into nothing"
        case .noDevice(let refusal, let note):
            "no sound: no PipeWire server answers, and \(refusal)\(note.isEmpty ? "" : ", and \(note)"); "
                + "start PipeWire (systemctl --user start pipewire), name another device in SORDINO_ALSA, "
                + "or set SORDINO_BACKEND=virtual to play into nothing"
        case .noALSADevice(let refusal):
            "no sound: \(refusal); name another device in SORDINO_ALSA (aplay -L lists them), "
                + "or unset SORDINO_BACKEND"
        case .silentServer(let refusal):
            "no sound: \(refusal); restart it (systemctl --user restart pipewire), "
                + "or set SORDINO_BACKEND=alsa and name a card in SORDINO_ALSA to play without it"
        case .busyALSAOutput(let refusal):
            "no sound: \(refusal); end that program, or name another device in SORDINO_ALSA (aplay -L lists them)"
        case .lost:
            "no sound: the audio server is gone; start it again (systemctl --user restart pipewire)"
        case .noService(let reason):
            "no sound: \(reason); start the audio service (systemctl --user start audiosessiond), "
                + "or unset SORDINO_SESSION to play without it"
        case .noOutput:
            "no sound: the audio server has no output; connect loudspeakers or headphones, "
                + "or make an output (pactl load-module module-null-sink)"
        case .noInput:
            "no sound: the audio server has no input to record from; connect a microphone"
        case .noALSAOutput:
            "no sound: there is no ALSA output; connect it again, or name another device in SORDINO_ALSA (aplay -L lists them)"
        case .noALSAInput:
            "no sound: there is no ALSA input to record from; connect a microphone, "
                + "or name another device in SORDINO_ALSA (arecord -L lists them)"
        }
    }
}

extension AppContext {
    /// The one rule about sound that cannot be had; nil while it can.
    ///
    /// - Parameters:
    ///   - playing: Whether the program requests playback, in the category that it has set.
    ///   - recording: Whether it requests recording.
    package func noSound(playing: Bool, recording: Bool) -> NoSound? {
        if let reason = system.standsIn {
            system.noteThatReasonIsKnown()
            return reason
        }
        if !client.device.isServerUp { return client.serviceLoss.map { .noService($0) } ?? .lost }
        let snapshot = client.snapshot
        let isALSA = system.hardware.name == "ALSA"
        if playing, snapshot.configuration.category.hasOutput, snapshot.route.outputs.isEmpty {
            return isALSA ? .noALSAOutput : .noOutput
        }
        if recording, !snapshot.isInputAvailable { return isALSA ? .noALSAInput : .noInput }
        if playing, let refusal = system.hardware.outputRefusal { return .busyALSAOutput(refusal) }
        return nil
    }
}
