import AudioToolbox

/// A codec as a third party writes it: packets of 64 frames, of which each keeps the upper byte of its samples.
///
/// Its decoder refuses to work without the cookie that its encoder makes. A packet begins with its number of frames.
package struct HalfCodec {
    var interface: AudioComponentPlugInInterface
    let isEncoder: Bool
    var channelCount = 0
    var sampleRate = 0.0
    var isReady = false
    var isOver = false
    /// Bytes that wait: a packet for the decoder, frames for the encoder.
    var waiting: [UInt8] = []

    package static let format: OSType = 0x6861_6C66  // 'half'
    package static let cookie = Array("half-cookie".utf8)
    package static let framesPerPacket = 64

    package static func register() {
        for type in [kAudioEncoderComponentType, kAudioDecoderComponentType] {
            var description = AudioComponentDescription(
                componentType: type, componentSubType: format, componentManufacturer: 0x5465_7374, componentFlags: 0,
                componentFlagsMask: 0)
            AudioComponentRegister(&description, "Test: Half", 1, makeHalfCodec)
        }
    }

    package static func packets(rate: Double, channels: UInt32) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: format, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 64,
            mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
    }
}

private func my(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<HalfCodec> {
    context.assumingMemoryBound(to: HalfCodec.self)
}

private func makeHalfCodec(
    _ description: UnsafePointer<AudioComponentDescription>
) -> UnsafeMutablePointer<AudioComponentPlugInInterface>? {
    let place = UnsafeMutablePointer<HalfCodec>.allocate(capacity: 1)
    let interface = AudioComponentPlugInInterface(
        Open: { _, _ in noErr },
        Close: { context in
            my(context).deinitialize(count: 1)
            my(context).deallocate()
            return noErr
        }, Lookup: lookUp, reserved: nil)
    place.initialize(
        to: HalfCodec(
            interface: interface, isEncoder: description.pointee.componentType == kAudioEncoderComponentType))
    return UnsafeMutableRawPointer(place).assumingMemoryBound(to: AudioComponentPlugInInterface.self)
}

private func lookUp(_ selector: Int16) -> AudioComponentMethod? {
    switch UInt32(selector) {
    case kAudioCodecGetPropertyInfoSelect: unsafeBitCast(propertyInfo, to: AudioComponentMethod.self)
    case kAudioCodecGetPropertySelect: unsafeBitCast(property, to: AudioComponentMethod.self)
    case kAudioCodecInitializeSelect: unsafeBitCast(initialize, to: AudioComponentMethod.self)
    case kAudioCodecUninitializeSelect: unsafeBitCast(uninitialize, to: AudioComponentMethod.self)
    case kAudioCodecAppendInputDataSelect: unsafeBitCast(append, to: AudioComponentMethod.self)
    case kAudioCodecProduceOutputDataSelect: unsafeBitCast(produce, to: AudioComponentMethod.self)
    case kAudioCodecResetSelect: unsafeBitCast(reset, to: AudioComponentMethod.self)
    default: nil
    }
}

private func numbers(_ codec: HalfCodec, _ id: AudioCodecPropertyID) -> [UInt8]? {
    func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    switch id {
    case kAudioCodecPropertyPacketFrameSize: return bytes(UInt32(HalfCodec.framesPerPacket))
    case kAudioCodecPropertyMaximumPacketByteSize:
        return bytes(UInt32(1 + HalfCodec.framesPerPacket * max(1, codec.channelCount)))
    case kAudioCodecPropertyHasVariablePacketByteSizes: return bytes(UInt32(1))
    case kAudioCodecPropertyMagicCookie where codec.isEncoder: return HalfCodec.cookie
    case kAudioCodecPropertyPrimeInfo: return bytes(UInt64(0))
    case kAudioCodecPropertyCurrentOutputFormat where codec.isEncoder && codec.isReady:
        return bytes(HalfCodec.packets(rate: codec.sampleRate, channels: UInt32(codec.channelCount)))
    case kAudioCodecPropertySupportedInputFormats where codec.isEncoder,
        kAudioCodecPropertySupportedOutputFormats where !codec.isEncoder:
        var integers = AudioStreamBasicDescription()
        integers.mFormatID = kAudioFormatLinearPCM
        integers.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        integers.mBitsPerChannel = 16
        return bytes(integers)
    default: return nil
    }
}

private let propertyInfo: AudioCodecGetPropertyInfoProc = { context, id, size, isWritable in
    guard let value = numbers(my(context).pointee, id) else { return kAudioCodecUnknownPropertyError }
    size?.pointee = UInt32(value.count)
    isWritable?.pointee = 0
    return noErr
}

private let property: AudioCodecGetPropertyProc = { context, id, size, data in
    guard let value = numbers(my(context).pointee, id) else { return kAudioCodecUnknownPropertyError }
    guard Int(size.pointee) >= value.count else { return kAudioCodecBadPropertySizeError }
    data.copyMemory(from: value, byteCount: value.count)
    size.pointee = UInt32(value.count)
    return noErr
}

private let initialize: AudioCodecInitializeProc = { context, input, output, cookie, cookieSize in
    let codec = my(context)
    guard let input, let output else { return kAudioCodecUnsupportedFormatError }
    let pcm = codec.pointee.isEncoder ? input.pointee : output.pointee
    guard pcm.mFormatFlags & kAudioFormatFlagIsFloat == 0, pcm.mBitsPerChannel == 16 else {
        return kAudioCodecUnsupportedFormatError
    }
    if !codec.pointee.isEncoder {
        let given = UnsafeRawBufferPointer(start: cookie, count: Int(cookieSize))
        guard given.elementsEqual(HalfCodec.cookie) else { return kAudioCodecUnsupportedFormatError }
    }
    (codec.pointee.channelCount, codec.pointee.sampleRate) = (Int(pcm.mChannelsPerFrame), pcm.mSampleRate)
    codec.pointee.isReady = true
    return noErr
}

private let uninitialize: AudioCodecUninitializeProc = { context in
    (my(context).pointee.isReady, my(context).pointee.waiting, my(context).pointee.isOver) = (false, [], false)
    return noErr
}

private let reset: AudioCodecResetProc = { context in
    (my(context).pointee.waiting, my(context).pointee.isOver) = ([], false)
    return noErr
}

private let append: AudioCodecAppendInputDataProc = { context, data, byteCount, packetCount, descriptions in
    let codec = my(context)
    guard codec.pointee.isReady else { return kAudioCodecStateError }
    if byteCount.pointee == 0 {
        codec.pointee.isOver = true
        return noErr
    }
    if !codec.pointee.isEncoder {
        guard codec.pointee.waiting.isEmpty else { return kAudioCodecNotEnoughBufferSpaceError }
        guard packetCount.pointee == 1, data.load(as: UInt8.self) <= HalfCodec.framesPerPacket,
            Int(byteCount.pointee) == 1 + Int(data.load(as: UInt8.self)) * codec.pointee.channelCount
        else { return kAudioCodecBadDataError }
    }
    codec.pointee.waiting += UnsafeRawBufferPointer(start: data, count: Int(byteCount.pointee))
    return noErr
}

private let produce: AudioCodecProduceOutputPacketsProc = { context, data, byteCount, packetCount, description, state in
    let codec = my(context)
    let channels = codec.pointee.channelCount
    state.pointee = kAudioCodecProduceOutputPacketNeedsMoreInputData
    let room = Int(byteCount.pointee)
    (byteCount.pointee, packetCount.pointee) = (0, 0)
    if codec.pointee.isEncoder {
        let frames = min(codec.pointee.waiting.count / 2 / channels, HalfCodec.framesPerPacket)
        guard frames == HalfCodec.framesPerPacket || (codec.pointee.isOver && frames > 0) else {
            if codec.pointee.isOver { state.pointee = kAudioCodecProduceOutputPacketAtEOF }
            return noErr
        }
        guard room >= 1 + frames * channels else { return kAudioCodecNotEnoughBufferSpaceError }
        data.storeBytes(of: UInt8(frames), as: UInt8.self)
        for sample in 0..<frames * channels {
            data.storeBytes(of: codec.pointee.waiting[2 * sample + 1], toByteOffset: 1 + sample, as: UInt8.self)
        }
        codec.pointee.waiting.removeFirst(2 * frames * channels)
        byteCount.pointee = UInt32(1 + frames * channels)
        packetCount.pointee = 1
        description?.pointee = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: byteCount.pointee)
    } else {
        guard let frames = codec.pointee.waiting.first.map(Int.init) else { return noErr }
        guard room >= 2 * frames * channels else { return kAudioCodecNotEnoughBufferSpaceError }
        for sample in 0..<frames * channels {
            data.storeBytes(of: 0, toByteOffset: 2 * sample, as: UInt8.self)
            data.storeBytes(of: codec.pointee.waiting[1 + sample], toByteOffset: 2 * sample + 1, as: UInt8.self)
        }
        codec.pointee.waiting = []
        byteCount.pointee = UInt32(2 * frames * channels)
        packetCount.pointee = UInt32(frames)
    }
    state.pointee = kAudioCodecProduceOutputPacketSuccess
    return noErr
}
