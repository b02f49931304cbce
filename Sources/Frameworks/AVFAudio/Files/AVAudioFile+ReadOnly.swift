import AVAudioTypes
import CoreAudioTypes
import Foundation

extension AVAudioFile {
    /// Reads the next frames into a buffer that may be sent anywhere.
    ///
    /// - Parameter frameCount: The number of frames to read; at the end of the file there are fewer.
    /// - Throws: The errors of `read(into:frameCount:)`; `kAudio_ParamError` if there is no memory for so many frames.
    public func read(frameCount: AVAudioFrameCount) throws -> AVReadOnlyAudioPCMBuffer {
        // No more room than the file can fill: a program may ask for all there is by a large number.
        let left = max(0, length - framePosition)
        let capacity = AVAudioFrameCount(clamping: min(Int64(frameCount), max(1, left)))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: processingFormat, frameCapacity: capacity) else {
            throw AVAudioFileError.error(kAudio_ParamError, "read \(url.path)", at: url)
        }
        try read(into: buffer, frameCount: capacity)
        // There is no other reference to the buffer.
        nonisolated(unsafe) let filled = buffer
        return unsafe AVReadOnlyAudioPCMBuffer(unsafeRetaining: filled)
    }

    /// Writes the frames of a buffer at the end of the file.
    ///
    /// - Throws: The errors of `write(from:)` with an `AVAudioPCMBuffer`.
    public func write(from buffer: AVReadOnlyAudioPCMBuffer) throws {
        try write(from: buffer.buffer)
    }
}
