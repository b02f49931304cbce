import AVFAudio
import COpenAL
import Foundation
import Synchronization

/// A capture device: the input of an engine, converted to the format that the program asked for.
final class InputDevice: @unchecked Sendable {
    /// The handle for the program: allocated memory, so that it differs from every other handle.
    let handle: OpaquePointer
    private let memory: UnsafeMutableRawPointer
    private let engine = AVAudioEngine()
    private let collector: FrameCollector
    private let error = Mutex(ALC_NO_ERROR)
    private let lock = NSLock()

    init(_ collector: FrameCollector) {
        self.collector = collector
        memory = .allocate(byteCount: 16, alignment: 16)
        handle = OpaquePointer(memory)
    }

    deinit { memory.deallocate() }

    /// Listens to the session's input; false if it has none, or is refused.
    func start() -> Bool {
        lock.withLock {
            guard !engine.isRunning else { return true }
            allowRecording()
            let input = engine.inputNode
            guard input.outputFormat(forBus: 0).channelCount > 0 else { return false }
            let collector = collector
            input.removeTap(onBus: 0)
            input.installTap(onBus: 0, bufferSize: 1, format: nil) { buffer, _ in collector.append(buffer) }
            do { try engine.start() } catch {
                input.removeTap(onBus: 0)
                return false
            }
            return true
        }
    }

    /// Chooses a category that records for a program that has not chosen one: OpenAL has no call for this.
    private func allowRecording() {
        let session = AVAudioSession.sharedInstance()
        // Refused, the engine does not start.
        if session.category == .soloAmbient { try? session.setCategory(.playAndRecord) }
    }

    /// Stops capturing; captured frames stay.
    func stop() { lock.withLock { if engine.isRunning { engine.stop() } } }

    func take(_ frameCount: ALCsizei, into buffer: UnsafeMutableRawPointer?) -> Bool {
        guard frameCount >= 0, let buffer else { return frameCount == 0 }
        return collector.take(Int(frameCount), into: buffer)
    }

    func get(_ parameter: ALCenum, _ count: ALCsizei, _ values: UnsafeMutablePointer<ALCint>?) {
        guard count > 0, let values else { return fail(ALC_INVALID_VALUE) }
        switch parameter {
        case ALC_CAPTURE_SAMPLES: values.pointee = ALCint(clamping: collector.frameCount)
        case ALC_MAJOR_VERSION, ALC_MINOR_VERSION: values.pointee = 1
        default: fail(ALC_INVALID_ENUM)
        }
    }

    /// Keeps an error for `alcGetError`, unless one waits.
    func fail(_ code: ALCenum) { error.withLock { if $0 == ALC_NO_ERROR { $0 = code } } }

    func takeError() -> ALCenum {
        error.withLock { error in
            defer { error = ALC_NO_ERROR }
            return error
        }
    }
}

// MARK: - Capture in C

@c(coal_is_capture)
package func isCapture(_ device: OpaquePointer?) -> Bool { Devices.input(device) != nil }

@c(alcCaptureOpenDevice)
package func openCapture(
    _ name: UnsafePointer<ALCchar>?, _ frequency: ALCuint, _ format: ALCenum, _ frameCount: ALCsizei
) -> OpaquePointer? {
    guard Devices.isDefault(name) else { return Devices.fail(ALC_INVALID_VALUE) }
    guard let collector = FrameCollector(frequency: frequency, format: format, frameCount: frameCount) else {
        return Devices.fail(ALC_INVALID_VALUE)
    }
    let device = InputDevice(collector)
    Devices.add(device)
    return device.handle
}

@c(alcCaptureCloseDevice)
package func closeCapture(_ device: OpaquePointer?) -> ALCboolean {
    guard let input = Devices.remove(device) else {
        Devices.fail(ALC_INVALID_DEVICE)
        return 0
    }
    input.stop()
    return 1
}

@c(alcCaptureStart)
package func startCapture(_ device: OpaquePointer?) {
    guard let input = Devices.input(device) else {
        Devices.fail(ALC_INVALID_DEVICE)
        return
    }
    if !input.start() { input.fail(ALC_INVALID_DEVICE) }
}

@c(alcCaptureStop)
package func stopCapture(_ device: OpaquePointer?) {
    guard let input = Devices.input(device) else {
        Devices.fail(ALC_INVALID_DEVICE)
        return
    }
    input.stop()
}

@c(alcCaptureSamples)
package func takeCapture(_ device: OpaquePointer?, _ buffer: UnsafeMutableRawPointer?, _ frameCount: ALCsizei) {
    guard let input = Devices.input(device) else {
        Devices.fail(ALC_INVALID_DEVICE)
        return
    }
    if !input.take(frameCount, into: buffer) { input.fail(ALC_INVALID_VALUE) }
}
