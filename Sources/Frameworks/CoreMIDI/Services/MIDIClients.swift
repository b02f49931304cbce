import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime

/// Makes a client whose function is called on the run loop of the calling thread.
///
/// - Parameters:
///   - notifyProc: Called with each change of the MIDI system; nil for none.
///   - notifyRefCon: Given to the function.
///   - outClient: Set to the client.
/// - Returns: 0, or -50 for a name that is empty or longer than 1,024 bytes.
@discardableResult
public func MIDIClientCreate(
    _ name: CFString, _ notifyProc: MIDINotifyProc?, _ notifyRefCon: UnsafeMutableRawPointer?,
    _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
    guard let notifyProc else { return makeClient(name, outClient, nil) }
    let pointer = Lent(notifyRefCon)
    let calls =
        MIDIPlace.isSimulated
        ? nil : RunLoopCalls(on: CFRunLoopGetCurrent(), mode: nil)
    return makeClient(name, outClient) { notice in
        let call: @Sendable () -> Void = { withNotification(of: notice) { notifyProc($0, pointer.value) } }
        if let calls { calls.perform(call) } else { call() }
    }
}

/// Makes a client whose block is called on a thread of Sordino.
///
/// - Parameters:
///   - outClient: Set to the client.
///   - notifyBlock: Called with each change of the MIDI system; nil for none.
/// - Returns: 0, or -50 for a name that is empty or longer than 1,024 bytes.
@discardableResult
public func MIDIClientCreateWithBlock(
    _ name: CFString, _ outClient: UnsafeMutablePointer<MIDIClientRef>, _ notifyBlock: MIDINotifyBlock?
) -> OSStatus {
    guard let notifyBlock else { return makeClient(name, outClient, nil) }
    let block = Lent(notifyBlock)
    return makeClient(name, outClient) { notice in withNotification(of: notice) { block.value($0) } }
}

/// Rescans the MIDI devices.
///
/// Devices are detected when they are connected, so there is nothing to rescan; the call only connects to the MIDI
/// system.
/// - Returns: Always 0.
@discardableResult
public func MIDIRestart() -> OSStatus {
    // A process without a MIDI client is not connected to the MIDI system yet.
    _ = MIDIPlace.current
    return noErr
}

/// Ends a client, its ports and its virtual endpoints.
///
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDIClientDispose(_ client: MIDIClientRef) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in try MIDIPlace.current.system.disposeClient(client) }
}

private func makeClient(
    _ name: CFString, _ outClient: UnsafeMutablePointer<MIDIClientRef>, _ hear: (@Sendable (MIDINotice) -> Void)?
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let place = MIDIPlace.current
        let system = place.system
        let call = place.caller()
        let name = try checkedName(name)
        guard let hear else {
            outClient.pointee = try system.makeClient(name: name, nil)
            return
        }
        outClient.pointee = try system.makeClient(name: name) { [weak system] notice in
            // In order, and never inside of the call that caused the change.
            guard let system else { return }
            try? system.call(at: 0) { call { hear(notice) } }
        }
    }
}

/// Returns a name given by the program; throws -50 for one longer than `MIDISetup.nameLimit` bytes.
func checkedName(_ name: CFString) throws(MIDIFailure) -> String {
    let name = name as String
    guard name.utf8.count <= MIDISetup.nameLimit else { throw .parameter }
    return name
}

// MARK: Notifications

extension MIDIObjectKind {
    /// The type in the terms of Apple's notifications.
    func type(isExternal: Bool) -> MIDIObjectType {
        switch self {
        case .device: isExternal ? .externalDevice : .device
        case .entity: isExternal ? .externalEntity : .entity
        case .source: isExternal ? .externalSource : .source
        case .destination: isExternal ? .externalDestination : .destination
        case .client, .inputPort, .outputPort, .thruConnection, .deviceList: .other
        }
    }
}

/// Calls a function with the notification for a notice.
private func withNotification(of notice: MIDINotice, _ body: (UnsafePointer<MIDINotification>) -> Void) {
    func hand<Value>(_ value: Value) {
        withUnsafePointer(to: value) {
            body(UnsafeRawPointer($0).assumingMemoryBound(to: MIDINotification.self))
        }
    }
    func plain(_ id: MIDINotificationMessageID) {
        hand(MIDINotification(messageID: id, messageSize: UInt32(MemoryLayout<MIDINotification>.size)))
    }
    func moved(
        _ id: MIDINotificationMessageID, _ parent: MIDIObjectID, _ parentKind: MIDIObjectKind?, _ child: MIDIObjectID,
        _ childKind: MIDIObjectKind, _ isExternal: Bool
    ) {
        hand(
            MIDIObjectAddRemoveNotification(
                messageID: id, messageSize: UInt32(MemoryLayout<MIDIObjectAddRemoveNotification>.size),
                parent: parent, parentType: parentKind?.type(isExternal: isExternal) ?? .other, child: child,
                childType: childKind.type(isExternal: isExternal)))
    }
    switch notice {
    case .setupChanged: plain(.msgSetupChanged)
    case .thruConnectionsChanged: plain(.msgThruConnectionsChanged)
    case .added(let parent, let parentKind, let child, let childKind, let isExternal):
        moved(.msgObjectAdded, parent, parentKind, child, childKind, isExternal)
    case .removed(let parent, let parentKind, let child, let childKind, let isExternal):
        moved(.msgObjectRemoved, parent, parentKind, child, childKind, isExternal)
    case .propertyChanged(let object, let kind, let isExternal, let name):
        let text = NSString(string: name)
        withExtendedLifetime(text) {
            hand(
                MIDIObjectPropertyChangeNotification(
                    messageID: .msgPropertyChanged,
                    messageSize: UInt32(MemoryLayout<MIDIObjectPropertyChangeNotification>.size), object: object,
                    objectType: kind.type(isExternal: isExternal), propertyName: .passUnretained(text)))
        }
    case .ioError(let device, let code):
        hand(
            MIDIIOErrorNotification(
                messageID: .msgIOError, messageSize: UInt32(MemoryLayout<MIDIIOErrorNotification>.size),
                driverDevice: device, errorCode: code))
    }
}
