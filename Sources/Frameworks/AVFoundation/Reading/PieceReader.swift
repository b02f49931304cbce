import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia

/// Reads a track piece after piece in one format of linear PCM; gaps are silence.
///
/// - Thread: one at a time; waits for the disk.
final class PieceReader {
    private let pieces: [TrackPiece]
    let format: ConversionFormat
    let stream: AudioStreamBasicDescription
    /// Decoders of the files that the pieces come from, by path and track.
    private var decoders: [String: PieceDecoder] = [:]
    /// The next frame of the track, at the rate of `format`.
    private(set) var position: Int64
    /// The first frame that is not read; endless if reading ends where the one file does.
    private let end: Int64
    private var current: (piece: Int, decoder: PieceDecoder?, end: Int64)?
    /// The memory that a decoder fills.
    private let list: UnsafeMutableAudioBufferListPointer

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - pieces: In the order of their places, without overlaps.
    ///   - format: With a rate.
    ///   - stream: The same as Core Audio's struct.
    ///   - range: The part of the track; it ends with the last piece at the latest.
    init(_ pieces: [TrackPiece], _ format: ConversionFormat, _ stream: AudioStreamBasicDescription, range: CMTimeRange)
    {
        self.pieces = pieces
        self.format = format
        self.stream = stream
        list = AudioBufferList.allocate(maximumBuffers: stream.isInterleaved ? 1 : Int(stream.mChannelsPerFrame))
        let rate = format.media.sampleRate
        let start = range.isValid ? max(0, range.start.frames(rate: rate)) : 0
        position = start
        let last = pieces.last?.target.end.frames(rate: rate) ?? 0
        let wanted = range.isValid && range.duration.isNumeric ? range.end.frames(rate: rate) : .max
        let isOpen = pieces.count == 1 && pieces[0].isWholeFile && wanted >= last
        end = isOpen ? .max : min(last, wanted)
    }

    deinit { free(list.unsafeMutablePointer) }

    /// Bytes of a frame in one buffer.
    var bytesPerFrame: Int { Int(stream.mBytesPerFrame) }
    /// Buffers of a list.
    var bufferCount: Int { list.count }

    /// Reads frames.
    ///
    /// - Parameters:
    ///   - wanted: The number of frames.
    ///   - memory: Each buffer's frames, with room for them.
    /// - Returns: Fewer than requested only at the end.
    /// - Throws: `MediaError`, `ConversionError`, or why a file cannot be opened.
    func read(_ wanted: Int, into memory: UnsafePointer<UnsafeMutableRawPointer>) throws -> Int {
        var done = 0
        while done < wanted, position < end {
            let part = try piece()
            let room = Int(min(Int64(wanted - done), min(end, part.end) - position))
            for index in 0..<bufferCount {
                list[index] = AudioBuffer(
                    mNumberChannels: stream.isInterleaved ? stream.mChannelsPerFrame : 1,
                    mDataByteSize: UInt32(room * bytesPerFrame), mData: memory[index] + done * bytesPerFrame)
            }
            var count = try part.decoder?.read(room, into: list) ?? 0
            if count < room {
                if let failure = part.decoder?.failure { throw failure }
                if part.end == .max {
                    // The file is over.
                    position += Int64(count)
                    return done + count
                }
                for index in 0..<bufferCount {
                    let start = memory[index] + (done + count) * bytesPerFrame
                    memset(start, 0, (room - count) * bytesPerFrame)
                }
                count = room
            }
            done += count
            position += Int64(count)
        }
        return done
    }

    /// Returns the piece at the position: a decoder that is there, or nil for silence, and the frame where it ends.
    private func piece() throws -> (decoder: PieceDecoder?, end: Int64) {
        if let current, position < current.end { return (current.decoder, current.end) }
        let rate = format.media.sampleRate
        for (index, piece) in pieces.enumerated() where index > (current?.piece ?? -1) {
            let start = piece.target.start.frames(rate: rate)
            let stop = end == .max ? Int64.max : piece.target.end.frames(rate: rate)
            if position >= stop { continue }
            if position < start { return (nil, start) }
            guard case .file(let content, let track) = piece.source else {
                current = (index, nil, stop)
                return (nil, stop)
            }
            let decoder = try decoder(content, track)
            let from = piece.sourceStart.frames(rate: decoder.sampleRate)
            let skipped = CMTime(frames: position - start, rate: rate).frames(rate: decoder.sampleRate)
            let count = end == .max ? nil : piece.target.duration.frames(rate: decoder.sampleRate) - skipped
            decoder.seek(to: from + skipped, count: count.map { max(0, $0) })
            current = (index, decoder, stop)
            return (decoder, stop)
        }
        return (nil, end)
    }

    private func decoder(_ content: AssetContent, _ track: AssetContent.Track) throws -> PieceDecoder {
        let path = try content.path()
        let key = "\(track.number) \(path)"
        if let there = decoders[key] { return there }
        let made = try PieceDecoder(path: path, track: track.number, output: format)
        decoders[key] = made
        return made
    }
}
