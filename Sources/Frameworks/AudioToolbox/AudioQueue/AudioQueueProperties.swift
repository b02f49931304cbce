import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoRealtime

/// Reads a property.
///
/// - Parameters:
///   - outData: Receives the value.
///   - ioDataSize: Bytes of room; afterwards those written.
/// - Returns: `kAudioQueueErr_InvalidProperty`, `kAudioQueueErr_InvalidPropertySize`, or 0.
@discardableResult
public func AudioQueueGetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
    _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        guard let value = object.value(of: inID) else { return kAudioQueueErr_InvalidProperty }
        return value.copy(&ioDataSize.pointee, to: outData) ? noErr : kAudioQueueErr_InvalidPropertySize
    }
}

/// Returns the size of a property's value, in bytes.
@discardableResult
public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        guard let size = object.size(of: inID) else { return kAudioQueueErr_InvalidProperty }
        outDataSize.pointee = size
        return noErr
    }
}

/// Sets a property.
///
/// - Returns: `kAudioQueueErr_InvalidProperty` for a property that is unknown or can only be read;
///   `kAudioQueueErr_InvalidPropertySize`, `kAudioQueueErr_InvalidPropertyValue`, `kAudioQueueErr_InvalidRunState` for
///   one that can be set only while the queue is stopped, `kAudioQueueErr_InvalidDevice`, or 0.
@discardableResult
public func AudioQueueSetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        if object.state.withLock({ $0.isDisposing }) { return kAudioQueueErr_DisposalPending }
        return object.set(inID, UnsafeRawBufferPointer(start: inData, count: Int(inDataSize)))
    }
}

/// Adds a listener, called after each change of a property on the thread or run loop that makes buffer callbacks.
@discardableResult
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        let listener = AudioQueueObject.Listener(property: inID, proc: inProc, userData: Lent(inUserData))
        object.state.withLock { $0.listeners.append(listener) }
        return noErr
    }
}

/// Removes a listener that was added with the same function and pointer; does nothing if there is none.
@discardableResult
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        let (proc, data) = (unsafeBitCast(inProc, to: UInt.self), UInt(bitPattern: inUserData))
        object.state.withLock { state in
            state.listeners.removeAll {
                $0.property == inID && UInt(bitPattern: $0.userData.value) == data
                    && unsafeBitCast($0.proc, to: UInt.self) == proc
            }
        }
        return noErr
    }
}

extension AudioQueueObject {
    private var output: OutputQueue? {
        if case .output(let queue) = kind { queue } else { nil }
    }

    private var input: InputQueue? {
        if case .input(let queue) = kind { queue } else { nil }
    }

    /// The format that the program passed; for an input queue with the rate, or the encoder's whole format, filled in.
    private var currentDescription: AudioStreamBasicDescription {
        guard input != nil else { return description }
        if format.pcm == nil { return format.media.basicDescription }
        var described = description
        described.mSampleRate = format.media.sampleRate
        return described
    }

    /// Returns the size of a property's value, in bytes, without consuming the levels of a meter.
    func size(of property: AudioQueuePropertyID) -> UInt32? {
        switch property {
        case kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_CurrentLevelMeterDB:
            UInt32(channelCount * MemoryLayout<AudioQueueLevelMeterState>.stride)
        default: value(of: property)?.byteCount
        }
    }

    private var channelCount: Int { max(1, format.media.channelCount) }

    /// Returns a property's value; nil if this queue does not have the property.
    func value(of property: AudioQueuePropertyID) -> PropertyValue? {
        switch property {
        case kAudioQueueProperty_IsRunning: return .value(UInt32(isRunning ? 1 : 0))
        case kAudioQueueDeviceProperty_SampleRate: return .value(context.system.hardware.timing.sampleRate)
        case kAudioQueueDeviceProperty_NumberChannels:
            let route = context.client.snapshot.route
            let ports = output != nil ? route.outputs : route.inputs
            return .value(UInt32(ports.map(\.channels.count).max() ?? (output != nil ? 2 : 0)))
        case kAudioQueueProperty_CurrentDevice: return .object(portUID as CFString)
        case kAudioQueueProperty_MagicCookie:
            return input.map { .bytes($0.cookie ?? []) } ?? .bytes(state.withLock { $0.cookie } ?? [])
        case kAudioQueueProperty_MaximumOutputPacketSize:
            guard input != nil else { return nil }
            if let pcm = format.pcm { return .value(UInt32(pcm.bytesPerFrame(channelCount: channelCount))) }
            return .value(UInt32(clamping: format.media.packetByteLimit))
        case kAudioQueueProperty_StreamDescription: return .value(currentDescription)
        case kAudioQueueProperty_ChannelLayout:
            return .bytes(state.withLock { $0.channelLayout } ?? usualLayout)
        case kAudioQueueProperty_EnableLevelMetering:
            return .value(UInt32((output?.isMetered ?? input?.isMetered) == true ? 1 : 0))
        case kAudioQueueProperty_CurrentLevelMeter: return .array(takeLevels(inDecibels: false))
        case kAudioQueueProperty_CurrentLevelMeterDB: return .array(takeLevels(inDecibels: true))
        case kAudioQueueProperty_ConverterError: return .value(UInt32(bitPattern: state.withLock { $0.converterError }))
        case kAudioQueueProperty_HardwareCodecPolicy: return .value(state.withLock { $0.codecPolicy })
        default: return outputValue(of: property)
        }
    }

