import CoreAudioTypes
import Foundation
import SordinoMedia

/// Reading and setting of an extended audio file's properties.
extension ExtAudioFileObject {
    /// Returns whether a property can be set now.
    func isWritable(_ property: ExtAudioFilePropertyID) -> Bool {
        switch property {
        case kExtAudioFileProperty_ClientDataFormat, kExtAudioFileProperty_ClientChannelLayout,
            kExtAudioFileProperty_CodecManufacturer, kExtAudioFileProperty_ConverterConfig,
            kExtAudioFileProperty_IOBufferSizeBytes, kExtAudioFileProperty_IOBuffer,
            kExtAudioFileProperty_PacketTable:
            true
        case kExtAudioFileProperty_FileChannelLayout: isWriting
        default: false
        }
    }

    /// Returns the size of a property's value, in bytes.
    func propertyByteCount(_ property: ExtAudioFilePropertyID) throws -> UInt32 {
        switch property {
        case kExtAudioFileProperty_ConverterConfig, kExtAudioFileProperty_IOBuffer:
            UInt32(MemoryLayout<UnsafeRawPointer>.size)
        case kExtAudioFileProperty_FileLengthFrames: 8
        default: try self.property(property).byteCount
        }
    }

    /// The value of a property.
    ///
    /// - Throws: `kExtAudioFileError_InvalidProperty`, also where the file has no such value.
    func property(_ property: ExtAudioFilePropertyID) throws -> PropertyValue {
        let value: PropertyValue? =
            switch property {
            case kExtAudioFileProperty_FileDataFormat: .value(try fileFormat().basicDescription)
            case kExtAudioFileProperty_FileChannelLayout: try fileLayout().map { .bytes($0.coreAudioBytes) }
            case kExtAudioFileProperty_ClientDataFormat: .value(clientFormat)
            case kExtAudioFileProperty_ClientChannelLayout:
                (clientLayout ?? .usual(channelCount: Int(clientFormat.mChannelsPerFrame))).map {
                    .bytes($0.coreAudioBytes)
                }
            case kExtAudioFileProperty_CodecManufacturer: .value(codecManufacturer)
            case kExtAudioFileProperty_AudioConverter:
                // The file keeps ownership: the client must not dispose of the converter.
                .value(converter.map { UInt(bitPattern: $0.reference) } ?? 0)
            case kExtAudioFileProperty_AudioFile: .value(UInt(bitPattern: handle))
            case kExtAudioFileProperty_FileMaxPacketSize:
                .value(UInt32(clamping: try withFile { $0.packetByteCountLimit }))
            case kExtAudioFileProperty_ClientMaxPacketSize:
                clientFormat.mBytesPerPacket > 0 ? .value(clientFormat.mBytesPerPacket) : nil
            case kExtAudioFileProperty_FileLengthFrames: .value(try lengthInFrames())
            case kExtAudioFileProperty_IOBufferSizeBytes: .value(bufferByteCount)
            case kExtAudioFileProperty_IOBuffer: .value(UInt(bitPattern: clientBuffer))
            case kExtAudioFileProperty_PacketTable: try table().map { .value($0) }
            default: nil
            }
        guard let value else { throw StatusError(kExtAudioFileError_InvalidProperty) }
        return value
    }

    /// Sets a property.
    ///
    /// - Throws: `StatusError`, `ConversionError`.
    func set(_ property: ExtAudioFilePropertyID, _ bytes: UnsafeRawBufferPointer) throws {
        switch property {
        case kExtAudioFileProperty_ClientDataFormat: try setClientFormat(value(bytes))
        case kExtAudioFileProperty_ClientChannelLayout: try setClientLayout(layout(bytes))
        case kExtAudioFileProperty_FileChannelLayout: try setFileLayout(layout(bytes))
        case kExtAudioFileProperty_CodecManufacturer: codecManufacturer = try value(bytes)
        case kExtAudioFileProperty_ConverterConfig:
            // Changes that the client made to the converter apply at once; an array of settings is refused.
            guard try value(bytes, as: UInt.self) == 0 else { throw StatusError(kExtAudioFileError_InvalidProperty) }
        case kExtAudioFileProperty_IOBufferSizeBytes: bufferByteCount = max(1, try value(bytes))
        case kExtAudioFileProperty_IOBuffer:
            clientBuffer = UnsafeMutableRawPointer(bitPattern: try value(bytes, as: UInt.self))
        case kExtAudioFileProperty_PacketTable: try setTable(value(bytes))
        default: throw StatusError(kExtAudioFileError_InvalidProperty)
        }
    }

    private func value<Value: BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, as _: Value.Type = Value.self
    ) throws -> Value {
        guard bytes.count == MemoryLayout<Value>.size else { throw StatusError(kExtAudioFileError_InvalidPropertySize) }
        return bytes.loadUnaligned(as: Value.self)
    }

    private func layout(_ bytes: UnsafeRawBufferPointer) throws -> ChannelLayout {
        guard let layout = ChannelLayout(coreAudio: bytes) else {
            throw StatusError(kExtAudioFileError_InvalidPropertySize)
        }
        return layout
    }
}
