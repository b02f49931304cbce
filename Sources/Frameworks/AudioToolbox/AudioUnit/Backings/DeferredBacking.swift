import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

// A unit that pulls its input on a separate thread.

/// AUDeferredRenderer: pulls planar floats from C functions or units, on a thread that belongs to the unit.
final class DeferredBacking: UnitBacking, @unchecked Sendable {
    static let description = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_DeferredRenderer))

    let engine = DeferredRenderer()
    private weak var owner: AUAudioUnit?
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?
    /// In an engine the unit passes its input through, without its thread.
    let processor: any Processor = Mixer()

    var componentDescription: AudioComponentDescription { Self.description }
    var hardware: UnitHardware? { nil }
    var channelCapabilities: [NSNumber]? { [-1, -1] }
    var parameterTree: AUParameterTree? { nil }
    var factoryPresets: [AUAudioUnitPreset]? { nil }
    var isBypassed = false
    var latency: TimeInterval { Double(engine.latencyFrames) / outputBusses[0].format.sampleRate }
    var tailTime: TimeInterval { latency }
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }

    func adopt(_ unit: AUAudioUnit) {
        owner = unit
        let arrays = [AUAudioUnitBusType.input, .output].map { type in
            let bus = AUAudioUnitBus(hardware: .unitDefault)
            bus.allows = { $0.commonFormat == .pcmFormatFloat32 && !$0.isInterleaved && $0.channelCount > 0 }
            return AUAudioUnitBusArray(audioUnit: unit, busType: type, busses: [bus])
        }
        (inputs, outputs) = (arrays[0], arrays[1])
    }

    var inputBusses: AUAudioUnitBusArray { array(inputs) }
    var outputBusses: AUAudioUnitBusArray { array(outputs) }

    private func array(_ array: AUAudioUnitBusArray?) -> AUAudioUnitBusArray {
        guard let array else { preconditionFailure("a built-in unit is adopted before it is used") }
        return array
    }

    var internalRenderBlock: AUInternalRenderBlock { engine.renderBlock }

    func allocate(maximumFrames: Int) throws {
        let (input, output) = (inputBusses[0].format.unitFormat, outputBusses[0].format.unitFormat)
        guard input.bus.fits(output.bus), input.bus.sampleRate == output.bus.sampleRate else {
            throw UnitError.error(kAudioUnitErr_FormatNotSupported)
        }
        guard engine.prepare(output, maximumFrameCount: maximumFrames) else {
            throw UnitError.error(kAudioUnitErr_FailedInitialization)
        }
    }

    func deallocate() { engine.retire() }

    /// Discards the buffered frames by preparing the unit again.
    func reset() {
        guard let owner, owner.renderResourcesAllocated else { return }
        try? allocate(maximumFrames: Int(owner.maximumFramesToRender))
    }

    func choose(_ preset: Int) -> Bool { false }

    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        if let format = inputs.first { inputBusses[0].follow(format) }
        if let format = outputs.first { outputBusses[0].follow(format) }
    }
}

extension UnitProperty {
    static var deferring: [AudioUnitPropertyID: UnitProperty] {
        func frames(_ path: ReferenceWritableKeyPath<DeferredRenderer, Int>, from least: Int, rests: Bool)
            -> UnitProperty
        {
            value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in UInt32(try place.deferred.engine[keyPath: path]) },
                write: { place, count throws(UnitPropertyError) in
                    let deferred = try place.deferred
                    if rests, place.unit.renderResourcesAllocated {
                        throw UnitPropertyError(kAudioUnitErr_Initialized)
                    }
                    guard (least...1 << 20).contains(Int(count)) else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    deferred.engine[keyPath: path] = Int(count)
                })
        }
        return [
            kAudioUnitProperty_DeferredRendererPullSize: frames(\.pullFrames, from: 1, rests: true),
            kAudioUnitProperty_DeferredRendererExtraLatency: frames(\.extraFrames, from: 0, rests: true),
            kAudioUnitProperty_DeferredRendererWaitFrames: frames(\.waitFrames, from: 0, rests: false),
        ]
    }
}

extension UnitPropertyPlace {
    fileprivate var deferred: DeferredBacking {
        get throws(UnitPropertyError) {
            guard let backing = unit.backing as? DeferredBacking else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            return backing
        }
    }
}
