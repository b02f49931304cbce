import CoreAudioTypes
import SordinoEngine
import SordinoMedia

/// Sets a stopped queue to be rendered by `AudioQueueOfflineRender` instead of being played.
///
/// - Parameters:
///   - inFormat: The interleaved linear PCM to render; nil to play to the device again.
///   - inLayout: Ignored: the usual layout of the number of channels is rendered.
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

/// Renders the next frames of a started queue that is set to be rendered offline.
///
/// Callbacks are made on the calling thread.
///
/// - Parameters:
///   - inTimestamp: The time of the first frame; ignored, since frames are rendered in order.
///   - ioBuffer: A buffer of the queue; `mAudioDataByteSize` receives the bytes rendered, fewer than requested when
///     nothing more is enqueued.
///   - inNumberFrames: The number of frames to render; 0 prepares the queue.
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
