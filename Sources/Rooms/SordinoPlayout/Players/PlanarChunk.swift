/// Some frames of several channels, taken from the front.
final class PlanarChunk {
    let channels: [UnsafeMutablePointer<Float>]
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let frameCapacity: Int
    var start = 0
    var end = 0

    init(channelCount: Int, frameCapacity: Int) {
        self.frameCapacity = frameCapacity
        channels = (0..<channelCount).map { _ in
            let channel = UnsafeMutablePointer<Float>.allocate(capacity: frameCapacity)
            channel.initialize(repeating: 0, count: frameCapacity)
            return channel
        }
        pointers = .allocate(capacity: channelCount)
        for (index, channel) in channels.enumerated() { (pointers + index).initialize(to: channel) }
    }

    deinit {
        for channel in channels { channel.deallocate() }
        pointers.deallocate()
    }

    var channelCount: Int { channels.count }
    var count: Int { end - start }
    var isEmpty: Bool { start >= end }

    func empty() { (start, end) = (0, 0) }
}
