import COpenAL

// MARK: - Contexts in C

@c(alcCreateContext)
package func createContext(_ device: OpaquePointer?, _ attributes: UnsafePointer<ALCint>?) -> OpaquePointer? {
    if let own = Devices.output(device) { return own.makeContext(attributes) }
    if Devices.input(device) != nil { return Devices.fail(ALC_INVALID_DEVICE) }
    return coal_open()?.pointee.alcCreateContext(device, attributes)
}

@c(alcMakeContextCurrent)
package func makeContextCurrent(_ context: OpaquePointer?) -> ALCboolean {
    guard let library = coal_open()?.pointee else { return 0 }
    let before = library.alcGetCurrentContext()
    let result = library.alcMakeContextCurrent(context)
    guard result != 0, before != context else { return result }
    let (old, new) = (Devices.device(of: before), Devices.device(of: context))
    if let old, old !== new { old.currentChanged(toOwn: false) }
    new?.currentChanged(toOwn: true)
    return result
}

@c(alcProcessContext)
package func processContext(_ context: OpaquePointer?) {
    if let context, let device = Devices.device(of: context) { return device.suspend(context, false) }
    coal_open()?.pointee.alcProcessContext(context)
}

@c(alcSuspendContext)
package func suspendContext(_ context: OpaquePointer?) {
    if let context, let device = Devices.device(of: context) { return device.suspend(context, true) }
    coal_open()?.pointee.alcSuspendContext(context)
}

@c(alcDestroyContext)
package func destroyContext(_ context: OpaquePointer?) {
    guard let context, let device = Devices.device(of: context) else {
        coal_open()?.pointee.alcDestroyContext(context)
        return
    }
    device.destroy(context)
}

@c(alcGetCurrentContext)
package func currentContext() -> OpaquePointer? { coal_open()?.pointee.alcGetCurrentContext() }

@c(alcGetContextsDevice)
package func contextsDevice(_ context: OpaquePointer?) -> OpaquePointer? {
    coal_open()?.pointee.alcGetContextsDevice(context)
}