    /// Returns a property that only output queues have.
    private func outputValue(of property: AudioQueuePropertyID) -> PropertyValue? {
        guard let output else { return nil }
        switch property {
        case kAudioQueueProperty_DecodeBufferSizeFrames: return .value(UInt32(clamping: output.decodeFrames))
        case kAudioQueueProperty_EnableTimePitch: return .value(UInt32(output.timePitch != nil ? 1 : 0))
        case kAudioQueueProperty_TimePitchAlgorithm: return .value(state.withLock { $0.timePitchAlgorithm })
        case kAudioQueueProperty_TimePitchBypass: return .value(UInt32(output.isTimePitchBypassed ? 1 : 0))
        case kAudioQueueProperty_ChannelAssignments:
            let assignments = output.channelAssignments ?? []
            return .made(byteCount: channelCount * MemoryLayout<AudioQueueChannelAssignment>.stride) { [self] in
                (0..<channelCount).flatMap { channel -> [UInt8] in
                    let uid = channel < assignments.count ? assignments[channel].portUID : portUID
                    let number = channel < assignments.count ? assignments[channel].number : channel + 1
                    // The caller releases the UID.
                    let assignment = AudioQueueChannelAssignment(
                        mDeviceUID: Unmanaged.passRetained(uid as CFString), mChannelNumber: UInt32(clamping: number))
                    return withUnsafeBytes(of: assignment) { bytes in
                        Array(bytes)
                            + Array(repeating: 0, count: MemoryLayout.stride(ofValue: assignment) - bytes.count)
                    }
                }
            }
        default: return nil
        }
    }

    private var portUID: String {
        let route = context.client.snapshot.route
        return (output != nil ? route.outputs : route.inputs).first?.uid ?? ""
    }

    private var usualLayout: [UInt8] {
        (ChannelLayout.usual(channelCount: channelCount)
            ?? ChannelLayout(tag: kAudioChannelLayoutTag_Unknown | UInt32(channelCount))).coreAudioBytes
    }

    /// Returns the levels since the last call; a channel without new frames keeps its last level.
    private func takeLevels(inDecibels: Bool) -> [AudioQueueLevelMeterState] {
        let isMetered = (output?.isMetered ?? input?.isMetered) == true
        let taken = isMetered ? output?.takeLevels() ?? input?.takeLevels() ?? [] : []
        let isRunning = isRunning
        let levels = state.withLock { state -> [AudioQueueLevelMeterState] in
            if !isRunning || !isMetered || state.levels.count != channelCount {
                state.levels = Array(repeating: AudioQueueLevelMeterState(), count: channelCount)
            }
            for (channel, level) in taken.enumerated() where channel < channelCount {
                guard let level else { continue }
                state.levels[channel] = AudioQueueLevelMeterState(
                    mAveragePower: level.meanSquare.squareRoot(), mPeakPower: level.peak)
            }
            return state.levels
        }
        guard inDecibels else { return levels }
        // −160 dB stands for silence, as for players.
        func decibels(_ level: Float32) -> Float32 { level > 0 ? max(-160, 20 * log10f(level)) : -160 }
        return levels.map {
            AudioQueueLevelMeterState(
                mAveragePower: decibels($0.mAveragePower), mPeakPower: decibels($0.mPeakPower))
        }
    }

    // MARK: Setting

    func set(_ property: AudioQueuePropertyID, _ bytes: UnsafeRawBufferPointer) -> OSStatus {
        switch property {
        case kAudioQueueProperty_MagicCookie: return setCookie(bytes)
        case kAudioQueueProperty_ChannelLayout: return setLayout(bytes)
        case kAudioQueueProperty_ChannelAssignments: return setAssignments(bytes)
        case kAudioQueueProperty_CurrentDevice:
            guard bytes.count == MemoryLayout<UnsafeRawPointer>.size, let base = bytes.baseAddress else {
                return kAudioQueueErr_InvalidPropertySize
            }
            // Null selects the device of the route, which is the only one.
            guard let uid = base.object(as: NSString.self) else { return noErr }
            return uid as String == portUID ? noErr : kAudioQueueErr_InvalidDevice
        default: break
        }
        guard Self.numbers.contains(property) else { return kAudioQueueErr_InvalidProperty }
        guard bytes.count == 4 else { return kAudioQueueErr_InvalidPropertySize }
        return set(property, bytes.loadUnaligned(as: UInt32.self))
    }

