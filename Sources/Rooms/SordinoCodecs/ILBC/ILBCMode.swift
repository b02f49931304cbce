/// The frame size of an iLBC stream: one packet is one frame (RFC 3951, 2).
package enum ILBCMode: Sendable, CaseIterable {
    /// 160 frames in 38 bytes, 15.2 kbit/s.
    case milliseconds20
    /// 240 frames in 50 bytes, 13.33 kbit/s.
    case milliseconds30

    /// Chooses the mode by the size of its packets.
    ///
    /// - Parameter packetByteCount: 38 or 50.
    /// - Throws: `unsupported` for any other size.
    package init(packetByteCount: Int) throws(CodecError) {
        switch packetByteCount {
        case 38: self = .milliseconds20
        case 50: self = .milliseconds30
        default: throw .unsupported("an iLBC packet of \(packetByteCount) bytes")
        }
    }

    /// Frames a second: always 8000.
    package static var sampleRate: Double { 8000 }
    /// Bytes of one packet.
    package var packetByteCount: Int { self == .milliseconds20 ? 38 : 50 }
    /// Frames of one packet.
    package var framesPerPacket: Int { self == .milliseconds20 ? 160 : 240 }
    /// Frames by which the decoder's output lags, since the enhancer looks ahead (RFC 3951, 4.6).
    package var delayFrameCount: Int { self == .milliseconds20 ? 40 : 80 }

    /// Sub-blocks of 40 samples in a frame.
    var subBlockCount: Int { self == .milliseconds20 ? 4 : 6 }
    /// Line spectra that a packet carries.
    var spectrumCount: Int { self == .milliseconds20 ? 1 : 2 }
    /// Samples of the start state that are coded one by one.
    var stateCount: Int { self == .milliseconds20 ? 57 : 58 }
    /// Weight of the earlier of two line spectra, for each sub-block (RFC 3951, 3.2.6 and 3.2.7).
    ///
    /// In the 30 ms mode the first sub-block lies between the previous frame's last spectrum and this frame's first,
    /// all others between this frame's two.
    func earlierWeight(ofSubBlock index: Int) -> Float {
        switch self {
        case .milliseconds20: Float(3 - index) / 4
        case .milliseconds30: index == 0 ? 0.5 : max(0, Float(4 - index) / 3)
        }
    }
}

/// Sizes that both modes share (RFC 3951, 3).
enum ILBCSize {
    /// Order of the linear predictor; a filter has one coefficient more, the first is 1.
    static let order = 10
    /// Coefficients of one filter.
    static let filter = 11
    /// Samples of a sub-block.
    static let subBlock = 40
    /// Samples of the two sub-blocks around the start state.
    static let state = 80
    /// Samples of the codebook memory of a whole sub-block.
    static let memory = 147
    /// Samples of the codebook memory of the remainder of the start state.
    static let shortMemory = 85
    /// Sub-blocks of the longer mode.
    static let subBlockLimit = 6
    /// Samples of the longer mode.
    static let frameLimit = 240
    /// Zeros kept on both sides of a codebook memory.
    static let pad = 16
}
