import CCoreAudio

/// Renders one block of a device that plays: calls every function and adds up their output.
@_noAllocation @_noLocks
func playDevice(
    _ cycle: OpaquePointer, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    let memory = list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)
    sordino_device_cycle_run(cycle, time, frameCount, memory)
    return 0
}

/// One block of a device that plays nothing.
@_noAllocation @_noLocks
func listenToDevice(_ cycle: OpaquePointer, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32) {
    sordino_device_cycle_run(cycle, time, frameCount, nil)
}
