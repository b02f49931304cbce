import Glibc
import SordinoMedia
import SordinoRealtime
import SordinoSignal
import SordinoWork

/// A sound on a server as frames that players read: a thread of its own fetches some seconds ahead of the players.
///
/// Reading never waits: where frames have not arrived, `isWaiting` is true. The format is that of the first
/// frames; later ones are converted to it.
/// - Thread: any. `changed` may be called while players hold their locks, so it hands over.
package final class ArrivingSound: FrameSource, Sendable {
    /// Seconds behind the present place that are kept, so that going back a little asks no server.
    private static let keptSeconds = 2.0
    /// The number of frames assumed if the length is unknown; it is never reached.
    private static let endlessFrameCount: Int64 = 1 << 50
    /// The fewest and the most seconds that are read ahead.
    package static let aheadSeconds = 1.0...300

    /// The situation of a sound.
    package struct Status: Equatable, Sendable {
        /// Indicates whether the first frames are there, and the format with them.
        package var isReady = false
        /// The reason for which no more comes.
        package var failure: StreamError?
        /// Seconds that can be heard without waiting.
        package var aheadSeconds = 0.0
        /// Seconds that are there: from, to.
        package var loaded = 0.0...0.0
        /// Indicates whether everything up to the end is there.
        package var isWhole = false
        /// Indicates whether a player has found fewer frames than it wanted since frames came last.
        package var isDry = false
        /// Indicates whether so much is there that no more is asked for.
        package var isFull = false
        /// The length; nil if unknown.
        package var seconds: Double?
        package var isSeekable = false
    }

    /// A note about the sound, and the frame from which on it holds.
    package struct PlacedNote: Sendable {
        package var frame: Int64
        package var note: SoundNote
    }

    private struct Chunk {
        var start: Int64
        var channels: [[Float]]
        var frameCount: Int { channels.first?.count ?? 0 }
    }

    private struct State {
        var status = Status()
        var format = MediaFormat(.float32(.little), sampleRate: 48_000, channelCount: 2)
        var layout: ChannelLayout?
        var chunks: [Chunk] = []
        /// The frame that is read next, and the one that arrives next.
        var position: Int64 = 0
        var end: Int64 = 0
        /// The target of a seek whose frames have not arrived.
        var wanted: Int64?
        var isWaiting = false
        var isClosed = false
        /// Indicates whether no more of a live stream is requested.
        var isHeld = false
        var notes: [PlacedNote] = []
        var playlist: PlaylistTraits?
        /// Frames that have arrived, and that were taken.
        var frames = (arrived: Int64(0), taken: Int64(0))
    }

    private let state = Guarded(State())
    private let bell = Bell()
    private let holder = ConnectionHolder()
    private let ahead: Guarded<Double>
    private let changed: @Sendable () -> Void
    private let name: String
    /// The questions to the program; nil for a sound on a server.
    private let questions: ByteQuestions?

    /// Begins to fetch bytes that the program provides itself.
    ///
    /// - Parameters:
    ///   - name: The name in messages.
    ///   - questions: Ask the program; ended with the sound.
    ///   - fields: Further fields of the questions to a server to which the program leads.
    ///   - aheadSeconds: Seconds to be read ahead.
    ///   - changed: Called when the status may have changed.
    package convenience init(
        _ name: String, asking questions: ByteQuestions, fields: [String: String] = [:], aheadSeconds: Double,
        changed: @escaping @Sendable () -> Void
    ) {
        self.init(name, questions, aheadSeconds: aheadSeconds, changed: changed) { holder throws(StreamError) in
            switch try AskedByteSource.look(name, questions) {
            case .bytes(let bytes): try RangedSound(bytes)
            case .moved(let address): try OpenedSound.open(address, HTTPQuestion(fields: fields), holder, bitRate: 0)
            }
        }
    }

    /// Begins to fetch.
    ///
    /// - Parameters:
    ///   - address: http:// or https://.
    ///   - fields: Further fields of every question.
    ///   - aheadSeconds: Seconds to be read ahead.
    ///   - bitRate: Bits per second that are not to be exceeded where there is a choice; 0 for no limit.
    ///   - pauses: Seconds before each attempt after a connection was lost; nil for the usual ones.
    ///   - changed: Called when the status may have changed.
    package convenience init(
        _ address: String, fields: [String: String] = [:], aheadSeconds: Double, bitRate: Int = 0,
        pauses: [Double]? = nil, changed: @escaping @Sendable () -> Void
    ) {
        self.init(address, nil, aheadSeconds: aheadSeconds, changed: changed) { holder throws(StreamError) in
            var question = HTTPQuestion(fields: fields)
            if let pauses { question.pauses = pauses }
            return try OpenedSound.open(address, question, holder, bitRate: bitRate)
        }
    }

    private init(
        _ name: String, _ questions: ByteQuestions?, aheadSeconds: Double, changed: @escaping @Sendable () -> Void,
        open: @escaping @Sendable (ConnectionHolder) throws(StreamError) -> any SoundSource
    ) {
        self.questions = questions
        ahead = Guarded(min(max(aheadSeconds, Self.aheadSeconds.lowerBound), Self.aheadSeconds.upperBound))
        self.changed = changed
        self.name = name
        holder.setFailed(changed)
        let isStarted = startThreadIfPossible { [self] in run(open) }
        if !isStarted { fail(.connection("no thread")) }
    }

    /// Ends: nothing more arrives, and connections are closed.
    package func close() {
        state.withLock { $0.isClosed = true }
        holder.end()
        questions?.end()
        bell.ring()
    }

    /// The state of the sound now.
    package var status: Status { state.withLock { $0.status } }

    /// Changes how many seconds are read ahead.
    package func setAhead(seconds: Double) {
        guard seconds.isFinite else { return }
        ahead.withLock { $0 = min(max(seconds, Self.aheadSeconds.lowerBound), Self.aheadSeconds.upperBound) }
        bell.ring()
    }

    /// Stops requesting more of a live stream, or continues.
    package func setHeld(_ isHeld: Bool) {
        state.withLock { $0.isHeld = isHeld }
        bell.ring()
    }

    /// Counts of the questions to servers.
    package var record: StreamRecord { holder.record }
    /// The playlist by which the sound comes; nil without one.
    package var playlist: PlaylistTraits? { state.withLock { $0.playlist } }
    /// Seconds of sound that have arrived, and seconds that were taken to be heard, since the beginning.
    package var transferred: (arrivedSeconds: Double, takenSeconds: Double) {
        state.withLock { state in
            let rate = state.format.sampleRate
            return (Double(state.frames.arrived) / rate, Double(state.frames.taken) / rate)
        }
    }

    /// Returns the notes that hold up to a frame, and forgets them.
    package func takeNotes(upTo frame: Int64) -> [PlacedNote] {
        state.withLock { state in
            let due = state.notes.filter { $0.frame <= frame }.sorted { $0.frame < $1.frame }
            state.notes.removeAll { $0.frame <= frame }
            return due
        }
    }

    // MARK: Reading

    package var format: MediaFormat { state.withLock { $0.format } }
    package var layout: ChannelLayout? { state.withLock { $0.layout } }
    package var frameCount: Int64 { state.withLock { $0.status.isWhole ? $0.end : Self.endlessFrameCount } }
    package var isWaiting: Bool { state.withLock { $0.isWaiting } }
    package func rest() {}

    package func seek(to frame: Int64) {
        state.withLock { state in
            let first = state.chunks.first?.start ?? state.end
            if frame >= first, frame <= state.end, state.wanted == nil {
                state.position = frame
            } else if state.status.isSeekable {
                (state.position, state.end, state.wanted) = (max(0, frame), max(0, frame), max(0, frame))
                (state.chunks, state.notes) = ([], [])
                (state.status.isWhole, state.status.isDry) = (false, false)
            } else {
                state.position = min(max(frame, first), state.end)
            }
            Self.count(&state)
        }
        bell.ring()
    }

    package func read(
        into block: SampleBlock, atFrame firstFrame: Int, frameCount wanted: Int
    ) throws(MediaError) -> Int {
        let (done, failure, isNewlyDry) = state.withLock { state -> (Int, StreamError?, Bool) in
            var done = 0
            while done < wanted, let index = Self.chunk(at: state.position, state.chunks) {
                let chunk = state.chunks[index]
                let skipped = Int(state.position - chunk.start)
                let count = min(wanted - done, chunk.frameCount - skipped)
                for channel in 0..<min(block.channelCount, chunk.channels.count) {
                    let target = block.buffers[channel].assumingMemoryBound(to: Float.self) + firstFrame + done
                    chunk.channels[channel].withUnsafeBufferPointer { samples in
                        for frame in 0..<count { target[frame] = samples[skipped + frame] }
                    }
                }
                done += count
                state.position += Int64(count)
            }
            state.frames.taken += Int64(done)
            let isShort = done < wanted
            // A failure is not reported while frames remain: the next read without frames throws it.
            state.isWaiting = isShort && !state.status.isWhole && (state.status.failure == nil || done > 0)
            let wasDry = state.status.isDry
            if state.isWaiting { state.status.isDry = true }
            Self.forget(&state)
            Self.count(&state)
            let failure = isShort && !state.status.isWhole ? state.status.failure : nil
            return (done, failure, state.status.isDry && !wasDry)
        }
        bell.ring()
        if isNewlyDry { changed() }
        if let failure, done == 0 {
            throw .io(MediaError.IOFailure(operation: "read", name: "stream", number: EIO, message: failure.sentence))
        }
        return done
    }

    private static func chunk(at frame: Int64, _ chunks: [Chunk]) -> Int? {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].start <= frame { low = middle + 1 } else { high = middle }
        }
        guard low > 0, frame < chunks[low - 1].start + Int64(chunks[low - 1].frameCount) else { return nil }
        return low - 1
    }

    /// Gives back frames that were heard some time ago.
    private static func forget(_ state: inout State) {
        let kept = Int64(keptSeconds * state.format.sampleRate)
        let gone = state.chunks.prefix { $0.start + Int64($0.frameCount) < state.position - kept }.count
        // In larger steps, since each removal moves the remaining chunks.
        if gone >= 16 { state.chunks.removeFirst(gone) }
    }

    private static func count(_ state: inout State) {
        let rate = state.format.sampleRate
        state.status.aheadSeconds = Double(state.end - state.position) / rate
        let first = state.chunks.first?.start ?? state.end
        state.status.loaded = Double(min(first, state.end)) / rate...Double(state.end) / rate
    }

    // MARK: Fetching

    private func fail(_ error: StreamError) {
        holder.noteFailure(name, error, isFinal: true)
        state.withLock { $0.status.failure = error }
        changed()
    }

    private func run(_ open: (ConnectionHolder) throws(StreamError) -> any SoundSource) {
        do throws(StreamError) {
            let source = try open(holder)
            var fitting = PieceFitting()
            while let work = nextWork() {
                switch work {
                case .seek(let frame): try go(to: frame, source, &fitting)
                case .read: try fetch(source, &fitting)
                }
            }
        } catch {
            if !state.withLock({ $0.isClosed }) { fail(error) }
        }
    }

    private enum Work {
        case read
        case seek(Int64)
    }

    /// Waits until there is something to fetch; nil when it is over.
    private func nextWork() -> Work? {
        while true {
            let seen = bell.count
            let wanted = ahead.withLock { $0 }
            let (work, isOver, isNewlyFull) = state.withLock { state -> (Work?, Bool, Bool) in
                if state.isClosed { return (nil, true, false) }
                if let frame = state.wanted { return (.seek(frame), false, false) }
                let samplesAhead = Double(state.end - state.position) * Double(state.format.channelCount)
                let isFull =
                    state.status.isWhole || state.status.aheadSeconds >= wanted
                    || samplesAhead >= Double(SoundLimits.samplesAhead)
                let wasFull = state.status.isFull
                state.status.isFull = isFull
                let isHeld = state.isHeld && state.status.isReady && !state.status.isSeekable
                return (isFull || isHeld ? nil : .read, false, isFull && !wasFull)
            }
            if isNewlyFull { changed() }
            if isOver { return nil }
            if let work { return work }
            bell.wait(after: seen)
        }
    }

    private func go(to frame: Int64, _ source: any SoundSource, _ fitting: inout PieceFitting) throws(StreamError) {
        let rate = state.withLock { $0.format.sampleRate }
        let start = try source.seek(to: Double(frame) / rate)
        let first = start * rate
        fitting.begin(skipping: max(0, frame - Int64(nearest: first)))
        state.withLock { if $0.wanted == frame { $0.wanted = nil } }
    }

    private func fetch(_ source: any SoundSource, _ fitting: inout PieceFitting) throws(StreamError) {
        let piece = try source.next()
        let (notes, playlist) = (source.takeNotes(), source.playlistTraits)
        state.withLock { state in
            state.playlist = playlist
            // A seek has begun meanwhile, so this piece is dropped.
            guard state.wanted == nil else { return }
            guard let piece else {
                (state.status.isWhole, state.status.seconds) = (true, Double(state.end) / state.format.sampleRate)
                if !state.status.isReady { state.status.failure = .sound("no frames") }
                return
            }
            if !state.status.isReady {
                state.format = MediaFormat(
                    .float32(.little), sampleRate: piece.sampleRate, channelCount: max(1, piece.channels.count))
                state.layout = source.layout
                (state.status.seconds, state.status.isSeekable) = (source.seconds, source.isSeekable)
                state.status.isReady = true
            }
            let rate = state.format.sampleRate
            for note in notes {
                let behind = note.seconds * rate
                state.notes.append(PlacedNote(frame: state.end + Int64(nearest: behind), note: note))
            }
            if state.notes.count > 1_000 { state.notes.removeFirst(state.notes.count - 1_000) }
            let channels = fitting.fit(piece, state.format)
            guard let count = channels.first?.count, count > 0 else { return }
            state.chunks.append(Chunk(start: state.end, channels: channels))
            state.end += Int64(count)
            state.frames.arrived += Int64(count)
            state.status.isDry = false
            Self.count(&state)
        }
        changed()
    }
}

