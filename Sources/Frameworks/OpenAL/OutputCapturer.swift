import AVFAudio
import COpenAL
import Synchronization

/// Records the sound of a device: Apple's extension ALC_EXT_OUTPUT_CAPTURER.
///
/// A process has one recording.
enum OutputCapturer {
    private struct State: Sendable {
        var collector: FrameCollector?
        var device: OutputDevice?
    }

    private static let state = Mutex(State())

    static var collector: FrameCollector? { state.withLock { $0.collector } }

    static func prepare(_ collector: FrameCollector) {
        stop()
        state.withLock { $0.collector = collector }
    }

    /// Begins to listen to the current context's device.
    static func start() -> Bool {
        guard let device = Devices.current else { return false }
        let collector = state.withLock { state -> FrameCollector? in
            guard state.device == nil, let collector = state.collector else { return nil }
            state.device = device
            return collector
        }
        guard let collector else { return false }
        device.listen { collector.append($0) }
        return true
    }

    /// Ends the recording and drops its frames.
    static func stop() {
        let (collector, device) = state.withLock { state in
            defer { state.device = nil }
            return (state.collector, state.device)
        }
        device?.listen(nil)
        collector?.clear()
    }
}

// MARK: - In C

@c(alcOutputCapturerPrepare)
package func prepareOutputCapturer(_ frequency: ALCuint, _ format: ALCenum, _ frameCount: ALCsizei) {
    guard let collector = FrameCollector(frequency: frequency, format: format, frameCount: frameCount) else {
        return coal_fail(AL_INVALID_VALUE)
    }
    OutputCapturer.prepare(collector)
}

@c(alcOutputCapturerStart)
package func startOutputCapturer() { if !OutputCapturer.start() { coal_fail(AL_INVALID_OPERATION) } }

@c(alcOutputCapturerStop)
package func stopOutputCapturer() { OutputCapturer.stop() }

@c(alcOutputCapturerAvailableSamples)
package func availableCapturedFrames() -> ALint { ALint(clamping: OutputCapturer.collector?.frameCount ?? 0) }

@c(alcOutputCapturerSamples)
package func takeCapturedFrames(_ buffer: UnsafeMutableRawPointer?, _ frameCount: ALCsizei) {
    guard let buffer, frameCount >= 0, let collector = OutputCapturer.collector,
        collector.take(Int(frameCount), into: buffer)
    else { return coal_fail(AL_INVALID_VALUE) }
}
