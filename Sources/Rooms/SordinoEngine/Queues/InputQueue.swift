import CoreAudioTypes
import SordinoDevice
import SordinoGraph
import SordinoHardware
import SordinoMedia
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoSignal
import SordinoWork

/// Fills the buffers that a program enqueues with the device's input, encoded in the program's format.
///
/// An `AudioQueueRef` of input is its face. The render thread copies blocks into the ring of a tap; a pump of the
/// device's workers converts them. While no buffer is there the ring keeps frames until it is full, and loses the later
/// ones.
/// - Thread: any but the render thread. Locks: one for the work, which comes before that for the state.
package final class InputQueue: Sendable {
    enum Phase { case stopped, running, paused }

    struct State {
        var phase = Phase.stopped
        /// Set while the queue is to stop as soon as the enqueued buffers are filled.
        var isStopping = false
        var isInvalid = false
        var isMetered = false
        var waiting = BoundedQueue<Target>(capacity: QueueFeed.capacity)
        var pump: Pump?
        var tap: QueueTap?
        var deviceFormat: EngineIO.Format?
        var recordedFrames: Int64 = 0
        var lostBlocks = 0
        var tearCount = 0
        var levels: [(squares: Double, frames: Int, peak: Float)] = []
        var events = Events(filled: { _ in }, isRunningChanged: {}, failed: { _ in })
    }

    /// The state that the worker keeps.
    private struct Work {
        var tap: Tap?
        var converter: Converter?
        /// Frames of the device that are not converted yet.
        var pending: PlanarFrames?
        var list: UnsafeMutableAudioBufferListPointer?
        var target: Target?
        var usedBytes = 0
        var descriptions: [AudioStreamPacketDescription] = []
        var packetCount = 0
        /// Frames at the queue's rate in buffers that were handed over.
        var deliveredFrames = 0.0
        /// Host time of the device frame `anchorFrame`, in nanoseconds.
        var anchorHost: Int64 = -1
        var anchorFrame: Int64 = 0
        var isFirst = true
    }

    /// Frames that are converted at a time.
    private static let pieceFrames = 64

    package let context: AppContext
    package let format: ConversionFormat
    package let calls: QueueCalls
    private let source: InputCapture
    let state = Guarded(State())
    private let work = Guarded(Work())

    private func withWork<Value: Sendable>(_ body: (inout Work) -> Value) -> Value { work.withLock { body(&$0) } }

    /// Makes a queue that is stopped and without buffers.
    ///
    /// - Throws: Why nothing can be encoded so.
    package init(
        _ format: ConversionFormat, context: AppContext = .current, calls: QueueCalls
    ) throws(ConversionError) {
        self.context = context
        self.calls = calls
        source = InputCapture(context: context, face: .queue)
        var format = format
        if format.media.sampleRate == 0 { format.media.sampleRate = source.device.sampleRate }
        // What the encoder knows of its packets counts from now on.
        let probe = try Self.converter(
            to: format, rate: format.media.sampleRate, channelCount: max(1, format.media.channelCount))
        if let encoded = probe.encodedFormat { format.media = encoded }
        cookieBytes = probe.encoderCookie
        self.format = format
    }

    deinit {
        state.withLock { $0.pump }?.cancel()
        source.io.stop(closes: true)
        withWork { $0.list?.unsafeMutablePointer.deallocate() }
    }

    private var io: EngineIO { source.io }

    private let cookieBytes: [UInt8]?

    /// The data that a decoder of the packets needs.
    package var cookie: [UInt8]? { withWork { $0.converter?.encoderCookie } ?? cookieBytes }

    private static func converter(
        to format: ConversionFormat, rate: Double, channelCount: Int
    ) throws(ConversionError) -> Converter {
        try Converter(
            from: ConversionFormat(
                PCMShape(.float32(.native), isInterleaved: false), sampleRate: rate, channelCount: channelCount),
            to: format)
    }

    /// Sets the calls to the owner; once, before the queue is used.
    package func setEvents(_ events: Events) { state.withLock { $0.events = events } }

    /// Sets the tap of the frames before they are encoded; nil removes it.
    package func setTap(_ tap: QueueTap?) { state.withLock { $0.tap = tap } }

    /// Runs what takes the lock of the work: at once, or, inside a tap, as soon as may be.
    package func outsideTap(_ body: @escaping @Sendable () -> Void) {
        guard state.withLock({ $0.tap })?.isInside == true else { return body() }
        context.system.workers.submit(body)
    }

    // MARK: Buffers

    /// Takes memory to be filled.
    ///
    /// - Returns: False if there is too much.
    package func enqueue(_ target: Target) -> Bool {
        let (isTaken, pump) = state.withLock { ($0.waiting.append(target), $0.pump) }
        pump?.wake()
        return isTaken
    }

    // MARK: Running

    package var isRunning: Bool { state.withLock { $0.phase != .stopped } }
    package var isInvalid: Bool { state.withLock { $0.isInvalid } }
    /// Indicates whether the queue is to stop as soon as its buffers are filled.
    package var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Starts or resumes recording; activates the session if it is not active.
    package func start() throws(OutputQueue.Failure) {
        if isInvalid { throw .invalidated }
        lookAtSession()
        if state.withLock({ $0.phase == .running }) { return }
        do throws(EngineIO.StartError) {
            try source.start { device throws(EngineIO.StartError) in
                try prepare(device) { error in state.withLock { $0.events }.failed(error) }
            }
        } catch {
            switch error {
            case .session(let error): throw .session(error)
            case .hardware(let error): throw .hardware(error)
            }
        }
        let (isNew, events) = state.withLock { state in
            let isNew = state.phase == .stopped
            state.phase = .running
            return (isNew, state.events)
        }
        let pump =
            state.withLock { $0.pump } ?? context.system.workers.addPump { [weak self] in self?.serve() ?? .asleep }
        state.withLock { $0.pump = pump }
        pump.wake()
        if isNew { events.isRunningChanged() }
    }

    /// Makes plan, tap and converter for the device as it is.
    ///
    /// - Parameter failed: Gets the reason if the input cannot be converted.
    private func prepare(
        _ device: EngineIO.Format, failed: (ConversionError) -> Void = { _ in }
    ) throws(EngineIO.StartError) {
        do throws(ConversionError) { try convert(from: device) } catch {
            failed(error)
            throw .hardware(.refused("the input cannot be converted"))
        }
    }

    private func convert(from device: EngineIO.Format) throws(ConversionError) {
        guard state.withLock({ $0.deviceFormat != device }) else { return }
        guard device.inputChannels > 0, device.sampleRate > 0 else { throw .inputRate }
        let channelCount = min(device.inputChannels, max(1, format.media.channelCount))
        let converter = try Self.converter(to: format, rate: device.sampleRate, channelCount: channelCount)
        let bus = BusFormat(sampleRate: device.sampleRate, channelCount: channelCount)
        let tap = Tap(format: bus, bufferFrameCount: Self.pieceFrames, maximumFrameCount: LiveGraph.maximumFrameCount)
        do throws(HardwareError) { try source.lead(into: tap, sampleRate: device.sampleRate) } catch {
            throw .format("the device's input cannot be rendered")
        }
        withWork { work in
            work.tap = tap
            work.converter = converter
            work.pending = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.pieceFrames)
            work.list?.unsafeMutablePointer.deallocate()
            work.list = AudioBufferList.allocate(maximumBuffers: channelCount)
            work.anchorHost = -1
            work.isFirst = true
        }
        state.withLock { state in
            if state.deviceFormat != nil { state.tearCount += 1 }
            state.deviceFormat = device
            state.levels = Array(repeating: (0, 0, 0), count: channelCount)
        }
    }

    /// Applies what the session did to the stream.
    private func lookAtSession() {
        guard let cause = io.takeSessionStop() else { return }
        state.withLock { state in
            if cause.loss != nil { state.isInvalid = true }
            if state.phase == .running { state.phase = .paused }
        }
    }

    /// Stops recording and keeps the buffers; `start` continues.
    package func pause() {
        io.stop(closes: false)
        state.withLock { if $0.phase == .running { $0.phase = .paused } }
    }

    /// Stops at once, delivering the recorded frames and returning every buffer, or as soon as the buffers are filled.
    package func stop(atOnce: Bool) {
        guard atOnce else { return stopAfterBuffers() }
        outsideTap { [self] in
            let (changed, events) = state.withLock { state in
                defer { (state.phase, state.isStopping) = (.stopped, false) }
                return (state.phase != .stopped, state.events)
            }
            io.stop(closes: true)
            if changed { _ = step(isEnding: true) }
            giveBack()
            withWork { work in
                work.converter?.reset()
                (work.deliveredFrames, work.anchorHost, work.isFirst) = (0, -1, true)
            }
            state.withLock { state in
                state.deviceFormat = nil
                state.recordedFrames = 0
            }
            if changed { events.isRunningChanged() }
        }
    }

    private func stopAfterBuffers() {
        let pump = state.withLock { state -> Pump? in
            guard state.phase != .stopped else { return nil }
            state.isStopping = true
            return state.pump
        }
        pump?.wake()
    }

    /// Indicates whether there are buffers to fill.
    private var hasBuffers: Bool { withWork { $0.target != nil } || state.withLock { !$0.waiting.isEmpty } }

    /// Delivers the frames recorded so far.
    package func flush() {
        outsideTap { [self] in
            _ = step(isEnding: false)
            withWork { handOver(&$0, isReset: false) }
        }
    }

    /// Gives every buffer back.
    package func reset() {
        outsideTap { [self] in
            giveBack()
            state.withLock { $0.tearCount += 1 }
        }
    }

    private func giveBack() {
        withWork { handOver(&$0, isReset: true) }
        let (waiting, events) = state.withLock { ($0.waiting.takeAll(), $0.events) }
        for target in waiting {
            events.filled(
                Filled(
                    id: target.id, byteCount: 0, packetCount: 0, descriptions: [], sampleTime: 0, hostNanoseconds: -1,
                    isReset: true))
        }
    }

    // MARK: The work

    private func serve() -> Workers.PumpResult {
        lookAtSession()
        io.live.renderer.collect()
        guard state.withLock({ $0.phase == .running }) else { return .asleep }
        let device = source.device
        // An input that is gone is the session's to stop: what stops here without its word could not be started by the program.
        if device.inputChannels > 0, state.withLock({ $0.deviceFormat }) != device {
            _ = step(isEnding: false)
            io.stop(closes: true)
            do throws(EngineIO.StartError) {
                try source.start { device throws(EngineIO.StartError) in try prepare(device) }
            } catch {
                // Refused, as in an interruption: the program starts it again.
                state.withLock { if $0.phase == .running { $0.phase = .paused } }
            }
        }
        let didHandOver = step(isEnding: false)
        if isStopping, !hasBuffers {
            stop(atOnce: true)
            return .asleep
        }
        return didHandOver ? .worked : .idle
    }

    /// Converts what has come.
    ///
    /// - Returns: Whether a buffer was handed over.
    private func step(isEnding: Bool) -> Bool {
        withWork { work in
            guard let tap = work.tap, let pending = work.pending else { return false }
            var didHandOver = false
            // Without a buffer the ring keeps what comes.
            guard hasTarget(&work) || isEnding else { return false }
            tap.collect { channels, sampleTime, host in
                take(&work, channels, tap.bufferFrameCount, sampleTime, host)
                if convert(&work, isEnding: false) { didHandOver = true }
            }
            if isEnding {
                tap.collectRest { channels, frameCount, sampleTime, host in
                    take(&work, channels, frameCount, sampleTime, host)
                    _ = convert(&work, isEnding: false)
                }
                if convert(&work, isEnding: true) { didHandOver = true }
            }
            _ = pending
            state.withLock { $0.lostBlocks = tap.lostBlockCount }
            return didHandOver
        }
    }

    private func hasTarget(_ work: inout Work) -> Bool {
        if work.target != nil { return true }
        work.target = state.withLock { $0.waiting.popFirst() }
        (work.usedBytes, work.packetCount) = (0, 0)
        work.descriptions.removeAll(keepingCapacity: true)
        return work.target != nil
    }

    /// Takes a piece of device frames: measures it and passes it through the tap.
    private func take(
        _ work: inout Work, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int,
        _ sampleTime: Int64, _ host: Int64
    ) {
        guard let pending = work.pending else { return }
        pending.empty()
        for channel in 0..<pending.channelCount {
            pending.floats[channel].update(from: channels[channel], count: frameCount)
        }
        pending.put(frameCount)
        if work.anchorHost < 0 { (work.anchorHost, work.anchorFrame) = (host, sampleTime) }
        let (tap, isMetered) = state.withLock { state in
            state.recordedFrames += Int64(frameCount)
            return (state.tap, state.isMetered)
        }
        if isMetered { measure(pending) }
        if let tap {
            tap.process(pending, isFirst: work.isFirst, isLast: false)
            work.isFirst = false
        }
    }

    /// Converts the pending piece into buffers.
    private func convert(_ work: inout Work, isEnding: Bool) -> Bool {
        guard let converter = work.converter, let pending = work.pending, let list = work.list else { return false }
        var didHandOver = false
        while hasTarget(&work), let target = work.target {
            let bytesPerFrame = format.pcm?.bytesPerFrame(channelCount: format.media.channelCount) ?? 0
            let room = target.capacity - work.usedBytes
            let wanted = bytesPerFrame > 0 ? room / bytesPerFrame : target.packetLimit - work.packetCount
            if wanted <= 0 {
                handOver(&work, isReset: false)
                didHandOver = true
                continue
            }
            var output = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(format.media.channelCount), mDataByteSize: UInt32(room),
                    mData: target.bytes + work.usedBytes))
            var places = [AudioStreamPacketDescription](
                repeating: AudioStreamPacketDescription(), count: bytesPerFrame > 0 ? 0 : wanted)
            do throws(ConversionError) {
                let count = bytesPerFrame > 0 ? wanted : places.count
                let result = try fill(converter, &output, count, &places, pending, list, isEnding: isEnding)
                append(&work, result.packetCount, Int(output.mBuffers.mDataByteSize), places)
                if result.ending != .full { return didHandOver }
            } catch {
                // A packet that does not even fit into an empty buffer never will.
                if error != .outputSize || work.usedBytes == 0 {
                    state.withLock { $0.events }.failed(error)
                    pending.empty()
                    if error == .outputSize { handOver(&work, isReset: false) }
                    return didHandOver
                }
            }
            handOver(&work, isReset: false)
            didHandOver = true
        }
        // The rest of the piece is dropped.
        pending.empty()
        return didHandOver
    }

    private func fill(
        _ converter: Converter, _ output: inout AudioBufferList, _ count: Int,
        _ places: inout [AudioStreamPacketDescription], _ pending: PlanarFrames,
        _ list: UnsafeMutableAudioBufferListPointer, isEnding: Bool
    ) throws(ConversionError) -> ConversionResult {
        let source: ConversionSource = { _, chunk in
            guard !pending.isEmpty else { return isEnding ? .end : .nothingNow }
            for channel in list.indices {
                list[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(pending.count * 4),
                    mData: UnsafeMutableRawPointer(pending.floats[channel] + pending.start))
            }
            chunk = ConversionChunk(list.unsafePointer, packetCount: pending.count)
            pending.empty()
            return .data
        }
        if places.isEmpty { return try converter.fill(&output, packetCount: count, from: source) }
        var result: Result<ConversionResult, ConversionError> = .failure(.outputSize)
        places.withUnsafeMutableBufferPointer { places in
            do throws(ConversionError) {
                result = .success(
                    try converter.fill(&output, packetCount: count, descriptions: places.baseAddress, from: source))
            } catch { result = .failure(error) }
        }
        return try result.get()
    }

    private func append(
        _ work: inout Work, _ packetCount: Int, _ byteCount: Int, _ places: [AudioStreamPacketDescription]
    ) {
        for place in places.prefix(packetCount) {
            var place = place
            place.mStartOffset += Int64(work.usedBytes)
            work.descriptions.append(place)
        }
        work.usedBytes += byteCount
        work.packetCount += packetCount
    }

    /// Hands the buffer at hand over.
    private func handOver(_ work: inout Work, isReset: Bool) {
        guard let target = work.target else { return }
        work.target = nil
        let rate = format.media.sampleRate
        let host =
            work.anchorHost < 0 ? -1 : work.anchorHost + Int64(work.deliveredFrames / max(rate, 1) * 1e9)
        let frames = work.packetCount * max(1, format.pcm != nil ? 1 : format.media.framesPerPacket)
        let filled = Filled(
            id: target.id, byteCount: work.usedBytes, packetCount: work.packetCount,
            descriptions: format.pcm == nil ? work.descriptions : [], sampleTime: work.deliveredFrames,
            hostNanoseconds: host, isReset: isReset || isStopping)
        work.deliveredFrames += Double(frames)
        state.withLock { $0.events }.filled(filled)
    }
}
