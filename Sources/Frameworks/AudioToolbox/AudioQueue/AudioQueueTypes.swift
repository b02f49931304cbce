import AVAudioTypes
import CoreAudioTypes
import Dispatch

/// A queue of output or input; made by one of the `AudioQueueNew...` calls, good until `AudioQueueDispose`.
public typealias AudioQueueRef = OpaquePointer

/// A buffer of a queue; good until `AudioQueueFreeBuffer`, or as long as its queue.
public typealias AudioQueueBufferRef = UnsafeMutablePointer<AudioQueueBuffer>

/// A time line of a queue, which notices when time was torn apart.
public typealias AudioQueueTimelineRef = OpaquePointer

/// A tap of a queue, good until `AudioQueueProcessingTapDispose` or as long as its queue.
public typealias AudioQueueProcessingTapRef = OpaquePointer

/// Gets a buffer back that an output queue is done with: the program's pointer, the queue, the buffer.
public typealias AudioQueueOutputCallback =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef
    ) -> Void

/// Gets a buffer that an input queue has filled: the program's pointer, the queue, the buffer, the time of its first
/// frame, its packets, and where they lie if they differ in size.
public typealias AudioQueueInputCallback =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef,
        _ inStartTime: UnsafePointer<AudioTimeStamp>, _ inNumberPacketDescriptions: UInt32,
        _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void

/// The block form of `AudioQueueOutputCallback`.
public typealias AudioQueueOutputCallbackBlock = (_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> Void

/// The block form of `AudioQueueInputCallback`.
public typealias AudioQueueInputCallbackBlock = (
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inStartTime: UnsafePointer<AudioTimeStamp>,
    _ inNumberPacketDescriptions: UInt32, _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> Void

/// Hears that a property has changed: the program's pointer, the queue, the property.
public typealias AudioQueuePropertyListenerProc =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID
    ) -> Void

/// Processes frames of a queue: the program's pointer, the tap, the frames wanted, their time, flags, the frames made, and
/// where they are put.
public typealias AudioQueueProcessingTapCallback =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32,
        _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
        _ ioFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ outNumberFrames: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

extension AudioQueueChannelAssignment {
    /// The UID of the device's port.
    public var mDeviceUID: Unmanaged<CFString> {
        get { .fromOpaque(__mDeviceUID) }
        set { __mDeviceUID = newValue.toOpaque() }
    }

    /// Assigns a channel.
    public init(mDeviceUID: Unmanaged<CFString>, mChannelNumber: UInt32) {
        self.init(__mDeviceUID: mDeviceUID.toOpaque(), mChannelNumber: mChannelNumber)
    }
}
