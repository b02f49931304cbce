import CoreAudioTypes

/// Called when a sound has ended: the sound, and the pointer that the function was added with.
public typealias AudioServicesSystemSoundCompletionProc =
    @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void
