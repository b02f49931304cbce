import SordinoPolicy

/// The reason for which no sound is possible, and its remedy.
package enum NoSound: Hashable, Sendable {
    /// No audio server answers; with a clause about a setting that was not understood, or an empty one.
    case noServer(note: String)
    /// The audio server was there and is gone.
    case lost
    /// The audio service, or the message bus to it, does not answer, for this reason.
    case noService(String)
    /// The audio server has nothing to play on.
    case noOutput
    /// The audio server has nothing to record from.
    case noInput

    /// One sentence: the reason and the way out.
    package var sentence: String {
        switch self {
        case .noServer(let note):
            "no sound: no PipeWire server answers\(note.isEmpty ? "" : ", and \(note)"); "
                + "start it (systemctl --user start pipewire), or set SORDINO_BACKEND=virtual to play into nothing"
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
        if playing, snapshot.configuration.category.hasOutput, snapshot.route.outputs.isEmpty { return .noOutput }
        if recording, !snapshot.isInputAvailable { return .noInput }
        return nil
    }
}
