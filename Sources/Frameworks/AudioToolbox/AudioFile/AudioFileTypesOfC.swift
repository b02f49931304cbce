import AVAudioTypes
import CoreAudioTypes

/// An open file; a closed one gives `kAudioFileNotOpenError`.
public typealias AudioFileID = OpaquePointer

/// Reads bytes of a file that the client keeps: reference, position, bytes wanted, their place, bytes read.
public typealias AudioFile_ReadProc =
    @convention(c) (
        UnsafeMutableRawPointer, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Writes bytes of a file that the client keeps: reference, position, byte count, the bytes, bytes written.
public typealias AudioFile_WriteProc =
    @convention(c) (
        UnsafeMutableRawPointer, Int64, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>
    ) -> OSStatus

/// Returns the size of a file that the client keeps, in bytes.
public typealias AudioFile_GetSizeProc = @convention(c) (UnsafeMutableRawPointer) -> Int64

/// Sets the size of a file that the client keeps, in bytes.
public typealias AudioFile_SetSizeProc = @convention(c) (UnsafeMutableRawPointer, Int64) -> OSStatus

extension AudioFileMarker {
    /// The name; a client releases it in markers that a file returned.
    public var mName: Unmanaged<CFString>? {
        get { __mName.map { Unmanaged.fromOpaque($0) } }
        set { __mName = newValue?.toOpaque() }
    }

    /// Makes a marker from its fields.
    public init(
        mFramePosition: Float64, mName: Unmanaged<CFString>?, mMarkerID: Int32, mSMPTETime: AudioFile_SMPTE_Time,
        mType: UInt32, mReserved: UInt16, mChannel: UInt16
    ) {
        self.init()
        self.mFramePosition = mFramePosition
        self.mName = mName
        self.mMarkerID = mMarkerID
        self.mSMPTETime = mSMPTETime
        self.mType = mType
        self.mReserved = mReserved
        self.mChannel = mChannel
    }
}

extension AudioFileRegion {
    /// The name; a client releases it in regions that a file returned.
    public var mName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__mName) }
        set { __mName = newValue.toOpaque() }
    }

    /// Makes a region from its fields.
    public init(
        mRegionID: UInt32, mName: Unmanaged<CFString>, mFlags: AudioFileRegionFlags, mNumberMarkers: UInt32,
        mMarkers: AudioFileMarker
    ) {
        self.init(
            mRegionID: mRegionID, __mName: mName.toOpaque(), mFlags: mFlags, mNumberMarkers: mNumberMarkers,
            mMarkers: mMarkers)
    }
}

/// Returns the size of a list of `inNumMarkers` markers, in bytes.
@discardableResult
public func NumAudioFileMarkersToNumBytes(_ inNumMarkers: Int) -> Int {
    let head = MemoryLayout<AudioFileMarkerList>.offset(of: \.mMarkers) ?? 8
    return head + max(0, inNumMarkers) * MemoryLayout<AudioFileMarker>.stride
}

/// Returns the number of markers that a list of `inNumBytes` bytes holds.
@discardableResult
public func NumBytesToNumAudioFileMarkers(_ inNumBytes: Int) -> Int {
    let head = MemoryLayout<AudioFileMarkerList>.offset(of: \.mMarkers) ?? 8
    return inNumBytes < head ? 0 : (inNumBytes - head) / MemoryLayout<AudioFileMarker>.stride
}

/// Returns the next region in a list; the size of a region depends on its number of markers.
@discardableResult
public func NextAudioFileRegion(
    _ inAFRegionPtr: UnsafePointer<AudioFileRegion>
) -> UnsafeMutablePointer<AudioFileRegion> {
    let head = MemoryLayout<AudioFileRegion>.offset(of: \.mMarkers) ?? 24
    let byteCount = head + Int(inAFRegionPtr.pointee.mNumberMarkers) * MemoryLayout<AudioFileMarker>.stride
    return UnsafeMutableRawPointer(mutating: inAFRegionPtr).advanced(by: byteCount)
        .assumingMemoryBound(to: AudioFileRegion.self)
}
