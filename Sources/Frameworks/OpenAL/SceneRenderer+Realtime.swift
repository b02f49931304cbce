import COpenAL
import CoreAudioTypes

extension SceneRenderer {
    /// Fills one buffer of interleaved floats; false if there is silence, which the caller's buffer does not hold.
    @_noAllocation @_noLocks
    func render(_ frameCount: UInt32, into list: UnsafeMutablePointer<AudioBufferList>) -> Bool {
        guard let samples = list.pointee.mBuffers.mData else { return false }
        return coal_render(pointer, samples.assumingMemoryBound(to: Float.self), Int32(truncatingIfNeeded: frameCount))
    }
}
