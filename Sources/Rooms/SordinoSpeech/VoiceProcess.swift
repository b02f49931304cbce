import CSpeech
import Glibc
import SordinoRealtime

/// The voices of libespeak-ng, in a process of their own that is started at first use.
///
/// A voice that crashes or hangs ends that process: the request fails, and the next one has a new process.
/// - Thread: any that may wait for a text to be spoken; one request at a time.
package final class VoiceProcess: Sendable {
    /// A text and how it is spoken.
    package struct Request: Sendable {
        package var text: String
        /// As espeak-ng names it.
        package var voice: String
        package var wordsPerMinute = 175
        /// 0 to 100; 50 is the voice's own.
        package var pitch = 50
        package var isPhonemes = false
        package var hasEndPause = false

        package init(text: String, voice: String) {
            self.text = text
            self.voice = voice
        }
    }

    /// The sound of a text.
    package struct Answer: Sendable {
        package var sampleRate = 22_050
        package var samples: [Int16] = []
        var events: [cspeech_event] = []
    }

    private struct State {
        var process: pid_t = 0
        var socket: Int32 = -1
        var sampleRate = 0
        var voices: [SpeechVoice]?
        /// Counts processes that were started.
        var startCount = 0
    }

    /// Frames of one request: ten minutes.
    private static let frameLimit = 600 * 22_050
    private static let voiceLimit = 4_096

    /// The process of this program's voices.
    package static let shared = VoiceProcess()

    private let library: String
    private let patienceSeconds: Double
    private let state = Guarded(State())

    /// Makes a process that is not started yet.
    ///
    /// - Parameters:
    ///   - library: The file that is opened.
    ///   - patienceSeconds: Seconds without any answer after which a voice counts as hung.
    package init(library: String = "libespeak-ng.so.1", patienceSeconds: Double = 5) {
        self.library = library
        self.patienceSeconds = patienceSeconds
    }

    deinit { state.withLock { end(&$0) } }

    /// The number of the process, for tests that stop it; nil while there is none.
    package var processID: pid_t? { state.withLock { $0.process > 0 ? $0.process : nil } }

    /// The number of processes that were started.
    package var startCount: Int { state.withLock { $0.startCount } }

    /// Starts the process if it does not run, and waits until it is ready.
    ///
    /// - Parameter voice: The voice that is loaded, as espeak-ng names it, so that its first text is spoken sooner.
    package func prepare(voice: String? = nil) throws(SpeechFailure) {
        if let voice {
            _ = try speak(Request(text: "", voice: voice))
        } else {
            try state.withLock { state throws(SpeechFailure) in try begin(&state) }
        }
    }

    /// Starts the process, and loads the voice in the user's language, so that the first text is spoken sooner.
    package func prepareUsualVoice() throws(SpeechFailure) {
        let language = SpeechVoice.currentLanguage
        // That of American English needs no list.
        let usual = language == "en-US" ? nil : SpeechVoice.best(for: language, among: try voices())
        try prepare(voice: usual?.name ?? SpeechSettings().voice)
    }

    /// Speaks a text into memory.
    package func speak(_ request: Request) throws(SpeechFailure) -> Answer {
        try state.withLock { state throws(SpeechFailure) in try speak(request, &state) }
    }

    /// The voices that there are, asked for once.
    package func voices() throws(SpeechFailure) -> [SpeechVoice] {
        try state.withLock { state throws(SpeechFailure) in
            if let there = state.voices { return there }
            let made = try list(&state)
            state.voices = made
            return made
        }
    }

    // MARK: Requests

    private func speak(_ request: Request, _ state: inout State) throws(SpeechFailure) -> Answer {
        try begin(&state)
        var flags = 0
        if request.isPhonemes { flags |= CSPEECH_PHONEMES }
        if request.hasEndPause { flags |= CSPEECH_END_PAUSE }
        try ask(request, flags: flags, &state)
        var answer = Answer(sampleRate: state.sampleRate)
        while true {
            let (kind, bytes) = try take(&state)
            switch kind {
            case CSPEECH_SAMPLES:
                bytes.withUnsafeBytes { answer.samples.append(contentsOf: $0.bindMemory(to: Int16.self)) }
                guard answer.samples.count <= Self.frameLimit else { throw fail(.tooLong, &state) }
            case CSPEECH_EVENTS:
                let size = MemoryLayout<cspeech_event>.size
                bytes.withUnsafeBytes { bytes in
                    for place in stride(from: 0, through: bytes.count - size, by: size) {
                        answer.events.append(bytes.loadUnaligned(fromByteOffset: place, as: cspeech_event.self))
                    }
                }
                guard answer.events.count <= Self.frameLimit / 100 else { throw fail(.tooLong, &state) }
            case CSPEECH_END:
                let error = Self.number(bytes)
                if error != 0 { throw .refused(error) }
                return answer
            default: throw fail(.crashed, &state)
            }
        }
    }

    private func list(_ state: inout State) throws(SpeechFailure) -> [SpeechVoice] {
        try begin(&state)
        try ask(Request(text: "", voice: ""), flags: CSPEECH_VOICES, &state)
        var voices: [SpeechVoice] = []
        while true {
            let (kind, bytes) = try take(&state)
            if kind == CSPEECH_END { return voices }
            let size = MemoryLayout<cspeech_voice>.size
            guard kind == CSPEECH_VOICE, bytes.count % size == 0, voices.count < Self.voiceLimit else {
                throw fail(.crashed, &state)
            }
            bytes.withUnsafeBytes { bytes in
                for place in stride(from: 0, to: bytes.count, by: size) {
                    let row = bytes.loadUnaligned(fromByteOffset: place, as: cspeech_voice.self)
                    if let voice = SpeechVoice(row) { voices.append(voice) }
                }
            }
        }
    }

    private func ask(_ request: Request, flags: Int, _ state: inout State) throws(SpeechFailure) {
        let text = Array(request.text.utf8.filter { $0 != 0 }.prefix(Int(CSPEECH_TEXT_LIMIT)))
        let voice = Array(request.voice.utf8.prefix(Int(CSPEECH_VOICE_LIMIT)))
        let head = cspeech_request(
            magic: UInt32(CSPEECH_MAGIC), flags: UInt32(flags), words_per_minute: Int32(request.wordsPerMinute),
            pitch: Int32(request.pitch), range: 50, voice_bytes: UInt32(voice.count), text_bytes: UInt32(text.count))
        var bytes = withUnsafeBytes(of: head) { Array($0) }
        bytes += voice
        bytes += text
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes { all -> Int in
                guard let start = all.baseAddress else { return 0 }
                return send(state.socket, start + done, all.count - done, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { throw fail(.crashed, &state) }
            done += sent
        }
    }

    // MARK: The process

    private func begin(_ state: inout State) throws(SpeechFailure) {
        if state.process > 0 { return }
        var socket: Int32 = -1
        let process = cspeech_start(library, &socket)
        guard process > 0 else {
            if process == -ENOEXEC { throw .noProcess("the program opened Sordino while it ran") }
            throw .noProcess(String(cString: strerror(-process)))
        }
        (state.process, state.socket) = (process, socket)
        state.startCount += 1
        let (kind, bytes) = try take(&state)
        let rate = Self.number(bytes)
        guard kind == CSPEECH_READY, rate > 0 else {
            let isMissing = kind == CSPEECH_READY && rate == CSPEECH_NO_LIBRARY
            throw fail(isMissing ? .noLibrary : kind == CSPEECH_READY ? .noData : .crashed, &state)
        }
        guard rate >= 8_000, rate <= 192_000 else { throw fail(.noData, &state) }
        state.sampleRate = rate
    }

    /// Takes one answer of the process.
    private func take(_ state: inout State) throws(SpeechFailure) -> (kind: Int, bytes: [UInt8]) {
        let size = MemoryLayout<cspeech_head>.size
        let head = try read(size, &state).withUnsafeBytes { $0.loadUnaligned(as: cspeech_head.self) }
        guard head.byte_count <= CSPEECH_ANSWER_LIMIT else { throw fail(.crashed, &state) }
        return (Int(head.kind), try read(Int(head.byte_count), &state))
    }

    private func read(_ count: Int, _ state: inout State) throws(SpeechFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            var wait = pollfd(fd: state.socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(patienceSeconds * 1000))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw fail(.hung(seconds: patienceSeconds), &state) }
            let got = bytes.withUnsafeMutableBytes { all -> Int in
                guard let start = all.baseAddress else { return 0 }
                return Glibc.read(state.socket, start + done, count - done)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw fail(.crashed, &state) }
            done += got
        }
        return bytes
    }

    private func fail(_ failure: SpeechFailure, _ state: inout State) -> SpeechFailure {
        end(&state)
        return failure
    }

    private func end(_ state: inout State) {
        guard state.process > 0 else { return }
        cspeech_end(state.process, state.socket)
        (state.process, state.socket) = (0, -1)
    }

    private static func number(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 4 else { return Int(Int32.min) }
        return Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) })
    }
}
