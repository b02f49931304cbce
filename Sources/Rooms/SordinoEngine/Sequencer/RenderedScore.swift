import CoreAudioTypes
import SordinoGraph
import SordinoMIDI
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// A sequence as the bytes of a file of sound: a CAF file of stereo floats that is rendered while it is read.
///
/// The General MIDI synthesizer plays the tracks from a bank. The sound ends when the sequence does and nothing is heard any more; until
/// then the file says that it may last ten seconds longer than the sequence. Reading backwards renders anew from the beginning.
/// Used by one thread at a time.
package final class RenderedScore: ByteSource {
    /// The most that a sound lasts behind the end of the sequence.
    private static let tailSeconds = 10.0
    /// The peak below which nothing is heard: half a step of 24 bits.
    private static let silence: Float = 0x1p-24
    private static let framesAtOnce = 4_096
    private static let channelCount = 2
    private static var bytesPerFrame: Int { channelCount * MemoryLayout<Float>.size }

    /// A name for messages.
    package let name: String
    /// Frames of the sequence, without what sounds behind its end.
    package let scoreFrameCount: Int64
    private let content: SequenceContent
    private let bank: PatchBank
    private let sampleRate: Double
    private let interpolation: NoteInterpolation
    private let header: [UInt8]
    private var performance: Performance
    /// The frames that were rendered last, interleaved.
    private var piece: [Float] = []
    private var pieceStart: Int64 = 0
    private var isOver = false

    /// Prepares a sequence.
    ///
    /// - Parameters:
    ///   - sampleRate: Hertz, 2000 or more.
    ///   - interpolation: Nobody waits for a file: the best, unless another one is asked for.
    ///   - name: For messages.
    /// - Throws: `limit` for a sequence that lasts longer than a day.
    package init(
        _ content: SequenceContent, bank: PatchBank, sampleRate: Double = 44_100,
        interpolation: NoteInterpolation = .sinc, name: String
    ) throws(MediaError) {
        let seconds = content.tempoMap.seconds(atBeat: content.length)
        guard seconds >= 0, seconds <= 86_400 else { throw .limit("a rendered sequence lasts a day at most") }
        self.content = content
        self.bank = bank
        self.sampleRate = sampleRate
        self.interpolation = interpolation
        self.name = name
        scoreFrameCount = Int64((seconds * sampleRate).rounded(.up))
        let frames = scoreFrameCount + Int64(Self.tailSeconds * sampleRate)
        header = Self.header(sampleRate: sampleRate, byteCount: frames * Int64(Self.bytesPerFrame))
        performance = try Performance(content, bank, sampleRate, interpolation)
    }

    /// The bytes that there are at most.
    package func byteCount() -> Int64 {
        Int64(header.count)
            + (scoreFrameCount + Int64(Self.tailSeconds * sampleRate)) * Int64(Self.bytesPerFrame)
    }

    /// Renders as far as is asked for.
    ///
    /// - Throws: `limit` if the performance cannot be begun anew.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard offset >= 0 else { return 0 }
        var done = 0
        while done < buffer.count {
            let place = offset + Int64(done)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count =
                place < Int64(header.count)
                ? header.withUnsafeBytes { Self.copy($0, from: Int(place), into: rest) }
                : try readSound(into: rest, at: place - Int64(header.count))
            if count == 0 { break }
            done += count
        }
        return done
    }

    private func readSound(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let bytesPerFrame = Int64(Self.bytesPerFrame)
        if offset < pieceStart * bytesPerFrame {
            performance = try Performance(content, bank, sampleRate, interpolation)
            (piece, pieceStart, isOver) = ([], 0, false)
        }
        while offset >= (pieceStart + Int64(piece.count / Self.channelCount)) * bytesPerFrame {
            guard !isOver else { return 0 }
            renderPiece()
        }
        let from = Int(offset - pieceStart * bytesPerFrame)
        return piece.withUnsafeBytes { Self.copy($0, from: from, into: buffer) }
    }

    private func renderPiece() {
        pieceStart += Int64(piece.count / Self.channelCount)
        let left = scoreFrameCount + Int64(Self.tailSeconds * sampleRate) - pieceStart
        let count = Int(min(Int64(Self.framesAtOnce), left))
        guard count > 0 else {
            (piece, isOver) = ([], true)
            return
        }
        piece = performance.render(count)
        let isBehind = pieceStart >= scoreFrameCount
        if isBehind, !piece.contains(where: { abs($0) > Self.silence }) { (piece, isOver) = ([], true) }
    }

    private static func copy(
        _ bytes: UnsafeRawBufferPointer, from first: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        let count = min(buffer.count, bytes.count - first)
        guard count > 0 else { return 0 }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]))
        return count
    }

    /// The chunks in front of the sound, after Apple's Core Audio Format specification.
    private static func header(sampleRate: Double, byteCount: Int64) -> [UInt8] {
        var bytes = [UInt8]("caff".utf8) + [0, 1, 0, 0]
        func put<T: FixedWidthInteger>(_ number: T) { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
        bytes += [UInt8]("desc".utf8)
        put(Int64(32))
        put(sampleRate.bitPattern)
        bytes += [UInt8]("lpcm".utf8)
        // Floats, lowest byte first.
        for field in [3, UInt32(bytesPerFrame), 1, UInt32(channelCount), 32] { put(field) }
        bytes += [UInt8]("data".utf8)
        put(byteCount + 4)
        put(UInt32(0))
        return bytes
    }
}

