import CoreAudioTypes
import Foundation
import SordinoMedia

/// Setting of a file's properties.
extension AudioFileObject {
    /// Sets a property.
    ///
    /// - Throws: `StatusError`.
    func set(_ property: AudioFilePropertyID, _ bytes: UnsafeRawBufferPointer) throws {
        switch property {
        case kAudioFilePropertyDataFormat:
            guard let format = MediaFormat(try value(bytes, AudioStreamBasicDescription.self)) else {
                throw StatusError(kAudioFileUnsupportedDataFormatError)
            }
            try draft().setFormat(format)
        case kAudioFilePropertyChannelLayout:
            guard let layout = ChannelLayout(coreAudio: bytes) else {
                throw StatusError(kAudioFileBadPropertySizeError)
            }
            try draft().describe { $0.layout = layout }
        case kAudioFilePropertyMagicCookieData:
            let cookie = [UInt8](bytes)
            try draft().describe { $0.cookie = cookie }
        case kAudioFilePropertyInfoDictionary:
            guard bytes.count >= MemoryLayout<UnsafeRawPointer>.size, let base = bytes.baseAddress else {
                throw StatusError(kAudioFileBadPropertySizeError)
            }
            guard let dictionary = base.object(as: NSDictionary.self) else { throw StatusError(paramError) }
            let entries = AudioFileInfo.entries(of: dictionary)
            try draft().describe { $0.info = entries }
        case kAudioFilePropertyPacketTableInfo:
            let info = try value(bytes, AudioFilePacketTableInfo.self)
            guard format.encoding == nil else { throw StatusError(kAudioFileUnsupportedPropertyError) }
            guard info.mPrimingFrames >= 0, info.mRemainderFrames >= 0, info.mNumberValidFrames >= 0 else {
                throw StatusError(paramError)
            }
            try draft().describe {
                $0.primingFrameCount = Int(info.mPrimingFrames)
                $0.validFrameCount = info.mNumberValidFrames
            }
        case kAudioFilePropertyMarkerList:
            let list = try AudioFileMarkers.markers(of: bytes)
            try draft().describe {
                $0.timeCodeType = list.timeCodeType
                $0.markers = list.markers
            }
        case kAudioFilePropertyRegionList:
            let list = try AudioFileMarkers.regions(of: bytes)
            try draft().describe {
                $0.timeCodeType = list.timeCodeType
                $0.regions = list.regions
            }
        case kAudioFilePropertyDeferSizeUpdates:
            let isDeferred = try value(bytes, UInt32.self) != 0
            let draft = try draft()
            if deferSizeUpdates, !isDeferred { try draft.update() }
            deferSizeUpdates = isDeferred
        case kAudioFilePropertyReserveDuration:
            let seconds = try value(bytes, Float64.self)
            _ = try draft()
            guard seconds.isFinite, seconds >= 0 else { throw StatusError(paramError) }
            reserveDuration = seconds
        case kAudioFilePropertyUseAudioTrack:
            guard try value(bytes, UInt32.self) == 0 else { throw StatusError(paramError) }
        default:
            // A property that the file does not have throws here as unsupported; any other cannot be set.
            _ = try self.property(property)
            throw StatusError(kAudioFileOperationNotSupportedError)
        }
    }

    private func value<Value: BitwiseCopyable>(_ bytes: UnsafeRawBufferPointer, _: Value.Type) throws -> Value {
        guard bytes.count == MemoryLayout<Value>.size else { throw StatusError(kAudioFileBadPropertySizeError) }
        return bytes.loadUnaligned(as: Value.self)
    }
}
