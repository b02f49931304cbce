import CoreAudioTypes
import Glibc
import SordinoMedia
import Synchronization

/// A program's function in the way of a queue's frames.
///
/// It is called on the worker that makes the frames, or takes them, piece by piece. It asks for the piece (`takeSource`) and
/// leaves what comes of it in the list; a siphon is shown the piece and changes nothing.
/// - Thread: one at a time.
package final class QueueTap: @unchecked Sendable {
    /// The point at which the frames are taken: before or after speed and pitch are changed.
    package enum Place: Sendable { case pre, post }

    /// The program's function: frames, their time, flags (1 first, 2 last), frames left by it, the list.
    package typealias Call =
        (
            _ frameCount: Int, _ time: inout AudioTimeStamp, _ isFirst: Bool, _ isLast: Bool,
            _ list: UnsafeMutablePointer<AudioBufferList>
        ) -> Int

    package let place: Place
    package let isSiphon: Bool
    package let channelCount: Int
    /// The most frames of a piece.
    package static var maximumFrameCount: Int { QueueFeed.chunkFrames }

    /// The call under way.
    private struct Visit {
        var frames: PlanarFrames
        var taken: Int
        var time: Int64
        var isFirst: Bool
        var isLast: Bool
    }

    private let call: Call
    /// Touched on the visitor's thread alone.
    private var visit: Visit?
    /// The thread of the call under way, 0 for none.
    private let visitor = Atomic<UInt>(0)
    private let hasEnded = Atomic<Bool>(false)
    private var passedFrames: Int64 = 0
    private let list: UnsafeMutableAudioBufferListPointer
    private let scratch: PlanarFrames

    /// Makes a tap with a buffer list of its own.
    package init(_ place: Place, isSiphon: Bool, channelCount: Int, call: @escaping Call) {
        self.place = place
        self.isSiphon = isSiphon
        self.channelCount = channelCount
        self.call = call
        list = AudioBufferList.allocate(maximumBuffers: channelCount)
        scratch = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.maximumFrameCount)
    }

    deinit { list.unsafeMutablePointer.deallocate() }

    /// Lets no call begin after this: frames pass as they are.
    package func end() { hasEnded.store(true, ordering: .relaxed) }

    /// Lets the program at frames, which are what it made of them afterwards.
    func process(_ frames: PlanarFrames, isFirst: Bool, isLast: Bool) {
        if hasEnded.load(ordering: .relaxed) { return }
        let count = frames.count
        let planes = isSiphon ? frames : scratch
        let first = isSiphon ? frames.start : 0
        for channel in list.indices {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(count * 4),
                mData: UnsafeMutableRawPointer(planes.floats[min(channel, planes.channelCount - 1)] + first))
        }
        var time = AudioTimeStamp()
        time.mSampleTime = Double(passedFrames)
        time.mFlags = .sampleTimeValid
        visit = Visit(
            frames: frames, taken: 0, time: passedFrames, isFirst: isFirst, isLast: isLast)
        visitor.store(UInt(pthread_self()), ordering: .relaxed)
        let made = call(count, &time, isFirst, isLast, list.unsafeMutablePointer)
        visitor.store(0, ordering: .relaxed)
        visit = nil
        passedFrames += Int64(count)
        guard !isSiphon else { return }
        let given = min(max(made, 0), frames.capacity)
        frames.empty()
        for channel in 0..<min(frames.channelCount, list.count) {
            let target = frames.floats[channel]
            let room = min(given, Int(list[channel].mDataByteSize) / 4)
            if let data = list[channel].mData, room > 0 {
                target.update(from: data.assumingMemoryBound(to: Float.self), count: room)
            }
            if room < given { (target + room).update(repeating: 0, count: given - room) }
        }
        frames.put(given)
    }

    /// Hands out frames of the piece at hand; only inside the program's function, on its thread.
    ///
    /// - Returns: Frames that were there; nil outside of the function.
    package func takeSource(
        _ wanted: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ time: inout AudioTimeStamp
    ) -> (frameCount: Int, isFirst: Bool, isLast: Bool)? {
        guard isInside, var visit, !isSiphon else { return nil }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let count = max(0, min(wanted, visit.frames.count - visit.taken))
        for channel in 0..<min(channelCount, buffers.count) {
            let plane = min(channel, visit.frames.channelCount - 1)
            let source = visit.frames.floats[plane] + visit.frames.start + visit.taken
            if buffers[channel].mData == nil {
                buffers[channel].mData = UnsafeMutableRawPointer(source)
            } else if let data = buffers[channel].mData {
                let room = min(count, Int(buffers[channel].mDataByteSize) / 4)
                data.assumingMemoryBound(to: Float.self).update(from: source, count: room)
            }
            buffers[channel].mDataByteSize = UInt32(count * 4)
        }
        time.mSampleTime = Double(visit.time + Int64(visit.taken))
        time.mFlags = .sampleTimeValid
        let isFirst = visit.isFirst && visit.taken == 0
        visit.taken += count
        self.visit = visit
        return (count, isFirst, visit.isLast && visit.taken == visit.frames.count)
    }

    /// Indicates whether the calling thread is inside the program's function.
    package var isInside: Bool { visitor.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// The queue's time of the piece at hand; nil outside of the function.
    package var queueTime: (sampleTime: Int64, frameCount: Int)? {
        guard isInside, let visit else { return nil }
        return (visit.time, visit.frames.count)
    }
}
