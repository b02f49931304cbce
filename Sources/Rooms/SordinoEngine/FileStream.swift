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
    /// What changes the rate, and frames that wait for it; nil where the file has the node's rate.
    private let rate: RateConversion?
    private let frames: PlanarFrames
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
            self.rate = nil
            frameCount = Int(Self.total(fileFrameCount, repeatCount))
        } else {
            self.rate = RateConversion(channelCount: channelCount, from: fileRate, to: rate, quality: .high)
            // No more frames than a stream can count, whatever the repetitions.
            let frames = (Double(Self.total(fileFrameCount, repeatCount)) * rate / fileRate).rounded()
            frameCount = Int(min(frames, 1e15))
        }
        frames = PlanarFrames(.float32, channelCount: channelCount, capacity: self.rate == nil ? 0 : Self.chunkFrames)
        reader.seek(to: startFrame)
    }

    /// All frames of all repetitions; of endless ones, as many as nobody hears out.
    private static func total(_ frames: Int64, _ repeatCount: Int) -> Int64 {
        let (product, isTooLarge) = frames.multipliedReportingOverflow(by: Int64(repeatCount) + 1)
        return isTooLarge ? 1 << 50 : min(product, 1 << 50)
    }

    package func rewind() {
        reader.seek(to: startFrame)
        fileFramesLeft = fileFrameCount
        repeatsLeft = repeatCount
        frames.empty()
        rate?.reset()
    }

    package func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        guard let rate else { return readFile(into: channels, frameCount: wanted) }
        var done = 0
        while done < wanted {
            if frames.isEmpty {
                frames.empty()
                frames.put(readFile(into: frames.floats, frameCount: frames.room))
            }
            if frames.isEmpty {
                // The file is over: what is on its way in the filter comes out.
                return done + rate.drain(into: channels, atFrame: done, room: wanted - done)
            }
            done += rate.convert(frames, into: channels, atFrame: done, room: wanted - done)
        }
        return done
    }

    /// Reads frames of the file, from its beginning again while it is repeated.
    ///
    /// A disk that fails counts as the end, and the schedule goes on in silence.
    private func readFile(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int
    ) -> Int {
        let block = SampleBlock(
            .float32, channelCount: channelCount, isInterleaved: false,
            buffers: UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutableRawPointer.self))
        var done = 0
        while done < wanted {
            if fileFramesLeft == 0, repeatsLeft > 0, fileFrameCount > 0 {
                repeatsLeft -= 1
                fileFramesLeft = fileFrameCount
                reader.seek(to: startFrame)
            }
            let count = Int(min(Int64(wanted - done), fileFramesLeft))
            guard count > 0 else { break }
            let given = (try? reader.read(into: block, atFrame: done, frameCount: count)) ?? 0
            done += given
            fileFramesLeft -= Int64(given)
            if given < count { (fileFramesLeft, repeatsLeft) = (0, 0) }
        }
        return done
    }
}
