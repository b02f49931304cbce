import CoreAudioTypes

/// A session of a codec that a program provides: the functions that Core Audio's functions for codecs need.
///
/// Every function returns an `OSStatus`, 0 for success.
/// - Thread: one at a time.
package protocol CodecSession: AnyObject {
    /// Gets ready for a stream.
    func initialize(
        _ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription, cookie: [UInt8]
    ) -> OSStatus

    /// Takes packets: frames for an encoder. No bytes and no packets mark the end of the stream.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes that there are; bytes that were taken.
    ///   - packetCount: Packets that there are; packets that were taken.
    func append(
        _ bytes: UnsafeRawPointer, byteCount: inout UInt32, packetCount: inout UInt32,
        description: UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus

    /// Gives packets: frames for a decoder.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes that there is room for; bytes that were written.
    ///   - packetCount: Packets that are wanted; packets that were written.
    ///   - descriptions: Receives where each packet lies.
    ///   - state: Receives one of `CodecOutputState`.
    func produce(
        _ bytes: UnsafeMutableRawPointer, byteCount: inout UInt32, packetCount: inout UInt32,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, state: inout UInt32
    ) -> OSStatus

    /// Forgets the packets taken so far.
    func reset()

    /// The value of a property as bytes; nil if the codec does not have it.
    func value(_ property: FourCC) -> [UInt8]?
}

/// The outcome of a call for output, in Core Audio's numbers.
package enum CodecOutputState {
    /// No output was made, because of an error.
    package static let failure: UInt32 = 1
    /// The requested packets were produced.
    package static let success: UInt32 = 2
    /// The same, and there is more.
    package static let hasMore: UInt32 = 3
    /// The stream is over.
    package static let end: UInt32 = 5
}

extension CodecSession {
    /// A property that is one value.
    func value<Value: BitwiseCopyable>(_ property: FourCC, as: Value.Type) -> Value? {
        guard let bytes = value(property), bytes.count >= MemoryLayout<Value>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    }

    /// The encodings of samples that a property lists, in its order, of those that this machine has in memory.
    func sampleKinds(_ property: FourCC) -> [SampleBlock.Kind] {
        let all: [SampleBlock.Kind] = [.float32, .int16, .int32]
        let width = MemoryLayout<AudioStreamBasicDescription>.stride
        guard let bytes = value(property), bytes.count >= width else { return all }
        let listed = bytes.withUnsafeBytes { raw in
            (0..<bytes.count / width).map { place in
                var format = raw.loadUnaligned(fromByteOffset: place * width, as: AudioStreamBasicDescription.self)
                // A codec that takes any number of channels leaves it open.
                format.mChannelsPerFrame = max(1, format.mChannelsPerFrame)
                return format
            }
        }
        let kinds = listed.compactMap { format in all.first { MediaFormat(format)?.encoding == $0.encoding } }
        return kinds.isEmpty ? all : kinds
    }
}
