import AVAudioTypes
import Foundation

// The same methods as asynchronous functions. They also return when the player is stopped.
extension AVAudioPlayerNode {
    /// Plays a buffer after all scheduled sounds, and returns when the player has consumed it.
    public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await withCheckedContinuation { done in scheduleBuffer(buffer) { done.resume() } }
    }

    /// Plays a buffer after all scheduled sounds, and returns at the moment that `callbackType` names.
    @discardableResult
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleBuffer(buffer, completionCallbackType: callbackType) { done.resume(returning: $0) }
        }
    }

    /// Plays a buffer, and returns when the player has taken it.
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await withCheckedContinuation { done in
            scheduleBuffer(buffer, at: when, options: options) { done.resume() }
        }
    }

    /// Plays a buffer, and returns when the moment has come.
    @discardableResult
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleBuffer(buffer, at: when, options: options, completionCallbackType: callbackType) {
                done.resume(returning: $0)
            }
        }
    }

    /// Plays a file, and returns when the player has taken it.
    public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await withCheckedContinuation { done in scheduleFile(file, at: when) { done.resume() } }
    }

    /// Plays a file, and returns when the moment has come.
    @discardableResult
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleFile(file, at: when, completionCallbackType: callbackType) { done.resume(returning: $0) }
        }
    }

    /// Plays a part of a file, and returns when the player has taken it.
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?
    ) async {
        await withCheckedContinuation { done in
            scheduleSegment(file, startingFrame: startFrame, frameCount: numberFrames, at: when) { done.resume() }
        }
    }

    /// Plays a part of a file, and returns when the moment has come.
    @discardableResult
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionCallbackType: callbackType
            ) { done.resume(returning: $0) }
        }
    }
}
