// musicplayerd: the music player that all programs of a user share; it plays on when they have ended.
import AVFoundation
import Foundation
import MediaPlayer
import SordinoBus
import SordinoCommandLine
import SordinoDevice

func say(_ sentence: String) { ToolOutput.complain("musicplayerd: \(sentence)\n") }

let arguments = Arguments.read()
signal(SIGPIPE, SIG_IGN)
_ = ProcessDeclaration.declare(name: "Music", backgroundModes: .audio)
do {
    try AVAudioSession.sharedInstance().setCategory(.playback)
} catch {
    say("the session refuses the category: \(error.localizedDescription)")
}

let service: PlayerService
do throws(BusError) {
    service = try PlayerService(MPMusicPlayerController(.current), arguments)
} catch {
    say("\(error)")
    exit(1)
}

/// Takes the queue of the start before and the name on the bus, once.
@MainActor
func begin() {
    service.takeUp()
    guard !service.hasBegun else { return }
    do throws(BusError) {
        guard try service.begin() else {
            say("a player is already running on this bus")
            exit(1)
        }
    } catch {
        say("\(error)")
        exit(1)
    }
}

// The person's answer, which a shell may ask for, is not waited for long: who calls waits for the name.
MPMediaLibrary.requestAuthorization { _ in MainActor.assumeIsolated { begin() } }
DispatchQueue.main.asyncAfter(deadline: .now() + 2) { begin() }

let endings = [SIGTERM, SIGINT, SIGHUP].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { service.leave() } }
    source.resume()
    return source
}
withExtendedLifetime(endings) { dispatchMain() }
