// Two songs at once, one for the room and one for the headphones: swift run dj-cue MAIN CUE
//
// When the first song is over, the second comes to the room while it plays.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class Booth: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private let main: AVAudioPlayer
    private let cue: AVAudioPlayer
    private let room: [AVAudioSessionChannelDescription]

    /// - Throws: The session's reason, or the reason for which a song cannot be played.
    init?(_ first: URL, _ second: URL) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.multiRoute)
        try session.setActive(true)
        let outputs = session.currentRoute.outputs
        for port in outputs {
            say("\(port.portName): \((port.channels ?? []).map(\.channelName).joined(separator: ", "))")
        }
        guard let headphones = outputs.first(where: { $0.portType == .headphones }),
            let speakers = outputs.first(where: { $0 != headphones }), let room = speakers.channels
        else { return nil }
        self.room = room
        main = try AVAudioPlayer(contentsOf: first)
        main.channelAssignments = room
        cue = try AVAudioPlayer(contentsOf: second)
        cue.channelAssignments = headphones.channels
        super.init()
        main.delegate = self
        cue.delegate = self
    }

    /// Starts both songs on one frame.
    func play() {
        let start = main.deviceCurrentTime + 0.1
        guard main.prepareToPlay(), cue.prepareToPlay(), main.play(atTime: start), cue.play(atTime: start) else {
            say("cannot play")
            exit(1)
        }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        if player === main {
            say("to the room")
            cue.channelAssignments = room
        } else {
            say("done")
            exit(flag ? 0 : 1)
        }
    }
}

let songs = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard songs.count == 2 else {
    say("usage: dj-cue MAIN CUE")
    exit(2)
}
do {
    guard let booth = try Booth(songs[0], songs[1]) else {
        say("plug in headphones and something for the room")
        exit(1)
    }
    booth.play()
    withExtendedLifetime(booth) { dispatchMain() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
