import AVFAudio
import SordinoStreaming

/// Plays the files of a command line one after the other, with a line that shows how far it is.
@MainActor
final class Playback: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private let arguments: Arguments
    private var upcoming: ArraySlice<String>
    private var player: AVAudioPlayer?
    private var stream: StreamPlayback?
    private var file = ""
    private var status: Int32 = 0
    private var timer: (any DispatchSourceTimer)?
    private let showsProgress = isatty(STDERR_FILENO) == 1

    init(_ arguments: Arguments) {
        self.arguments = arguments
        upcoming = arguments.files[...]
    }

    /// Begins; `exit` ends the process after the last file.
    func run() {
        if showsProgress || arguments.seconds != nil {
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now(), repeating: .milliseconds(50))
            timer.setEventHandler { [unowned self] in MainActor.assumeIsolated { tick() } }
            timer.resume()
            self.timer = timer
        }
        // A player of music: heard with the ringer off, and alone unless others mix.
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        if let reason = SordinoProgram.reasonForNoSound() {
            fail(reason)
            exit(status)
        }
        playNext()
    }

    /// Goes on after an interruption that did not say so, as SIGCONT asks for.
    func resume() {
        guard let player, !player.isPlaying else { return }
        if !player.play() { fail("cannot go on: the audio session or the device refuses") }
    }

    /// Stops at once, as Ctrl-C asks for.
    func interrupt() {
        player?.stop()
        stream?.stop()
        clearProgress()
        exit(130)  // 128 and the number of SIGINT, as shells have it.
    }

    private func playNext() {
        player = nil
        stream = nil
        while let next = upcoming.popFirst() {
            file = next
            if next.contains("://"), !next.hasPrefix("file://") {
                if play(stream: next) { return }
                continue
            }
            do {
                let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: next))
                player.delegate = self
                player.volume = arguments.volume
                if arguments.rate != 1 {
                    player.enableRate = true
                    player.rate = arguments.rate
                }
                if arguments.isTalkative { describe(player) }
                guard player.duration > 0 else {
                    fail("\(next) holds no sound")
                    continue
                }
                guard player.play() else {
                    let reason = SordinoProgram.reasonForNoSound() ?? "the audio session or the device refuses"
                    fail("cannot play \(next): \(reason)")
                    continue
                }
                self.player = player
                return
            } catch {
                fail((error as NSError).localizedDescription)
            }
        }
        exit(status)
    }

    /// Begins to play what a server has.
    ///
    /// - Returns: Whether it did.
    private func play(stream address: String) -> Bool {
        guard arguments.rate == 1 else {
            fail("\(address): streams play at their own speed")
            return false
        }
        do {
            let stream = try StreamPlayback(address, arguments)
            self.stream = stream
            stream.run { [unowned self] sentence in
                if let sentence { fail("\(address): \(sentence)") }
                playNext()
            }
            return true
        } catch {
            fail((error as? StreamError)?.sentence ?? (error as NSError).localizedDescription)
            return false
        }
    }

    private func fail(_ sentence: String) {
        clearProgress()
        FileHandle.standardError.write(Data("afplay: \(sentence)\n".utf8))
        status = 1
    }

    private func describe(_ player: AVAudioPlayer) {
        let text = """
            Playing \(file)
              format:   \(player.format)
              duration: \(Self.clock(player.duration)) (\(player.duration) s)
              volume:   \(player.volume)
              rate:     \(player.rate)

            """
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private func tick() {
        guard let player else { return }
        if let limit = arguments.seconds, player.currentTime >= limit {
            player.stop()
            clearProgress()
            playNext()
            return
        }
        guard showsProgress else { return }
        let width = 40
        let share = player.duration > 0 ? min(1, player.currentTime / player.duration) : 0
        let done = Int(share * Double(width))
        let bar = String(repeating: "━", count: done) + String(repeating: "─", count: width - done)
        let name = URL(fileURLWithPath: file).lastPathComponent
        FileHandle.standardError.write(
            Data("\r\u{1B}[K\(bar) \(Self.clock(player.currentTime)) / \(Self.clock(player.duration))  \(name)".utf8))
    }

    private func clearProgress() {
        if showsProgress { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
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

    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        guard flags & 1 == 0 else { return resume() }
        // Whoever took the device leaves it to us to come back: a person has to ask for it.
        guard showsProgress else { return }
        clearProgress()
        FileHandle.standardError.write(Data("afplay: interrupted; kill -CONT \(getpid()) goes on\n".utf8))
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        fail(error.map { ($0 as NSError).localizedDescription } ?? "cannot decode \(file)")
    }
}
