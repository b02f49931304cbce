import AVFAudio
import SordinoCommandLine
import SordinoStreaming

/// Plays the files of a command line one after the other, with a line that shows how far it is.
@MainActor
final class Playback: NSObject, @preconcurrency AVAudioPlayerDelegate {
    let arguments: Arguments
    /// The index of the present file.
    private(set) var position = -1
    var player: (any PlayedFile)?
    var stream: StreamPlayback?
    /// Indicates whether playback is intended: false after a pause by key or remote command.
    var wantsToPlay = true
    /// Indicates whether it paused for SIGTSTP alone, and plays on after SIGCONT; nil if SIGTSTP did not come before.
    private var continuesAfterStop: Bool?
    /// Indicates whether an interruption by another session is in progress.
    var isInterrupted = false
    /// Indicates whether playback stopped because its output was removed.
    var hasLostOutput = false
    /// Indicates whether it was headphones, or another output for one listener.
    var isPersonalOutputLost = false
    /// Indicates whether the media services are gone, and have not been reset.
    var hasLostServer = false
    var standstill: Standstill?
    /// The present gain and speed, which keys change.
    var volume: Float
    var rate: Float
    var file = ""
    private var status: Int32 = 0
    private var timer: (any DispatchSourceTimer)?
    let showsProgress = Terminal.redrawsErrors
    /// The reader of keys; nil without a terminal, or when a file comes from the standard input.
    private var keyboard: Keyboard?

    init(_ arguments: Arguments) {
        self.arguments = arguments
        volume = arguments.volume
        rate = arguments.rate
        let keyboard = Keyboard()
        if keyboard.isPresent, !arguments.files.contains("-") { self.keyboard = keyboard }
    }

