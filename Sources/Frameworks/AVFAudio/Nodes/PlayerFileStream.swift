import AVAudioTypes
import Foundation
import SordinoGraph
import SordinoMedia
import SordinoSignal

/// A part of a file as a player reads it: at the node's rate, with a reader of its own.
///
/// n frames of the file become round(n · ratio) frames; frame 0 lies on frame 0.
final class PlayerFileStream: PlayerStream, @unchecked Sendable {
    /// Frames of the file read at a time.
    private static let chunkFrames = 4096

    let channelCount: Int
    /// Frames at the node's rate.
    let frameCount: Int

    private let reader: MediaReader
    private let startFrame: Int64
    private let fileFrameCount: Int64
    private let resampler: Resampler?
    private let planes: [UnsafeMutablePointer<Float>]
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var chunkStart = 0
    private var chunkEnd = 0
    private var fileFramesLeft: Int64

    /// Opens a part of a file, clipped to what the file has.
    ///
    /// - Throws: As `AVAudioFile.init(forReading:)`.
    init(_ file: AVAudioFile, from start: Int64, frameCount wanted: Int64, rate: Double) throws {
        reader = try file.makeReader()
        channelCount = reader.format.channelCount
        startFrame = min(max(start, 0), reader.frameCount)
        fileFrameCount = min(max(wanted, 0), reader.frameCount - startFrame)
        fileFramesLeft = fileFrameCount
        let fileRate = reader.format.sampleRate
        if fileRate == rate {
            resampler = nil
            frameCount = Int(fileFrameCount)
        } else {
            resampler = Resampler(channelCount: channelCount, inputRate: fileRate, outputRate: rate, quality: .high)
            frameCount = Int((Double(fileFrameCount) * rate / fileRate).rounded())
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

    deinit {
        for plane in planes { plane.deallocate() }
        pointers.deallocate()
    }

    func rewind() {
        reader.seek(to: startFrame)
        fileFramesLeft = fileFrameCount
        (chunkStart, chunkEnd) = (0, 0)
        resampler?.renderer.reset()
    }

    func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        guard let resampler else {
            let count = Int(min(Int64(wanted), fileFramesLeft))
            return readFile(into: (0..<channelCount).map { channels[$0] }, frameCount: count)
        }
        var done = 0
        while done < wanted {
            if chunkStart == chunkEnd {
                let count = Int(min(Int64(Self.chunkFrames), fileFramesLeft))
                (chunkStart, chunkEnd) = (0, readFile(into: planes, frameCount: count))
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

    /// Reads frames of the file; a disk that fails counts as the file's end, and the schedule goes on in silence.
    private func readFile(into channels: [UnsafeMutablePointer<Float>], frameCount: Int) -> Int {
        guard frameCount > 0 else { return 0 }
        let count = (try? reader.read(into: channels, frameCount: frameCount)) ?? 0
        fileFramesLeft = count < frameCount ? 0 : fileFramesLeft - Int64(count)
        return count
    }
}
