// afplay: plays sound files.
import AVFAudio
import SordinoCommandLine

let arguments = Arguments.read()
if let beginning = arguments.finishedBeginning { SystemSoundKeeper.finish(arguments.files[0], beginning: beginning) }
let playback = Playback(arguments)
// Signals end the program by `exit`, which restores the terminal's settings.
let endings = EndingSignals(seconds: 2) { playback.end(by: $0) }
let continuations = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
continuations.setEventHandler { MainActor.assumeIsolated { playback.continued() } }
continuations.resume()
playback.run()
dispatchMain()
