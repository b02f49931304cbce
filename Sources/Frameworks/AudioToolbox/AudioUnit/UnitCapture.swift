import AVAudioTypes
import CoreAudioTypes
import SordinoGraph
import SordinoSignal

/// The last block of one output bus of a unit that has several, until somebody asks for it.
///
/// - Thread: render.
final class UnitCapture: @unchecked Sendable {
    private let planes: SamplePlanes
    private let samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let maximumFrameCount: Int
    private var start: Double?
    /// Of the block that waits; -1 for none.
    private var frameCount = -1
    private var done = 0

    init(_ format: AVAudioFormat, maximumFrameCount: Int) {
        planes = SamplePlanes(format, maximumFrameCount: maximumFrameCount)
        self.maximumFrameCount = maximumFrameCount
        samples = .allocate(capacity: planes.channelCount)
        for channel in 0..<planes.channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: max(maximumFrameCount, 1))
            plane.initialize(repeating: 0, count: max(maximumFrameCount, 1))
            (samples + channel).initialize(to: plane)
        }
    }

    deinit {
        for channel in 0..<planes.channelCount { samples[channel].deallocate() }
        samples.deallocate()
    }

    /// Takes what reaches the end of the graph, piece by piece.
    var client: ClientBlock {
        ClientBlock(context: Unmanaged.passUnretained(self).toOpaque()) { context, exchange in
            let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
            Unmanaged<UnitCapture>.fromOpaque(context)._withUnsafeGuaranteedRef {
                $0.take(exchange.pointee.list, exchange.pointee.frameCount)
            }
            return noErr
        }
    }

    private func take(_ list: UnsafeMutablePointer<AudioBufferList>, _ count: Int) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let frames = min(count, maximumFrameCount - done)
        for channel in 0..<min(planes.channelCount, buffers.count) {
            guard let data = buffers[channel].mData else { continue }
            (samples[channel] + done).update(from: data.assumingMemoryBound(to: Float.self), count: frames)
        }
        done += frames
    }

    /// A block begins.
    func begin(_ start: Double?, _ frameCount: Int) { (self.start, self.frameCount, done) = (start, frameCount, 0) }

    /// Whether the block that waits is the one that is asked for.
    func holds(_ start: Double?, _ frameCount: Int) -> Bool { self.frameCount == frameCount && self.start == start }

    /// Hands the block over.
    ///
    /// - Returns: False if the list does not fit.
    func give(_ list: UnsafeMutablePointer<AudioBufferList>) -> Bool {
        guard frameCount >= 0, planes.aim(at: list, frameCount: frameCount) else { return false }
        for channel in 0..<planes.channelCount {
            planes.targets[channel].update(from: samples[channel], count: done)
        }
        planes.finish(list, frameCount: frameCount)
        frameCount = -1
        return true
    }
}
