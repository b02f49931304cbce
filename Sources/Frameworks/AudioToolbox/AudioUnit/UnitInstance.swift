import AVAudioTypes
import CoreAudioTypes
import Foundation

/// A unit as the older interface holds it: what an `AudioUnit` points to.
final class UnitInstance: @unchecked Sendable {
    /// What keeps the unit: this, if it was made by `AudioComponentInstanceNew`; else whoever has the unit.
    private let owned: AUAudioUnit?
    private unowned(unsafe) let lent: AUAudioUnit
    /// Where each input bus gets its frames.
    var inputs: [Int: Input] = [:]
    var inputCallback: AURenderCallbackStruct?
    var lastRenderError: OSStatus = noErr
    private var render: AURenderBlock?
    private lazy var pull: AURenderPullInputBlock = { [unowned self] in pull($0, $1, $2, $3, $4) }

    /// Where an input gets its frames.
    enum Input {
        case callback(AURenderCallbackStruct)
        case unit(AudioUnit, bus: UInt32)
    }

    /// - Parameter isOwner: Whether the instance keeps the unit.
    init(_ unit: AUAudioUnit, isOwner: Bool) {
        owned = isOwner ? unit : nil
        lent = unit
    }

    var unit: AUAudioUnit { lent }

    /// What C holds.
    var handle: AudioUnit { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// What C holds, as what it is.
    static func of(_ handle: AudioUnit) -> UnitInstance {
        Unmanaged<UnitInstance>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    // MARK: Rendering

    func initialize() -> OSStatus {
        if unit.renderResourcesAllocated { return noErr }
        do {
            try unit.allocateRenderResources()
            render = unit.renderBlock
            _ = pull
            return noErr
        } catch {
            let code = OSStatus(truncatingIfNeeded: (error as NSError).code)
            return code == 0 ? kAudioUnitErr_FailedInitialization : code
        }
    }

    func uninitialize() -> OSStatus {
        unit.deallocateRenderResources()
        render = nil
        return noErr
    }

    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ bus: UInt32, _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard let render else { return kAudioUnitErr_Uninitialized }
        var own = flags?.pointee ?? []
        let status = render(&own, time, frameCount, Int(bus), list, pull)
        flags?.pointee = own
        if status != noErr { lastRenderError = status }
        return status
    }

    private func pull(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: AUAudioFrameCount, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> AUAudioUnitStatus {
        switch inputs[bus] {
        case .callback(let callback):
            guard let proc = callback.inputProc else { return kAudioUnitErr_NoConnection }
            let context = callback.inputProcRefCon ?? UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
            return proc(context, flags, time, UInt32(bus), frameCount, list)
        case .unit(let source, let output):
            return UnitInstance.of(source).render(flags, time, output, frameCount, list)
        case nil: return kAudioUnitErr_NoConnection
        }
    }

    /// What the hardware plays comes from input 0, and what it has heard is announced to the input callback.
    func wireHardware() {
        guard let hardware = unit.backing?.hardware else { return }
        hardware.outputProvider = inputs[0] == nil ? nil : pull
        guard let callback = inputCallback, let proc = callback.inputProc else {
            hardware.inputHandler = nil
            return
        }
        let context = callback.inputProcRefCon ?? UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
        let held = Boxed(context)
        hardware.inputHandler = { flags, time, frameCount, bus in
            _ = proc(held.value, flags, time, UInt32(bus), frameCount, nil)
        }
    }
}

extension AUAudioUnit {
    /// The unit as the older interface holds it; valid as long as this object.
    package var handle: AudioUnit {
        let instance = kept.instance ?? UnitInstance(self, isOwner: false)
        kept.instance = instance
        return instance.handle
    }
}
