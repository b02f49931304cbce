// swift-format-ignore-file
import AVFoundation

enum PlayerPool {
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.ambient)
        try AVAudioSession.sharedInstance().setActive(true)
        let url = try sine("shot.wav", seconds: 0.1)
        let pool = try (0..<10).map { _ in try AVAudioPlayer(contentsOf: url) }
        pool.forEach { $0.prepareToPlay() }
        for round in 0..<30 {
            let player = pool.first { !$0.isPlaying } ?? pool[round % 10]
            player.currentTime = 0
            check(player.play(), "plays in round \(round)")
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
        }
        wait { pool.allSatisfy { !$0.isPlaying } }
        do {
            _ = try AVAudioPlayer(contentsOf: folder.appendingPathComponent("missing.mp3"))
            check(false, "a missing file has a player")
        } catch { check((error as NSError).domain == NSOSStatusErrorDomain || (error as NSError).code != 0, "\(error)") }
        do {
            _ = try AVAudioPlayer(data: Data("no sound at all".utf8))
            check(false, "text has a player")
        } catch let error as NSError { check(error.code == Int(kAudioFileUnsupportedFileTypeError), "\(error)") }
    }
}
