import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoRealtime

/// A unit as the older interface holds it: what an `AudioUnit` points to.
final class UnitInstance: @unchecked Sendable {
    /// What keeps the unit: this, if it was made by `AudioComponentInstanceNew`; else whoever has the unit.
    private let owned: AUAudioUnit?
    private unowned(unsafe) let lent: AUAudioUnit
    /// Where each input bus gets its frames.
    var inputs: [Int: Input] = [:]
    var inputCallback: AURenderCallbackStruct?
    var lastRenderError: OSStatus = noErr
    let notifies = RenderNotifies()
    private var render: AURenderBlock?
    /// What `process` was given, while it renders.
    private var given: GivenInput?
    private lazy var pullGiven: AURenderPullInputBlock = { [unowned self] in
        given?.give($0, $1, $2, $3, $4) ?? kAudioUnitErr_CannotDoInCurrentContext
    }
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
            _ = pullGiven
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
        // A program that pulls on a thread of its own waits for files; hardware does not.
        let isProgram = !RenderThread.isCurrent
        if isProgram { serveInputs(readAhead: 4 * Int(frameCount) + 16_384) }
        defer { if isProgram { serveInputs(readAhead: 0) } }
        return render(flags, time, bus, frameCount, list, from: pull)
    }

    /// Lets the units that lead here do what need not be done while rendering.
    private func serveInputs(readAhead frameCount: Int) {
        for case .unit(let source, _) in inputs.values {
            let instance = UnitInstance.of(source)
            instance.unit.backing?.serve(readAhead: frameCount)
            instance.serveInputs(readAhead: frameCount)
        }
    }

    private func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ bus: UInt32, _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>,
        from source: @escaping AURenderPullInputBlock
    ) -> OSStatus {
        guard let render else { return kAudioUnitErr_Uninitialized }
        var own = flags?.pointee ?? []
        notifies.tell(own.union(.unitRenderAction_PreRender), time, bus, frameCount, list, owner: handle)
        let status = render(&own, time, frameCount, Int(bus), list, source)
        var after = own.union(.unitRenderAction_PostRender)
        if status != noErr { after.insert(.unitRenderAction_PostRenderError) }
        notifies.tell(after, time, bus, frameCount, list, owner: handle)
        flags?.pointee = own
        if status != noErr { lastRenderError = status }
        return status
    }

    /// Renders output busses from frames that are there already.
    func process(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, inputs: UnsafePointer<UnsafePointer<AudioBufferList>>, inputCount: Int,
        outputs: UnsafePointer<UnsafeMutablePointer<AudioBufferList>>, outputCount: Int
    ) -> OSStatus {
        given = GivenInput(lists: inputs, count: inputCount, start: time.pointee, frameCount: Int(frameCount))
        defer { given = nil }
        for bus in 0..<outputCount {
            let status = render(flags, time, UInt32(bus), frameCount, outputs[bus], from: pullGiven)
            if status != noErr { return status }
        }
        return noErr
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
        hardware.outputProvider =
            inputs[0] == nil
            ? nil
            : { [unowned self] flags, time, frameCount, bus, list in
                notifies.tell(.unitRenderAction_PreRender, time, UInt32(bus), frameCount, list, owner: handle)
                let status = pull(flags, time, frameCount, bus, list)
                var after = flags.pointee.union(.unitRenderAction_PostRender)
                if status != noErr { after.insert(.unitRenderAction_PostRenderError) }
                notifies.tell(after, time, UInt32(bus), frameCount, list, owner: handle)
                return status
            }
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

/// Frames of input busses that came with the call.
private struct GivenInput {
    let lists: UnsafePointer<UnsafePointer<AudioBufferList>>
    let count: Int
    let start: AudioTimeStamp
    let frameCount: Int

    /// Gives the block or a part of it by its time, into the list's buffers or by pointing them to the frames.
    func give(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ wanted: AUAudioFrameCount, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard bus < count else { return kAudioUnitErr_NoConnection }
        var offset = 0.0
        if time.pointee.mFlags.contains(.sampleTimeValid), start.mFlags.contains(.sampleTimeValid) {
            offset = time.pointee.mSampleTime - start.mSampleTime
        }
        guard offset >= 0, offset + Double(wanted) <= Double(frameCount) else { return kAudio_ParamError }
        let from = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: lists[bus]))
        let to = UnsafeMutableAudioBufferListPointer(list)
        guard from.count == to.count, frameCount > 0 else { return kAudio_ParamError }
        for index in 0..<from.count {
            guard let data = from[index].mData else { return kAudio_ParamError }
            let bytesPerFrame = Int(from[index].mDataByteSize) / frameCount
            let byteCount = Int(wanted) * bytesPerFrame
            let first = data + Int(offset) * bytesPerFrame
            if let target = to[index].mData {
                guard byteCount <= Int(to[index].mDataByteSize) else { return kAudio_ParamError }
                target.copyMemory(from: first, byteCount: byteCount)
            } else {
                to[index].mData = first
            }
            to[index].mDataByteSize = UInt32(byteCount)
        }
        return noErr
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
