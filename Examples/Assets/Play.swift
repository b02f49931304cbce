import AVFoundation

/// Plays a file and tells its time four times a second.
func play(_ url: URL) async throws {
    try AVAudioSession.sharedInstance().setCategory(.playback)
    let player = AVPlayer(url: url)
    guard let item = player.currentItem, await isReady(item) else {
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

/// Waits until an item can be played, or cannot.
private func isReady(_ item: AVPlayerItem) async -> Bool {
    let (statuses, continuation) = AsyncStream.makeStream(of: AVPlayerItem.Status.self)
    let observation = item.observe(\.status, options: [.initial, .new]) { item, _ in continuation.yield(item.status) }
    defer { observation.invalidate() }
    for await status in statuses where status != .unknown { return status == .readyToPlay }
    return false
}
