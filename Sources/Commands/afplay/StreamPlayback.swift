import AVFAudio
import SordinoCommandLine
import SordinoStreaming

/// Plays a sound from a server, or from the standard input, while it arrives.
///
/// A thread of its own waits for the network and stays a few seconds ahead of the playback.
final class StreamPlayback: @unchecked Sendable {
    /// Seconds of sound that wait at most.
    private static let secondsAhead = 4.0
    /// Seconds that are put together before they are scheduled: packets are short.
    private static let secondsAtOnce = 0.1

    private let stream: SoundStream
    private let arguments: Arguments
    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let lock = NSCondition()
    private var waitingSeconds = 0.0
    private var isStopped = false
    private var format: AVAudioFormat?
    private var scheduledSeconds = 0.0

    private var holds = false
    private var gain: Float

    /// The linear gain of the sound.
    var volume: Float {
        get { lock.withLock { gain } }
        set {
            lock.withLock {
                gain = newValue
                if format != nil { engine.mainMixerNode.outputVolume = newValue }
            }
        }
    }

    /// Indicates whether playback is paused; meanwhile the stream is read a few seconds ahead, no further.
    var isPaused: Bool {
        get { lock.withLock { holds } }
        set {
            let isPlayable = lock.withLock {
                holds = newValue
                return format != nil && !isStopped
            }
            guard isPlayable else { return }
            if newValue { player.pause() } else { _ = resume() }
        }
    }

    /// Indicates whether the sound that has arrived is being played, or whether none has arrived up to now.
    var isPlaying: Bool {
        lock.withLock { !holds && (format == nil || engine.isRunning && player.isPlaying) }
    }

    /// The place that the output has reached, in frames; nil while nothing is to be heard, as before the first sound arrives.
    var place: Double? {
        lock.withLock { format == nil || holds ? nil : Double(engine.outputNode.lastRenderTime?.sampleTime ?? -1) }
    }

    /// Plays on after the session or a change of the hardware stopped the engine.
    ///
    /// - Returns: False if the session or the device refuses.
    func resume() -> Bool {
        lock.withLock {
            guard format != nil, !isStopped, !holds else { return true }
            do {
                try engine.start()
                try player.playAudio()
                return true
            } catch {
                return false
            }
        }
    }

    /// Prepares for an address, or for "-", the standard input.
    ///
    /// - Throws: `StreamError` for an invalid address.
    init(_ address: String, _ arguments: Arguments, volume: Float) throws {
        stream = address == "-" ? SoundStream(reading: STDIN_FILENO) : try SoundStream(address)
        self.arguments = arguments
        gain = volume
        stream.titleChanged = { Self.say("\(foreignText($0))\n") }
        stream.reconnecting = { Self.complain("afplay: the connection was lost; connecting again\n") }
    }

    /// Begins, and calls the function on the main queue at the end, with the reason: nil after the last frame.
    func run(_ ended: @escaping @MainActor @Sendable (String?) -> Void) {
        let thread = Thread { [self] in
            var sentence: String?
            do { try play() } catch {
                sentence = (error as? StreamError)?.sentence ?? (error as NSError).localizedDescription
            }
            engine.stop()
            DispatchQueue.main.async { MainActor.assumeIsolated { ended(sentence) } }
        }
        thread.start()
    }

    /// Stops the playback before its end.
    func stop() {
        let isPlayable = lock.withLock {
            isStopped = true
            lock.broadcast()
            return format != nil
        }
        if isPlayable { player.stop() }
    }

    private func play() throws {
        var (pieces, seconds) = ([SoundPiece](), 0.0)
        while let piece = try stream.next() {
            if let first = pieces.first,
                first.sampleRate != piece.sampleRate || first.channels.count != piece.channels.count
            {
                try schedule(pieces)
                (pieces, seconds) = ([], 0)
            }
            pieces.append(piece)
            seconds += Double(piece.frameCount) / piece.sampleRate
            if seconds >= Self.secondsAtOnce {
                try schedule(pieces)
                (pieces, seconds) = ([], 0)
            }
            let isEnough = arguments.seconds.map { scheduledSeconds + seconds >= $0 } ?? false
            if isEnough || lock.withLock({ isStopped }) { break }
        }
        try schedule(pieces)
        lock.withLock { while waitingSeconds > 1e-6, !isStopped { lock.wait() } }
    }

    private func schedule(_ pieces: [SoundPiece]) throws {
        guard let first = pieces.first, !first.channels.isEmpty else { return }
        let format = try prepared(first)
        let frameCount = pieces.reduce(0) { $0 + $1.frameCount }
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)),
            let channels = buffer.floatChannelData
        else { return }
        var done = 0
        for piece in pieces {
            for (channel, samples) in piece.channels.enumerated() {
                (channels[channel] + done).update(from: samples, count: samples.count)
            }
            done += piece.frameCount
        }
        buffer.frameLength = AVAudioFrameCount(frameCount)
        let seconds = Double(frameCount) / format.sampleRate
        lock.withLock {
            while waitingSeconds > Self.secondsAhead, !isStopped { lock.wait() }
            waitingSeconds += seconds
        }
        scheduledSeconds += seconds
        player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { [self] _ in
            lock.withLock {
                waitingSeconds -= seconds
                lock.broadcast()
            }
        }
        // An engine that an interruption stopped is started by `resume`.
        lock.withLock { if !holds, !isStopped, engine.isRunning, !player.isPlaying { try? player.playAudio() } }
    }

    /// Connects the player; a station may change its format between two songs.
    private func prepared(_ piece: SoundPiece) throws -> AVAudioFormat {
        let count = AVAudioChannelCount(piece.channels.count)
        if let format, format.sampleRate == piece.sampleRate, format.channelCount == count { return format }
        let made =
            AVAudioFormat(standardFormatWithSampleRate: piece.sampleRate, channels: count)
            ?? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | count)
            .map { AVAudioFormat(standardFormatWithSampleRate: piece.sampleRate, channelLayout: $0) }
        guard let made else { throw StreamError.sound("streams of \(counted(count, "channel")) cannot be played") }
        if format == nil {
            engine.attach(player)
            if arguments.isTalkative {
                let name = stream.station.map { $0.isEmpty ? "" : "  station:  \(foreignText($0))\n" } ?? ""
                Self.say("Playing a stream\n\(name)  format:   \(made)\n")
            }
        } else {
            lock.withLock { while waitingSeconds > 1e-6, !isStopped { lock.wait() } }
            player.stop()
            engine.disconnectNodeOutput(player)
        }
        engine.connect(player, to: engine.mainMixerNode, format: made)
        if !engine.isRunning { try engine.start() }
        lock.withLock {
            engine.mainMixerNode.outputVolume = gain
            self.format = made
        }
        return made
    }

    private static func say(_ text: String) { ToolOutput.say(text) }
    private static func complain(_ text: String) { ToolOutput.complain(text) }
}
