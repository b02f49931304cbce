/// The frame of MPEG audio that holds no audio but a description of the stream: Xing's, or Fraunhofer's VBRI.
///
/// Sources: the formats as Xing and Fraunhofer published them, and the LAME tag by Gabriel Bouvigne.
struct XingHeader: Equatable {
    /// Frames of MPEG audio behind it; nil if it does not state them.
    var packetCount: Int64?
    /// Bytes from its own first byte to the end.
    var byteCount: Int64?
    /// The byte position of each hundredth of the sound, in 256ths of the bytes; empty if missing or not ascending.
    var places: [UInt8] = []
    /// The number of frames that the encoder inserted before the sound; nil without a LAME tag.
    var delay: Int?
    /// The number of frames that the encoder appended after the sound; nil without a LAME tag.
    var padding: Int?
    /// The encoder's name; nil without a LAME tag.
    var encoder: String?

    /// Reads a frame; nil if it is an ordinary one.
    init?(_ frame: RawSpan, _ header: MPEGAudioHeader) {
        if frame.byteCount >= 36 + 26, frame.code(36) == "VBRI" {
            // Its counts differ from encoder to encoder by the frame itself, so that they are not used.
            return
        }
        let start = 4 + header.sideByteCount
        guard header.layer == 3, frame.byteCount >= start + 8 else { return nil }
        guard frame.code(start) == "Xing" || frame.code(start) == "Info" else { return nil }
        let flags = frame.big(start + 4, UInt32.self)
        var at = start + 8
        if flags & 1 != 0, frame.byteCount >= at + 4 {
            packetCount = Int64(frame.big(at, UInt32.self))
            at += 4
        }
        if flags & 2 != 0, frame.byteCount >= at + 4 {
            byteCount = Int64(frame.big(at, UInt32.self))
            at += 4
        }
        if flags & 4 != 0 {
            let table = frame.byteCount >= at + 100 ? frame.array(at..<at + 100) : []
            if zip(table, table.dropFirst()).allSatisfy({ $0 <= $1 }) { places = table }
            at += 100
        }
        if flags & 8 != 0 { at += 4 }
        guard frame.byteCount >= at + 24, frame.byte(at) >= 0x20 else { return }
        encoder = frame.text(at..<at + 9).trimmingSpaces
        let both = Int(frame.byte(at + 21)) << 16 | Int(frame.byte(at + 22)) << 8 | Int(frame.byte(at + 23))
        // Encoders that write the name and nothing else leave zeros.
        guard both > 0 else { return }
        delay = both >> 12
        padding = both & 0xFFF
    }
}

extension String {
    /// Without the spaces at its end.
    var trimmingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
