import SordinoHardware
import SordinoSignal
import Synchronization

extension VoiceLineState {
    /// Processes a block of a stream's input.
    ///
    /// - Returns: One channel, valid until the next block; nil if there is nothing to process, or the block is too long.
    @_noAllocation @_noLocks
    func process(_ cycle: UnsafePointer<StreamCycle>) -> UnsafePointer<UnsafeMutablePointer<Float>>? {
        guard let voice, let input = cycle.pointee.input, cycle.pointee.inputChannelCount > 0,
            cycle.pointee.frameCount <= VoiceLineLimit.frames
        else { return nil }
        let parts = VoiceParts(rawValue: news.pointee.parts.load(ordering: .relaxed))
        voice.pointee.process(
            input[0], reference: cycle.pointee.reference, referenceCount: cycle.pointee.referenceChannelCount,
            into: output[0], frameCount: cycle.pointee.frameCount, parts: parts)
        return UnsafePointer(output)
    }

    /// Detects speech at either end, if a listener needs it; after `process` of the same block.
    @_noAllocation @_noLocks
    mutating func listen(_ cycle: UnsafePointer<StreamCycle>) {
        guard news.pointee.listensForSpeech.load(ordering: .relaxed) else { return }
        let (frames, rate) = (cycle.pointee.frameCount, cycle.pointee.sampleRate)
        var isSpeech = false
        if voice != nil, frames <= VoiceLineLimit.frames {
            isSpeech = near.listen(output[0], frameCount: frames, sampleRate: rate)
        }
        if let played = cycle.pointee.output, cycle.pointee.outputChannelCount > 0,
            far.listen(played[0], frameCount: frames, sampleRate: rate)
        {
            isSpeech = true
        }
        news.pointee.isSpeech.store(isSpeech, ordering: .relaxed)
    }
}

/// The longest block of any hardware that Sordino knows.
enum VoiceLineLimit {
    static var frames: Int { @_noAllocation @_noLocks get { 4_096 } }
}
