import CoreAudioTypes
@_exported import CoreMedia
import Foundation

/// Options for creating a tap.
public typealias MTAudioProcessingTapCreationFlags = UInt32
/// The tap sees the track before its volume.
public var kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags { 1 }
/// The tap sees the track behind its volume.
public var kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags { 2 }

/// Flags that mark the start and the end of a track.
public typealias MTAudioProcessingTapFlags = UInt32
/// The frames are the first.
public var kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags { 0x100 }
/// The frames are the last.
public var kMTAudioProcessingTapFlag_EndOfStream: MTAudioProcessingTapFlags { 0x200 }

/// The version of the table of functions.
public var kMTAudioProcessingTapCallbacksVersion_0: Int32 { 0 }
/// An argument is invalid.
public var kMTAudioProcessingTapInvalidArgumentErr: OSStatus { -12_780 }

/// Called when a tap is made; may give the tap memory of its own in `tapStorageOut`.
public typealias MTAudioProcessingTapInitCallback =
    @Sendable (
        _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
        _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Void
/// Called when a tap ends: frees that memory.
public typealias MTAudioProcessingTapFinalizeCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void
/// Called before the first frames, with their largest number and their format: planar floats.
public typealias MTAudioProcessingTapPrepareCallback =
    @Sendable (
        _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
        _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
    ) -> Void
/// Called behind the last frames.
public typealias MTAudioProcessingTapUnprepareCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void
/// Called for each stretch of frames: fills the list, usually from `MTAudioProcessingTapGetSourceAudio`.
///
/// Called on the thread that reads ahead, not on the audio thread.
public typealias MTAudioProcessingTapProcessCallback =
    @Sendable (
        _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
        _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
        _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
        _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
    ) -> Void

/// The functions of a tap.
public struct MTAudioProcessingTapCallbacks {
    /// The version of the struct: `kMTAudioProcessingTapCallbacksVersion_0`.
    public var version: Int32
    /// The pointer that `init` receives.
    public var clientInfo: UnsafeMutableRawPointer?
    /// Called when the tap is made; may be nil.
    public var `init`: MTAudioProcessingTapInitCallback?
    /// Called when the tap ends; may be nil.
    public var finalize: MTAudioProcessingTapFinalizeCallback?
    /// Called before the first frames; may be nil.
    public var prepare: MTAudioProcessingTapPrepareCallback?
    /// Called behind the last frames; may be nil.
    public var unprepare: MTAudioProcessingTapUnprepareCallback?
    /// Called for each stretch of frames.
    public var process: MTAudioProcessingTapProcessCallback

    /// Collects the functions of a tap.
    public init(
        version: Int32, clientInfo: UnsafeMutableRawPointer?, `init`: MTAudioProcessingTapInitCallback?,
        finalize: MTAudioProcessingTapFinalizeCallback?, prepare: MTAudioProcessingTapPrepareCallback?,
        unprepare: MTAudioProcessingTapUnprepareCallback?, process: @escaping MTAudioProcessingTapProcessCallback
    ) {
        self.version = version
        self.clientInfo = clientInfo
        self.`init` = `init`
        self.finalize = finalize
        self.prepare = prepare
        self.unprepare = unprepare
        self.process = process
    }
}

/// A place in an audio mix where a program reads a track's frames and may change them.
///
/// Belongs to `AVMutableAudioMixInputParameters.audioTapProcessor`.
/// - Thread: one track at a time.
public final class MTAudioProcessingTap: @unchecked Sendable {
    /// Frames of the track, for the tap that asks for them.
    package struct Source {
        /// Fills a list of planes.
        ///
        /// - Returns: Frames given, and the flags for them.
        package var read: (Int, UnsafeMutableAudioBufferListPointer) -> (count: Int, flags: MTAudioProcessingTapFlags)
        /// The time of the track at which the stretch begins.
        package var start: CMTime
        package var rate: Double

        /// Describes one stretch of the track by its frames, start and rate.
        package init(
            read:
                @escaping (Int, UnsafeMutableAudioBufferListPointer) -> (
                    count: Int, flags: MTAudioProcessingTapFlags
                ), start: CMTime, rate: Double
        ) {
            self.read = read
            self.start = start
            self.rate = rate
        }
    }

    private let callbacks: MTAudioProcessingTapCallbacks
    package let flags: MTAudioProcessingTapCreationFlags
    fileprivate var storage: UnsafeMutableRawPointer?
    /// The source of frames while `process` runs; otherwise nil.
    fileprivate var source: Source?
    private var isPrepared = false

    fileprivate init(_ callbacks: MTAudioProcessingTapCallbacks, _ flags: MTAudioProcessingTapCreationFlags) {
        self.callbacks = callbacks
        self.flags = flags
        callbacks.`init`?(self, callbacks.clientInfo, &storage)
    }

    deinit { callbacks.finalize?(self) }

    /// Indicates whether the tap sees the track before its volume.
    package var isBeforeEffects: Bool { flags & kMTAudioProcessingTapCreationFlag_PreEffects != 0 }

    /// Makes the tap ready for another run of a track.
    package func prepare(maximumFrames: Int, format: AudioStreamBasicDescription) {
        unprepare()
        var format = format
        callbacks.prepare?(self, maximumFrames, &format)
        isPrepared = true
    }

    /// Ends the run: calls the tap's `unprepare` function if it was prepared.
    package func unprepare() {
        guard isPrepared else { return }
        isPrepared = false
        callbacks.unprepare?(self)
    }

    /// Has the tap fill a list.
    ///
    /// - Returns: Frames that it made.
    package func process(
        _ frameCount: Int, _ flags: MTAudioProcessingTapFlags, _ list: UnsafeMutablePointer<AudioBufferList>,
        from source: Source
    ) -> Int {
        self.source = source
        defer { self.source = nil }
        var (made, flagsOut) = (CMItemCount(0), MTAudioProcessingTapFlags(0))
        callbacks.process(self, frameCount, flags, list, &made, &flagsOut)
        return min(max(0, made), frameCount)
    }
}

/// Makes a tap.
///
/// - Parameters:
///   - allocator: Not used.
///   - callbacks: Its functions.
///   - flags: Before or behind the track's volume: one of the two.
///   - tapOut: Receives it.
/// - Returns: `kMTAudioProcessingTapInvalidArgumentErr` for another version, or flags that are not one of the two.
@discardableResult
public func MTAudioProcessingTapCreate(
    _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
    _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
    let known = [kMTAudioProcessingTapCreationFlag_PreEffects, kMTAudioProcessingTapCreationFlag_PostEffects]
    guard callbacks.pointee.version == kMTAudioProcessingTapCallbacksVersion_0, known.contains(flags) else {
        return kMTAudioProcessingTapInvalidArgumentErr
    }
    tapOut.pointee = MTAudioProcessingTap(callbacks.pointee, flags)
    return 0
}

/// Makes a tap, for programs that retain it by hand: as older SDKs declare it.
///
/// - Returns: The status of the other form.
@discardableResult
public func MTAudioProcessingTapCreate(
    _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
    _ flags: MTAudioProcessingTapCreationFlags,
    _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
    var tap: MTAudioProcessingTap?
    let status = MTAudioProcessingTapCreate(allocator, callbacks, flags, &tap)
    if let tap { tapOut.pointee = Unmanaged.passRetained(tap) }
    return status
}

/// Returns the memory that the tap's `init` function gave it; a tap without stops the program.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer {
    guard let storage = tap.storage else { preconditionFailure("the tap was made without storage") }
    return storage
}

/// Gives a tap the frames of its track; to be called in its `process` function.
///
/// - Parameters:
///   - numberFrames: How many.
///   - bufferListInOut: Receives them; each buffer has room for them.
///   - flagsOut: Receives whether the first or the last are among them.
///   - timeRangeOut: Receives their time in the track.
///   - numberFramesOut: Receives how many there were.
/// - Returns: `kMTAudioProcessingTapInvalidArgumentErr` elsewhere, or where there is no room.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount,
    _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
    _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    let list = UnsafeMutableAudioBufferListPointer(bufferListInOut)
    guard let source = tap.source, numberFrames >= 0,
        list.allSatisfy({ $0.mData != nil && Int($0.mDataByteSize) >= 4 * numberFrames })
    else { return kMTAudioProcessingTapInvalidArgumentErr }
    let (count, flags) = source.read(numberFrames, list)
    flagsOut?.pointee = flags
    timeRangeOut?.pointee = CMTimeRange(
        start: source.start, duration: CMTime(value: CMTimeValue(count), timescale: CMTimeScale(source.rate)))
    numberFramesOut?.pointee = count
    tap.source?.start = source.start + CMTime(value: CMTimeValue(count), timescale: CMTimeScale(source.rate))
    return 0
}
