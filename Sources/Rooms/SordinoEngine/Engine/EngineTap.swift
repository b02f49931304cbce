import SordinoGraph
import SordinoRealtime

/// A tap of an engine: the blocks of one bus, handed out in buffers of equal length.
package final class EngineTap: Served, @unchecked Sendable {
    /// Makes a call to the program of frames: a pointer per channel, the frames, and when the first was rendered.
    package typealias Deliver =
        @Sendable (
            _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, _ time: NodeTime
        ) -> ServiceCall?

    let tap: Tap
    private let deliver: Deliver
    private let serving = Guarded(())

    /// The tap's bell.
    package var bell: ServiceBell? { tap.bell }

    init(format: BusFormat, bufferFrameCount: Int, maximumFrameCount: Int, deliver: @escaping Deliver) {
        self.deliver = deliver
        tap = Tap(format: format, bufferFrameCount: bufferFrameCount, maximumFrameCount: maximumFrameCount)
    }

    /// Hands out the buffers that have become full.
    package func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
        serving.withLock { _ in
            tap.collect { channels, sampleTime, hostNanoseconds in
                let time = NodeTime(
                    sampleTime: sampleTime, sampleRate: tap.format.sampleRate, hostNanoseconds: hostNanoseconds)
                if let heard = deliver(channels, tap.bufferFrameCount, time) { call(heard) }
            }
        }
        return .whenRung
    }
}

extension EngineCore {
    /// Hands what leaves an output bus to the program.
    ///
    /// - Parameters:
    ///   - format: A bus that is connected, and the input, have a format already; any other takes on this one.
    ///   - own: The format that the bus has.
    ///   - bufferFrameCount: Frames of each buffer.
    /// - Throws: `EngineMisuse.tapPresent`, `.tapFormat`, `.noSuchOutputBus`.
    package func installTap(
        of node: any EngineMember, bus: Int, bufferFrameCount: Int, format: EngineFormat, own: BusFormat,
        deliver: @escaping EngineTap.Deliver
    ) throws(EngineMisuse) {
        try lockedThrowing { () throws(EngineMisuse) in
            if let refusal = refusalOfTap(on: node, bus: bus, format: format.bus, own: own) { throw refusal }
            let bus = BusID(try place(of: node), bus)
            if graph.connections(from: bus).isEmpty {
                if node !== inputNode { formats[bus] = format }
                graph.setOutputFormat(format.bus, of: bus)
            }
            let tap = EngineTap(
                format: format.bus, bufferFrameCount: bufferFrameCount,
                maximumFrameCount: ManualRenderer.pieceFrames * 4, deliver: deliver)
            taps[bus] = tap
            renderer.desk.admit(tap)
            graphChanged(outputsOf: [])
        }
    }

    /// Returns the reason for which a tap cannot be installed; nil if it can.
    package func refusalOfTap(
        on node: any EngineMember, bus: Int, format: BusFormat, own: BusFormat
    ) -> EngineMisuse? {
        locked {
            guard let (core, id) = node.seat.attachment, core === self, bus >= 0, bus < node.processor.outputBusCount
            else { return .noSuchOutputBus }
            if taps[BusID(id, bus)] != nil { return .tapPresent }
            let isFixed = node === inputNode || !graph.connections(from: BusID(id, bus)).isEmpty
            let isPossible = format.sampleRate > 0 && format.channelCount > 0
            return isPossible && (!isFixed || format.fits(own)) ? nil : .tapFormat
        }
    }

    /// Ends a bus's tap; nothing happens if there is none.
    ///
    /// Everything that it heard until now is handed out, and those calls have returned, unless one of them waits for the caller.
    package func removeTap(_ bus: BusID) {
        let ended = locked { () -> EngineTap? in
            let tap = taps[bus]
            if endTap(bus) { graphChanged(outputsOf: []) }
            return tap
        }
        if let ended { service.finish(ended) }
    }

    /// Forgets a tap, with the engine locked.
    ///
    /// - Returns: False if there is none.
    @discardableResult
    func endTap(_ bus: BusID) -> Bool {
        guard let tap = taps.removeValue(forKey: bus) else { return false }
        renderer.desk.dismiss(tap)
        return true
    }
}
