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
    private var engine = AVAudioEngine()
    private var player = AVAudioPlayerNode()
    /// Counts the engines: what one from before a reset of the media services says does not count.
    private var turn = 0
    private let lock = NSCondition()
    /// The buffers that were scheduled and have not been played, in their order.
    private var waiting: [AVAudioPCMBuffer] = []
    /// Indicates whether the media services are gone, and have not been reset.
    private var isLost = false
    private var isStopped = false
    private var isComplete = false
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
            let paused = lock.withLock { () -> AVAudioPlayerNode? in
                holds = newValue
                return format != nil && !isStopped ? player : nil
            }
            if newValue { paused?.pause() } else { _ = resume() }
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

    /// Seconds until the end of the sound; nil while more may come.
    var secondsLeft: Double? { lock.withLock { isComplete ? waitingSeconds : nil } }

    /// Lets a sound that is to begin wait for the media services, which are gone until `renew`.
    func lose() { lock.withLock { isLost = true } }

    /// Makes a new engine after the media services were reset, at the place that was reached: the old one is of no more use.
    ///
    /// - Parameter isPaused: Whether it does not play until `isPaused` is false again.
    func renew(isPaused: Bool) {
        let former = lock.withLock {
            defer { lock.broadcast() }
            turn += 1
            let former = (engine, player)
            (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            (isLost, holds) = (false, isPaused)
            guard let format, !isStopped else { return former }
            engine.attach(player)
            connect(format)
            for buffer in waiting { schedule(buffer) }
            return former
        }
        // Their last callbacks need the lock.
        withExtendedLifetime(former) {}
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
            lock.withLock { engine }.stop()
            DispatchQueue.main.async { MainActor.assumeIsolated { ended(sentence) } }
        }
        thread.start()
    }

    /// Stops the playback before its end.
    func stop() {
        let stopped = lock.withLock { () -> AVAudioPlayerNode? in
            isStopped = true
            lock.broadcast()
            return format == nil ? nil : player
        }
        stopped?.stop()
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
        lock.withLock { isComplete = true }
        waitUntilAllIsPlayed()
    }

    private func waitUntilAllIsPlayed() { lock.withLock { while !waiting.isEmpty, !isStopped { lock.wait() } } }

    /// Seconds of sound that wait; read with the lock held.
    private var waitingSeconds: Double { waiting.reduce(0) { $0 + Double($1.frameLength) / $1.format.sampleRate } }

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
        scheduledSeconds += Double(frameCount) / format.sampleRate
        lock.withLock {
            while waitingSeconds > Self.secondsAhead, !isStopped { lock.wait() }
            waiting.append(buffer)
            schedule(buffer)
            // An engine that an interruption stopped is started by `resume`.
            if !holds, !isStopped, engine.isRunning, !player.isPlaying { try? player.playAudio() }
        }
    }

    /// Schedules a buffer behind those before it; called with the lock held.
    private func schedule(_ buffer: AVAudioPCMBuffer) {
        player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { [self, turn] _ in
            lock.withLock {
                guard turn == self.turn, !waiting.isEmpty else { return }
                waiting.removeFirst()
                lock.broadcast()
            }
        }
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
            if arguments.isTalkative {
                let name = stream.station.map { $0.isEmpty ? "" : "  station:  \(foreignText($0))\n" } ?? ""
                Self.say("Playing a stream\n\(name)  format:   \(made)\n")
            }
        } else {
            waitUntilAllIsPlayed()
            lock.withLock { player }.stop()
        }
        try lock.withLock {
            while isLost, !isStopped { lock.wait() }
            if format == nil { engine.attach(player) } else { engine.disconnectNodeOutput(player) }
            connect(made)
            format = made
            if !engine.isRunning { try engine.start() }
        }
        return made
    }

    /// Connects the player; called with the lock held.
    private func connect(_ format: AVAudioFormat) {
        engine.connect(player, to: engine.mainMixerNode, format: format)
        engine.mainMixerNode.outputVolume = gain
    }

    private static func say(_ text: String) { ToolOutput.say(text) }
    private static func complain(_ text: String) { ToolOutput.complain(text) }
}
