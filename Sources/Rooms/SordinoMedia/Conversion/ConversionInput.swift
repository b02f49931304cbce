import CoreAudioTypes

/// Frames or packets that a program hands to a converter, in memory that stays unchanged until the converter asks
/// again.
package struct ConversionChunk {
    /// Packets on offer: frames for linear PCM.
    package var packetCount = 0
    /// The buffers; as many as the format has.
    package var buffers: UnsafePointer<AudioBuffer>?
    /// The number of buffers in `buffers`.
    package var bufferCount = 0
    /// The position of each packet, for packets of different sizes.
    package var descriptions: UnsafePointer<AudioStreamPacketDescription>?

    /// Makes a chunk without bytes.
    package init() {}

    /// The buffers of a list.
    package init(
        _ list: UnsafePointer<AudioBufferList>, packetCount: Int,
        descriptions: UnsafePointer<AudioStreamPacketDescription>? = nil
    ) {
        let first = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
        buffers = (UnsafeRawPointer(list) + first).assumingMemoryBound(to: AudioBuffer.self)
        bufferCount = Int(list.pointee.mNumberBuffers)
        self.packetCount = packetCount
        self.descriptions = descriptions
    }
}

/// The outcome of a request for input.
package enum ConversionSupply: Equatable, Sendable {
    /// The chunk holds something.
    case data
    /// There is nothing at the moment.
    case nothingNow
    /// There will be nothing any more.
    case end
    /// The program gave up, with a code of its own; finished output is still delivered.
    case failed(Int32)
}

/// Fills a chunk with packets, about as many as asked for: more stay for later, fewer make the converter ask again.
package typealias ConversionSource = (_ packetCount: Int, _ chunk: inout ConversionChunk) -> ConversionSupply

/// The outcome of a converter's call.
package struct ConversionResult: Equatable, Sendable {
    /// The reason for which no more was delivered.
    package enum Ending: Equatable, Sendable {
        /// All that was asked for is there.
        case full
        /// Input ran out for the moment.
        case dry
        /// Input is over, and so is the output.
        case end
        /// The source of the input failed, with this code.
        case failed(Int32)
    }

    /// Packets delivered: frames for linear PCM.
    package var packetCount: Int
    /// The reason for which no more was delivered.
    package var ending: Ending
}

/// The reason for which a converter refused a request.
package enum ConversionError: Error, Equatable, Sendable {
    /// There is no way from the one format to the other.
    case format(String)
    /// The rate of the input cannot be converted.
    case inputRate
    /// The rate of the output cannot be made.
    case outputRate
    /// A value is out of range, or does not fit the formats.
    case value(String)
    /// The input's bytes do not fill the packets that were announced.
    case inputSize
    /// The output has no room for a single packet.
    case outputSize
    /// Packets came without saying where each lies.
    case descriptionsMissing
    /// A decoder or an encoder failed with this error.
    case codec(MediaError)
}
