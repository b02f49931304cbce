import ByteMutation
import SordinoMedia
import Testing

/// Samples of `channelCount` channels that every encoding of `bits` bits or more stores exactly.
func exactSamples(channelCount: Int, frameCount: Int, bits: Int, seed: UInt64 = 1) -> [[Float]] {
    var numbers = SeededNumbers(seed: seed)
    let scale = Float(Int64(1) << Int64(bits - 1))
    return (0..<channelCount).map { _ in
        (0..<frameCount).map { _ in
            Float(Int64.random(in: -(1 << Int64(bits - 1))..<(1 << Int64(bits - 1)), using: &numbers)) / scale
        }
    }
}

/// Writes channels of samples into memory as a file.
func written(
    _ channels: [[Float]], _ fileType: FourCC, _ description: MediaDescription, finish: Bool = true
) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let container = try #require(Containers.named(fileType))
    let writer = try MediaWriter(sink, container, description)
    try write(channels, with: writer)
    if finish { try writer.finish() } else { try writer.update() }
    return sink.bytes
}

/// Writes channels of samples with a writer.
func write(_ channels: [[Float]], with writer: MediaWriter) throws {
    let frameCount = channels.first?.count ?? 0
    let buffers = channels.map { channel in
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frameCount))
        buffer.initialize(from: channel, count: frameCount)
        return UnsafeMutableRawPointer(buffer)
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    try buffers.withUnsafeBufferPointer { pointers in
        let base = try #require(pointers.baseAddress)
        let block = SampleBlock(.float32, channelCount: channels.count, isInterleaved: false, buffers: base)
        try writer.write(block, frameCount: frameCount)
    }
}

/// Reads the next frames, as many as there are of `count`.
func someFrames(_ reader: MediaReader, _ count: Int) throws -> [[Float]] {
    let buffers = (0..<reader.format.channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: count) }
    defer { for buffer in buffers { buffer.deallocate() } }
    let got = try reader.read(into: buffers, frameCount: count)
    return buffers.map { Array(UnsafeBufferPointer(start: $0, count: got)) }
}

/// Reads every frame that is left, in pieces of `step` frames.
func allFrames(_ reader: MediaReader, step: Int = 1000) throws -> [[Float]] {
    var channels = [[Float]](repeating: [], count: reader.format.channelCount)
    let buffers = channels.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: step) }
    defer { for buffer in buffers { buffer.deallocate() } }
    while true {
        let count = try reader.read(into: buffers, frameCount: step)
        if count == 0 { return channels }
        for (index, buffer) in buffers.enumerated() {
            channels[index] += UnsafeBufferPointer(start: buffer, count: count)
        }
    }
}
