import Foundation

/// Methods that a recorder calls on its delegate; every method is optional.
///
/// - Thread: the main queue, or the queue that the program chose.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
    /// The recording was stopped or is as long as it was to be; the file is closed. Not called for `pause()` or an
    /// interruption.
    ///
    /// - Parameter flag: False if it ended because of an error; the file then holds the frames that were written
    ///   before.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

    /// The recording failed: the disk is full, for instance.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)

    /// The session was interrupted; the recorder has been paused.
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)

    /// The interruption is over.
    ///
    /// - Parameter flags: 1 if the recorder should resume, else 0.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
    /// Ignores the end of the recording.
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    /// Ignores the encoding error.
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
    /// Ignores the beginning of the interruption.
    public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
    /// Ignores the end of the interruption.
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}
