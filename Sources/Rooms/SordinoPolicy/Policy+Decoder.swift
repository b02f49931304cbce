/// The holder of the single hardware decoder path (rules.md §7.7).
struct DecoderClaim: Hashable, Sendable {
    let app: AppID
    let io: IOID
}

extension Policy {
    /// The first compressed stream takes the path; later ones decode in software, where there is software for them.
    mutating func claimDecoder(_ index: Int, of slot: Int) -> SessionError? {
        let object = sessions[slot].ios[index]
        guard settings.hasHardwareDecoder, let format = object.kind.formatID, let claims = Self.decoded(format) else {
            return nil
        }
        if let decoder {
            guard claims == .inHardwareOnly, !settings.secondHEAACDecodesInSoftware else { return nil }
            return refusal(.resourceNotAvailable, "R7.2", by: .app(decoder.app), "the only decoder is taken")
        }
        decoder = DecoderClaim(app: sessions[slot].app, io: object.id)
        sessions[slot].ios[index].holdsDecoder = true
        return nil
    }

    mutating func releaseDecoder(_ index: Int, of slot: Int) {
        sessions[slot].ios[index].holdsDecoder = false
        decoder = nil
    }

    private enum Decoding { case inEither, inHardwareOnly }

    /// Returns the way in which a format is decoded; nil for formats that never need the hardware path.
    private static func decoded(_ format: UInt32) -> Decoding? {
        switch format {
        case 0x6161_6320, 0x616C_6163, 0x2E6D_7033: .inEither  // 'aac ', 'alac', '.mp3'
        case 0x6161_6368, 0x6161_6370: .inHardwareOnly  // 'aach', 'aacp'
        default: nil
        }
    }
}
