import CoreAudioTypes
import SordinoMedia

/// Returns the size of a property's value, and whether it can be set.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - outDataSize: Receives the size of its value, in bytes; may be nil.
///   - isWritable: Receives 1 if it can be set now, else 0; may be nil.
/// - Returns: `kAudioFileUnsupportedPropertyError` if the file has no such property.
@discardableResult
public func AudioFileGetPropertyInfo(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let byteCount = try file.propertyByteCount(inPropertyID)
        outDataSize?.pointee = byteCount
        isWritable?.pointee = file.isWritable(inPropertyID) ? 1 : 0
    }
}

/// Copies the value of a property.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - ioDataSize: Room for the value; afterwards its bytes.
///   - outPropertyData: Receives the value. Translations hold the question before and the answer after.
/// - Returns: `kAudioFileUnsupportedPropertyError` if the file has no such property, `kAudioFileBadPropertySizeError`
///   if there is too little room.
@discardableResult
public func AudioFileGetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        if let byteCount = AudioFileTranslations.byteCount(of: inPropertyID) {
            guard Int(ioDataSize.pointee) >= byteCount else { throw StatusError(kAudioFileBadPropertySizeError) }
            try AudioFileTranslations.answer(inPropertyID, file, outPropertyData)
            ioDataSize.pointee = UInt32(byteCount)
            return
        }
        guard try file.property(inPropertyID).copy(&ioDataSize.pointee, to: outPropertyData) else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
    }
}

/// Sets the value of a property.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - inDataSize: Bytes of the value.
///   - inPropertyData: The value.
/// - Returns: `kAudioFileUnsupportedPropertyError` if there is no such property or it cannot be set,
///   `kAudioFileBadPropertySizeError`, `kAudioFilePermissionsError`.
@discardableResult
public func AudioFileSetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        try file.set(inPropertyID, .init(start: inPropertyData, count: Int(inDataSize)))
    }
}

extension AudioFileObject {
    /// Returns whether a property can be set now.
    func isWritable(_ property: AudioFilePropertyID) -> Bool {
        switch property {
        case kAudioFilePropertyUseAudioTrack: return true
        case kAudioFilePropertyDataFormat, kAudioFilePropertyChannelLayout, kAudioFilePropertyMagicCookieData,
            kAudioFilePropertyInfoDictionary, kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
            kAudioFilePropertyPacketTableInfo, kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyReserveDuration:
            return permissions != .readPermission
        default: return false
        }
    }

    /// Returns the size of a property's value, in bytes, without reading packets to find it.
    func propertyByteCount(_ property: AudioFilePropertyID) throws -> UInt32 {
        if let byteCount = AudioFileTranslations.byteCount(of: property) {
            guard packetsAreKnown(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
            return UInt32(byteCount)
        }
        switch property {
        case kAudioFilePropertyAudioDataPacketCount: return 8
        case kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyUseAudioTrack: return 4
        default:
            // The value is discarded after its size is taken: only `copy` passes objects to the client.
            return try self.property(property).byteCount
        }
    }

    private func packetsAreKnown(_ property: AudioFilePropertyID) -> Bool { true }

    /// The value of a property.
    ///
    /// - Throws: `kAudioFileUnsupportedPropertyError`.
    func property(_ property: AudioFilePropertyID) throws -> PropertyValue {
        switch property {
        case kAudioFilePropertyFileFormat: return .value(fileType.rawValue)
        case kAudioFilePropertyDataFormat: return .value(format.basicDescription)
        case kAudioFilePropertyFormatList: return .array(formatList)
        case kAudioFilePropertyDataFormatName:
            return .object(AudioFormatNames.name(of: format.basicDescription) as AnyObject)
        case kAudioFilePropertyIsOptimized: return .value(UInt32(isOptimized ? 1 : 0))
        case kAudioFilePropertyAudioDataByteCount: return .value(UInt64(clamping: dataByteCount))
        case kAudioFilePropertyAudioDataPacketCount: return .value(UInt64(clamping: packetCount))
        case kAudioFilePropertyMaximumPacketSize: return .value(UInt32(clamping: maximumPacketSize))
        case kAudioFilePropertyPacketSizeUpperBound: return .value(UInt32(clamping: packetByteCountLimit))
        case kAudioFilePropertyDataOffset: return .value(dataOffset)
        case kAudioFilePropertyEstimatedDuration: return .value(estimatedDuration)
        case kAudioFilePropertyBitRate: return .value(bitRate)
        case kAudioFilePropertyDeferSizeUpdates: return .value(UInt32(deferSizeUpdates ? 1 : 0))
        case kAudioFilePropertyReserveDuration: return .value(reserveDuration)
        case kAudioFilePropertyRestrictsRandomAccess: return .value(UInt32(0))
        case kAudioFilePropertyAudioTrackCount: return .value(UInt32(1))
        case kAudioFilePropertyInfoDictionary: return .object(AudioFileInfo.dictionary(self))
        default: return try optionalProperty(property)
        }
    }

    /// Returns a property that only some files have.
    private func optionalProperty(_ property: AudioFilePropertyID) throws -> PropertyValue {
        let value: PropertyValue? =
            switch property {
            case kAudioFilePropertyMagicCookieData: cookie.map { .bytes($0) }
            case kAudioFilePropertyChannelLayout: layout.map { .bytes($0.coreAudioBytes) }
            case kAudioFilePropertyPacketTableInfo: packetTableInfo.map { .value($0) }
            case kAudioFilePropertySourceBitDepth: sourceBitDepth.map { .value($0) }
            case kAudioFilePropertyChunkIDs: chunkIDs.map { .array($0) }
            case kAudioFilePropertyMarkerList: markerList
            case kAudioFilePropertyRegionList: regionList
            case kAudioFilePropertyID3Tag: try id3Tag.map { .bytes($0.bytes) }
            case kAudioFilePropertyID3TagOffset: try id3Tag.map { .value($0.offset) }
            case kAudioFilePropertyAlbumArtwork: try artwork.map { .object(NSDataOf($0)) }
            default: nil
            }
        guard let value else { throw StatusError(kAudioFileUnsupportedPropertyError) }
        return value
    }
}
