import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

/// A program's own unit in a graph; as long as a plan names it, it keeps the unit.
func ClientUnit(_ unit: AUAudioUnit) -> HostedUnit {
    let bridge = ClientUnitBridge(unit)
    let client = ClientBlock(context: Unmanaged.passUnretained(bridge).toOpaque()) { context, exchange in
        Unmanaged<ClientUnitBridge>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.render(exchange.assumingMemoryBound(to: HostedExchange.self))
        }
    }
    return HostedUnit(
        name: unit.audioUnitName ?? "Unit", client, keeping: bridge, busCounts: { bridge.busCounts },
        ready: { try bridge.ready($0) }, forget: { bridge.unit.reset() }, lag: { bridge.latencyFrames })
}

/// What is between the graph and the unit's blocks.
private final class ClientUnitBridge: @unchecked Sendable {
    let unit: AUAudioUnit
    private var render: AURenderBlock?
    private var pull: AURenderPullInputBlock?
    private var exchange: UnsafeMutablePointer<HostedExchange>?

    init(_ unit: AUAudioUnit) { self.unit = unit }

    var busCounts: (inputs: Int, outputs: Int) {
        (unit.inputBusses.count, unit.outputBusses.count)
    }

    var latencyFrames: Int {
        guard unit.outputBusses.count > 0 else { return 0 }
        return Int((unit.latency * unit.outputBusses[0].format.sampleRate).rounded())
    }

    /// Gives the unit the formats of a plan, and gets its blocks.
    func ready(_ wiring: Wiring) throws {
        if unit.renderResourcesAllocated { unit.deallocateRenderResources() }
        for input in wiring.inputs where input.bus < unit.inputBusses.count {
            try unit.inputBusses[input.bus].take(input.format)
        }
        for (bus, format) in wiring.outputs.enumerated() where bus < unit.outputBusses.count {
            try unit.outputBusses[bus].take(format)
        }
        unit.maximumFramesToRender = AUAudioFrameCount(wiring.maximumFrameCount)
        try unit.allocateRenderResources()
        render = unit.renderBlock
        // Made here, because a closure is made on the heap.
        pull = { [unowned self] in pull($0, $1, $2, $3, $4) }
    }

    /// Renders one block of one output bus.
    func render(_ exchange: UnsafeMutablePointer<HostedExchange>) -> OSStatus {
        guard let render else { return kAudioUnitErr_Uninitialized }
        self.exchange = exchange
        var flags: AudioUnitRenderActionFlags = []
        var time = exchange.pointee.time
        let status = render(
            &flags, &time, AUAudioFrameCount(exchange.pointee.frameCount), exchange.pointee.bus,
            exchange.pointee.list, pull)
        self.exchange = nil
        exchange.pointee.isSilence = flags.contains(.unitRenderAction_OutputIsSilence)
        return status
    }

    /// Gives the unit what it asks for: the block's frames, or a part of them by its time.
    private func pull(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: AUAudioFrameCount, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> AUAudioUnitStatus {
        guard let exchange else { return kAudioUnitErr_CannotDoInCurrentContext }
        var offset = 0
        if time.pointee.mFlags.contains(.sampleTimeValid) {
            let distance = time.pointee.mSampleTime - exchange.pointee.time.mSampleTime
            guard distance >= 0, distance <= Double(exchange.pointee.frameCount) else { return kAudio_ParamError }
            offset = Int(distance)
        }
        var isSilence = false
        let status = exchange.pointee.pull(
            bus: bus, offset: offset, frameCount: Int(frameCount), into: list, isSilence: &isSilence)
        if isSilence { flags.pointee.insert(.unitRenderAction_OutputIsSilence) }
        return status
    }
}

extension AUAudioUnitBus {
    /// Takes on what the graph carries: the bus's own format if it is that already.
    fileprivate func take(_ format: BusFormat) throws {
        if self.format.bus == format, self.format.isStandard { return }
        try setFormat(.planar(format))
    }
}

extension AVAudioFormat {
    /// Deinterleaved floats; more than two channels in no particular layout.
    static func planar(_ format: BusFormat) -> AVAudioFormat {
        if let standard = AVAudioFormat(
            standardFormatWithSampleRate: format.sampleRate, channels: AVAudioChannelCount(format.channelCount))
        {
            return standard
        }
        let tag = kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(format.channelCount)
        guard let layout = AVAudioChannelLayout(layoutTag: tag) else {
            preconditionFailure("channels in order are a layout for any count, also \(format.channelCount)")
        }
        return AVAudioFormat(standardFormatWithSampleRate: format.sampleRate, channelLayout: layout)
    }
}
