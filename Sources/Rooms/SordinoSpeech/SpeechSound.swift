import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// The sound of utterances, which grows while a player reads it.
///
/// Where nothing has been made yet `isWaiting` is true, unless the reader makes the sound itself (`make`), as on a device
/// in virtual time, where reading waits for the voice.
/// - Thread: any.
package final class SpeechSound: FrameSource, Sendable {
    private struct State {
        var chunks: [(start: Int64, samples: [Float])] = []
        var position: Int64 = 0
        var end: Int64 = 0
        var isComplete = false
        var isWaiting = false
        var make: (@Sendable () -> Void)?
    }

    /// Frames behind the reader that are kept, as a player may go back by what it has read ahead.
    private static let keptFrames = Int64(2 * SpeechReading.sampleRate)
    /// A number of frames that is never reached.
    private static let endlessFrameCount: Int64 = 1 << 50

    private let state = Guarded(State())

    /// Makes an empty sound.
    package init() {}

    /// Sets the call by a reader that finds no frames, which adds some or completes the sound.
    package func setMaker(_ make: @escaping @Sendable () -> Void) { state.withLock { $0.make = make } }

    package let format = MediaFormat(
        .float32(.little), sampleRate: Double(SpeechReading.sampleRate), channelCount: 1)
    package var layout: ChannelLayout? { nil }
    package var frameCount: Int64 { state.withLock { $0.isComplete ? $0.end : Self.endlessFrameCount } }
    package var isWaiting: Bool { state.withLock { $0.isWaiting } }
    package func rest() {}

    /// The frame at which the next sound is added.
    package var end: Int64 { state.withLock { $0.end } }
    /// Indicates whether nothing is added any more.
    package var isComplete: Bool { state.withLock { $0.isComplete } }
    /// Frames that nothing has read yet.
    package var aheadFrames: Int64 { state.withLock { $0.end - $0.position } }

    /// Adds frames at the end.
    package func append(_ samples: [Float]) {
        guard !samples.isEmpty else { return }
        state.withLock { state in
            guard !state.isComplete else { return }
            state.chunks.append((state.end, samples))
            state.end += Int64(samples.count)
        }
    }

    /// Nothing is added after this.
    package func complete() {
        state.withLock { state in
            state.isComplete = true
            state.make = nil
        }
    }

    package func seek(to frame: Int64) {
        state.withLock { state in
            let first = state.chunks.first?.start ?? state.end
            state.position = min(max(frame, first), state.end)
        }
    }

    package func read(
        into block: SampleBlock, atFrame firstFrame: Int, frameCount wanted: Int
    ) throws(MediaError) -> Int {
        let target = block.buffers[0].assumingMemoryBound(to: Float.self) + firstFrame
        var done = 0
        while done < wanted {
            done += copy(to: target + done, frameCount: wanted - done)
            if done == wanted { break }
            guard let make = state.withLock({ $0.make }) else { break }
            let before = end
            make()
            if end == before, !isComplete { break }
        }
        let isShort = done < wanted
        state.withLock { $0.isWaiting = isShort && !$0.isComplete }
        return done
    }

    private func copy(to target: UnsafeMutablePointer<Float>, frameCount wanted: Int) -> Int {
        let memory = Lent(target)
        return state.withLock { state in
            var done = 0
            for chunk in state.chunks where chunk.start + Int64(chunk.samples.count) > state.position {
                let first = Int(state.position - chunk.start)
                let count = min(wanted - done, chunk.samples.count - first)
                for frame in 0..<count { memory.value[done + frame] = chunk.samples[first + frame] }
                done += count
                state.position += Int64(count)
                if done == wanted { break }
            }
            let kept = state.position - Self.keptFrames
            while let chunk = state.chunks.first, chunk.start + Int64(chunk.samples.count) < kept {
                state.chunks.removeFirst()
            }
            return done
        }
    }
}
