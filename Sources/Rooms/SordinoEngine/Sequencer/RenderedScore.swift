import SordinoGraph
import SordinoMIDI
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// A sequence as stereo frames that are rendered while they are read.
///
/// The General MIDI synthesizer plays the tracks from a bank. The sound ends when the sequence has ended and its notes have faded;
/// until then `frameCount` counts ten seconds more than the sequence. Seeking backwards renders anew from the beginning.
/// - Thread: one at a time.
package final class RenderedScore: FrameSource {
    /// The most that a sound lasts behind the end of the sequence.
    private static let tailSeconds = 10.0
    /// The peak below which nothing is heard: half a step of 24 bits.
    private static let silence: Float = 0x1p-24
    private static let framesAtOnce = 4_096

    /// The format: floats in stereo.
    package let format: MediaFormat
    /// The loudspeakers: left and right.
    package let layout: ChannelLayout? = .usual(channelCount: 2)
    /// Frames of the sequence, without what sounds behind its end.
    package let scoreFrameCount: Int64
    /// Frames that there are at most.
    package let frameCount: Int64
    /// False: nothing arrives from elsewhere.
    package let isWaiting = false
    private let content: SequenceContent
    private let bank: PatchBank
    private let interpolation: NoteInterpolation
    private var performance: Performance
    /// The next frame to be read.
    private var position: Int64 = 0
    /// The frame behind the last one rendered; `performance.frames` holds those before it.
    private var renderedCount: Int64 = 0
    private var isOver = false

    /// Prepares a sequence.
    ///
    /// - Parameters:
    ///   - sampleRate: Hertz, 2000 or more.
    ///   - interpolation: The best one by default, as a file is not due at any time.
    /// - Throws: `limit` for a sequence that lasts longer than a day.
    package init(
        _ content: SequenceContent, bank: PatchBank, sampleRate: Double = 44_100,
        interpolation: NoteInterpolation = .sinc
    ) throws(MediaError) {
        let seconds = content.tempoMap.seconds(atBeat: content.length)
        guard seconds >= 0, seconds <= 86_400 else { throw .limit("a rendered sequence lasts a day at most") }
        self.content = content
        self.bank = bank
        self.interpolation = interpolation
        format = MediaFormat(.float32(.native), sampleRate: sampleRate, channelCount: 2)
        scoreFrameCount = Int64((seconds * sampleRate).rounded(.up))
        frameCount = scoreFrameCount + Int64(Self.tailSeconds * sampleRate)
        performance = try Performance(content, bank, sampleRate, interpolation)
    }

    /// Goes to a frame; the next read renders up to it.
    package func seek(to frame: Int64) { position = max(0, min(frame, frameCount)) }

    /// Renders the next frames.
    ///
    /// - Returns: Fewer than wanted only at the end.
    /// - Throws: `limit` if the performance cannot be begun anew.
    package func read(
        into block: SampleBlock, atFrame firstFrame: Int, frameCount wanted: Int
    ) throws(MediaError) -> Int {
        var done = 0
        while done < wanted {
            if position < renderedCount - Int64(performance.frames.count) {
                performance = try Performance(content, bank, format.sampleRate, interpolation)
                (renderedCount, isOver) = (0, false)
            }
            while position >= renderedCount, !isOver { renderPiece() }
            let frames = performance.frames
            let skipped = frames.count - Int(renderedCount - position)
            let count = min(wanted - done, frames.count - skipped)
            guard count > 0 else { break }
            frames.block.copyPlanes(
                fromFrame: skipped, frameCount: count, into: block, atFrame: firstFrame + done)
            done += count
            position += Int64(count)
        }
        return done
    }

    /// The performance is needed for what comes next.
    package func rest() {}

    /// Renders the next frames, or notices that nothing follows.
    private func renderPiece() {
        let count = Int(min(Int64(Self.framesAtOnce), frameCount - renderedCount))
        let isBehind = renderedCount >= scoreFrameCount
        performance.render(count)
        if count <= 0 || isBehind && performance.isQuiet(below: Self.silence) {
            performance.frames.empty()
            isOver = true
        }
        renderedCount += Int64(performance.frames.count)
    }
}

/// A synthesizer and a player, from the first frame on.
private final class Performance {
    private let live = LiveGraph()
    private let sequencer = Sequencer()
    private let store = SequenceStore()
    /// The frames that were rendered last.
    let frames = PlanarFrames(.float32, channelCount: 2, capacity: frameLimit)
    private let sampleRate: Double
    private static let frameLimit = LiveGraph.maximumFrameCount

    init(
        _ content: SequenceContent, _ bank: PatchBank, _ sampleRate: Double, _ interpolation: NoteInterpolation
    ) throws(MediaError) {
        self.sampleRate = sampleRate
        let synthesizer = MIDISynth()
        synthesizer.load(bank)
        synthesizer.interpolation = interpolation
        let output = live.graph.attach(Output())
        let node = live.graph.attach(synthesizer)
        let format = BusFormat(sampleRate: sampleRate, channelCount: 2)
        do throws(GraphError) {
            _ = try live.graph.connect(BusID(node, 0), to: BusID(output, 0), format: format)
            try live.update(PlanCompiler.Request(roots: [output], sampleRate: sampleRate))
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

    /// Renders the next frames in place of those before.
    func render(_ count: Int) {
        frames.empty()
        guard count > 0 else { return }
        sequencer.state.pointee.render(frameCount: count, sampleRate: sampleRate, hostNanoseconds: -1)
        live.renderer.state.pointee.render(
            frameCount: count, hostNanoseconds: -1, output: frames.floats, outputChannelCount: 2, input: nil,
            inputChannelCount: 0)
        frames.put(count)
    }

    /// Indicates whether no frame is louder than a peak.
    func isQuiet(below peak: Float) -> Bool {
        (0..<frames.channelCount).allSatisfy { channel in
            UnsafeBufferPointer(start: frames.floats[channel], count: frames.count).allSatisfy { abs($0) <= peak }
        }
    }
}
