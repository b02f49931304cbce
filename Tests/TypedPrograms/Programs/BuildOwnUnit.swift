// swift-format-ignore-file
import AVFoundation

final class HalfUnit: AUAudioUnit {
    private var inputs: AUAudioUnitBusArray!
    private var outputs: AUAudioUnitBusArray!
    override init(componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []) throws {
        try super.init(componentDescription: componentDescription, options: options)
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!
        inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: format)])
        outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
        let gain = AUParameterTree.createParameter(
            withIdentifier: "gain", name: "Gain", address: 0, min: 0, max: 1, unit: .linearGain, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
        gain.value = 0.5
        parameterTree = AUParameterTree.createTree(withChildren: [gain])
    }
    override var inputBusses: AUAudioUnitBusArray { inputs }
    override var outputBusses: AUAudioUnitBusArray { outputs }
    override var internalRenderBlock: AUInternalRenderBlock {
        { flags, time, frames, _, output, _, pull in
            guard let pull else { return kAudioUnitErr_NoConnection }
            let status = pull(flags, time, frames, 0, output)
            if status != noErr { return status }
            for buffer in UnsafeMutableAudioBufferListPointer(output) {
                guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                for frame in 0..<Int(frames) { data[frame] *= 0.5 }
            }
            return noErr
        }
    }
}

enum BuildOwnUnit {
    static func run() throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: 0x68616C66, componentManufacturer: 0x64656D6F,
            componentFlags: 0, componentFlagsMask: 0)
        AUAudioUnit.registerSubclass(HalfUnit.self, as: description, name: "Demo: Half", version: 1)
        check(!AVAudioUnitComponentManager.shared().components(matching: description).isEmpty, "listed")
        nonisolated(unsafe) var made: AVAudioUnit?
        AVAudioUnit.instantiate(with: description, options: []) { unit, error in
            check(error == nil, "\(String(describing: error))")
            DispatchQueue.main.async { made = unit }
        }
        wait { made != nil }
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let unit = made!
        check(unit.auAudioUnit is HalfUnit, "\(unit.auAudioUnit)")
        engine.attach(player)
        engine.attach(unit)
        let file = try AVAudioFile(forReading: sine())
        engine.connect(player, to: unit, format: file.processingFormat)
        engine.connect(unit, to: engine.mainMixerNode, format: file.processingFormat)
        var level: Float = 0
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4096, format: nil) { buffer, _ in level = max(level, rms(buffer)) }
        try engine.start()
        player.scheduleFile(file, at: nil, completionHandler: nil)
        player.play()
        wait { level > 0.17 }
        check(abs(level - 0.1768) < 0.01, "level \(level)")
        let parameter = unit.auAudioUnit.parameterTree!.value(forKey: "gain") as? AUParameter
        check(parameter?.value == 0.5 || unit.auAudioUnit.parameterTree!.parameter(withAddress: 0)!.value == 0.5, "gain")
    }
}
