import CoreAudioTypes
import Foundation
import SordinoMedia

/// Converts markers and regions between Core Audio's structs and `MediaMarker` and `MediaRegion`.
enum AudioFileMarkers {
    private static let markerByteCount = MemoryLayout<AudioFileMarker>.stride
    private static let listHeadByteCount = MemoryLayout<AudioFileMarkerList>.offset(of: \.mMarkers) ?? 8
    private static let regionHeadByteCount = MemoryLayout<AudioFileRegion>.offset(of: \.mMarkers) ?? 24
    private static let regionsHeadByteCount = MemoryLayout<AudioFileRegionList>.offset(of: \.mRegions) ?? 8

    /// Returns a marker whose name the receiver has to release.
    static func marker(_ marker: MediaMarker) -> AudioFileMarker {
        let time = marker.timeCode
        return AudioFileMarker(
            mFramePosition: marker.framePosition,
            mName: marker.name.isEmpty ? nil : Unmanaged.passRetained(NSString(string: marker.name)),
            mMarkerID: marker.id,
            mSMPTETime: AudioFile_SMPTE_Time(
                mHours: time.hours, mMinutes: UInt8(bitPattern: time.minutes),
                mSeconds: UInt8(bitPattern: time.seconds),
                mFrames: UInt8(bitPattern: time.frames), mSubFrameSampleOffset: time.subFrameSampleOffset),
            mType: marker.type, mReserved: 0, mChannel: UInt16(clamping: marker.channel))
    }

    /// Converts a client's marker.
    static func marker(_ marker: AudioFileMarker) -> MediaMarker {
        let time = marker.mSMPTETime
        return MediaMarker(
            name: ClientObject.text(marker.mName?.toOpaque()) ?? "", framePosition: marker.mFramePosition,
            id: marker.mMarkerID, type: marker.mType, channel: UInt32(marker.mChannel),
            timeCode: .init(
                hours: time.mHours, minutes: Int8(bitPattern: time.mMinutes), seconds: Int8(bitPattern: time.mSeconds),
                frames: Int8(bitPattern: time.mFrames), subFrameSampleOffset: time.mSubFrameSampleOffset))
    }

    /// Returns the size of a list of markers, in bytes.
    static func byteCount(markerCount: Int) -> Int { listHeadByteCount + markerCount * markerByteCount }

    /// Returns the size of a list of regions and their markers, in bytes.
    static func byteCount(_ regions: [MediaRegion]) -> Int {
        regionsHeadByteCount
            + regions.reduce(0) { $0 + regionHeadByteCount + $1.markers.count * markerByteCount }
    }

    /// Reads the markers of a client's `AudioFileMarkerList`.
    ///
    /// - Throws: `kAudioFileBadPropertySizeError` if the list does not fit its size.
    static func markers(of bytes: UnsafeRawBufferPointer) throws -> (timeCodeType: UInt32, markers: [MediaMarker]) {
        guard bytes.count >= listHeadByteCount else { throw StatusError(kAudioFileBadPropertySizeError) }
        let count = Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        guard count <= (bytes.count - listHeadByteCount) / markerByteCount else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
        return (
            bytes.loadUnaligned(as: UInt32.self),
            (0..<count).map { loaded(bytes, at: listHeadByteCount + $0 * markerByteCount) }
        )
    }

    /// Reads the regions of a client's `AudioFileRegionList`.
    ///
    /// - Throws: `kAudioFileBadPropertySizeError` if the list does not fit its size.
    static func regions(of bytes: UnsafeRawBufferPointer) throws -> (timeCodeType: UInt32, regions: [MediaRegion]) {
        guard bytes.count >= regionsHeadByteCount else { throw StatusError(kAudioFileBadPropertySizeError) }
        let count = Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        var at = regionsHeadByteCount
        var regions: [MediaRegion] = []
        for _ in 0..<count {
            guard bytes.count - at >= regionHeadByteCount else { throw StatusError(kAudioFileBadPropertySizeError) }
            let name = bytes.loadUnaligned(fromByteOffset: at + 8, as: UnsafeRawPointer?.self)
            let flags = bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt32.self)
            let markerCount = Int(bytes.loadUnaligned(fromByteOffset: at + 20, as: UInt32.self))
            guard markerCount <= (bytes.count - at - regionHeadByteCount) / markerByteCount else {
                throw StatusError(kAudioFileBadPropertySizeError)
            }
            regions.append(
                MediaRegion(
                    id: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self),
                    name: ClientObject.text(name) ?? "",
                    flags: flags,
                    markers: (0..<markerCount).map {
                        loaded(bytes, at: at + regionHeadByteCount + $0 * markerByteCount)
                    }))
            at += regionHeadByteCount + markerCount * markerByteCount
        }
        return (bytes.loadUnaligned(as: UInt32.self), regions)
    }

    /// Returns an `AudioFileMarkerList`, whose names the client has to release.
    static func bytes(_ markers: [MediaMarker], timeCodeType: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        put(timeCodeType, &bytes)
        put(UInt32(markers.count), &bytes)
        for marker in markers { put(self.marker(marker), &bytes) }
        return bytes
    }

    /// Returns an `AudioFileRegionList`, whose names the client has to release.
    static func bytes(_ regions: [MediaRegion], timeCodeType: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        put(timeCodeType, &bytes)
        put(UInt32(regions.count), &bytes)
        for region in regions {
            put(region.id, &bytes)
            put(UInt32(0), &bytes)
            put(UInt(bitPattern: Unmanaged.passRetained(NSString(string: region.name)).toOpaque()), &bytes)
            put(region.flags, &bytes)
            put(UInt32(region.markers.count), &bytes)
            for marker in region.markers { put(self.marker(marker), &bytes) }
        }
        return bytes
    }

    private static func put<Value: BitwiseCopyable>(_ value: Value, _ bytes: inout [UInt8]) {
        withUnsafeBytes(of: value) { bytes += $0 }
    }

    private static func loaded(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> MediaMarker {
        marker(bytes.loadUnaligned(fromByteOffset: offset, as: AudioFileMarker.self))
    }
}

extension AudioFileObject {
    private var namedPlaces: (markers: [MediaMarker], regions: [MediaRegion], timeCodeType: UInt32)? {
        guard UserChunks.areIn(fileType) else { return nil }
        switch content {
        case .reading(let file):
            return (file.properties.markers, file.properties.regions, file.properties.timeCodeType)
        case .writing(let draft):
            return (draft.description.markers, draft.description.regions, draft.description.timeCodeType)
        }
    }

    /// The markers; nil for files that have no place for them.
    var markerList: PropertyValue? {
        namedPlaces.map { named in
            .made(byteCount: AudioFileMarkers.byteCount(markerCount: named.markers.count)) {
                AudioFileMarkers.bytes(named.markers, timeCodeType: named.timeCodeType)
            }
        }
    }

    /// The regions; nil for files that have no place for them.
    var regionList: PropertyValue? {
        namedPlaces.map { named in
            .made(byteCount: AudioFileMarkers.byteCount(named.regions)) {
                AudioFileMarkers.bytes(named.regions, timeCodeType: named.timeCodeType)
            }
        }
    }
}
