import AudioToolbox

/// A unit as a third party writes it, by functions alone: multiplies its input by a parameter.
package struct GainPlugIn {
    /// The head that Sordino sees; the unit's own data follow it.
    var interface: AudioComponentPlugInInterface
    var instance: AudioComponentInstance?
    var gain: Float = 1
    /// The gain grows by this with every frame until `rampEnd`.
    var rampStep: Float = 0
    var rampEnd: Float = 1
    var maximumFrames: UInt32 = 1156
    var input = AURenderCallbackStruct()
    var format = AudioStreamBasicDescription(
        mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
        mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
    var isInitialized = false

    package static let subtype: OSType = 0x6761_696E  // 'gain'
    static let maker: OSType = 0x5465_7374  // 'Test'
    /// Instances that are open.
    nonisolated(unsafe) package static var openCount = 0

    package static var description: AudioComponentDescription {
        AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: subtype, componentManufacturer: maker,
            componentFlags: 0, componentFlagsMask: 0)
    }

    package static func register() -> AudioComponent {
        var description = description
        return AudioComponentRegister(&description, "Test: Gain", 0x10200, makeGainPlugIn)
    }
}

private func my(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GainPlugIn> {
    context.assumingMemoryBound(to: GainPlugIn.self)
}

private func makeGainPlugIn(
    _ description: UnsafePointer<AudioComponentDescription>
) -> UnsafeMutablePointer<AudioComponentPlugInInterface>? {
    let place = UnsafeMutablePointer<GainPlugIn>.allocate(capacity: 1)
    let interface = AudioComponentPlugInInterface(
        Open: { context, instance in
            my(context).pointee.instance = instance
            GainPlugIn.openCount += 1
            return noErr
        },
        Close: { context in
            GainPlugIn.openCount -= 1
            my(context).deallocate()
            return noErr
        }, Lookup: lookUp, reserved: nil)
    place.initialize(to: GainPlugIn(interface: interface))
    return UnsafeMutableRawPointer(place).assumingMemoryBound(to: AudioComponentPlugInInterface.self)
}

private func lookUp(_ selector: Int16) -> AudioComponentMethod? {
    switch Int(selector) {
    case kAudioUnitInitializeSelect: unsafeBitCast(initialize, to: AudioComponentMethod.self)
    case kAudioUnitUninitializeSelect: unsafeBitCast(uninitialize, to: AudioComponentMethod.self)
    case kAudioUnitGetPropertyInfoSelect: unsafeBitCast(propertyInfo, to: AudioComponentMethod.self)
    case kAudioUnitGetPropertySelect: unsafeBitCast(property, to: AudioComponentMethod.self)
    case kAudioUnitSetPropertySelect: unsafeBitCast(setProperty, to: AudioComponentMethod.self)
    case kAudioUnitGetParameterSelect: unsafeBitCast(parameter, to: AudioComponentMethod.self)
    case kAudioUnitSetParameterSelect: unsafeBitCast(setParameter, to: AudioComponentMethod.self)
    case kAudioUnitScheduleParametersSelect: unsafeBitCast(schedule, to: AudioComponentMethod.self)
    case kAudioUnitResetSelect: unsafeBitCast(reset, to: AudioComponentMethod.self)
    case kAudioUnitRenderSelect: unsafeBitCast(render, to: AudioComponentMethod.self)
    default: nil
    }
}

private let initialize: AudioUnitInitializeProc = { context in
    my(context).pointee.isInitialized = true
    return noErr
}

private let uninitialize: AudioUnitUninitializeProc = { context in
    my(context).pointee.isInitialized = false
    return noErr
}

private let reset: AudioUnitResetProc = { context, _, _ in
    my(context).pointee.rampStep = 0
    return noErr
}

private let propertyInfo: AudioUnitGetPropertyInfoProc = { context, id, scope, element, size, isWritable in
    let (bytes, writable): (Int, UInt8)
    switch id {
    case kAudioUnitProperty_StreamFormat: (bytes, writable) = (MemoryLayout<AudioStreamBasicDescription>.size, 1)
    case kAudioUnitProperty_ParameterList: (bytes, writable) = (scope == kAudioUnitScope_Global ? 4 : 0, 0)
    case kAudioUnitProperty_ParameterInfo: (bytes, writable) = (MemoryLayout<AudioUnitParameterInfo>.size, 0)
    case kAudioUnitProperty_MaximumFramesPerSlice: (bytes, writable) = (4, 1)
    case kAudioUnitProperty_Latency: (bytes, writable) = (8, 0)
    default: return kAudioUnitErr_InvalidProperty
    }
    size?.pointee = UInt32(bytes)
    isWritable?.pointee = writable
    return noErr
}

private let property: AudioUnitGetPropertyProc = { context, id, scope, element, data, size in
    var needed: UInt32 = 0
    let status = propertyInfo(context, id, scope, element, &needed, nil)
    guard status == noErr else { return status }
    guard size.pointee >= needed else { return kAudioUnitErr_InvalidPropertyValue }
    size.pointee = needed
    switch id {
    case kAudioUnitProperty_StreamFormat:
        data.storeBytes(of: my(context).pointee.format, as: AudioStreamBasicDescription.self)
    case kAudioUnitProperty_ParameterList where needed > 0: data.storeBytes(of: 0, as: UInt32.self)
    case kAudioUnitProperty_ParameterInfo:
        guard element == 0 else { return kAudioUnitErr_InvalidParameter }
        var info = AudioUnitParameterInfo()
        withUnsafeMutableBytes(of: &info.name) { $0.copyBytes(from: "Gain".utf8) }
        (info.unit, info.minValue, info.maxValue, info.defaultValue) = (.linearGain, 0, 8, 1)
        info.flags = [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp]
        data.assumingMemoryBound(to: AudioUnitParameterInfo.self).initialize(to: info)
    case kAudioUnitProperty_MaximumFramesPerSlice:
        data.storeBytes(of: my(context).pointee.maximumFrames, as: UInt32.self)
    case kAudioUnitProperty_Latency: data.storeBytes(of: 0.25, as: Float64.self)
    default: break
    }
    return noErr
}

private let setProperty: AudioUnitSetPropertyProc = { context, id, scope, element, data, size in
    let unit = my(context)
    switch id {
    case kAudioUnitProperty_StreamFormat:
        let format = data.load(as: AudioStreamBasicDescription.self)
        guard format.mFormatFlags & kAudioFormatFlagIsFloat != 0, format.mChannelsPerFrame <= 2 else {
            return kAudioUnitErr_FormatNotSupported
        }
        unit.pointee.format = format
    case kAudioUnitProperty_MaximumFramesPerSlice: unit.pointee.maximumFrames = data.load(as: UInt32.self)
    case kAudioUnitProperty_SetRenderCallback:
        guard element == 0 else { return kAudioUnitErr_InvalidElement }
        unit.pointee.input = data.load(as: AURenderCallbackStruct.self)
    default: return kAudioUnitErr_InvalidProperty
    }
    return noErr
}

private let parameter: AudioUnitGetParameterProc = { context, id, scope, _, value in
    guard id == 0, scope == kAudioUnitScope_Global else { return kAudioUnitErr_InvalidParameter }
    value.pointee = my(context).pointee.gain
    return noErr
}

private let setParameter: AudioUnitSetParameterProc = { context, id, scope, _, value, _ in
    guard id == 0, scope == kAudioUnitScope_Global else { return kAudioUnitErr_InvalidParameter }
    my(context).pointee.gain = value
    my(context).pointee.rampStep = 0
    return noErr
}

private let schedule: AudioUnitScheduleParametersProc = { context, events, count in
    for event in UnsafeBufferPointer(start: events, count: Int(count)) where event.eventType == .parameterEvent_Ramped {
        let ramp = event.eventValues.ramp
        my(context).pointee.rampStep = (ramp.endValue - ramp.startValue) / Float(ramp.durationInFrames)
        my(context).pointee.rampEnd = ramp.endValue
    }
    return noErr
}

private let render: AudioUnitRenderProc = { context, flags, time, bus, frameCount, list in
    let unit = my(context)
    guard unit.pointee.isInitialized else { return kAudioUnitErr_Uninitialized }
    guard let proc = unit.pointee.input.inputProc, let data = unit.pointee.input.inputProcRefCon else {
        return kAudioUnitErr_NoConnection
    }
    var own = AudioUnitRenderActionFlags()
    let status = proc(data, flags ?? withUnsafeMutablePointer(to: &own) { $0 }, time, 0, frameCount, list)
    guard status == noErr else { return status }
    for frame in 0..<Int(frameCount) {
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
            buffer.mData?.assumingMemoryBound(to: Float.self)[frame] *= unit.pointee.gain
        }
        guard unit.pointee.rampStep != 0 else { continue }
        unit.pointee.gain += unit.pointee.rampStep
        if abs(unit.pointee.gain - unit.pointee.rampEnd) < abs(unit.pointee.rampStep) / 2 {
            (unit.pointee.gain, unit.pointee.rampStep) = (unit.pointee.rampEnd, 0)
        }
    }
    return noErr
}
