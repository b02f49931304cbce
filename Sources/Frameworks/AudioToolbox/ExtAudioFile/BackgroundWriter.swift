import CoreAudioTypes
import Foundation
import Synchronization

/// Writes frames from a thread that must not wait to the disk, by way of rings that a queue empties.
///
/// One thread puts frames in, the queue takes them out. Each advances only its own count, so that they need no lock.
final class BackgroundWriter: @unchecked Sendable {
    /// The capacity of the ring, in seconds.
    private static let secondCount = 2.0
    /// The interval at which the queue empties the rings.
    private static let interval = DispatchTimeInterval.milliseconds(20)

    private let bufferCount: Int
    private let bytesPerFrame: Int
    private let channelsPerBuffer: UInt32
    private let capacity: Int
    /// One ring after the other, `capacity` frames each.
    private let rings: UnsafeMutableRawPointer
    private let putCount = Atomic<Int>(0)
    private let takenCount = Atomic<Int>(0)
    private let failure = Atomic<Int32>(0)
    private let write: @Sendable (Int, UnsafePointer<AudioBufferList>) -> OSStatus
    private let queue = DispatchQueue(label: "ExtAudioFile")
    private let timer: any DispatchSourceTimer
    private let list: UnsafeMutableAudioBufferListPointer

    /// Allocates rings for `format`, and starts the timer on whose queue `write` is called.
    init(
        _ format: AudioStreamBasicDescription,
        write: @escaping @Sendable (Int, UnsafePointer<AudioBufferList>) -> OSStatus
    ) {
        let isInterleaved = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
        bufferCount = isInterleaved ? 1 : Int(format.mChannelsPerFrame)
        channelsPerBuffer = isInterleaved ? format.mChannelsPerFrame : 1
        bytesPerFrame = max(1, Int(format.mBytesPerFrame))
        capacity = max(4096, Int(min(format.mSampleRate, 1_000_000) * Self.secondCount))
        rings = .allocate(byteCount: capacity * bytesPerFrame * bufferCount, alignment: 64)
        list = AudioBufferList.allocate(maximumBuffers: bufferCount)
        self.write = write
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
        timer.setEventHandler { [weak self] in self?.empty() }
        timer.resume()
    }

    deinit {
        timer.cancel()
        rings.deallocate()
        list.unsafeMutablePointer.deallocate()
    }

    /// Copies frames into the ring.
    ///
    /// - Returns: The error of writing earlier frames; `kExtAudioFileError_AsyncWriteTooLarge` for more frames than the
    ///   ring holds; `kExtAudioFileError_AsyncWriteBufferOverflow` for more than it has room for.
    func put(_ count: Int, _ source: UnsafePointer<AudioBufferList>) -> OSStatus {
        let earlier = failure.load(ordering: .relaxed)
        guard earlier == noErr else { return earlier }
        guard count <= capacity else { return kExtAudioFileError_AsyncWriteTooLarge }
        let done = putCount.load(ordering: .relaxed)
        guard done - takenCount.load(ordering: .acquiring) + count <= capacity else {
            return kExtAudioFileError_AsyncWriteBufferOverflow
        }
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: source))
        guard buffers.count == bufferCount else { return kAudio_ParamError }
        let start = done % capacity
        let first = min(count, capacity - start)
        for index in 0..<bufferCount {
            guard let data = buffers[index].mData, Int(buffers[index].mDataByteSize) >= count * bytesPerFrame else {
                return kAudio_ParamError
            }
            let ring = rings + index * capacity * bytesPerFrame
            (ring + start * bytesPerFrame).copyMemory(from: data, byteCount: first * bytesPerFrame)
            ring.copyMemory(from: data + first * bytesPerFrame, byteCount: (count - first) * bytesPerFrame)
        }
        putCount.store(done + count, ordering: .releasing)
        return noErr
    }

    /// Writes all frames in the rings, in contiguous pieces.
    private func empty() {
        while failure.load(ordering: .relaxed) == noErr {
            let done = takenCount.load(ordering: .relaxed)
            let count = putCount.load(ordering: .acquiring) - done
            guard count > 0 else { return }
            let start = done % capacity
            let piece = min(count, capacity - start)
            for index in 0..<bufferCount {
                list[index] = AudioBuffer(
                    mNumberChannels: channelsPerBuffer, mDataByteSize: UInt32(piece * bytesPerFrame),
                    mData: rings + (index * capacity + start) * bytesPerFrame)
            }
            let status = write(piece, list.unsafePointer)
            if status != noErr { failure.store(status, ordering: .relaxed) }
            takenCount.store(done + piece, ordering: .releasing)
        }
    }

    /// Stops the timer and writes the remaining frames.
    ///
    /// - Returns: The first error of writing, or `noErr`.
    func finish() -> OSStatus {
        timer.cancel()
        queue.sync { empty() }
        return failure.load(ordering: .relaxed)
    }
}