/// A synthesizer and a player, from the first frame on.
private final class Performance {
    private let renderer = Renderer()
    private let sequencer = Sequencer()
    private let store = SequenceStore()
    private let planes: PlanarBuffer
    private let sampleRate: Double
    private static let frameLimit = 4_096

    init(
        _ content: SequenceContent, _ bank: PatchBank, _ sampleRate: Double, _ interpolation: NoteInterpolation
    ) throws(MediaError) {
        self.sampleRate = sampleRate
        planes = PlanarBuffer(channelCount: 2, frameCapacity: Self.frameLimit)
        let synthesizer = MIDISynth()
        synthesizer.load(bank)
        synthesizer.interpolation = interpolation
        var graph = Graph()
        let output = graph.attach(Output())
        let node = graph.attach(synthesizer)
        let format = BusFormat(sampleRate: sampleRate, channelCount: 2)
        do throws(GraphError) {
            _ = try graph.connect(BusID(node, 0), to: BusID(output, 0), format: format)
            renderer.publish(
                try PlanCompiler().compile(
                    graph,
                    PlanCompiler.Request(
                        roots: [output], sampleRate: sampleRate, maximumFrameCount: Self.frameLimit)))
        } catch { throw .limit("the synthesizer cannot render at \(sampleRate) Hz") }
        let notes = synthesizer.notes
        store.edit { $0 = content }
        store.destinations.standard = SequenceTarget(
            bytes: { message in
                let message = message.assumingMemoryBound(to: MIDIBytesMessage.self).pointee
                notes.schedule(UnsafeBufferPointer(start: message.bytes, count: message.count), time: message.time)
            }, parameter: nil, setState: nil)
        sequencer.sequence = store
        sequencer.start()
    }

    /// The next frames, interleaved.
    func render(_ count: Int) -> [Float] {
        sequencer.state.pointee.render(frameCount: count, sampleRate: sampleRate, hostNanoseconds: -1)
        renderer.state.pointee.render(
            frameCount: count, hostNanoseconds: -1, output: UnsafePointer(planes.channels), outputChannelCount: 2,
            input: nil, inputChannelCount: 0)
        return [Float](unsafeUninitializedCapacity: 2 * count) { samples, filled in
            for frame in 0..<count {
                for channel in 0..<2 { samples[2 * frame + channel] = planes.channels[channel][frame] }
            }
            filled = 2 * count
        }
    }
}
