// Rings after some seconds, also while the phone is silent or locked: swift run alarm-clock SOUND SECONDS [SNOOZE]
//
// The sound is scheduled on the device's clock, so that it begins on time. SIGUSR1, or the pause key of a headset, lets it ring
// again after SNOOZE seconds; SIGTERM, or the stop key, ends it.

import AVFoundation
import Foundation
import MediaPlayer

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class AlarmClock {
    private let player: AVAudioPlayer
    private let snoozeSeconds: TimeInterval
    private var sources: [any DispatchSourceSignal] = []

    init(_ sound: URL, snoozeSeconds: TimeInterval) throws {
        // Playback is heard with any position of the ringer switch, and continues behind the lock screen.
        try AVAudioSession.sharedInstance().setCategory(.playback, options: .duckOthers)
        player = try AVAudioPlayer(contentsOf: sound)
        player.numberOfLoops = -1
        self.snoozeSeconds = snoozeSeconds
    }

    func ring(after seconds: TimeInterval) throws {
        try AVAudioSession.sharedInstance().setActive(true)
        player.prepareToPlay()
        let isSet = player.play(atTime: player.deviceCurrentTime + seconds)
        say(isSet ? "rings in \(seconds)" : "cannot ring")
    }

    func listen() {
        on(SIGUSR1) { self.snooze() }
        on(SIGTERM) { self.end() }
        let commands = MPRemoteCommandCenter.shared()
        commands.pauseCommand.addTarget { _ in
            MainActor.assumeIsolated { self.snooze() }
            return .success
        }
        commands.stopCommand.addTarget { _ in
            MainActor.assumeIsolated { self.end() }
            return .success
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Alarm"]
    }

    private func on(_ number: Int32, _ act: @escaping @MainActor () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated { act() } }
        source.resume()
        sources.append(source)
    }

    private func snooze() {
        player.stop()
        player.currentTime = 0
        do { try ring(after: snoozeSeconds) } catch { say("cannot ring: \(error.localizedDescription)") }
    }

    private func end() {
        player.stop()
        say("off")
        exit(0)
    }
}

let words = CommandLine.arguments
let usage = "usage: alarm-clock SOUND SECONDS [SNOOZE]"
if words.contains("--help") {
    say(usage)
    exit(0)
}
guard (3...4).contains(words.count), let seconds = TimeInterval(words[2]), seconds >= 0,
    let snooze = words.count > 3 ? TimeInterval(words[3]) : 300
else {
    say(usage)
    exit(2)
}
do {
    let clock = try AlarmClock(URL(fileURLWithPath: words[1]), snoozeSeconds: snooze)
    clock.listen()
    try clock.ring(after: seconds)
    withExtendedLifetime(clock) { RunLoop.main.run() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
