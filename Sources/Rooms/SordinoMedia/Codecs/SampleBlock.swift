/// Memory in which a program holds samples: where the reader puts them and the writer takes them.
package struct SampleBlock {
    /// The kind of number.
    package enum Kind: Equatable, Sendable {
        case int16
        case int32
        case float32
        case float64

        /// Bytes of one sample.
        package var byteCount: Int {
            switch self {
            case .int16: 2
            case .int32, .float32: 4
            case .float64: 8
            }
        }
    }

    /// The kind of number.
    package var kind: Kind
    /// Channels in the block.
    package var channelCount: Int
    /// Indicates whether all channels share one buffer, frame by frame; otherwise each has its own.
    package var isInterleaved: Bool
    /// One pointer per buffer: one if interleaved, else `channelCount`.
    ///
    /// Must outlive the use of the block.
    package var buffers: UnsafePointer<UnsafeMutableRawPointer>

    /// Describes memory that must outlive the block.
    package init(
        _ kind: Kind, channelCount: Int, isInterleaved: Bool, buffers: UnsafePointer<UnsafeMutableRawPointer>
    ) {
        self.kind = kind
        self.channelCount = channelCount
        self.isInterleaved = isInterleaved
        self.buffers = buffers
    }
}
