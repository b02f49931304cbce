import CoreAudioTypes
import CoreMedia
import Foundation
import MediaToolbox
import SordinoMedia
import SordinoSignal

/// A track on its way into a mix: its frames by its volume, and through the program's tap.
///
/// - Thread: one at a time; waits for the disk.
final class MixTrack {
    private let reader: PieceReader
    private let volume: VolumeLine?
    private let tap: MTAudioProcessingTap?
    private var isPrepared = false
    private var hasEnded = false
    private var gains = [Float](repeating: 1, count: FrameFeed.framesAtOnce)

    /// Takes a track with its parameters.
    init(_ reader: PieceReader, _ parameters: AVAudioMixInputParameters?) {
        self.reader = reader
        volume = parameters.flatMap {
            $0.ramps.isEmpty ? nil : VolumeLine($0, rate: reader.format.media.sampleRate)
        }
        tap = parameters?.audioTapProcessor
    }

    deinit { if isPrepared { tap?.unprepare() } }

    /// Makes the next frames.
    ///
    /// - Parameters:
    ///   - wanted: The number of frames, `FrameFeed.framesAtOnce` at most.
    ///   - part: Receives them from its first frame on.
    ///   - start: The first frame's place in the track.
    /// - Returns: Fewer than requested only at the end.
    func read(_ wanted: Int, into part: PlanarFrames, at start: Int64) throws -> Int {
        let planes = (0..<part.channelCount).map { part.floats[$0] }
        guard let tap else {
            let count = try fetch(wanted, into: planes)
            attenuate(planes, count, from: start)
            return count
        }
        guard !hasEnded else { return 0 }
        return try through(tap, wanted, planes, at: start)
    }

    private func fetch(_ wanted: Int, into planes: [UnsafeMutablePointer<Float>]) throws -> Int {
        let count = try reader.read(wanted, into: planes.map { UnsafeMutableRawPointer($0) })
        if count < wanted { hasEnded = true }
        return count
    }

    private func attenuate(_ planes: [UnsafeMutablePointer<Float>], _ count: Int, from start: Int64) {
        guard let volume, count > 0 else { return }
        volume.fill(&gains, from: start)
        for plane in planes {
            for frame in 0..<count { plane[frame] *= gains[frame] }
        }
    }

    private func through(
        _ tap: MTAudioProcessingTap, _ wanted: Int, _ planes: [UnsafeMutablePointer<Float>], at start: Int64
    ) throws -> Int {
        let rate = reader.format.media.sampleRate
        let isFirst = !isPrepared
        if isFirst {
            tap.prepare(maximumFrames: FrameFeed.framesAtOnce, format: reader.stream)
            isPrepared = true
        }
        let list = AudioBufferList.allocate(maximumBuffers: planes.count)
        defer { free(list.unsafeMutablePointer) }
        for (index, plane) in planes.enumerated() {
            plane.update(repeating: 0, count: wanted)
            list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(4 * wanted), mData: plane)
        }
        var (given, failure) = (0, (any Error)?.none)
        let startFlags = isFirst ? kMTAudioProcessingTapFlag_StartOfStream : 0
        let source = MTAudioProcessingTap.Source(
            read: { [self] frames, target in
                let room = min(frames, wanted - given)
                guard failure == nil, room > 0, target.count == planes.count else { return (0, startFlags) }
                let memory = target.compactMap { $0.mData?.assumingMemoryBound(to: Float.self) }
                do {
                    let count = try fetch(room, into: memory)
                    if !tap.isBeforeEffects { attenuate(memory, count, from: start + Int64(given)) }
                    for index in target.indices { target[index].mDataByteSize = UInt32(4 * count) }
                    given += count
                    return (count, startFlags | (hasEnded ? kMTAudioProcessingTapFlag_EndOfStream : 0))
                } catch {
                    failure = error
                    return (0, startFlags)
                }
            }, start: CMTime(frames: start, rate: rate), rate: rate)
        var made = tap.process(wanted, startFlags, list.unsafeMutablePointer, from: source)
        if let failure { throw failure }
        if given == 0, !hasEnded {
            // A tap that makes sound by itself takes no frames: they are read and dropped, so that the track keeps its
            // time.
            let unused = PlanarFrames(.float32, channelCount: planes.count, capacity: wanted)
            made = min(made, try fetch(wanted, into: (0..<planes.count).map { unused.floats[$0] }))
        } else if hasEnded {
            made = min(made, given)
        }
        // The program may have put buffers of its own into the list.
        for (index, plane) in planes.enumerated() where made > 0 {
            guard let memory = list[index].mData, memory != UnsafeMutableRawPointer(plane) else { continue }
            plane.update(from: memory.assumingMemoryBound(to: Float.self), count: made)
        }
        if tap.isBeforeEffects { attenuate(planes, made, from: start) }
        return made
    }
}

/// The volume of a track, frame by frame.
struct VolumeLine {
    /// A straight way between two frames; the last value stays until the next way begins.
    private struct Way {
        var start: Int64
        var end: Int64
        var from: Float
        var to: Float
    }

    private let ways: [Way]

    /// Takes the volumes of a track at a rate.
    init(_ parameters: AVAudioMixInputParameters, rate: Double) {
        ways = parameters.ramps.map {
            Way(
                start: $0.range.start.frames(rate: rate), end: $0.range.end.frames(rate: rate), from: $0.from,
                to: $0.to)
        }
    }

    /// Works the gains of frames out: 1 before the first way.
    func fill(_ gains: inout [Float], from start: Int64) {
        var index = (ways.firstIndex { $0.start > start } ?? ways.count) - 1
        for frame in 0..<gains.count {
            let place = start + Int64(frame)
            while index + 1 < ways.count, ways[index + 1].start <= place { index += 1 }
            guard index >= 0 else {
                gains[frame] = 1
                continue
            }
            let way = ways[index]
            gains[frame] =
                place >= way.end
                ? way.to : way.from + (way.to - way.from) * Float(place - way.start) / Float(way.end - way.start)
        }
    }
}
