// Plays a radio station or any other sound that a server has: swift run radio-stream URL [SECONDS]

import AVFoundation
import Foundation

let arguments = CommandLine.arguments
guard arguments.count > 1, let url = URL(string: arguments[1]) else {
    FileHandle.standardError.write(Data("usage: radio-stream URL [SECONDS]\n".utf8))
    exit(2)
}

let session = AVAudioSession.sharedInstance()
try session.setCategory(.playback)
try session.setActive(true)

let radio = RadioPlayer()
radio.titleChanged = { print("now playing: \($0)") }
radio.ended = { error in
    if let error { FileHandle.standardError.write(Data("radio-stream: \(error.localizedDescription)\n".utf8)) }
    exit(error == nil ? 0 : 1)
}
radio.play(url)
if arguments.count > 2, let seconds = Double(arguments[2]) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { radio.stop() }
}
RunLoop.main.run()
