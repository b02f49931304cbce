import CoreAudio
import CoreAudioTypes
import Synchronization

// The first functions of hardware, for programs in C that were written before AudioObject. Swift has never had them.

/// A function that is called when a property of the system changes.
package typealias FirstSystemListener = @convention(c) (UInt32, UnsafeMutableRawPointer?) -> OSStatus
/// A function that is called when a property of a device changes.
package typealias FirstDeviceListener =
    @convention(c) (UInt32, UInt32, UInt8, UInt32, UnsafeMutableRawPointer?) -> OSStatus
/// A function that is called when a property of a stream changes.
package typealias FirstStreamListener = @convention(c) (UInt32, UInt32, UInt32, UnsafeMutableRawPointer?) -> OSStatus

/// A property as the first functions name it.
private struct FirstProperty: Hashable {
    var object: AudioObjectID
    var selector: UInt32
    var channel: UInt32 = 0
    /// The direction; nil for the system and for streams, which have none.
    var isInput: Bool?

    var address: AudioObjectPropertyAddress {
        let scope: AudioObjectPropertyScope =
            switch isInput {
            case nil: kAudioObjectPropertyScopeGlobal
            case true?: kAudioObjectPropertyScopeInput
            case false?: kAudioObjectPropertyScopeOutput
            }
        return AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: channel)
    }

    func info(_ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<UInt8>?) -> OSStatus {
        var address = address
        var bytes: UInt32 = 0
        var isSettable = DarwinBoolean(false)
        var status = AudioObjectGetPropertyDataSize(object, &address, 0, nil, &bytes)
        if status == noErr { status = AudioObjectIsPropertySettable(object, &address, &isSettable) }
        guard status == noErr else { return status }
        size?.pointee = bytes
        isWritable?.pointee = isSettable.boolValue ? 1 : 0
        return noErr
    }

    func value(_ size: UnsafeMutablePointer<UInt32>?, _ data: UnsafeMutableRawPointer?) -> OSStatus {
        guard let size, let data else { return kAudio_ParamError }
        var address = address
        return AudioObjectGetPropertyData(object, &address, 0, nil, size, data)
    }

    func set(_ size: UInt32, _ data: UnsafeRawPointer?) -> OSStatus {
        guard let data else { return kAudio_ParamError }
        var address = address
        return AudioObjectSetPropertyData(object, &address, 0, nil, size, data)
    }
}

/// Listeners and I/O functions of the first kind, which are identified by their functions.
private struct FirstHardware {
    enum Function {
        case system(FirstSystemListener)
        case device(FirstDeviceListener)
        case stream(FirstStreamListener)

        var number: UInt {
            switch self {
            case .system(let function): unsafeBitCast(function, to: UInt.self)
            case .device(let function): unsafeBitCast(function, to: UInt.self)
            case .stream(let function): unsafeBitCast(function, to: UInt.self)
            }
        }
    }

    struct Listener {
        var property: FirstProperty
        var function: Function
        var context: UInt
    }

    struct Procedure: Hashable {
        var device: AudioObjectID
        var function: UInt
    }

    /// Listeners by their numbers, which are the contexts of the functions that `AudioObject` calls.
    var listeners: [UInt: Listener] = [:]
    var lastListener: UInt = 0
    var procedures: [Procedure: UInt] = [:]

    static let shared = Mutex(FirstHardware())

    /// Passes a change on to the listener of a number; nothing for one that was removed meanwhile.
    static let forward: AudioObjectPropertyListenerProc = { _, _, _, context in
        let number = UInt(bitPattern: context)
        guard let listener = shared.withLock({ $0.listeners[number] }) else { return noErr }
        let property = listener.property
        let context = UnsafeMutableRawPointer(bitPattern: listener.context)
        switch listener.function {
        case .system(let function): return function(property.selector, context)
        case .device(let function):
            return function(
                property.object, property.channel, property.isInput == true ? 1 : 0, property.selector, context)
        case .stream(let function): return function(property.object, property.channel, property.selector, context)
        }
    }

