// swift-format-ignore-file
import AVFoundation

enum ObserveAfterwards {
    static func run() throws {
        let item = AVPlayerItem(url: try sine(seconds: 1))
        let player = AVPlayer()
        player.replaceCurrentItem(with: item)
        check(item.status == .unknown, "ready inside replaceCurrentItem")
        nonisolated(unsafe) var ready = false
        let observation = item.observe(\.status) { item, _ in if item.status == .readyToPlay { ready = true } }
        wait { ready }
        check(ready, "an observer that came after replaceCurrentItem is told")
        nonisolated(unsafe) var states: [AVPlayer.TimeControlStatus] = []
        let control = player.observe(\.timeControlStatus, options: [.new]) { player, _ in states.append(player.timeControlStatus) }
        player.playImmediately(atRate: 2)
        wait { player.currentTime().seconds > 0.3 }
        check(player.rate == 2, "rate \(player.rate)")
        check(states.contains(.playing), "\(states)")
        player.pause()
        observation.invalidate()
        control.invalidate()
    }
}
