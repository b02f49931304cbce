import AVAudioTypes
import Foundation
import SordinoEngine

/// Calls a block as a function, whose context is the block itself.
private final class IOBlockBox {
    let block: AudioDeviceIOBlock
    let queue: DispatchQueue?

    init(_ block: @escaping AudioDeviceIOBlock, _ queue: DispatchQueue?) {
        self.block = block
        self.queue = queue
    }
}

extension Optional where Wrapped == AudioDeviceIOProc {
    /// The number in an identifier; 0 for a nil identifier.
    fileprivate var number: UInt { unsafeBitCast(self, to: UInt.self) }
}

/// Adds a function to a device, which is called for each block while it is started.
///
/// - Parameters:
///   - inProc: The function, called on the audio thread. Frames are interleaved floats, with a buffer for each stream.
///   - inClientData: The pointer passed to the function.
///   - outIOProcID: Receives its identifier.
/// - Returns: `kAudioHardwareBadDeviceError`; `kAudioHardwareIllegalOperationError` beyond 32 functions.
@discardableResult
public func AudioDeviceCreateIOProcID(
    _ inDevice: AudioObjectID, _ inProc: @escaping AudioDeviceIOProc, _ inClientData: UnsafeMutableRawPointer?,
    _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>
) -> OSStatus { add(inDevice, inProc, inClientData, nil, outIOProcID) }

/// Adds a block to a device, which is called for each block of frames while it is started.
///
/// - Parameters:
///   - outIOProcID: Receives its identifier.
///   - inDispatchQueue: The queue that calls it, while the audio thread waits; nil for the audio thread itself.
///   - inIOBlock: The block. Frames are interleaved floats, with a buffer for each stream.
/// - Returns: As `AudioDeviceCreateIOProcID`.
@discardableResult
public func AudioDeviceCreateIOProcIDWithBlock(
    _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>, _ inDevice: AudioObjectID,
    _ inDispatchQueue: DispatchQueue?, _ inIOBlock: @escaping AudioDeviceIOBlock
) -> OSStatus {
    let box = IOBlockBox(inIOBlock, inDispatchQueue)
    let call: AudioDeviceIOProc = { _, now, input, inputTime, output, outputTime, context in
        guard let context else { return 0 }
        let box = Unmanaged<IOBlockBox>.fromOpaque(context).takeUnretainedValue()
        if let queue = box.queue {
            queue.sync { box.block(now, input, inputTime, output, outputTime) }
        } else {
            box.block(now, input, inputTime, output, outputTime)
        }
        return 0
    }
    return add(inDevice, call, Unmanaged.passUnretained(box).toOpaque(), box, outIOProcID)
}

private func add(
    _ device: AudioObjectID, _ function: @escaping AudioDeviceIOProc, _ context: UnsafeMutableRawPointer?,
    _ keeper: AnyObject?, _ result: UnsafeMutablePointer<AudioDeviceIOProcID?>
) -> OSStatus {
    let hardware = Hardware.current
    guard hardware.numbers.device(device) != nil, let io = hardware.io(device) else {
        return kAudioHardwareBadDeviceError
    }
    guard let number = io.add(function, context, keeping: keeper) else { return kAudioHardwareIllegalOperationError }
    // The identifier is a number in the shape of a function pointer; it is never called.
    result.pointee = unsafeBitCast(number, to: AudioDeviceIOProcID?.self)
    return noErr
}

/// Removes a function from a device; it is not called after this has returned.
@discardableResult
public func AudioDeviceDestroyIOProcID(_ inDevice: AudioObjectID, _ inIOProcID: AudioDeviceIOProcID?) -> OSStatus {
    guard let io = Hardware.current.io(inDevice) else { return kAudioHardwareBadDeviceError }
    let status = io.remove(inIOProcID.number)
    Hardware.current.drop(io)
    Hardware.current.look()
    return status
}

/// Starts calling an I/O procedure; starts the hardware if it does not run.
///
/// A program without a category of its own plays beside others; a device that records asks for permission, and is
/// silent without.
/// - Returns: `kAudioHardwareBadDeviceError`, `kAudioHardwareIllegalOperationError` for an unknown identifier, and if
///   the session refuses; `kAudioHardwareNotReadyError`.
@discardableResult
public func AudioDeviceStart(_ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?) -> OSStatus {
    let hardware = Hardware.current
    guard hardware.numbers.device(inDevice) != nil, let io = hardware.io(inDevice) else {
        return kAudioHardwareBadDeviceError
    }
    let status = io.start(inProcID.number)
    hardware.look()
    return status
}

/// Stops calling an I/O procedure; stops the hardware with the last one.
///
/// - Returns: `kAudioHardwareBadDeviceError`; `kAudioHardwareIllegalOperationError` for an unknown identifier.
@discardableResult
public func AudioDeviceStop(_ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?) -> OSStatus {
    guard let io = Hardware.current.io(inDevice) else { return kAudioHardwareBadDeviceError }
    let status = io.stop(inProcID.number)
    Hardware.current.look()
    return status
}

/// Reads the current time of a running device.
///
/// - Parameter outTime: Receives the present sample time and host time.
/// - Returns: `kAudioHardwareBadDeviceError`; `kAudioHardwareNotRunningError` before the first block.
@discardableResult
public func AudioDeviceGetCurrentTime(
    _ inDevice: AudioObjectID, _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    guard let io = Hardware.current.io(inDevice) else { return kAudioHardwareBadDeviceError }
    guard let time = io.time else { return kAudioHardwareNotRunningError }
    outTime.pointee = time
    return noErr
}

/// Converts between frames of a device and the host times at which they play.
///
/// - Parameters:
///   - inTime: The time to convert; its sample time if the flags contain both.
///   - outTime: Receives both times.
/// - Returns: As `AudioDeviceGetCurrentTime`.
@discardableResult
public func AudioDeviceTranslateTime(
    _ inDevice: AudioObjectID, _ inTime: UnsafePointer<AudioTimeStamp>, _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    guard let io = Hardware.current.io(inDevice) else { return kAudioHardwareBadDeviceError }
    guard let time = io.translate(inTime.pointee) else { return kAudioHardwareNotRunningError }
    outTime.pointee = time
    return noErr
}
