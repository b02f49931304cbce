import AVFoundation

/// Plays a file and tells its time four times a second.
func play(_ url: URL) async throws {
    try AVAudioSession.sharedInstance().setCategory(.playback)
    let player = AVPlayer(url: url)
    guard let item = player.currentItem, item.status == .readyToPlay else {
        throw player.currentItem?.error ?? CocoaError(.fileReadUnknown)
    }
    let observer = player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 4), queue: DispatchQueue(label: "time")
    ) { time in say("at \(String(format: "%.2f", time.seconds)) s") }
    await withCheckedContinuation { continuation in
        let once = DispatchQueue(label: "end")
        nonisolated(unsafe) var isOver = false
        _ = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { _ in
            once.sync {
                if !isOver { continuation.resume() }
                isOver = true
            }
        }
        player.play()
        say("plays \(String(format: "%.2f", item.duration.seconds)) s")
    }
    player.removeTimeObserver(observer)
    say("end")
}
