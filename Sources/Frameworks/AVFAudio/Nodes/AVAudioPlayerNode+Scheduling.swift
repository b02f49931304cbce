import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime
import SordinoSignal

extension AVAudioPlayerNode {
    /// Plays a buffer after all scheduled sounds.
    ///
    /// - Parameters:
    ///   - buffer: Its samples are read while they play.
    ///   - completionHandler: Called when the player has taken the last frame, or was stopped.
    @preconcurrency
    public func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: (@Sendable () -> Void)? = nil) {
        schedule(buffer, at: nil, options: [], .consumed, completionHandler)
    }

    /// Plays a buffer after all scheduled sounds.
    ///
    /// - Parameter callbackType: When `completionHandler` is called.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        scheduleBuffer(
            buffer, at: nil, options: [], completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// Plays a buffer.
    ///
    /// - Parameters:
    ///   - when: On the player's time line, or in host time; nil for after all scheduled sounds.
    ///   - options: Whether it loops, and whether it interrupts scheduled sounds.
    ///   - completionHandler: Called when the player has taken the last frame, or was interrupted or stopped.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        schedule(buffer, at: when, options: options, .consumed, completionHandler)
    }

    /// Plays a buffer.
    ///
    /// - Parameters:
    ///   - when: On the player's time line, or in host time; nil for after all scheduled sounds.
    ///   - options: Whether it loops, and whether it interrupts scheduled sounds.
    ///   - callbackType: When `completionHandler` is called.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(buffer, at: when, options: options, callbackType.moment, completion(callbackType, completionHandler))
    }

    /// Plays a file, all of it.
    ///
    /// Its rate and its channels become the node's, as at the input of a mixer; a node that leads nowhere keeps the
    /// file's.
    @preconcurrency
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        schedule(file, from: 0, frameCount: file.length, at: when, .consumed, completionHandler)
    }

    /// Plays a file, all of it.
    ///
    /// - Parameter callbackType: When `completionHandler` is called.
    @preconcurrency
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(
            file, from: 0, frameCount: file.length, at: when, callbackType.moment,
            completion(callbackType, completionHandler))
    }

    /// Plays a part of a file.
    ///
    /// - Parameters:
    ///   - startFrame: The first frame, in the file's frames.
    ///   - numberFrames: Frames of the file; at least 1, and no more than the file has.
    @preconcurrency
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        schedule(file, from: startFrame, frameCount: Int64(numberFrames), at: when, .consumed, completionHandler)
    }

    /// Plays a part of a file.
    ///
    /// - Parameter callbackType: When `completionHandler` is called.
    @preconcurrency
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(
            file, from: startFrame, frameCount: Int64(numberFrames), at: when, callbackType.moment,
            completion(callbackType, completionHandler))
    }

    // MARK: Parts

    private func completion(
        _ type: AVAudioPlayerNodeCompletionCallbackType,
        _ handler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)?
    ) -> PlayerCompletion? {
        guard let handler else { return nil }
        return { handler(type) }
    }

    func schedule(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions,
        _ moment: PlayerCompletionMoment, _ completion: PlayerCompletion?
    ) {
        let format = connectedFormat ?? buffer.format
        requireCondition(
            format.channelCount == buffer.format.channelCount,
            "required condition is false: _outputFormat.channelCount == buffer.format.channelCount")
        requireCondition(buffer.frameLength > 0, "required condition is false: buffer.frameLength > 0")
        let samples = BufferSamples(buffer)
        player.schedule(
            PlayerSound(
                source: .buffer(samples.samples, keeping: samples), frameCount: Int(buffer.frameLength),
                startFrame: startFrame(when, rate: format.sampleRate), options: options.player, completesWhen: moment,
                completion: completion))
    }

    private func schedule(
        _ file: AVAudioFile, from start: Int64, frameCount: Int64, at when: AVAudioTime?,
        _ moment: PlayerCompletionMoment, _ completion: PlayerCompletion?
    ) {
        let format = connectedFormat ?? file.processingFormat
        let stream: FileStream
        do {
            stream = FileStream(
                try file.makeReader(), from: start, frameCount: frameCount, rate: format.sampleRate)
        } catch {
            // The file has changed on the disk since it was opened: one frame of silence replaces it, so that its
            // completion handler is called in order.
            guard let silence = AVAudioPCMBuffer(pcmFormat: format.asStandard, frameCapacity: 1) else { return }
            silence.frameLength = 1
            return schedule(silence, at: when, options: [], moment, completion)
        }
        requireCondition(
            stream.frameCount > 0, "required condition is false: numberFrames > 0 || buffer.frameLength > 0")
        player.schedule(
            PlayerSound(
                source: .stream(stream.folded(to: format.bus)), frameCount: stream.frameCount,
                startFrame: startFrame(when, rate: format.sampleRate), completesWhen: moment, completion: completion))
        attachment?.core.service.wake()
    }

    /// The format in which the node plays; nil while it leads nowhere: then sounds keep their own.
    private var connectedFormat: AVAudioFormat? {
        guard let core = attachment?.core, !core.outputConnections(of: self, bus: 0).isEmpty else { return nil }
        return outputFormat(forBus: 0)
    }

    /// Returns a time as a frame on the player's time line; host time is converted by the frame that plays now.
    private func startFrame(_ when: AVAudioTime?, rate: Double) -> Int64? {
        guard let when else { return nil }
        if when.isSampleTimeValid { return frame(when, atRate: rate) }
        guard when.isHostTimeValid else { return nil }
        let report = player.latestReport
        return report.frame(atHostTime: when.hostTime).map { $0 - report.origin }
    }
}

/// A buffer's samples as the player reads them; keeps the buffer.
final class BufferSamples: Sendable {
    let samples: PlayerSamples
    private let buffer: Lent<AVAudioPCMBuffer>
    private let pointers: Lent<UnsafeMutablePointer<UnsafeMutableRawPointer>>

    init(_ buffer: AVAudioPCMBuffer) {
        self.buffer = Lent(buffer)
        let channelCount = Int(buffer.format.channelCount)
        guard let kind = PackedSample(buffer.format.commonFormat) else {
            stopOnMisuse("required condition is false: isPCMFormat")
        }
        let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
        let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: channelCount)
        self.pointers = Lent(pointers)
        for channel in 0..<channelCount {
            let isInterleaved = buffer.format.isInterleaved
            guard let data = list[isInterleaved ? 0 : channel].mData else {
                preconditionFailure("an audio buffer has no memory for some of its channels")
            }
            (pointers + channel).initialize(to: data + (isInterleaved ? channel * kind.byteCount : 0))
        }
        samples = PlayerSamples(
            channels: pointers, channelCount: channelCount, kind: kind,
            stride: buffer.format.isInterleaved ? channelCount : 1)
    }

    deinit { pointers.value.deallocate() }
}
