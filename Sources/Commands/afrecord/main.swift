// afrecord: records the input into sound files.
import AVFAudio

let arguments = Arguments.read()
let recording = Recording(arguments)
// A disk that is full for this process is an error of the write, like any other full disk.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
let ends = [SIGINT, SIGTERM, SIGHUP].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { recording.end() } }
    source.resume()
    return source
}
AVAudioApplication.requestRecordPermission { isAllowed in
    DispatchQueue.main.async { MainActor.assumeIsolated { recording.run(isAllowed: isAllowed) } }
}
dispatchMain()
