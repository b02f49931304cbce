// Ten lines that make a sound: swift run ten-lines FILE

import AVFAudio

let session = AVAudioSession.sharedInstance()
try session.setCategory(.playback)
try session.setActive(true)

let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
player.play()
while player.isPlaying { RunLoop.main.run(until: Date().addingTimeInterval(0.1)) }
