import SordinoRealtime
import Synchronization

/// Reads one stream ahead: into a ring, or as pages that the stream lends.
final class PlayerFeeder {
    /// Frames read ahead at most: about a second at the usual rates.
    static let ringFrames = 65_536
    /// Frames read at once.
    static let pieceFrames = 4096
    /// Lent pieces that may be on the way; they are short only where a sound begins and ends.
    private static let spanCapacity = 16

    /// The way of the frames from the stream to the render thread.
    private enum Road {
        case copied(FloatRing)
        case lent(Ring<PlayerSpan>)
    }

    private let stream: any PlayerStream
    private let frameCount: Int
    private var framesRead = 0
    private var memory: (road: Road, end: Held<PlayerRing>)?
    /// Keep the lent frames that the render thread may still read.
    private var keepers: [AnyObject] = []
    /// Keepers that are gone.
    private var keepersGone = 0

    init(_ stream: any PlayerStream, frameCount: Int) {
        self.stream = stream
        self.frameCount = frameCount
    }

    /// The end from which the render thread reads; nil before the first frame was asked for.
    var ring: UnsafeMutablePointer<PlayerRing>? { memory?.end.pointer }

    /// Indicates whether the stream's last frame has been read.
    var isWhole: Bool { framesRead >= min(frameCount, stream.isOpenEnded ? stream.endFrame ?? .max : .max) }

    /// Stores the end of an open-ended stream for the render thread, as far as it is known.
    func storeEnd(of item: UnsafeMutablePointer<PlayerItem>) {
        guard stream.isOpenEnded else { return }
        item.pointee.end.store(stream.endFrame ?? .max, ordering: .releasing)
    }

    /// Reads until `frames` frames are ready, or the stream's end, or there is no more room.
    ///
    /// - Returns: Frames that are ready.
    func fill(_ frames: Int) -> Int {
        let memory = memory ?? make()
        self.memory = memory
        let wanted = min(frames, stream.readAheadFrames)
        return switch memory.road {
        case .copied(let ring): copy(into: ring, memory.end.pointer, until: min(wanted, ring.frameCapacity))
        case .lent(let spans): lend(through: spans, memory.end.pointer, until: wanted)
        }
    }

    private func copy(into ring: FloatRing, _ end: UnsafeMutablePointer<PlayerRing>, until wanted: Int) -> Int {
        var ready = max(0, ring.consumer.readableFrameCount - end.pointee.shown.load(ordering: .acquiring))
        guard ready < wanted else { return ready }
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: stream.channelCount) { planes in
            guard let channels = planes.baseAddress else { return }
            while ready < wanted, !isWhole {
                let span = ring.producer.writableSpan(frameCount: min(Self.pieceFrames, frameCount - framesRead))
                guard span.frameCount > 0 else { return }
                for channel in 0..<stream.channelCount {
                    (channels + channel).initialize(to: ring.producer.plane(channel) + span.start)
                }
                let given = stream.read(into: channels, frameCount: span.frameCount)
                ring.producer.commit(frameCount: given)
                if stream.isOpenEnded {
                    framesRead += given
                    ready += given
                    if given == 0 { return }
                    continue
                }
                // A stream that ends before its time is silence to the end: the schedule's frames hold.
                _ = ring.producer.writeSilence(frameCount: span.frameCount - given)
                framesRead += span.frameCount
                ready += span.frameCount
            }
        }
        return ready
    }

    private func lend(
        through spans: Ring<PlayerSpan>, _ end: UnsafeMutablePointer<PlayerRing>, until wanted: Int
    ) -> Int {
        let finished = end.pointee.finishedSpans.load(ordering: .acquiring)
        keepers.removeFirst(finished - keepersGone)
        keepersGone = finished
        var offered = end.pointee.offered.load(ordering: .relaxed)
        let taken = end.pointee.taken.load(ordering: .acquiring)
        while offered - taken < wanted, !isWhole, spans.producer.writableCount > 0 {
            guard let lent = stream.lend(frameCount: frameCount - framesRead) else { break }
            keepers.append(lent.keeper)
            _ = spans.producer.push(
                PlayerSpan(channels: lent.channels, start: lent.start, frameCount: lent.frameCount))
            framesRead += lent.frameCount
            offered += lent.frameCount
            end.pointee.offered.store(offered, ordering: .releasing)
        }
        return offered - taken
    }

    /// Starts from the first frame; nothing may be reading.
    func rewind() {
        guard let memory else { return }
        stream.rewind()
        framesRead = 0
        memory.end.pointer.pointee.empty()
    }

    private func make() -> (Road, Held<PlayerRing>) {
        if stream.lendsFrames {
            let spans = Ring<PlayerSpan>(capacity: Self.spanCapacity)
            return (.lent(spans), Held(PlayerRing(spans: spans.consumer, channelCount: stream.channelCount)))
        }
        let ring = FloatRing(
            channelCount: stream.channelCount, frameCapacity: min(frameCount, Self.ringFrames, stream.readAheadFrames))
        return (.copied(ring), Held(PlayerRing(frames: ring.consumer, channelCount: stream.channelCount)))
    }
}
