import SordinoHardware
import SordinoPolicy
import Synchronization

/// A short recording that goes round and round in a stream of its own: ringtones, alarms, test tones.
///
/// - Thread: control; one at a time is seen to here.
package final class LoopingVoice: Sendable {
    /// One channel of sound with its rate.
    package struct Recording: Sendable {
        package var samples: [Float]
        /// The sample rate in hertz.
        package var sampleRate: Double

        package init(samples: [Float], sampleRate: Double) {
            self.samples = samples
            self.sampleRate = sampleRate
        }
    }

    private let hardware: any ProgramHardware
    private let description: StreamDescription
    private let memory: LoopMemory
    private let stream = Mutex<(any HardwareStream)?>(nil)

    /// - Parameters:
    ///   - description: One or two output channels; each plays the recording.
    ///   - recording: At least one sample.
    package init(hardware: any ProgramHardware, description: StreamDescription, recording: Recording) {
        precondition(!recording.samples.isEmpty, "a looping voice needs at least one sample")
        self.hardware = hardware
        self.description = description
        memory = LoopMemory(recording)
    }

    deinit { stream.withLock { $0?.close() } }

    package var isPlaying: Bool { stream.withLock { $0?.isRunning ?? false } }

    /// Frames played since the beginning, over all pauses, at the device's rate.
    package var framesPlayed: Int { memory.framesPlayed }

    /// Plays on from where it stopped.
    package func play() throws(HardwareError) {
        let failure = stream.withLock { stream -> HardwareError? in
            if let old = stream {
                if (try? old.start()) != nil { return nil }
                // It may belong to a server that is gone.
                old.close()
                stream = nil
            }
            do throws(HardwareError) {
                let opened = try hardware.openStream(description, renderer: memory.renderer)
                try opened.start()
                stream = opened
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Stops where it is.
    package func stop() { stream.withLock { $0?.stop() } }

    /// Stops and begins at the first sample next time.
    package func rewind() {
        stop()
        memory.rewind()
    }
}

/// The memory of a looping voice that the render thread reads and writes.
private final class LoopMemory: @unchecked Sendable {
    private let state: UnsafeMutablePointer<LoopState>
    private let samples: UnsafeMutableBufferPointer<Float>

    init(_ recording: LoopingVoice.Recording) {
        samples = .allocate(capacity: recording.samples.count)
        _ = samples.initialize(from: recording.samples)
        state = .allocate(capacity: 1)
        state.initialize(to: LoopState(samples: UnsafeBufferPointer(samples), sampleRate: recording.sampleRate))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        samples.deallocate()
    }

    var renderer: StreamRenderer {
        StreamRenderer(context: UnsafeMutableRawPointer(state), render: renderLoop)
    }

    var framesPlayed: Int { state.pointee.framesPlayed.load(ordering: .relaxed) }

    /// Only while the stream is stopped.
    func rewind() {
        state.pointee.position = 0
        state.pointee.framesPlayed.store(0, ordering: .relaxed)
    }
}
