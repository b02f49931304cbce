// afplay: plays sound files.
import AVFAudio

let arguments: Arguments
do {
    arguments = try Arguments(CommandLine.arguments)
} catch {
    let text = error.sentence.isEmpty ? Arguments.usage : "\(error.sentence)\n\(Arguments.usage)"
    FileHandle.standardError.write(Data(text.utf8))
    exit(2)
}

let playback = Playback(arguments)
signal(SIGINT, SIG_IGN)
let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
interrupts.setEventHandler { MainActor.assumeIsolated { playback.interrupt() } }
interrupts.resume()
playback.run()
dispatchMain()