    static func listen(_ property: FirstProperty, _ function: Function, _ context: UnsafeMutableRawPointer?) -> OSStatus
    {
        let number = shared.withLock { table in
            table.lastListener += 1
            table.listeners[table.lastListener] = Listener(
                property: property, function: function, context: UInt(bitPattern: context))
            return table.lastListener
        }
        var address = property.address
        let status = AudioObjectAddPropertyListener(
            property.object, &address, forward, UnsafeMutableRawPointer(bitPattern: number))
        if status != noErr { shared.withLock { _ = $0.listeners.removeValue(forKey: number) } }
        return status
    }

    static func unlisten(_ property: FirstProperty, _ function: Function) -> OSStatus {
        let number = shared.withLock { table -> UInt? in
            let found = table.listeners.first {
                $0.value.property == property && $0.value.function.number == function.number
            }
            guard let found else { return nil }
            table.listeners[found.key] = nil
            return found.key
        }
        guard let number else { return noErr }
        var address = property.address
        return AudioObjectRemovePropertyListener(
            property.object, &address, forward, UnsafeMutableRawPointer(bitPattern: number))
    }
}

/// The identifier by which a device knows an I/O function: programs may name the function itself after `AudioDeviceAddIOProc`.
private func identifier(_ device: AudioObjectID, _ function: AudioDeviceIOProcID?) -> AudioDeviceIOProcID? {
    let number = unsafeBitCast(function, to: UInt.self)
    let known = FirstHardware.shared.withLock {
        $0.procedures[FirstHardware.Procedure(device: device, function: number)]
    }
    return known.map { unsafeBitCast($0, to: AudioDeviceIOProcID?.self) } ?? function
}

@c(AudioDeviceStart)
package func audioDeviceStart(_ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?) -> OSStatus {
    AudioDeviceStart(inDevice, identifier(inDevice, inProcID))
}

@c(AudioDeviceStop)
package func audioDeviceStop(_ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?) -> OSStatus {
    AudioDeviceStop(inDevice, identifier(inDevice, inProcID))
}

@c(AudioDeviceAddIOProc)
package func audioDeviceAddIOProc(
    _ inDevice: AudioObjectID, _ inProc: AudioDeviceIOProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    let key = FirstHardware.Procedure(device: inDevice, function: unsafeBitCast(inProc, to: UInt.self))
    guard FirstHardware.shared.withLock({ $0.procedures[key] }) == nil else { return noErr }
    var made: AudioDeviceIOProcID?
    let status = AudioDeviceCreateIOProcID(inDevice, inProc, inClientData, &made)
    guard status == noErr else { return status }
    let number = unsafeBitCast(made, to: UInt.self)
    FirstHardware.shared.withLock { $0.procedures[key] = number }
    return noErr
}

@c(AudioDeviceRemoveIOProc)
package func audioDeviceRemoveIOProc(_ inDevice: AudioObjectID, _ inProc: AudioDeviceIOProc?) -> OSStatus {
    let key = FirstHardware.Procedure(device: inDevice, function: unsafeBitCast(inProc, to: UInt.self))
    let number = FirstHardware.shared.withLock { $0.procedures.removeValue(forKey: key) }
    return AudioDeviceDestroyIOProcID(
        inDevice, number.map { unsafeBitCast($0, to: AudioDeviceIOProcID?.self) } ?? inProc)
}

// MARK: - The system

private func system(_ selector: UInt32) -> FirstProperty {
    FirstProperty(object: AudioObjectID(kAudioObjectSystemObject), selector: selector)
}

@c(AudioHardwareGetPropertyInfo)
package func audioHardwareGetPropertyInfo(
    _ inPropertyID: UInt32, _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<UInt8>?
) -> OSStatus { system(inPropertyID).info(outSize, outWritable) }

