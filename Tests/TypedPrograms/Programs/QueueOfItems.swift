// swift-format-ignore-file
import AVFoundation

enum QueueOfItems {
    static func run() throws {
        let items = try (0..<3).map { AVPlayerItem(url: try sine("\($0).wav", hertz: 300 + 100 * Double($0), seconds: 0.3)) }
        let queue = AVQueuePlayer(items: items)
        check(queue.items().count == 3, "\(queue.items().count)")
        queue.actionAtItemEnd = .advance
        queue.play()
        wait { queue.currentItem === items[2] }
        check(queue.currentItem === items[2], "advances")
        queue.advanceToNextItem()
        check(queue.items().isEmpty, "empty")
        let looping = AVQueuePlayer()
        let looper = AVPlayerLooper(player: looping, templateItem: AVPlayerItem(url: try sine("loop.wav", seconds: 0.2)))
        looping.play()
        wait { looper.loopCount >= 2 }
        check(looper.loopCount >= 2, "\(looper.loopCount) loops, \(looper.status)")
        looper.disableLooping()
    }
}
