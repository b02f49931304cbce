import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// A tap of an engine: the blocks of one bus, handed out in buffers of equal length.
package final class EngineTap: Served, Sendable {
    /// Makes a call to the program of frames: a pointer per channel, the frames, and when the first was rendered.
    package typealias Deliver =
        @Sendable (
            _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, _ time: NodeTime
        ) -> ServiceCall?

    let tap: Tap
    private let deliver: Deliver
    /// Mixes the channels of the bus to those of the requested format; nil if the numbers are equal.
    private let fold: TapFold?
    private let serving = Guarded(())

    /// The bell that the tap rings when a buffer of frames is full or frames were lost.
    package var bell: ServiceBell? { tap.bell }

    /// Makes a tap of a bus.
    ///
    /// - Parameters:
    ///   - bus: The format of the bus.
    ///   - format: The requested format, with the rate of the bus.
    init(
        bus: BusFormat, format: BusFormat, bufferFrameCount: Int, maximumFrameCount: Int, deliver: @escaping Deliver
    ) {
        self.deliver = deliver
        fold = TapFold(from: bus, to: format, frameCapacity: bufferFrameCount)
        tap = Tap(format: bus, bufferFrameCount: bufferFrameCount, maximumFrameCount: maximumFrameCount)
    }

    /// Hands out the buffers that have become full.
    package func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
        serving.withLock { _ in
            tap.collect { channels, sampleTime, hostNanoseconds in
                let time = NodeTime(
                    sampleTime: sampleTime, sampleRate: tap.format.sampleRate, hostNanoseconds: hostNanoseconds)
                let wanted = fold?.apply(channels, frameCount: tap.bufferFrameCount) ?? channels
                if let heard = deliver(wanted, tap.bufferFrameCount, time) { call(heard) }
            }
        }
        return .whenRung
    }
}

/// Mixes the channels of a tap as a mixer does with those of its inputs.
private final class TapFold: Sendable {
    private let matrix: Lent<ChannelMatrix>
    private let buffer: PlanarBuffer

    /// Makes a mix; nil if the numbers of channels are equal.
    init?(from bus: BusFormat, to format: BusFormat, frameCapacity: Int) {
        guard bus.channelCount != format.channelCount else { return nil }
        matrix = Lent(
            ChannelMatrix(
                inputCount: bus.channelCount, outputCount: format.channelCount,
                gains: bus.fold(into: format)
                    ?? ChannelMatrix.gainsByNumber(from: bus.channelCount, to: format.channelCount)))
        buffer = PlanarBuffer(channelCount: format.channelCount, frameCapacity: frameCapacity)
    }

    /// Returns the folded channels, valid until the next call.
    func apply(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) -> UnsafePointer<UnsafeMutablePointer<Float>> {
        matrix.value.rows.apply(channels, into: buffer.channels, frameCount: frameCount)
        return UnsafePointer(buffer.channels)
    }
}

extension EngineCore {
    /// Hands what leaves an output bus to the program.
    ///
    /// - Parameters:
    ///   - format: The requested format. The channels of a connected bus and of the input node are mixed to those of this format;
    ///     any other bus is set to it.
    ///   - own: The format that the bus has.
    ///   - bufferFrameCount: Frames of each buffer.
    /// - Throws: `EngineMisuse.tapPresent`, `.tapFormat`, `.invalidFormat`, `.noSuchOutputBus`.
    package func installTap(
        of node: any EngineMember, bus: Int, bufferFrameCount: Int, format: EngineFormat, own: BusFormat,
        deliver: @escaping EngineTap.Deliver
    ) throws(EngineMisuse) {
        try lockedThrowing { () throws(EngineMisuse) in
            if let refusal = refusalOfTap(on: node, bus: bus, format: format.bus, own: own) { throw refusal }
            let bus = BusID(try place(of: node), bus)
            let heard = hasFormat(node, bus) ? own : format.bus
            if graph.connections(from: bus).isEmpty {
                if node !== inputNode { formats[bus] = format }
                live.graph.setOutputFormat(heard, of: bus)
            }
            let tap = EngineTap(
                bus: heard, format: format.bus, bufferFrameCount: bufferFrameCount,
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
            guard format.sampleRate > 0, format.channelCount > 0 else { return .invalidFormat }
            guard hasFormat(node, BusID(id, bus)) else { return nil }
            return own.channelCount > 0 && format.sampleRate == own.sampleRate ? nil : .tapFormat
        }
    }

    /// Returns whether a tap cannot change the format of a bus: it is connected, or belongs to the input node.
    private func hasFormat(_ node: any EngineMember, _ bus: BusID) -> Bool {
        node === inputNode || !graph.connections(from: bus).isEmpty
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
