/// The reason why a packet or a stream cannot be decoded, or settings cannot be encoded with.
package enum CodecError: Error, Equatable {
    /// The bytes break the format's rules; the bit counts from the packet's first.
    case damaged(String, bit: Int)
    /// The stream is valid, or the settings are, but nothing here decodes or encodes it.
    case unsupported(String)
}
