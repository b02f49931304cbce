// afplay: plays sound files.
import AVFAudio

let arguments = Arguments.read()
if let beginning = arguments.finishedBeginning { SystemSoundKeeper.finish(arguments.files[0], beginning: beginning) }
let playback = Playback(arguments)
// Signals end the program by `exit`, which restores the terminal's settings.
let endings = [SIGINT, SIGTERM, SIGHUP].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { playback.end(by: number) } }
    source.resume()
    return source
}
let continuations = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
continuations.setEventHandler { MainActor.assumeIsolated { playback.continued() } }
continuations.resume()
playback.run()
dispatchMain()
