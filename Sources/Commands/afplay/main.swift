// afplay: plays sound files.
import AVFAudio
import SordinoCommandLine

let arguments = Arguments.read()
if let beginning = arguments.finishedBeginning { SystemSoundKeeper.finish(arguments.files[0], beginning: beginning) }
let playback = Playback(arguments)
// Signals end the program by `exit`, which restores the terminal's settings.
let endings = EndingSignals(seconds: { 0.7 }, { playback.end(by: $0) })
// A sound fades within a few blocks.
let jobs = JobSignals(seconds: 0.15) {
    playback.stopping()
} continued: {
    playback.continued()
}
playback.run()
dispatchMain()