@c(AudioHardwareGetProperty)
package func audioHardwareGetProperty(
    _ inPropertyID: UInt32, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?,
    _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus { system(inPropertyID).value(ioPropertyDataSize, outPropertyData) }

@c(AudioHardwareSetProperty)
package func audioHardwareSetProperty(
    _ inPropertyID: UInt32, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus { system(inPropertyID).set(inPropertyDataSize, inPropertyData) }

@c(AudioHardwareAddPropertyListener)
package func audioHardwareAddPropertyListener(
    _ inPropertyID: UInt32, _ inProc: FirstSystemListener?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return FirstHardware.listen(system(inPropertyID), .system(inProc), inClientData)
}

@c(AudioHardwareRemovePropertyListener)
package func audioHardwareRemovePropertyListener(_ inPropertyID: UInt32, _ inProc: FirstSystemListener?) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return FirstHardware.unlisten(system(inPropertyID), .system(inProc))
}

// MARK: - Devices

@c(AudioDeviceGetPropertyInfo)
package func audioDeviceGetPropertyInfo(
    _ inDevice: AudioObjectID, _ inChannel: UInt32, _ isInput: UInt8, _ inPropertyID: UInt32,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<UInt8>?
) -> OSStatus {
    FirstProperty(object: inDevice, selector: inPropertyID, channel: inChannel, isInput: isInput != 0)
        .info(outSize, outWritable)
}

@c(AudioDeviceGetProperty)
package func audioDeviceGetProperty(
    _ inDevice: AudioObjectID, _ inChannel: UInt32, _ isInput: UInt8, _ inPropertyID: UInt32,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    FirstProperty(object: inDevice, selector: inPropertyID, channel: inChannel, isInput: isInput != 0)
        .value(ioPropertyDataSize, outPropertyData)
}

@c(AudioDeviceSetProperty)
package func audioDeviceSetProperty(
    _ inDevice: AudioObjectID, _ inWhen: UnsafePointer<AudioTimeStamp>?, _ inChannel: UInt32, _ isInput: UInt8,
    _ inPropertyID: UInt32, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus {
    FirstProperty(object: inDevice, selector: inPropertyID, channel: inChannel, isInput: isInput != 0)
        .set(inPropertyDataSize, inPropertyData)
}

@c(AudioDeviceAddPropertyListener)
package func audioDeviceAddPropertyListener(
    _ inDevice: AudioObjectID, _ inChannel: UInt32, _ isInput: UInt8, _ inPropertyID: UInt32,
    _ inProc: FirstDeviceListener?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return FirstHardware.listen(
        FirstProperty(object: inDevice, selector: inPropertyID, channel: inChannel, isInput: isInput != 0),
        .device(inProc), inClientData)
}

@c(AudioDeviceRemovePropertyListener)
package func audioDeviceRemovePropertyListener(
    _ inDevice: AudioObjectID, _ inChannel: UInt32, _ isInput: UInt8, _ inPropertyID: UInt32,
    _ inProc: FirstDeviceListener?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return FirstHardware.unlisten(
        FirstProperty(object: inDevice, selector: inPropertyID, channel: inChannel, isInput: isInput != 0),
        .device(inProc))
}

// MARK: - Streams

@c(AudioStreamGetPropertyInfo)
package func audioStreamGetPropertyInfo(
    _ inStream: AudioObjectID, _ inChannel: UInt32, _ inPropertyID: UInt32,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<UInt8>?
) -> OSStatus {
    FirstProperty(object: inStream, selector: inPropertyID, channel: inChannel).info(outSize, outWritable)
}

@c(AudioStreamGetProperty)
package func audioStreamGetProperty(
    _ inStream: AudioObjectID, _ inChannel: UInt32, _ inPropertyID: UInt32,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    FirstProperty(object: inStream, selector: inPropertyID, channel: inChannel)
        .value(ioPropertyDataSize, outPropertyData)
}

@c(AudioStreamSetProperty)
package func audioStreamSetProperty(
    _ inStream: AudioObjectID, _ inWhen: UnsafePointer<AudioTimeStamp>?, _ inChannel: UInt32, _ inPropertyID: UInt32,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus {
    FirstProperty(object: inStream, selector: inPropertyID, channel: inChannel)
        .set(inPropertyDataSize, inPropertyData)
}

@c(AudioStreamAddPropertyListener)
package func audioStreamAddPropertyListener(
    _ inStream: AudioObjectID, _ inChannel: UInt32, _ inPropertyID: UInt32, _ inProc: FirstStreamListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return FirstHardware.listen(
        FirstProperty(object: inStream, selector: inPropertyID, channel: inChannel), .stream(inProc), inClientData)
}

@c(AudioStreamRemovePropertyListener)
package func audioStreamRemovePropertyListener(
    _ inStream: AudioObjectID, _ inChannel: UInt32, _ inPropertyID: UInt32, _ inProc: FirstStreamListener?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return FirstHardware.unlisten(
        FirstProperty(object: inStream, selector: inPropertyID, channel: inChannel), .stream(inProc))
}
