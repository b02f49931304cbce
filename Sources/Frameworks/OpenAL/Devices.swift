import AVFAudio
import COpenAL
import Foundation
import Synchronization

/// The devices that are open, and the error of no device.
enum Devices {
    /// The open devices, by the handle that the program holds.
    private struct State {
        var outputs: [Int: OutputDevice] = [:]
        var inputs: [Int: InputDevice] = [:]
        /// Loopback devices that the program opened for itself.
        var loopbacks: Set<Int> = []
        var error = ALC_NO_ERROR
        var hasExplained = false
    }

    private static let state = Mutex(State())

    static func output(_ handle: OpaquePointer?) -> OutputDevice? {
        let key = Int(bitPattern: handle)
        return state.withLock { $0.outputs[key] }
    }

    static func input(_ handle: OpaquePointer?) -> InputDevice? {
        let key = Int(bitPattern: handle)
        return state.withLock { $0.inputs[key] }
    }

    static var all: [OutputDevice] { state.withLock { Array($0.outputs.values) } }

    static var hardwareRate: Double { AVAudioSession.sharedInstance().sampleRate }

    /// The device that a context belongs to.
    static func device(of context: OpaquePointer?) -> OutputDevice? {
        guard let library = coal_open()?.pointee, let context else { return nil }
        return output(library.alcGetContextsDevice(context))
    }

    /// The device whose context is current.
    static var current: OutputDevice? { coal_open().flatMap { device(of: $0.pointee.alcGetCurrentContext()) } }

    // MARK: Opening and closing

    /// Returns whether a name is the device's: the only one there is, or no name.
    static func isDefault(_ name: UnsafePointer<ALCchar>?) -> Bool {
        guard let name, name.pointee != 0 else { return true }
        return String(cString: name) == "Sordino"
    }

    static func open(_ name: UnsafePointer<ALCchar>?) -> OpaquePointer? {
        guard let library = coal_open()?.pointee else {
            explain()
            return fail(ALC_INVALID_DEVICE)
        }
        guard isDefault(name) else { return fail(ALC_INVALID_VALUE) }
        guard let handle = library.alcLoopbackOpenDeviceSOFT(nil) else { return fail(ALC_OUT_OF_MEMORY) }
        guard let device = OutputDevice(handle, library) else {
            _ = library.alcCloseDevice(handle)
            return fail(ALC_OUT_OF_MEMORY)
        }
        let key = Int(bitPattern: handle)
        state.withLock { $0.outputs[key] = device }
        return handle
    }

    static func close(_ handle: OpaquePointer?) -> Bool {
        let key = Int(bitPattern: handle)
        guard let device = state.withLock({ $0.outputs.removeValue(forKey: key) }) else {
            // openal-soft does not check whether the handle is one of its devices.
            guard state.withLock({ $0.loopbacks.remove(key) }) != nil, let library = coal_open() else {
                fail(ALC_INVALID_DEVICE)
                return false
            }
            return library.pointee.alcCloseDevice(handle) != 0
        }
        return device.close()
    }

    static func openLoopback(_ name: UnsafePointer<ALCchar>?) -> OpaquePointer? {
        guard let handle = coal_open()?.pointee.alcLoopbackOpenDeviceSOFT(name) else { return fail(ALC_INVALID_VALUE) }
        let key = Int(bitPattern: handle)
        _ = state.withLock { $0.loopbacks.insert(key) }
        return handle
    }

    static func add(_ input: InputDevice) {
        let key = Int(bitPattern: input.handle)
        state.withLock { $0.inputs[key] = input }
    }

    static func remove(_ handle: OpaquePointer?) -> InputDevice? {
        let key = Int(bitPattern: handle)
        return state.withLock { $0.inputs.removeValue(forKey: key) }
    }

    /// Prints once the reason why there is no device.
    private static func explain() {
        guard
            state.withLock({ state in
                defer { state.hasExplained = true }
                return !state.hasExplained
            })
        else { return }
        let sentence = "OpenAL: libopenal.so.1 is not installed; the Debian package libopenal1 has it.\n"
        FileHandle.standardError.write(Data(sentence.utf8))
    }

    // MARK: Errors

    /// Keeps an error for `alcGetError(NULL)`, unless one waits.
    @discardableResult
    static func fail(_ error: ALCenum) -> OpaquePointer? {
        state.withLock { if $0.error == ALC_NO_ERROR { $0.error = error } }
        return nil
    }

    static func takeError() -> ALCenum {
        state.withLock { state in
            defer { state.error = ALC_NO_ERROR }
            return state.error
        }
    }
}

// MARK: - Devices in C

@c(alcOpenDevice)
package func openDevice(_ name: UnsafePointer<ALCchar>?) -> OpaquePointer? { Devices.open(name) }

@c(coal_loopback)
package func openLoopback(_ name: UnsafePointer<ALCchar>?) -> OpaquePointer? { Devices.openLoopback(name) }

@c(alcCloseDevice)
package func closeDevice(_ device: OpaquePointer?) -> ALCboolean { Devices.close(device) ? 1 : 0 }

@c(alcGetError)
package func deviceError(_ device: OpaquePointer?) -> ALCenum {
    if let input = Devices.input(device) { return input.takeError() }
    if device == nil {
        let own = Devices.takeError()
        if own != ALC_NO_ERROR { return own }
    }
    return coal_open().map { $0.pointee.alcGetError(device) } ?? ALC_INVALID_DEVICE
}

@c(alcGetIntegerv)
package func getDeviceIntegers(
    _ device: OpaquePointer?, _ parameter: ALCenum, _ count: ALCsizei, _ values: UnsafeMutablePointer<ALCint>?
) {
    if let input = Devices.input(device) { return input.get(parameter, count, values) }
    guard let library = coal_open()?.pointee else { return }
    library.alcGetIntegerv(device, parameter, count, values)
}

@c(coal_latency)
package func deviceLatency(_ device: OpaquePointer?) -> Int64 {
    guard let session = Devices.output(device)?.session else { return 0 }
    return Int64((session.outputLatency + session.ioBufferDuration) * 1e9)
}

@c(coal_pause)
package func pauseDevice(_ device: OpaquePointer?) {
    guard let device = Devices.output(device) else {
        Devices.fail(ALC_INVALID_DEVICE)
        return
    }
    device.pause(true)
}

@c(coal_resume)
package func resumeDevice(_ device: OpaquePointer?) {
    guard let device = Devices.output(device) else {
        Devices.fail(ALC_INVALID_DEVICE)
        return
    }
    device.pause(false)
}

@c(coal_reset)
package func resetDevice(_ device: OpaquePointer?, _ attributes: UnsafePointer<ALCint>?) -> ALCboolean {
    if let own = Devices.output(device) { return own.reset(attributes) ? 1 : 0 }
    return coal_open().map { $0.pointee.alcResetDeviceSOFT(device, attributes) } ?? 0
}
