import CoreAudioTypes

/// Hears that a sound has ended: the sound, and what the function was added with.
public typealias AudioServicesSystemSoundCompletionProc =
    @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void
