import AVAudioTypes
import CoreAudioTypes
import Dispatch

/// A handle of an output or input queue, made by one of the `AudioQueueNew...` calls and valid until
/// `AudioQueueDispose`.
public typealias AudioQueueRef = OpaquePointer

/// A buffer of a queue, valid until `AudioQueueFreeBuffer` or the disposal of its queue.
public typealias AudioQueueBufferRef = UnsafeMutablePointer<AudioQueueBuffer>

/// A time line of a queue, which reports discontinuities.
public typealias AudioQueueTimelineRef = OpaquePointer

/// A tap of a queue, valid until `AudioQueueProcessingTapDispose` or the disposal of its queue.
public typealias AudioQueueProcessingTapRef = OpaquePointer

/// Called with a buffer that an output queue has finished with: the program's pointer, the queue, the buffer.
public typealias AudioQueueOutputCallback =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef
    ) -> Void

/// Called with a buffer that an input queue has filled: the program's pointer, the queue, the buffer, the time of its
/// first frame, the number of packets, and the place of each if they differ in size.
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

/// Called when a property has changed: the program's pointer, the queue, the property.
public typealias AudioQueuePropertyListenerProc =
    @convention(c) (
        _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID
    ) -> Void

/// Processes frames of a queue: the program's pointer, the tap, the number of frames wanted, their time, flags, the
/// number of frames made, and the buffers that receive them.
public typealias AudioQueueProcessingTapCallback =
    @convention(c) (
        _ inClientData: UnsafeMutableRawPointer, _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32,
        _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
        _ ioFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ outNumberFrames: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

extension AudioQueueChannelAssignment {
    /// The UID of the port that the channel belongs to.
    public var mDeviceUID: Unmanaged<CFString> {
        get { .fromOpaque(__mDeviceUID) }
        set { __mDeviceUID = newValue.toOpaque() }
    }

    /// Makes an assignment to the channel `mChannelNumber`, from 1, of a port.
    public init(mDeviceUID: Unmanaged<CFString>, mChannelNumber: UInt32) {
        self.init(__mDeviceUID: mDeviceUID.toOpaque(), mChannelNumber: mChannelNumber)
    }
}
