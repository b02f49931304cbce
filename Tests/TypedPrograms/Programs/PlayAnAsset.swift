// swift-format-ignore-file
import AVFoundation

final class AssetController {
    var player: AVPlayer!
    var playerItem: AVPlayerItem!
    var observation: NSKeyValueObservation?
    var started = false
    init(url: URL) {
        let asset = AVURLAsset(url: url)
        playerItem = AVPlayerItem(asset: asset)
        observation = playerItem.observe(\.status, options: [.initial, .new]) { [unowned self] item, _ in
            switch item.status {
            case .readyToPlay:
                self.player.play()
                self.started = true
            case .failed: check(false, "\(String(describing: item.error))")
            case .unknown: break
            @unknown default: break
            }
        }
        player = AVPlayer(playerItem: playerItem)
    }
}

enum PlayAnAsset {
    static func run() throws {
        let controller = AssetController(url: try sine(seconds: 0.6))
        nonisolated(unsafe) var ended = false
        let end = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: controller.playerItem, queue: .main
        ) { _ in ended = true }
        nonisolated(unsafe) var ticks = 0
        let periodic = controller.player.addPeriodicTimeObserver(
            forInterval: CMTime(seconds: 0.1, preferredTimescale: CMTimeScale(NSEC_PER_SEC)), queue: .main
        ) { _ in ticks += 1 }
        controller.player.addBoundaryTimeObserver(forTimes: [NSValue(time: CMTime(value: 1, timescale: 4))], queue: .main) {}
        wait { ended }
        check(controller.started && ended, "started \(controller.started), ended \(ended)")
        check(ticks >= 3, "\(ticks) ticks")
        controller.player.removeTimeObserver(periodic)
        NotificationCenter.default.removeObserver(end)
        nonisolated(unsafe) var sought = false
        controller.player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero) { finished in
            DispatchQueue.main.async { sought = finished }
        }
        wait { sought }
        check(controller.player.currentTime() == .zero, "\(controller.player.currentTime())")
    }
}
