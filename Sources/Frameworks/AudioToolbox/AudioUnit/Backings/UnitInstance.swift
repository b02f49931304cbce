import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime

/// The object behind an `AudioUnit` of the C interface.
final class UnitInstance: ComponentInstance, @unchecked Sendable {
    /// The unit, retained if `AudioComponentInstanceNew` made this instance; nil if another object owns the unit.
    private var owned: AUAudioUnit?
    private unowned(unsafe) let lent: AUAudioUnit
    /// The state of rendering.
    let calls: UnitCalls
    /// The rendering state that the inputs are set on: for a deferred renderer that of its separate thread, else
    /// `calls`.
    let inputCalls: UnitCalls
    /// The parameters of a built-in unit, for the render thread; nil for other units.
    let parameters: UnitParameters?
    /// The blocks of a unit that is initialized, which sends need not make.
    private var madeBytesBlock: AUScheduleMIDIEventBlock?
    private var madeListBlock: AUMIDIEventListBlock?
    /// The unit's own functions; nil for units that are not made of functions.
    private(set) weak var plugInBacking: PlugInBacking?

    /// - Parameter isOwner: Whether the instance retains the unit.
    init(_ unit: AUAudioUnit, isOwner: Bool) {
        owned = isOwner ? unit : nil
        lent = unit
        plugInBacking = unit.backing as? PlugInBacking
        let backing = unit.backing
        let processor = (backing as? ProcessorBacking)?.unit
        parameters = processor.map { UnitParameters(port: $0.port) }
        calls = UnitCalls(
            hardwareBus: backing?.hardware == nil ? nil : 1, keepsInputTime: processor is MultiChannelMixer
        ) { [weak backing] in backing?.serve(readAhead: $0) }
        calls.state.pointee.inputPlace = processor?.inputPlace
        inputCalls = (backing as? DeferredBacking)?.engine.input ?? calls
    }

    var unit: AUAudioUnit { lent }

    /// Retains the unit until `letGo`.
    func keep() { owned = lent }

    /// Releases the unit, which would otherwise form a cycle with this instance.
    func letGo() { owned = nil }

    /// Returns the object of an `AudioUnit`; nil for a codec, for a unit that was disposed of, and for other pointers.
    static func of(_ handle: AudioUnit) -> UnitInstance? {
        guard let instance = behind(handle), type(of: instance) == UnitInstance.self else { return nil }
        return unsafeDowncast(instance, to: UnitInstance.self)
    }

    override var component: RegisteredComponent { unit.registration }

    override func canDo(_ selector: Int) -> Bool {
        if let plugInBacking { return plugInBacking.plugIn.has(selector) }
        switch selector {
        case kAudioOutputUnitStartSelect, kAudioOutputUnitStopSelect: return unit.backing?.hardware != nil
        // Built-in units lack removal of listeners without a context, and rendering of packets.
        case kAudioUnitRemovePropertyListenerSelect, kAudioUnitComplexRenderSelect, 8, 12, 13: return false
        default: return (kAudioUnitInitializeSelect...kAudioUnitProcessMultipleSelect).contains(selector)
        }
    }

    /// Sends MIDI 1.0 bytes; nil for units that take no MIDI.
    ///
    /// Takes nothing from the heap between `initialize` and `uninitialize`; `??` would, for a function.
    var bytesBlock: AUScheduleMIDIEventBlock? {
        if let madeBytesBlock { return madeBytesBlock }
        return unit.scheduleMIDIEventBlock
    }

    /// Sends universal MIDI packets; nil for units that take no MIDI.
    ///
    /// Takes nothing from the heap between `initialize` and `uninitialize`.
    var listBlock: AUMIDIEventListBlock? {
        if let madeListBlock { return madeListBlock }
        return unit.scheduleMIDIEventListBlock
    }

    func initialize() -> OSStatus {
        guard calls.finishAfterBlock() else { return kAudioUnitErr_CannotDoInCurrentContext }
        if unit.renderResourcesAllocated { return noErr }
        do {
            try unit.allocateRenderResources()
            (madeBytesBlock, madeListBlock) = (unit.scheduleMIDIEventBlock, unit.scheduleMIDIEventListBlock)
            calls.block = unit.renderBlock
            return noErr
        } catch {
            let code = OSStatus(truncatingIfNeeded: (error as NSError).code)
            return code == 0 ? kAudioUnitErr_FailedInitialization : code
        }
    }

