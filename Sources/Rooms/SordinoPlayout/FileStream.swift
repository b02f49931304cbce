import SordinoGraph
import SordinoMedia
import SordinoSignal

/// A part of a file as a player reads it: at the node's rate, once or several times in a row.
///
/// n frames of the file become round(n · ratio) frames; frame 0 lies on frame 0.
package final class FileStream: PlayerStream, @unchecked Sendable {
    /// Frames of the file read at a time.
    private static let chunkFrames = 4096

    package let channelCount: Int
    /// Frames at the node's rate.
    package let frameCount: Int

    private let reader: MediaReader
    private let startFrame: Int64
    private let fileFrameCount: Int64
    private let resampler: Resampler?
    private let planes: [UnsafeMutablePointer<Float>]
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var chunkStart = 0
    private var chunkEnd = 0
    private var fileFramesLeft: Int64
    private let repeatCount: Int
    private var repeatsLeft: Int

    /// Takes a part of a file, clipped to what the file has.
    ///
    /// - Parameters:
    ///   - reader: Used by nobody else.
    ///   - start: The first frame, at the file's rate.
    ///   - wanted: Frames at the file's rate.
    ///   - rate: The node's.
    ///   - repeatCount: How many times more than once; without a seam.
    package init(
        _ reader: MediaReader, from start: Int64, frameCount wanted: Int64, rate: Double, repeatCount: Int = 0
    ) {
        self.reader = reader
        self.repeatCount = repeatCount
        repeatsLeft = repeatCount
        channelCount = reader.format.channelCount
        startFrame = min(max(start, 0), reader.frameCount)
        fileFrameCount = min(max(wanted, 0), reader.frameCount - startFrame)
        fileFramesLeft = fileFrameCount
        let fileRate = reader.format.sampleRate
        if fileRate == rate {
            resampler = nil
            frameCount = Int(Self.total(fileFrameCount, repeatCount))
        } else {
            resampler = Resampler(channelCount: channelCount, inputRate: fileRate, outputRate: rate, quality: .high)
            // No more frames than a stream can count, whatever the repetitions.
            let frames = (Double(Self.total(fileFrameCount, repeatCount)) * rate / fileRate).rounded()
            frameCount = Int(min(frames, 1e15))
        }
        planes = (0..<channelCount).map { _ in
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: Self.chunkFrames)
            plane.initialize(repeating: 0, count: Self.chunkFrames)
            return plane
        }
        pointers = .allocate(capacity: channelCount)
        for (channel, plane) in planes.enumerated() { (pointers + channel).initialize(to: plane) }
        reader.seek(to: startFrame)
    }

    /// All frames of all repetitions; of endless ones, as many as nobody hears out.
    private static func total(_ frames: Int64, _ repeatCount: Int) -> Int64 {
        let (product, isTooLarge) = frames.multipliedReportingOverflow(by: Int64(repeatCount) + 1)
        return isTooLarge ? 1 << 50 : min(product, 1 << 50)
    }

    deinit {
        for plane in planes { plane.deallocate() }
        pointers.deallocate()
    }

    package func rewind() {
        reader.seek(to: startFrame)
        fileFramesLeft = fileFrameCount
        repeatsLeft = repeatCount
        (chunkStart, chunkEnd) = (0, 0)
        resampler?.renderer.reset()
    }

    package func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        guard let resampler else {
            return readFile(into: (0..<channelCount).map { channels[$0] }, frameCount: wanted)
        }
        var done = 0
        while done < wanted {
            if chunkStart == chunkEnd {
                (chunkStart, chunkEnd) = (0, readFile(into: planes, frameCount: Self.chunkFrames))
            }
            if chunkStart == chunkEnd {
                // The file is over: what is on its way in the filter comes out.
                return done
                    + resampler.renderer.drain(into: channels, outputOffset: done, outputFrames: wanted - done)
            }
            let (consumed, produced) = resampler.renderer.process(
                pointers, inputOffset: chunkStart, inputFrames: chunkEnd - chunkStart, into: channels,
                outputOffset: done, outputFrames: wanted - done)
            chunkStart += consumed
            done += produced
        }
        return done
    }

    /// Reads frames of the file, from its beginning again while it is repeated.
    ///
    /// A disk that fails counts as the end, and the schedule goes on in silence.
    private func readFile(into channels: [UnsafeMutablePointer<Float>], frameCount wanted: Int) -> Int {
        var done = 0
        while done < wanted {
            if fileFramesLeft == 0, repeatsLeft > 0, fileFrameCount > 0 {
                repeatsLeft -= 1
                fileFramesLeft = fileFrameCount
                reader.seek(to: startFrame)
            }
            let count = Int(min(Int64(wanted - done), fileFramesLeft))
            guard count > 0 else { break }
            let given = (try? reader.read(into: channels.map { $0 + done }, frameCount: count)) ?? 0
            done += given
            fileFramesLeft -= Int64(given)
            if given < count { (fileFramesLeft, repeatsLeft) = (0, 0) }
        }
        return done
    }
}