    /// Begins; `exit` ends the process after the last file.
    func run() {
        keyboard?.open()
        if showsProgress || keyboard != nil || arguments.seconds != nil {
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now(), repeating: .milliseconds(50))
            timer.setEventHandler { [unowned self] in MainActor.assumeIsolated { tick() } }
            timer.resume()
            self.timer = timer
        }
        // A music player: it sounds with the ringer off, and alone unless others mix.
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        askForUsualBlocks()
        if let reason = SordinoProgram.reasonForNoSound() {
            fail(reason)
            exit(status)
        }
        watchServices()
        watchRoute()
        watchInterruptions()
        watchStandstill()
        answerKeys()
        playNext()
    }

    /// Asks for the blocks that PipeWire uses unless a program asks for others.
    ///
    /// Longer ones wake the processor less often, but from PipeWire 1.4 on the first sound comes some of them later, and a change
    /// while a sound plays may cost a cycle.
    func askForUsualBlocks() {
        try? AVAudioSession.sharedInstance().setPreferredIOBufferDuration(1024.0 / 48_000)
    }

    /// Pauses, so that the sound fades before the process is stopped.
    func stopping() {
        continuesAfterStop = wantsToPlay && !isInterrupted
        clearProgress()
        if continuesAfterStop == true { rest() }
    }

    /// Goes on after the shell brought the program to the front again: as it was before SIGTSTP.
    ///
    /// Without that signal it plays on, also after an interruption that did not end with the advice to resume.
    func continued() {
        keyboard?.open()
        defer { continuesAfterStop = nil }
        guard continuesAfterStop != false else { return }
        goOn()
    }

    /// Plays on, unless it does.
    func resume() {
        wantsToPlay = true
        isInterrupted = false
        guard !isPlaying else { return }
        defer { publishNowPlaying() }
        if !play() { refused() }
    }

    /// Says why a sound does not continue, unless what it waits for is the server or an output: then it continues by itself.
    ///
    /// A server that was restarted while this process was stopped is noticed a moment after the process continues.
    private func refused() {
        if outputs.isEmpty { hasLostOutput = true }
        let reason = reasonOfRefusal(by: player)
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.retrySeconds) { [self] in
            MainActor.assumeIsolated {
                guard wantsToPlay, !isLeaving, !isInterrupted, !isPlaying, !hasLostServer, !outputs.isEmpty else {
                    return
                }
                fail("cannot continue: \(reason)")
            }
        }
    }

    /// A sentence with the reason for which a player did not begin.
    func reasonOfRefusal(by player: (any PlayedFile)?) -> String {
        SordinoProgram.reasonForNoSound() ?? player?.refusal
            ?? "the audio session or the device refuses; \"audioctl why afplay\" may tell why"
    }

    /// Stops, as a signal asks for.
    func end(by signal: Int32) { leave(128 + signal) }  // As shells have it.

    /// Stops, as a person asks for.
    func quit() { leave(status) }

    /// Ends the process once the end of the sound has faded, which without a service happens in this process.
    private func leave(_ status: Int32) {
        guard !isLeaving else { return }
        isLeaving = true
        let isHeard = isPlaying && (player != nil || stream != nil)
        silence()
        (player, stream) = (nil, nil)
        guard isHeard else {
            leaveDevice()
            exit(status)
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.tailSeconds) { [self] in
            MainActor.assumeIsolated {
                leaveDevice()
                exit(status)
            }
        }
    }

    private var isLeaving = false

    /// Seconds in which a sound that broke off has faded: some long blocks.
    static let tailSeconds = 0.1

    /// Plays another file, or ends behind the last one.
    func skip(to index: Int) {
        silence()
        position = max(0, index) - 1
        playNext()
    }

    private func silence() {
        player?.leave()
        stream?.stop()
        clearProgress()
    }

    private func playNext() {
        player = nil
        stream = nil
        while position + 1 < arguments.files.count {
            position += 1
            let next = arguments.files[position]
            file = next
            if next == "-" || next.contains("://") && !next.hasPrefix("file://") {
                wantsToPlay = true
                if play(stream: next) { return }
                continue
            }
            do {
                let player = try open(next)
                player.volume = volume
                if rate != 1 { player.change(rate: rate) }
                if arguments.isTalkative { describe(player) }
                guard player.duration > 0 else {
                    fail("\(next) contains no audio")
                    continue
                }
                guard player.play() else {
                    fail("cannot play \(next): \(reasonOfRefusal(by: player))")
                    continue
                }
                self.player = player
                wantsToPlay = true
                publishNowPlaying()
                return
            } catch {
                fail((error as? CommandMisuse)?.sentence ?? (error as NSError).localizedDescription)
            }
        }
        leaveDevice()
        exit(status)
    }

    /// Opens a recording or a MIDI file.
    func open(_ path: String) throws -> any PlayedFile {
        if let refusal = SoundPath.refusal(path) { throw CommandMisuse(sentence: refusal) }
        if let score = try PlayedScore(path, bank: arguments.bank, ended: { [unowned self] in playNext() }) {
            if arguments.bank == nil, let remark = AVMIDIPlayer.usualBankRemark { tell(remark) }
            return score
        }
        let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: path))
        player.delegate = self
        player.isMeteringEnabled = showsProgress
        return player
    }

    /// Begins to play a server's stream, or the standard input.
    ///
    /// - Returns: Whether it did.
    func play(stream address: String) -> Bool {
        let name = address == "-" ? "standard input" : address
        guard arguments.rate == 1 else {
            fail("\(name): -r cannot be used with streams, which play at their own speed")
            return false
        }
        do {
            let stream = try StreamPlayback(address, arguments, volume: volume)
            self.stream = stream
            stream.run { [unowned self, weak stream] sentence in
                // A stream that was skipped ends later, and leads nowhere.
                guard let stream, stream === self.stream else { return }
                if let sentence { fail("\(name): \(sentence)") }
                playNext()
            }
            publishNowPlaying()
            return true
        } catch {
            fail((error as? StreamError)?.sentence ?? (error as NSError).localizedDescription)
            return false
        }
    }

    func fail(_ sentence: String) {
        tell(sentence)
        status = 1
    }

    /// Prints an error and ends the program, because playback cannot continue.
    func quit(because sentence: String) {
        fail(sentence)
        silence()
        leaveDevice()
        exit(status)
    }

    private func tell(_ sentence: String) {
        clearProgress()
        ToolOutput.complain("afplay: \(sentence)\n")
    }

    private func describe(_ player: any PlayedFile) {
        let text = """
            Playing \(file)
              format:   \(player.formText)
              duration: \(Self.clock(player.duration)) (\(player.duration) s)
              volume:   \(player.volume)
              rate:     \(rate)

            """
        ToolOutput.say(text)
    }

    private func tick() {
        for key in keyboard?.pressed() ?? [] { press(key) }
        guard let player else { return }
        if let limit = arguments.seconds, player.currentTime >= limit {
            player.leave()
            clearProgress()
            playNext()
            return
        }
        guard showsProgress else { return }
        let width = 30
        let share = player.duration > 0 ? min(1, player.currentTime / player.duration) : 0
        let done = Int(share * Double(width))
        let bar = String(repeating: "━", count: done) + String(repeating: "─", count: width - done)
        var words = foreignText(URL(fileURLWithPath: file).lastPathComponent)
        if volume != arguments.volume { words += "  volume \(volume)" }
        if rate != 1 { words += "  rate \(rate)" }
        if !player.isPlaying { words += "  paused" }
        ToolOutput.drawBeside(
            "\r\u{1B}[K\(bar) \(Self.clock(player.currentTime)) / \(Self.clock(player.duration))  \(levelBar)\(words)")
    }

    func clearProgress() {
        if showsProgress { ToolOutput.drawBeside("\r\u{1B}[K") }
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let tenths = Int(seconds * 10) % 10
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60).\(tenths)"
    }

    // MARK: The player's owner

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        clearProgress()
        playNext()
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        fail(error.map { ($0 as NSError).localizedDescription } ?? "cannot decode \(file)")
    }
}
