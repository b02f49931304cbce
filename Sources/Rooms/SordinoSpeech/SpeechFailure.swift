/// The reason for which a text is not spoken.
package enum SpeechFailure: Error, Hashable, Sendable {
    /// libespeak-ng is not installed, or lacks a function.
    case noLibrary
    /// The library finds no data of its voices.
    case noData
    /// The voice's process could not be started, for this reason.
    case noProcess(String)
    /// The voice's process ended while it spoke.
    case crashed
    /// The voice's process has given nothing for so many seconds.
    case hung(seconds: Double)
    /// The library refused the voice or the text, with this error.
    case refused(Int)
    /// A part of the text became longer than a part may be.
    case tooLong

    /// One sentence: the reason and, where there is one, the way out.
    package var sentence: String {
        switch self {
        case .noLibrary: "no speech: libespeak-ng is not installed; install it (Debian: libespeak-ng1)"
        case .noData:
            "no speech: libespeak-ng finds no voices; install them (Debian: espeak-ng-data), "
                + "or name their folder in ESPEAK_DATA_PATH"
        case .noProcess(let reason): "no speech: the voice's process does not start: \(reason)"
        case .crashed: "the utterance was cancelled: the voice crashed; the next one has a new process"
        case .hung(let seconds):
            "the utterance was cancelled: the voice gave no sound for \(seconds) s; the next one has a new process"
        case .refused(let error): "the utterance was cancelled: libespeak-ng refused it (error \(error))"
        case .tooLong: "the utterance was cancelled: a part of it is longer than ten minutes"
        }
    }
}