    /// The settable properties whose value is one `UInt32`.
    private static let numbers: Set<AudioQueuePropertyID> = [
        kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_HardwareCodecPolicy,
        kAudioQueueProperty_DecodeBufferSizeFrames, kAudioQueueProperty_EnableTimePitch,
        kAudioQueueProperty_TimePitchAlgorithm, kAudioQueueProperty_TimePitchBypass,
    ]

    private func set(_ property: AudioQueuePropertyID, _ number: UInt32) -> OSStatus {
        if property == kAudioQueueProperty_EnableLevelMetering {
            output?.isMetered = number != 0
            input?.isMetered = number != 0
            return noErr
        }
        if property == kAudioQueueProperty_HardwareCodecPolicy {
            guard number <= kAudioQueueHardwareCodecPolicy_PreferHardware else {
                return kAudioQueueErr_InvalidPropertyValue
            }
            if isRunning { return kAudioQueueErr_InvalidRunState }
            state.withLock { $0.codecPolicy = number }
            let software = [
                kAudioQueueHardwareCodecPolicy_UseSoftwareOnly, kAudioQueueHardwareCodecPolicy_PreferSoftware,
            ]
            output?.decodesInSoftware = software.contains(number)
            return noErr
        }
        guard let output else { return kAudioQueueErr_InvalidQueueType }
        if property == kAudioQueueProperty_TimePitchBypass {
            output.isTimePitchBypassed = number != 0
            return noErr
        }
        if property != kAudioQueueProperty_DecodeBufferSizeFrames, output.isRunning {
            return kAudioQueueErr_InvalidRunState
        }
        switch property {
        case kAudioQueueProperty_DecodeBufferSizeFrames:
            guard (1...1_000_000).contains(number) else { return kAudioQueueErr_InvalidPropertyValue }
            output.decodeFrames = Int(number)
        case kAudioQueueProperty_EnableTimePitch:
            output.timePitch = number == 0 ? nil : timePitch(state.withLock { $0.timePitchAlgorithm })
        default:
            guard timePitch(number) != nil else { return kAudioQueueErr_InvalidPropertyValue }
            state.withLock { $0.timePitchAlgorithm = number }
            if output.timePitch != nil { output.timePitch = timePitch(number) }
        }
        return noErr
    }

    private func timePitch(_ algorithm: UInt32) -> QueueTimePitch? {
        switch algorithm {
        case kAudioQueueTimePitchAlgorithm_Varispeed: .varispeed
        case kAudioQueueTimePitchAlgorithm_Spectral, kAudioQueueTimePitchAlgorithm_TimeDomain,
            kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency:
            .timePitch
        default: nil
        }
    }

    private func setCookie(_ bytes: UnsafeRawBufferPointer) -> OSStatus {
        guard let output else { return kAudioQueueErr_InvalidQueueType }
        do throws(ConversionError) {
            try output.setCookie(Array(bytes))
            state.withLock { $0.cookie = Array(bytes) }
            return noErr
        } catch {
            return kAudioQueueErr_InvalidPropertyValue
        }
    }

    private func setLayout(_ bytes: UnsafeRawBufferPointer) -> OSStatus {
        guard let layout = ChannelLayout(coreAudio: bytes) else { return kAudioQueueErr_InvalidPropertySize }
        if let labels = layout.labels, labels.count != channelCount { return kAudioQueueErr_InvalidPropertyValue }
        if isRunning { return kAudioQueueErr_InvalidRunState }
        output?.setLayout(layout)
        state.withLock { $0.channelLayout = layout.coreAudioBytes }
        return noErr
    }

    private func setAssignments(_ bytes: UnsafeRawBufferPointer) -> OSStatus {
        guard let output else { return kAudioQueueErr_InvalidQueueType }
        let stride = MemoryLayout<AudioQueueChannelAssignment>.stride
        guard bytes.count == channelCount * stride, let base = bytes.baseAddress else {
            return kAudioQueueErr_InvalidPropertySize
        }
        if isRunning { return kAudioQueueErr_InvalidRunState }
        let ports = output.device.ports
        var assignments: [AssignedChannel] = []
        for channel in 0..<channelCount {
            let place = base + channel * stride
            let uid = place.object(as: NSString.self).map { $0 as String } ?? portUID
            let number = place.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            guard let port = ports.first(where: { $0.uid == uid }), number <= UInt32(port.channelCount) else {
                return kAudioQueueErr_InvalidPropertyValue
            }
            assignments.append(AssignedChannel(portUID: uid, number: Int(number)))
        }
        output.channelAssignments = assignments
        return noErr
    }
}
