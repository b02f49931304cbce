import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation

/// Called at changes of the MIDI system, with the notification and the pointer that the client gave.
public typealias MIDINotifyProc = @convention(c) (UnsafePointer<MIDINotification>, UnsafeMutableRawPointer?) -> Void
/// Called at changes of the MIDI system, with the notification.
public typealias MIDINotifyBlock = (UnsafePointer<MIDINotification>) -> Void
/// Receives packets of bytes: the list, the pointer of the port and the pointer of the connection.
public typealias MIDIReadProc =
    @convention(c) (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
/// Receives packets of bytes: the list and the pointer of the connection.
public typealias MIDIReadBlock = (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void
/// Receives universal packets: the list and the pointer of the connection.
public typealias MIDIReceiveBlock = (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
/// Takes the messages of an event list one by one: the caller's pointer, the time and the message.
public typealias MIDIEventVisitor =
    @convention(c) (UnsafeMutableRawPointer?, MIDITimeStamp, MIDIUniversalMessage) -> Void
/// A driver in the process; there are none here, so none can be named.
public typealias MIDIDriverRef = OpaquePointer

extension MIDIObjectPropertyChangeNotification {
    /// The property; valid for the length of the call.
    public var propertyName: Unmanaged<CFString> {
        get { .fromOpaque(__propertyName) }
        set { __propertyName = newValue.toOpaque() }
    }

    /// Makes a notification of its fields.
    public init(
        messageID: MIDINotificationMessageID, messageSize: UInt32, object: MIDIObjectRef, objectType: MIDIObjectType,
        propertyName: Unmanaged<CFString>
    ) {
        self.init(
            messageID: messageID, messageSize: messageSize, object: object, objectType: objectType,
            __propertyName: propertyName.toOpaque())
    }
}

extension MIDISysexSendRequest {
    /// Indicates whether all was sent.
    ///
    /// A program sets it to stop sending.
    public var complete: DarwinBoolean {
        get { DarwinBoolean(isComplete != 0) }
        set { isComplete = newValue.boolValue ? 1 : 0 }
    }

    /// Makes a request to send `data`.
    public init(
        destination: MIDIEndpointRef, data: UnsafePointer<UInt8>, bytesToSend: UInt32, complete: DarwinBoolean,
        reserved: (UInt8, UInt8, UInt8), completionProc: @escaping MIDICompletionProc,
        completionRefCon: UnsafeMutableRawPointer?
    ) {
        self.init(
            destination: destination, data: data, bytesToSend: bytesToSend, isComplete: complete.boolValue ? 1 : 0,
            reserved: reserved, completionProc: completionProc, completionRefCon: completionRefCon)
    }
}

extension MIDISysexSendRequestUMP {
    /// Indicates whether all was sent.
    ///
    /// A program sets it to stop sending.
    public var complete: DarwinBoolean {
        get { DarwinBoolean(isComplete != 0) }
        set { isComplete = newValue.boolValue ? 1 : 0 }
    }

    /// Makes a request to send `words`.
    public init(
        destination: MIDIEndpointRef, words: UnsafeMutablePointer<UInt32>, wordsToSend: UInt32,
        complete: DarwinBoolean, completionProc: @escaping MIDICompletionProcUMP,
        completionRefCon: UnsafeMutableRawPointer?
    ) {
        self.init(
            destination: destination, words: words, wordsToSend: wordsToSend,
            isComplete: complete.boolValue ? 1 : 0, completionProc: completionProc, completionRefCon: completionRefCon)
    }
}
