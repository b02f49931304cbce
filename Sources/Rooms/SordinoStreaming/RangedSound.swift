import SordinoMedia

/// A file of known length of which parts can be requested, from a server or from the program.
///
/// Where only a walk over all packets would find a place (MP3, AAC in ADTS), a place that was not fetched yet is
/// estimated by the bytes, and decoded from there on: exact to a packet at a constant bit rate, an estimate otherwise.
final class RangedSound: SoundSource {
    private static let framesAtOnce = 4_096
    /// Bytes before an estimated place at which decoding begins, so that the codec has found its way when it counts.
    private static let runUpByteCount: Int64 = 1 << 13
    private static let bytesAtOnce = 1 << 14
    /// Seconds ahead that are walked rather than estimated.
    private static let walkedSeconds = 10.0

    /// Decoding from an estimated place on.
    private struct Jump {
        var decoder = StreamDecoder()
        /// The next byte of the audio.
        var offset: Int64
        var packets = ArrivedPackets()
        var isOver = false
    }

    private let bytes: any ChunkedBytes
    private let reader: MediaReader
    private var jump: Jump?
    let seconds: Double?
    var isSeekable: Bool { true }
    var layout: ChannelLayout? { reader.layout }

    init(_ bytes: any ChunkedBytes) throws(StreamError) {
        self.bytes = bytes
        do throws(MediaError) {
            reader = try MediaReader(bytes)
        } catch {
            throw bytes.failure ?? .sound("\(error)")
        }
        let frames = reader.estimatedFrameCount
        seconds = Double(frames) / reader.format.sampleRate
    }

    func next() throws(StreamError) -> SoundPiece? {
        if jump != nil { return try nextOfJump() }
        let count = reader.format.channelCount
        var samples = [Float](repeating: 0, count: count * Self.framesAtOnce)
        var (given, failure) = (0, MediaError?.none)
        let start = reader.position
        samples.withUnsafeMutableBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let planes = (0..<count).map { base + $0 * Self.framesAtOnce }
            do throws(MediaError) { given = try reader.read(into: planes, frameCount: Self.framesAtOnce) } catch {
                // Frames that were read before the failure are kept.
                (given, failure) = (Int(clamping: reader.position - start), error)
            }
        }
        if let failure, given == 0 { throw bytes.failure ?? .connection("\(failure)") }
        guard given > 0 else {
            // Not the real end: the bytes of the next frames are missing.
            if let failure = bytes.failure { throw failure }
            return nil
        }
        let channels = (0..<count).map { Array(samples[$0 * Self.framesAtOnce..<$0 * Self.framesAtOnce + given]) }
        return SoundPiece(sampleRate: reader.format.sampleRate, channels: channels)
    }

    func seek(to seconds: Double) throws(StreamError) -> Double {
        let rate = reader.format.sampleRate
        let frame = (max(0, seconds) * rate).rounded()
        if let total = self.seconds, total > 0, reader.seeksByWalking, seconds < total,
            seconds > Double(reader.position) / rate + Self.walkedSeconds
        {
            return begin(at: seconds / total, of: total)
        }
        jump = nil
        if let total = self.seconds, reader.seeksByWalking, seconds >= total {
            // A position behind the end needs no search.
            jump = Jump(offset: reader.dataRange.upperBound, isOver: true)
            return total
        }
        reader.seek(to: frame < 0x1p62 ? Int64(frame) : .max)
        return Double(reader.position) / rate
    }

    /// Begins to decode at a share of the bytes.
    ///
    /// - Returns: The time of the first frame that will come, in seconds.
    private func begin(at share: Double, of total: Double) -> Double {
        let range = reader.dataRange
        let place = Int64(share * Double(range.count))
        let start = max(0, place - Self.runUpByteCount)
        jump = Jump(offset: range.lowerBound + start)
        return Double(start) / Double(max(1, range.count)) * total
    }

    private func nextOfJump() throws(StreamError) -> SoundPiece? {
        guard var jump else { return nil }
        defer { self.jump = jump }
        while true {
            if let piece = jump.packets.nextPiece() { return piece }
            if jump.isOver { return nil }
            let wanted = Int(min(Int64(Self.bytesAtOnce), reader.dataRange.upperBound - jump.offset))
            guard wanted > 0 else {
                jump.isOver = true
                jump.packets += try jump.decoder.finish()
                continue
            }
            var (failure, count) = (MediaError?.none, 0)
            let part = [UInt8](unsafeUninitializedCapacity: wanted) { room, filled in
                do throws(MediaError) {
                    count = try bytes.read(into: UnsafeMutableRawBufferPointer(room), at: jump.offset)
                } catch { failure = error }
                filled = count
            }
            if let failure { throw bytes.failure ?? .connection("\(failure)") }
            guard count > 0 else {
                if let failure = bytes.failure { throw failure }
                jump.isOver = true
                continue
            }
            jump.offset += Int64(count)
            jump.packets += try jump.decoder.take(part[...])
        }
    }

    func takeNotes() -> [SoundNote] { [] }
}
