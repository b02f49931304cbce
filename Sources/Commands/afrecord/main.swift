// afrecord: records the input into sound files.
import AVFAudio
import SordinoCommandLine

let arguments = Arguments.read()
let recording = Recording(arguments)
// A disk that is full for this process is an error of the write, like any other full disk.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
// Closing a large file on a slow disk takes a while; without a file there is nothing to wait for.
let endings = EndingSignals(
    seconds: { recording.hasBegun.load(ordering: .relaxed) ? 30 : 0.7 }, { _ in recording.end() })
// A shell's `fg`, or a person with `kill -CONT`, continues after an interruption.
let continuing = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
continuing.setEventHandler { MainActor.assumeIsolated { recording.resume() } }
continuing.resume()
AVAudioApplication.requestRecordPermission { isAllowed in
    DispatchQueue.main.async { MainActor.assumeIsolated { recording.run(isAllowed: isAllowed) } }
}
dispatchMain()
