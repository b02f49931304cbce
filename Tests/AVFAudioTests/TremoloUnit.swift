// swift-format-ignore-file
// A unit as programs write it for Apple's systems: no word of it is for Linux.
import AVFAudio
import AudioToolbox

/// The state that the render thread owns.
final class TremoloKernel: @unchecked Sendable {
    var sampleRate = 44_100.0
    var rate: Float = 0
    var depth: Float = 0
    var depthStep: Float = 0
    var depthFrames = 0
    var phase = 0.0
    var isBypassed = false

    func setParameter(_ address: AUParameterAddress, _ value: AUValue) {
        switch address {
        case 0: rate = value
        case 1:
            depth = value
            depthFrames = 0
        default: break
        }
    }

    func value(_ address: AUParameterAddress) -> AUValue { address == 0 ? rate : address == 1 ? depth : 0 }

    func handle(_ event: AUParameterEvent) {
        if event.rampDurationSampleFrames == 0 || event.parameterAddress != 1 {
            setParameter(event.parameterAddress, event.value)
        } else {
            depthFrames = Int(event.rampDurationSampleFrames)
            depthStep = (event.value - depth) / Float(depthFrames)
        }
    }

    func process(_ buffers: UnsafeMutableAudioBufferListPointer, from start: Int, count: Int) {
        for frame in start..<start + count {
            let gain = isBypassed ? 1 : 1 - depth * Float(0.5 - 0.5 * cos(2 * .pi * phase))
            for buffer in buffers {
                buffer.mData!.assumingMemoryBound(to: Float.self)[frame] *= gain
            }
            phase += Double(rate) / sampleRate
            if phase >= 1 { phase -= 1 }
            if depthFrames > 0 {
                depth += depthStep
                depthFrames -= 1
            }
        }
    }
}

/// A tremolo.
public class TremoloUnit: AUAudioUnit {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: 0x7472_656D, componentManufacturer: 0x5465_7374,
        componentFlags: 0, componentFlagsMask: 0)

    private let kernel = TremoloKernel()
    private var inputBus: AUAudioUnitBus!
    private var outputBus: AUAudioUnitBus!
    private var inputArray: AUAudioUnitBusArray!
    private var outputArray: AUAudioUnitBusArray!

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!
        inputBus = try AUAudioUnitBus(format: format)
        inputBus.maximumChannelCount = 8
        outputBus = try AUAudioUnitBus(format: format)
        inputArray = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [inputBus])
        outputArray = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [outputBus])

        let rate = AUParameterTree.createParameter(
            withIdentifier: "rate", name: "Rate", address: 0, min: 0, max: 20_000, unit: .hertz, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
        let depth = AUParameterTree.createParameter(
            withIdentifier: "depth", name: "Depth", address: 1, min: 0, max: 1, unit: .linearGain, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp], valueStrings: nil, dependentParameters: nil)
        parameterTree = AUParameterTree.createTree(withChildren: [rate, depth])
        let kernel = kernel
        parameterTree?.implementorValueObserver = { kernel.setParameter($0.address, $1) }
        parameterTree?.implementorValueProvider = { kernel.value($0.address) }
        parameterTree?.implementorStringFromValueCallback = { parameter, value in
            String(format: parameter.address == 0 ? "%.1f Hz" : "%.2f", value?.pointee ?? parameter.value)
        }
        maximumFramesToRender = 512
    }

    public override var inputBusses: AUAudioUnitBusArray { inputArray }
    public override var outputBusses: AUAudioUnitBusArray { outputArray }

    public override var factoryPresets: [AUAudioUnitPreset]? {
        let preset = AUAudioUnitPreset()
        preset.number = 0
        preset.name = "Slow"
        return [preset]
    }

    public override var currentPreset: AUAudioUnitPreset? {
        get { super.currentPreset }
        set {
            super.currentPreset = newValue
            if newValue?.number == 0 { parameterTree?.parameter(withAddress: 0)?.value = 3 }
        }
    }

    public override var supportsUserPresets: Bool { true }

    public override var shouldBypassEffect: Bool {
        get { kernel.isBypassed }
        set { kernel.isBypassed = newValue }
    }

    public override func allocateRenderResources() throws {
        try super.allocateRenderResources()
        guard inputBus.format.channelCount == outputBus.format.channelCount else {
            setRenderResourcesAllocated(false)
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(kAudioUnitErr_FailedInitialization))
        }
        kernel.sampleRate = outputBus.format.sampleRate
        kernel.phase = 0
    }

    public override var internalRenderBlock: AUInternalRenderBlock {
        let kernel = kernel
        return {
            actionFlags, timestamp, frameCount, outputBusNumber, outputData, realtimeEventListHead, pullInputBlock in
            guard let pullInputBlock else { return kAudioUnitErr_NoConnection }
            var flags: AudioUnitRenderActionFlags = []
            let status = pullInputBlock(&flags, timestamp, frameCount, 0, outputData)
            guard status == noErr else { return status }
            let buffers = UnsafeMutableAudioBufferListPointer(outputData)
            var now = AUEventSampleTime(timestamp.pointee.mSampleTime)
            var framesLeft = Int(frameCount)
            var event = realtimeEventListHead
            while framesLeft > 0 {
                guard let present = event else {
                    kernel.process(buffers, from: Int(frameCount) - framesLeft, count: framesLeft)
                    break
                }
                let count = Int(present.pointee.head.eventSampleTime - now)
                if count > 0 {
                    kernel.process(buffers, from: Int(frameCount) - framesLeft, count: count)
                    framesLeft -= count
                    now += AUEventSampleTime(count)
                }
                repeat {
                    switch event!.pointee.head.eventType {
                    case .parameter, .parameterRamp: kernel.handle(event!.pointee.parameter)
                    default: break
                    }
                    event = UnsafePointer(event!.pointee.head.next)
                } while event != nil && event!.pointee.head.eventSampleTime <= now
            }
            return noErr
        }
    }
}
