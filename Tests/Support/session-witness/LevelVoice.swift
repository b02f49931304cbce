import SordinoHardware

/// A stream with a level of its own on each channel: (channel + 1) / 16.
final class LevelVoice {
    private let stream: any HardwareStream
    private let context = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ hardware: any ProgramHardware, _ description: StreamDescription) throws {
        context.initialize(to: description.outputChannels)
        let renderer = StreamRenderer(context: UnsafeMutableRawPointer(context)) { _, cycle in
            let cycle = cycle.assumingMemoryBound(to: StreamCycle.self).pointee
            guard let output = cycle.output else { return }
            for channel in 0..<cycle.outputChannelCount {
                for frame in 0..<cycle.frameCount { output[channel][frame] = Float(channel + 1) / 16 }
            }
        }
        stream = try hardware.openStream(description, renderer: renderer)
        try stream.start()
    }

    deinit {
        stream.close()
        context.deallocate()
    }
}
