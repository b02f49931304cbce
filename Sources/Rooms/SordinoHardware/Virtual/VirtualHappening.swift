import SordinoPolicy

/// Something that happens to a virtual device, as a value that a script can hold.
package enum VirtualHappening: Sendable {
    case plug(Accessory)
    /// All ports of the accessory with this device UID.
    case unplug(deviceUID: String)
    /// The user turns the volume of the device: 0 to 1.
    case turnVolume(Float)
    /// The device changes its rate or block on its own.
    case retime(HardwareTiming)
    case setMicrophone(portUID: String, [MicrophoneSource])
    case fault(VirtualFault)
    /// The audio server crashes.
    case lose
    /// The audio server is back.
    case restart
    /// Any other happening; may call anything of the device except rendering.
    case call(@Sendable () -> Void)
}

/// A happening, and the frame in the count of the device before which it takes place.
package struct VirtualScriptEntry: Sendable {
    package var frame: Int64
    package var happening: VirtualHappening

    package init(frame: Int64, _ happening: VirtualHappening) {
        self.frame = frame
        self.happening = happening
    }
}

/// A fault that is put into a virtual device.
package enum VirtualFault: Hashable, Sendable {
    /// The next stream is not opened; several faults wait in a row.
    case nextOpen(HardwareError)
    /// The next stream is not started; several faults wait in a row.
    case nextStart(HardwareError)
    /// The next blocks come too late: no stream is called, the outputs are silent, time passes, `lateCycles` counts.
    case missBlocks(Int)
    /// The next blocks do not go through the port, which is silent.
    case portMissesBlocks(portUID: String, Int)
    /// Nothing goes through the port any more, until it is mended.
    case portFails(portUID: String, Bool)
}
