import AVFAudio
import SordinoCommandLine
import SordinoFileTools
import Synchronization

/// Records by the command line, with a line that shows the time and the level on a terminal.
@MainActor
final class Recording: NSObject, @preconcurrency AVAudioRecorderDelegate {
    private let arguments: Arguments
    /// The running recorder and the recorders that follow it.
    private(set) var recorders: [AVAudioRecorder] = []
    private var fileCount = 0
    /// The start of the first file, on the device's clock.
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
    private var standstill: Standstill?
    private var status: Int32 = 0
    private var timer: (any DispatchSourceTimer)?
    private let showsProgress = isatty(STDERR_FILENO) == 1

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Begins; `exit` ends the process after the last file.
    func run(isAllowed: Bool) {
        let type = arguments.settings[AVAudioFileTypeKey] as? UInt32
        if let reason = FormatList.refusal(toWrite: arguments.file, type: type) { return give(reason) }
        guard isAllowed else { return give("recording is not allowed") }
        do {
            let session = AVAudioSession.sharedInstance()
            if arguments.isVoice {
                // With an output, whose sound can be removed from the input; other programs keep playing.
                try session.setCategory(.playAndRecord, options: [.mixWithOthers, .defaultToSpeaker])
            } else {
                try session.setCategory(.record)
            }
            if let reason = SordinoProgram.reasonForNoSound(playing: false, recording: true) { return give(reason) }
            // An input that goes stops the recorder; an interruption for it would have no end.
            try session.setPrefersInterruptionOnRouteDisconnect(false)
            try session.setActive(true)
        } catch {
            return give((error as NSError).localizedDescription)
        }
        watchRoute()
        guard begin() else { return }
        standstill = Standstill(
            { [unowned self] in isEnding || isInterrupted ? nil : recorders.first?.currentTime },
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
        guard let current = recorders.first else { exit(status) }
        // The files that were to follow are empty.
        for next in recorders.dropFirst() {
            next.delegate = nil
            next.stop()
            next.deleteRecording()
        }
        recorders = [current]
        current.stop()
    }

    /// Starts the first file and prepares the next one; the start of all further files is counted from it.
    private func begin() -> Bool {
        guard let recorder = make() else { return false }
        recorders = [recorder]
        start = recorder.deviceCurrentTime
        let isRecording: Bool
        if let length = length(ofFile: 0) {
            isRecording = recorder.record(forDuration: length)
        } else {
            isRecording = recorder.record()
        }
        guard isRecording else {
            give(
                SordinoProgram.reasonForNoSound(playing: false, recording: true) ?? refusal(of: recorder)
            )
            return false
        }
        hasBegun.store(true, ordering: .relaxed)
        describe(recorder)
        prepareNext()
        return true
    }

    /// Seconds of a file; nil for as long as it takes.
    private func length(ofFile index: Int) -> Double? {
        guard let split = arguments.splitSeconds else { return arguments.seconds }
        return arguments.seconds.map { min(split, $0 - Double(index) * split) } ?? split
    }

    /// Has the next file begin where the last one ends, to the frame.
    private func prepareNext() {
        guard let split = arguments.splitSeconds, let length = length(ofFile: fileCount), length > 0 else { return }
        let begin = start + Double(fileCount) * split
        guard let recorder = make() else { return }
        if recorder.record(atTime: begin, forDuration: length) {
            recorders.append(recorder)
        } else {
            fail(refusal(of: recorder))
        }
    }

    private func refusal(of recorder: AVAudioRecorder) -> String {
        recorder.refusal ?? "cannot record \(recorder.url.path)"
    }

    private func make() -> AVAudioRecorder? {
        fileCount += 1
        do {
            let recorder = try AVAudioRecorder(url: url(ofFile: fileCount), settings: arguments.settings)
            recorder.isMeteringEnabled = showsProgress || arguments.silenceSeconds != nil
            recorder.delegate = self
            recorder.isVoiceProcessed = arguments.isVoice
            return recorder
        } catch {
            give((error as NSError).localizedDescription)
            return nil
        }
    }

    /// `name.caf`, or `name-001.caf` and so on.
    private func url(ofFile number: Int) -> URL {
        let url = URL(fileURLWithPath: arguments.isStream ? "/dev/stdout" : arguments.file)
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
        say("Recording \(recorder.url.path)\n  format:   \(recorder.format)\n")
    }

    func fail(_ sentence: String) {
        clearProgress()
        ToolOutput.complain("afrecord: \(sentence)\n")
        status = 1
    }

    private func give(_ sentence: String) {
        fail(sentence)
        exit(status)
    }

    // MARK: The line on a terminal

    private func tick() {
        guard let recorder = recorders.first else { return }
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
        recorders.removeAll { $0 === recorder }
        if !flag { status = 1 }
        guard flag, !isEnding, let next = recorders.first else { return end() }
        describe(next)
        silentSince = nil
        prepareNext()
    }

    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
        fail(error.map { ($0 as NSError).localizedDescription } ?? "cannot record \(recorder.url.path)")
    }

    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { isInterrupted = true }

    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
        // Resumes the recording if the system suggests it, except while the program ends.
        guard flags & 1 != 0, !isEnding else { return }
        isInterrupted = false
        recorder.record()
    }
}
