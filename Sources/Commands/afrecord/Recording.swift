import AVFAudio
import SordinoCommandLine
import SordinoFileTools
import Synchronization

/// Records by the command line, with a line that shows the time and the level on a terminal.
@MainActor
final class Recording: NSObject, @preconcurrency AVAudioRecorderDelegate {
    private let arguments: Arguments
    /// The running recorder; nil while the next file waits for an input.
    private(set) var current: AVAudioRecorder?
    /// The recorder that is to begin where the present file ends; its file is empty.
    private var next: AVAudioRecorder?
    private var fileCount = 0
    /// The start of the first file on the device's clock, as if nothing had interrupted the recording since.
    private var start = 0.0
    private var silentSince: Double?
    private(set) var isEnding = false
    /// Indicates whether a file has been begun.
    nonisolated let hasBegun = Atomic(false)
    /// Indicates whether the input went and no other has come up to now.
    var hasLostInput = false
    /// Counts the changes of the route since.
    var routeChanges = 0
    /// Indicates whether another program, as one with a call, has interrupted the recording.
    private var isInterrupted = false
    /// Indicates whether a file is to follow that could not be prepared, because there was no input.
    private var isNextMissing = false
    private var standstill: Standstill?
    private var status: Int32 = 0
    private var timer: (any DispatchSourceTimer)?
    private let showsProgress = isatty(STDERR_FILENO) == 1

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Begins; `exit` ends the process after the last file.
    func run(isAllowed: Bool) {
        let type = arguments.settings[AVAudioFileTypeKey] as? UInt32
        if let reason = FormatList.refusal(toWrite: arguments.file, type: type) { give(reason) }
        guard isAllowed else { give("recording is not allowed") }
        do {
            let session = AVAudioSession.sharedInstance()
            if arguments.isVoice {
                // With an output, whose sound can be removed from the input; other programs keep playing.
                try session.setCategory(.playAndRecord, options: [.mixWithOthers, .defaultToSpeaker])
            } else {
                try session.setCategory(.record)
            }
            if let reason = noSound { give(reason) }
            // An input that goes stops the recorder; an interruption for it would have no end.
            try session.setPrefersInterruptionOnRouteDisconnect(false)
            try session.setActive(true)
        } catch {
            give((error as NSError).localizedDescription)
        }
        watchRoute()
        begin()
        standstill = Standstill(
            { [unowned self] in isEnding || isInterrupted ? nil : current?.currentTime },
            { [unowned self] in standsStill($0) })
        if showsProgress || arguments.silenceSeconds != nil {
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now(), repeating: .milliseconds(100))
            timer.setEventHandler { [unowned self] in MainActor.assumeIsolated { tick() } }
            timer.resume()
            self.timer = timer
        }
    }

    /// Ends with whole files, as signals ask for.
    func end() {
        isEnding = true
        discardNext()
        guard let current else { leave() }
        current.stop()
    }

    /// Gives up the input, so that interrupted programs continue, and ends the process.
    private func leave() -> Never {
        (current, next) = (nil, nil)
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
        exit(status)
    }

    /// Removes the file that was to follow.
    private func discardNext() {
        guard let recorder = next else { return }
        next = nil
        fileCount -= 1
        recorder.delegate = nil
        recorder.stop()
        recorder.deleteRecording()
    }

    /// Starts the first file and prepares the next one; the start of all further files is counted from it.
    private func begin() {
        let recorder: AVAudioRecorder
        do { recorder = try make() } catch {
            give((error as NSError).localizedDescription)
        }
        current = recorder
        start = recorder.deviceCurrentTime
        let isRecording: Bool
        if let length = length(ofFile: 0) {
            isRecording = recorder.record(forDuration: length)
        } else {
            isRecording = recorder.record()
        }
        guard isRecording else {
            give(noSound ?? refusal(of: recorder))
        }
        hasBegun.store(true, ordering: .relaxed)
        describe(recorder)
        prepareNext()
    }

    /// Seconds of a file; nil for as long as it takes.
    private func length(ofFile index: Int) -> Double? {
        guard let split = arguments.splitSeconds else { return arguments.seconds }
        return arguments.seconds.map { min(split, $0 - Double(index) * split) } ?? split
    }

    /// Has the next file begin where the last one ends, to the frame.
    private func prepareNext() {
        guard next == nil, let split = arguments.splitSeconds, let length = length(ofFile: fileCount), length > 0 else {
            return
        }
        isNextMissing = !hasInput
        // A file takes the channels of the input that there is.
        guard hasInput else { return }
        do {
            let recorder = try make()
            next = recorder
            if current == nil { start = recorder.deviceCurrentTime - Double(fileCount - 1) * split }
            let begin = start + Double(fileCount - 1) * split
            if recorder.record(atTime: begin, forDuration: length) { return }
            // The input may have gone a moment ago, with the file made already.
            isNextMissing = !hasInput
            if isNextMissing { return discardNext() }
            next = nil
            fail(refusal(of: recorder))
        } catch {
            fail((error as NSError).localizedDescription)
        }
    }

    /// Begins the next file where the last one has ended: at once, or when there is an input; behind the last file all ends.
    func proceed() {
        if isNextMissing { prepareNext() }
        guard current == nil, !isNextMissing else { return }
        guard let recorder = next else { return end() }
        (current, next) = (recorder, nil)
        describe(recorder)
        silentSince = nil
        prepareNext()
    }

    private func refusal(of recorder: AVAudioRecorder) -> String {
        recorder.refusal ?? "cannot record \(recorder.url.path)"
    }

    private func make() throws -> AVAudioRecorder {
        let recorder = try AVAudioRecorder(url: url(ofFile: fileCount + 1), settings: arguments.settings)
        fileCount += 1
        recorder.isMeteringEnabled = showsProgress || arguments.silenceSeconds != nil
        recorder.delegate = self
        recorder.isVoiceProcessed = arguments.isVoice
        return recorder
    }

    /// The reason for which nothing can be recorded, with a remedy; nil while it can.
    private var noSound: String? { SordinoProgram.reasonForNoSound(playing: false, recording: true) }

    private static let (streamPath, streamName) = ("/dev/stdout", "the standard output")

    /// `name.caf`, or `name-001.caf` and so on.
    private func url(ofFile number: Int) -> URL {
        let url = URL(fileURLWithPath: arguments.isStream ? Self.streamPath : arguments.file)
        guard arguments.splitSeconds != nil else { return url }
        let digits = "\(number)"
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        let name = url.deletingPathExtension().lastPathComponent + "-" + padded
        let made = url.deletingLastPathComponent().appendingPathComponent(name)
        return url.pathExtension.isEmpty ? made : made.appendingPathExtension(url.pathExtension)
    }

    private func describe(_ recorder: AVAudioRecorder) {
        guard arguments.isTalkative else { return }
        let say = arguments.isStream ? ToolOutput.complain : ToolOutput.say
        let name = arguments.isStream ? Self.streamName : recorder.url.path
        say("Recording \(name)\n  format:   \(recorder.format)\n")
    }

    func fail(_ sentence: String) {
        say(sentence)
        status = 1
    }

    private func say(_ sentence: String) {
        clearProgress()
        let words = arguments.isStream ? sentence.replacing(Self.streamPath, with: Self.streamName) : sentence
        ToolOutput.complain("afrecord: \(words)\n")
    }

    private func give(_ sentence: String) -> Never {
        fail(sentence)
        leave()
    }

    // MARK: The line on a terminal

    private func tick() {
        guard let recorder = current else { return }
        recorder.updateMeters()
        let channels = 0..<Int(recorder.format.channelCount)
        let level = channels.map { recorder.averagePower(forChannel: $0) }.max() ?? -160
        let time = recorder.currentTime
        if let limit = arguments.silenceSeconds {
            if Double(level) >= arguments.silenceDecibels {
                silentSince = nil
            } else {
                silentSince = silentSince ?? time
            }
            if let since = silentSince, time - since >= limit { return end() }
        }
        guard showsProgress else { return }
        let width = 30
        let peak = channels.map { recorder.peakPower(forChannel: $0) }.max() ?? -160
        // 60 dB of level.
        let done = Int(max(0, min(1, (Double(level) + 60) / 60)) * Double(width))
        let bar = String(repeating: "━", count: done) + String(repeating: "─", count: width - done)
        let over = peak >= 0 ? " over" : ""
        let name = foreignText(recorder.url.lastPathComponent)
        ToolOutput.drawBeside("\r\u{1B}[K\(clock(time)) \(bar)\(over)  \(name)")
    }

    private func clearProgress() {
        if showsProgress { ToolOutput.drawBeside("\r\u{1B}[K") }
    }

    private func clock(_ seconds: Double) -> String {
        let (whole, tenths) = (Int(seconds), Int(seconds * 10) % 10)
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60).\(tenths)"
    }

    // MARK: The recorders' owner

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        clearProgress()
        if !flag { status = 1 }
        // A file that was only prepared ends because of an error alone.
        if recorder === current { current = nil }
        guard flag, !isEnding else { return end() }
        proceed()
    }

    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
        // The prepared file fails with the present one.
        guard !isEnding else { return }
        isEnding = true
        var sentence = error.map { ($0 as NSError).localizedDescription } ?? "cannot record \(recorder.url.path)"
        if (error as NSError?)?.code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue {
            let path = (current ?? recorder).url.path
            sentence = "the media services were lost while \(path) was recorded\(noSound.map { "; \($0)" } ?? "")"
        }
        fail(sentence)
    }

    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { isInterrupted = true }

    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
        // Resumes the recording if the system suggests it, except while the program ends.
        guard recorder === current, !isEnding else { return }
        if flags & 1 != 0 { return resume() }
        say("interrupted; \"kill -CONT \(getpid())\" continues")
    }

    /// Records on after an interruption; the file that was prepared then begins as much later.
    func resume() {
        guard isInterrupted, !isEnding, let current else { return }
        discardNext()
        guard current.record() else {
            return say("cannot continue: \(noSound ?? refusal(of: current))")
        }
        isInterrupted = false
        guard let split = arguments.splitSeconds else { return }
        start = current.deviceCurrentTime - current.currentTime - Double(fileCount - 1) * split
        prepareNext()
    }
}
