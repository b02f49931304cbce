import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import SordinoWork
import Synchronization

/// A unit whose input is pulled on a thread of its own: a renderer of the unit takes frames that were made before.
///
/// The thread pulls blocks of one length into a ring that begins with one such block of silence and the extra latency:
/// the input is heard later by that time. It continues while the ring has less than the longest block that is rendered.
/// If it is late, the rest of a block is silence; a client thread that renders the unit may wait for it, the hardware's
/// never does.
/// - Thread: control; one at a time.
package final class DeferredRenderer: @unchecked Sendable {
    /// Where the input comes from; rendered by the unit's thread alone.
    package let input: UnitCalls
    /// Frames that are asked for at a time.
    package var pullFrames = 512
    /// Frames of latency beyond one such block.
    package var extraFrames = 0
    /// Frames, in real time, for which a client thread waits for frames that are missing.
    package var waitFrames = 0

    /// The data of the thread, from `prepare` to `retire`.
    final class Work: @unchecked Sendable {
        let ring: FloatRing
        /// Frames of silence that the ring begins with.
        let lateFrames: Int
        /// Frames that it holds at most.
        let limitFrames: Int
        let pullFrames: Int
        let sampleRate: Double
        let input: UnitCalls
        let planes: UnsafeMutableAudioBufferListPointer
        let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
        /// Rung by the thread that takes frames, and when the thread is to end.
        let taken = Bell()
        /// Rung when frames have come.
        let came = Bell()
        let ends = Atomic<Bool>(false)

        init(_ format: BusFormat, maximumFrameCount: Int, pullFrames: Int, extraFrames: Int, input: UnitCalls) {
            self.pullFrames = max(pullFrames, 1)
            self.input = input
            sampleRate = format.sampleRate
            lateFrames = self.pullFrames + max(extraFrames, 0)
            // With no room for another pull there is still the longest block to be taken.
            limitFrames = self.pullFrames + max(maximumFrameCount, lateFrames)
            ring = FloatRing(channelCount: format.channelCount, frameCapacity: limitFrames)
            planes = AudioBufferList.allocate(maximumBuffers: format.channelCount)
            channels = .allocate(capacity: format.channelCount)
            for channel in 0..<format.channelCount {
                let plane = UnsafeMutablePointer<Float>.allocate(capacity: self.pullFrames)
                plane.initialize(repeating: 0, count: self.pullFrames)
                (channels + channel).initialize(to: plane)
            }
            _ = ring.producer.writeSilence(frameCount: lateFrames)
        }

        deinit {
            for channel in 0..<ring.channelCount { channels[channel].deallocate() }
            channels.deallocate()
            planes.unsafeMutablePointer.deallocate()
        }

        /// Asks for one block and writes it; what cannot be had is silence.
        private func pull(at time: inout Double) {
            for channel in 0..<ring.channelCount {
                planes[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(pullFrames * 4),
                    mData: UnsafeMutableRawPointer(channels[channel]))
            }
            var stamp = AudioTimeStamp()
            (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
            var flags = AudioUnitRenderActionFlags(rawValue: 0)
            let status = provideCalls(
                input.state, &flags, &stamp, UInt32(pullFrames), 0, planes.unsafeMutablePointer)
            if status == 0, !flags.isSilence {
                gather()
            } else {
                _ = ring.producer.writeSilence(frameCount: pullFrames)
            }
            time += Double(pullFrames)
            came.ring()
        }

        /// Writes the block from where it is: a source may lend its own memory.
        private func gather() {
            for channel in 0..<ring.channelCount {
                guard let data = planes[channel].mData?.assumingMemoryBound(to: Float.self), data != channels[channel]
                else { continue }
                channels[channel].update(from: data, count: pullFrames)
            }
            _ = ring.producer.write(from: channels, frameCount: pullFrames)
        }

        func run() {
            var time = 0.0
            // Half a block at most, because the hardware's thread cannot ring after it took frames.
            let patience = max(Int(Double(pullFrames) * 500 / sampleRate), 1)
            while !ends.load(ordering: .acquiring) {
                let seen = taken.count
                while ring.frameCapacity - ring.producer.writableFrameCount + pullFrames <= limitFrames,
                    !ends.load(ordering: .acquiring)
                {
                    pull(at: &time)
                }
                taken.wait(after: seen, milliseconds: patience)
            }
        }

        func end() {
            ends.store(true, ordering: .releasing)
            taken.ring()
        }

        /// Waits until so many frames are there, for a while at most.
        func wait(for frameCount: Int, nanoseconds: UInt64) {
            let deadline = HostClock.now() + nanoseconds
            while true {
                let seen = came.count
                taken.ring()
                guard ring.consumer.readableFrameCount < frameCount else { return }
                if HostClock.now() >= deadline { return }
                came.wait(after: seen, until: deadline)
            }
        }
    }

    private let held = Held(DeferredState())
    private var work: Work?
    private var planes: PackedPlanes?

    /// Makes a unit that is not ready.
    package init() {
        input = UnitCalls { _ in }
        held.pointer.pointee.desk = ControlCall(context: Unmanaged.passUnretained(self).toOpaque()) {
            Unmanaged<DeferredRenderer>.fromOpaque($0).takeUnretainedValue().wait(for: $1)
        }
    }

    deinit { work?.end() }

    /// Frames by which the output lags.
    package var latencyFrames: Int { pullFrames + extraFrames }

    /// Frames that were missing since the unit was prepared; while nothing renders.
    package var lostFrameCount: Int { held.pointer.pointee.lostFrames }

    /// Begins the thread.
    ///
    /// - Parameter format: Of input and output, planar floats.
    /// - Returns: False if the system has no thread.
    package func prepare(_ format: UnitFormat, maximumFrameCount: Int) -> Bool {
        retire()
        let work = Work(
            format.bus, maximumFrameCount: maximumFrameCount, pullFrames: pullFrames, extraFrames: extraFrames,
            input: input)
        let planes = PackedPlanes(format, maximumFrameCount: maximumFrameCount)
        guard startThreadIfPossible({ work.run() }) else { return false }
        (self.work, self.planes) = (work, planes)
        held.pointer.pointee.arrange(work, planes)
        return true
    }

    /// Ends the thread; nothing is rendering.
    package func retire() {
        held.pointer.pointee = DeferredState(desk: held.pointer.pointee.desk)
        work?.end()
        (work, planes) = (nil, nil)
    }

    /// The block that renders the unit from the ring.
    package var renderBlock: UnitRenderBlock {
        let unit = self
        return { _, _, frameCount, bus, list, _, _ in renderDeferred(unit.held.pointer, frameCount, bus, list) }
    }

    private func wait(for frameCount: Int) {
        guard let work, waitFrames > 0 else { return work?.taken.ring() ?? () }
        work.wait(for: frameCount, nanoseconds: UInt64(Double(waitFrames) * 1e9 / work.sampleRate))
    }
}

/// The render thread's part of a deferred unit.
struct DeferredState {
    var ring: FloatRingConsumer?
    var planes: PackedPlanesState?
    /// Frames that were missing.
    var lostFrames = 0
    /// For threads of programs: waits for so many frames.
    var desk: ControlCall?

    init(desk: ControlCall? = nil) { self.desk = desk }

    mutating func arrange(_ work: DeferredRenderer.Work, _ planes: PackedPlanes) {
        (ring, self.planes) = (work.ring.consumer, planes.state)
    }
}
