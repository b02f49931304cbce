import Dispatch

extension AVAudioSession {
    /// The queue on which this session's device calls its programs: notifications, delegates, completion handlers.
    ///
    /// Nil, the default, is where Apple documents each of them: the main queue, and for route changes a thread of ours.
    /// A program that runs no main loop would receive nothing from the main queue and chooses a serial queue of its
    /// own. Not part of Apple's API; no effect on a simulated device, which calls on the thread that moves it.
    public var callbackQueue: DispatchQueue? {
        get { callbacks.chosenQueue }
        set { callbacks.chosenQueue = newValue }
    }
}
