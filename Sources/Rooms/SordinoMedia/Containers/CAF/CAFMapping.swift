/// The representation of a codec in CAF files.
struct CAFMapping: Sendable {
    /// Indicates whether they do.
    var isHeld = true
    /// The format's flags where it has none.
    var usualFlags: UInt32 = 0
    /// The cookie as it is stored.
    var storedCookie: @Sendable ([UInt8]) -> [UInt8] = { $0 }
}