    /// Releases the rendering resources; inside a callback after the present block, which is the last one.
    func uninitialize() -> OSStatus {
        endBlocks()
        calls.afterBlock(0) { [self] in
            unit.deallocateRenderResources()
            calls.block = nil
            (madeBytesBlock, madeListBlock) = (nil, nil)
        }
        return noErr
    }

    /// Makes the present block the last one, if this is called inside a callback.
    private func endBlocks() {
        guard RenderThread.isCurrent else { return }
        if plugInBacking == nil { unit.setRenderResourcesAllocated(false) }
        unit.stopHardware()
    }

    /// Stops the unit for `AudioComponentInstanceDispose`, and releases the reference that its handle represents.
    func dispose() {
        endBlocks()
        calls.afterBlock(1) { [self] in
            _ = plugInBacking?.plugIn.stop()
            unit.stopHardware()
            // Inputs may refer to this unit, which would be a reference cycle.
            if unit.backing?.hardware != nil { calls.clearInputs() }
            if plugInBacking != nil { letGo() }
            Unmanaged<ComponentInstance>.passUnretained(self).release()
        }
    }

    /// Returns the program's callback with its context; without a context it is passed the unit.
    func proc(_ proc: @escaping AURenderCallback, _ context: UnsafeMutableRawPointer?) -> ClientProc {
        ClientProc(proc, context: context ?? UnsafeMutableRawPointer(handle))
    }

    /// The function that is called with the input sample times that an output block was made of.
    var inputSamples: AUInputSamplesInOutputCallbackStruct? {
        didSet {
            let handle = UnsafeMutableRawPointer(handle)
            calls.setPlace(
                inputSamples.map { ClientPlaceProc($0.inputToOutputCallback, context: $0.userData ?? handle) })
        }
    }

    // MARK: Inputs

    /// Sets the function that supplies an input bus; a nil `inputProc` disconnects the bus.
    func setCallback(_ callback: AURenderCallbackStruct, bus: Int) -> OSStatus {
        guard bus < unit.inputBusses.count else { return kAudioUnitErr_InvalidElement }
        _ = inputCalls.setInput(callback.inputProc.map { .callback(proc($0, callback.inputProcRefCon)) }, bus: bus)
        return noErr
    }

    /// Connects an input bus to an output bus of another unit, whose format it adopts; without a unit disconnects the
    /// bus.
    ///
    /// - Returns: `kAudioUnitErr_InvalidElement` for a bus that does not exist, `kAudioUnitErr_InvalidPropertyValue` if
    ///   the connection would make a cycle.
    func connect(_ connection: AudioUnitConnection) -> OSStatus {
        let bus = Int(connection.destInputNumber)
        guard bus < unit.inputBusses.count else { return kAudioUnitErr_InvalidElement }
        guard let handle = connection.sourceAudioUnit else {
            _ = inputCalls.setInput(nil, bus: bus)
            return noErr
        }
        guard let source = UnitInstance.of(handle) else { return kAudioUnitErr_InvalidPropertyValue }
        let output = Int(connection.sourceOutputNumber)
        guard output < source.unit.outputBusses.count else { return kAudioUnitErr_InvalidElement }
        do { try unit.inputBusses[bus].setFormat(source.unit.outputBusses[output].format) } catch {
            return OSStatus(truncatingIfNeeded: (error as NSError).code)
        }
        let input = UnitCalls.Input.unit(
            source.calls, bus: connection.sourceOutputNumber, keeping: UnitCalls.Kept(source.unit))
        return inputCalls.setInput(input, bus: bus) ? noErr : kAudioUnitErr_InvalidPropertyValue
    }

    /// Sets the blocks by which the hardware plays input 0 and calls the input callback, unless the program has set its
    /// own.
    func wireHardware() {
        guard let hardware = unit.backing?.hardware, !hardware.isRunning else { return }
        let calls = calls
        if hardware.outputProvider == nil {
            hardware.outputProvider = { provideCalls(calls.state, $0, $1, $2, $3, $4) }
        }
        if hardware.inputHandler == nil {
            hardware.inputHandler = { announceCalls(calls.state, $0, $1, $2, $3) }
        }
    }
}

extension AUAudioUnit {
    /// The handle of the unit for the C interface, valid as long as this object.
    package var handle: AudioUnit {
        let instance = kept.instance ?? UnitInstance(self, isOwner: false)
        kept.instance = instance
        return instance.handle
    }
}
