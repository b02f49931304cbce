import CoreAudioTypes
import SordinoCommandLine
import SordinoMedia

/// A data format in the words of audio file tools: its name, and the line that describes it.
package enum DataFormatText {
    /// A short name: `LEI16`, `UI8`, `BEF32`; for other codecs the code in quotes.
    package static func name(of encoding: SampleEncoding) -> String {
        let bits = encoding.byteCount * 8
        switch encoding {
        case .uint8: return "UI8"
        case .int8: return "I8"
        case .muLaw: return "'ulaw'"
        case .aLaw: return "'alaw'"
        default: return (encoding.isBigEndian ? "BE" : "LE") + (encoding.isFloat ? "F" : "I") + "\(bits)"
        }
    }

    /// The sample type of the source, `I16` or `F32`; nil where the codec does not keep samples.
    package static func depth(of format: MediaFormat) -> String? {
        guard format.bitsPerChannel > 0 else { return nil }
        if let encoding = format.encoding {
            guard encoding.isLinear else { return nil }
            return (encoding.isFloat ? "F" : encoding == .uint8 ? "UI" : "I") + "\(format.bitsPerChannel)"
        }
        return isLossless(format.codec) ? "I\(format.bitsPerChannel)" : nil
    }

    /// Returns whether a codec is lossless.
    package static func isLossless(_ codec: FourCC) -> Bool { Codecs.named(codec)?.isLossless == true }

    /// Returns the line: channels, rate, and the kind of samples or packets.
    package static func line(_ format: MediaFormat) -> String {
        let start =
            TextField.right(format.channelCount, width: 2) + " ch, "
            + TextField.whole(format.sampleRate, width: 6) + " Hz, "
        if let usual = usualName(format) {
            return start + usual + (format.channelCount > 1 ? ", interleaved" : "")
        }
        let description = format.basicDescription
        let code = "\(format.codec.characters) (\(TextField.flags(description.mFormatFlags))) "
        if let encoding = format.encoding, encoding.isLinear { return start + code + samples(encoding, format) }
        if isLossless(format.codec) {
            let source = format.bitsPerChannel > 0 ? "from \(format.bitsPerChannel)-bit source, " : ""
            return start + code + source + "\(format.framesPerPacket) frames/packet"
        }
        return start + code
            + "\(description.mBitsPerChannel) bits/channel, \(description.mBytesPerPacket) bytes/packet, "
            + "\(description.mFramesPerPacket) frames/packet, \(description.mBytesPerFrame) bytes/frame"
    }

    /// Linear samples as this machine has them are known by name.
    private static func usualName(_ format: MediaFormat) -> String? {
        guard let encoding = format.encoding, format.bitsPerChannel == encoding.byteCount * 8 else { return nil }
        return switch encoding {
        case .int16(.native): "Int16"
        case .int32(.native): "Int32"
        case .float32(.native): "Float32"
        case .float64(.native): "Float64"
        default: nil
        }
    }

    private static func samples(_ encoding: SampleEncoding, _ format: MediaFormat) -> String {
        let order = encoding.byteCount == 1 ? "" : encoding.isBigEndian ? " big-endian" : " little-endian"
        let kind = encoding.isFloat ? "float" : encoding == .uint8 ? "unsigned integer" : "signed integer"
        let packing =
            format.bitsPerChannel < encoding.byteCount * 8
            ? ", high-aligned in \(counted(encoding.byteCount, "byte"))" : ""
        return "\(format.bitsPerChannel)-bit\(order) \(kind)\(packing)"
    }
}
