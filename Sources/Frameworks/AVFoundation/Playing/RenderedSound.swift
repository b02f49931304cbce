import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia

/// A composition, or tracks with their volumes, as the bytes of a file of floats that are made when they are read.
///
/// So everything that plays files plays them.
/// - Thread: one at a time.
final class RenderedSound: ByteSource {
    let name = "composition"
    private let tracks: [AVAssetTrack]
    private let mix: AVAudioMix?
    private let output: OutputFormat
    private let header: [UInt8]
    private let frameCount: Int64
    private var feed: MixFeed?
    /// The frames that were made last, and the first of them.
    private var bytes: [UInt8] = []
    private var bytesStart: Int64 = 0

    /// - Returns: Nil if the tracks have no format in common.
    init?(_ tracks: [AVAssetTrack], _ mix: AVAudioMix?, duration: CMTime) {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let richest = tracks.max {
            ($0.stream.mChannelsPerFrame, $0.stream.mSampleRate) < ($1.stream.mChannelsPerFrame, $1.stream.mSampleRate)
        }
        guard let richest,
            let output = OutputFormat(settings, source: richest.stream, sourceLayout: richest.layout)
        else { return nil }
        self.tracks = tracks
        self.mix = mix
        self.output = output
        frameCount = max(0, duration.frames(rate: output.stream.mSampleRate))
        header = Self.header(output.stream, byteCount: frameCount * Int64(output.stream.mBytesPerFrame))
    }

    /// The head of a CAF file of floats.
    private static func header(_ stream: AudioStreamBasicDescription, byteCount: Int64) -> [UInt8] {
        var bytes = Array("caff".utf8)
        func put<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        }
        put(UInt16(1))
        put(UInt16(0))
        bytes += "desc".utf8
        put(Int64(32))
        put(stream.mSampleRate.bitPattern)
        bytes += "lpcm".utf8
        // Floats, the lowest byte first.
        put(UInt32(3))
        put(stream.mBytesPerFrame)
        put(UInt32(1))
        put(stream.mChannelsPerFrame)
        put(UInt32(32))
        bytes += "data".utf8
        put(byteCount + 4)
        put(UInt32(0))
        return bytes
    }

    private var bytesPerFrame: Int64 { Int64(output.stream.mBytesPerFrame) }

    func byteCount() throws(MediaError) -> Int64 { Int64(header.count) + frameCount * bytesPerFrame }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        var done = 0
        let end = Int64(header.count) + frameCount * bytesPerFrame
        while done < buffer.count, offset + Int64(done) < end {
            let place = offset + Int64(done)
            if place < Int64(header.count) {
                buffer[done] = header[Int(place)]
                done += 1
                continue
            }
            let byte = place - Int64(header.count)
            try make(from: byte / bytesPerFrame)
            let skipped = Int(byte - bytesStart * bytesPerFrame)
            guard skipped >= 0, skipped < bytes.count else { break }
            let count = min(buffer.count - done, bytes.count - skipped)
            for index in 0..<count { buffer[done + index] = bytes[skipped + index] }
            done += count
        }
        return done
    }

    /// Renders the frames from `frame` on, unless they are in `bytes` already.
    private func make(from frame: Int64) throws(MediaError) {
        let count = Int64(bytes.count) / bytesPerFrame
        if frame >= bytesStart, frame < bytesStart + count { return }
        do {
            if feed == nil || frame != bytesStart + count {
                let rate = output.stream.mSampleRate
                let range = CMTimeRange(start: CMTime(frames: frame, rate: rate), duration: .positiveInfinity)
                feed = try MixFeed(tracks, mix, output, range: range)
            }
            bytesStart = frame
            bytes = []
            if let data = try feed?.next()?.dataBuffer { bytes = [UInt8](try data.dataBytes()) }
        } catch let error as MediaError {
            throw error
        } catch {
            throw .unsupported(.operation("\(error)"))
        }
        // Where no track has frames, there is silence.
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: FrameFeed.framesAtOnce * Int(bytesPerFrame)) }
    }
}
