import CoreAudioTypes
import SordinoEngine
import SordinoMedia

/// Lets a queue be rendered by hand instead of played; it must be stopped.
///
/// - Parameters:
///   - inFormat: Interleaved linear PCM that is rendered; nil goes back to the device.
///   - inLayout: The loudspeakers of its channels; the usual ones count.
/// - Returns: `kAudioFormatUnsupportedDataFormatError`, `kAudioQueueErr_InvalidRunState`, or 0.
@discardableResult
public func AudioQueueSetOfflineRenderFormat(
    _ inAQ: AudioQueueRef, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inLayout: UnsafePointer<AudioChannelLayout>?
) -> OSStatus {
    AudioQueueObject.withOutput(inAQ) { object, queue in
        var format: ConversionFormat?
        if let inFormat {
            guard let made = ConversionFormat(inFormat.pointee), let pcm = made.pcm, made.isLinearPCM,
                pcm.isInterleaved || made.media.channelCount == 1, made.media.sampleRate > 0
            else { return kAudioFormatUnsupportedDataFormatError }
            format = made
            let bytes = pcm.bytesPerFrame(channelCount: made.media.channelCount)
            object.state.withLock { $0.offlineFrameBytes = bytes }
        }
        do throws(ConversionError) {
            return try queue.setOfflineFormat(format) ? noErr : kAudioQueueErr_InvalidRunState
        } catch { return AudioQueueObject.status(of: error) }
    }
}

/// Renders the next frames of a queue that is rendered by hand, and has been started.
///
/// Callbacks come on this thread.
///
/// - Parameters:
///   - inTimestamp: The first frame's place, which rises from call to call.
///   - ioBuffer: A buffer of the queue; `mAudioDataByteSize` receives the bytes rendered, fewer than asked for when nothing
///     more is enqueued.
///   - inNumberFrames: Frames wanted; 0 gets the queue ready.
/// - Returns: `kAudioQueueErr_InvalidOfflineMode`, `kAudioQueueErr_InvalidRunState`, `kAudioQueueErr_InvalidBuffer`,
///   `kAudio_ParamError`, or 0.
@discardableResult
public func AudioQueueOfflineRender(
    _ inAQ: AudioQueueRef, _ inTimestamp: UnsafePointer<AudioTimeStamp>, _ ioBuffer: AudioQueueBufferRef,
    _ inNumberFrames: UInt32
) -> OSStatus {
    AudioQueueObject.withOutput(inAQ) { object, queue in
        guard queue.isOffline else { return kAudioQueueErr_InvalidOfflineMode }
        let (frameBytes, isKnown) = object.state.withLock { state in
            (state.offlineFrameBytes, state.buffers[UInt(bitPattern: ioBuffer)].map { !$0.isEnqueued } ?? false)
        }
        guard isKnown else { return kAudioQueueErr_InvalidBuffer }
        guard Int(inNumberFrames) * frameBytes <= Int(ioBuffer.pointee.mAudioDataBytesCapacity) else {
            return kAudio_ParamError
        }
        do throws(OutputQueue.Failure) {
            let count = try queue.renderOffline(
                Int(inNumberFrames), into: ioBuffer.pointee.mAudioData, bytesPerFrame: frameBytes)
            ioBuffer.pointee.mAudioDataByteSize = UInt32(clamping: count * frameBytes)
            return noErr
        } catch { return AudioQueueObject.status(of: error) }
    }
}
