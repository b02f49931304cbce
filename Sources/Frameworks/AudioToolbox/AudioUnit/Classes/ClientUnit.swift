import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime

extension AUAudioUnit {
    /// Makes a processor that renders a program's unit and retains it.
    func clientProcessor() -> HostedUnit {
        let unit = Lent(self)
        return clientUnit(
            ClientUnitCalls(
                name: audioUnitName ?? "Unit",
                busCounts: { (unit.value.inputBusses.count, unit.value.outputBusses.count) },
                ready: { try unit.value.ready($0) }, forget: { unit.value.reset() },
                lag: { unit.value.latencyFrames }))
    }

    private var latencyFrames: Int {
        guard outputBusses.count > 0 else { return 0 }
        return Int(nearest: min(max(latency, 0), 3_600) * outputBusses[0].format.sampleRate)
    }

    /// Sets the formats of the busses to those of a plan, and prepares the unit.
    ///
    /// - Returns: The block that renders the unit.
    private func ready(_ wiring: Wiring) throws -> AURenderBlock {
        if renderResourcesAllocated { deallocateRenderResources() }
        for input in wiring.inputs where input.bus < inputBusses.count {
            try inputBusses[input.bus].take(input.format)
        }
        for (bus, format) in wiring.outputs.enumerated() where bus < outputBusses.count {
            try outputBusses[bus].take(format)
        }
        maximumFramesToRender = AUAudioFrameCount(wiring.maximumFrameCount)
        try allocateRenderResources()
        return renderBlock
    }
}

extension AUAudioUnitBus {
    /// Sets the format to that of the graph, unless they are the same.
    fileprivate func take(_ format: BusFormat) throws {
        if self.format.bus == format, self.format.isStandard { return }
        try setFormat(.planar(format))
    }
}