/// Brings pieces to one format.
private struct PieceFitting {
    private var toSkip: Int64 = 0
    private var conversion: (rate: Double, RateConversion)?

    /// Begins at another place: drops the first `count` frames, at the rate of the target format.
    mutating func begin(skipping count: Int64) { (toSkip, conversion) = (count, nil) }

    mutating func fit(_ piece: SoundPiece, _ format: MediaFormat) -> [[Float]] {
        var channels = piece.channels
        if channels.count == 1 {
            channels = Array(repeating: channels[0], count: format.channelCount)
        } else {
            channels = Array(channels.prefix(format.channelCount))
            let silence = [Float](repeating: 0, count: piece.frameCount)
            while channels.count < format.channelCount { channels.append(silence) }
        }
        if piece.sampleRate != format.sampleRate { channels = converted(channels, piece.sampleRate, format) }
        let skipped = Int(min(toSkip, Int64(channels.first?.count ?? 0)))
        toSkip -= Int64(skipped)
        return skipped == 0 ? channels : channels.map { Array($0[skipped...]) }
    }

    private mutating func converted(_ channels: [[Float]], _ rate: Double, _ format: MediaFormat) -> [[Float]] {
        let conversion: RateConversion
        if let there = self.conversion, there.rate == rate {
            conversion = there.1
        } else {
            conversion = RateConversion(
                channelCount: format.channelCount, from: rate, to: format.sampleRate, quality: .high)
            self.conversion = (rate, conversion)
        }
        let count = channels.first?.count ?? 0
        let input = PlanarFrames(.float32, channelCount: format.channelCount, capacity: count)
        for channel in 0..<format.channelCount {
            for frame in 0..<count { input.floats[channel][frame] = channels[channel][frame] }
        }
        input.put(count)
        let room = Int((Double(count) * format.sampleRate / rate).rounded(.up)) + 64
        let output = PlanarFrames(.float32, channelCount: format.channelCount, capacity: room)
        conversion.convert(input, into: output)
        return (0..<format.channelCount).map { Array(UnsafeBufferPointer(start: output.floats[$0], count: output.end)) }
    }
}
