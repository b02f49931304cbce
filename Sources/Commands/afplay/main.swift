// afplay: plays sound files.
import AVFAudio

let arguments = Arguments.read()
let playback = Playback(arguments)
signal(SIGINT, SIG_IGN)
let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
interrupts.setEventHandler { MainActor.assumeIsolated { playback.interrupt() } }
interrupts.resume()
let continuations = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
continuations.setEventHandler { MainActor.assumeIsolated { playback.resume() } }
continuations.resume()
playback.run()
dispatchMain()
