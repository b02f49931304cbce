import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSession
import SordinoSignal
import SordinoWork
import Synchronization

/// What an engine does beside rendering: files are read ahead, taps collected, completions called, used plans freed.
///
/// Live it is a pump of the device's workers, and callbacks go by the device's queue. By hand callbacks go by a queue of the
/// engine's own, since no device is there whose time they could keep; offline the next block waits for them.
final class EngineService: @unchecked Sendable {
    weak var core: EngineCore?
    private let pump = Mutex<Pump?>(nil)
    /// For engines that are on no device.
    private static let workers = Workers(.onThreads)
    private let callbacks = DispatchQueue(label: "org.sordino.engine.callbacks")
    private let isServing = Mutex(false)
    private static let callbackKey = DispatchSpecificKey<Bool>()

    /// Frames that files are read ahead while rendering keeps time.
    static let liveFrames = 32_768

    init() { callbacks.setSpecific(key: Self.callbackKey, value: true) }

    /// Begins to serve in the background, unless the engine is rendered offline.
    func begin() {
        guard let core else { return }
        let workers: Workers? =
            switch core.locked({ core.mode }) {
            case .live: core.program.system.workers
            case .manual(let manual): manual.mode == .realtime ? Self.workers : nil
            }
        pump.withLock { pump in
            if let pump { return pump.wake() }
            pump = workers?.addPump { [weak self] in self?.step() ?? .asleep }
        }
    }

    /// Ends the background work.
    func end() { pump.withLock { $0.take() }?.cancel() }

    /// Looks now: something was scheduled, started or stopped.
    func wake() { pump.withLock { $0 }?.wake() }

    private func step() -> Workers.PumpResult {
        guard let core else { return .asleep }
        var didWork = core.lookAtHardware()
        if run(readAhead: Self.liveFrames) { didWork = true }
        if core.endRestIfNeeded() || core.restIfIdle() { didWork = true }
        if didWork { return .worked }
        return core.locked { core.isRunning && !core.isResting } ? .idle : .asleep
    }

    /// Does all there is to do.
    ///
    /// - Parameter frames: How far files are read ahead.
    /// - Returns: Whether a callback became due.
    @discardableResult
    func run(readAhead frames: Int) -> Bool {
        guard let core else { return false }
        let (seconds, latency) = core.locked {
            core.renderer.collect()
            return (core.renderer.renderedSeconds, core.outputLatency)
        }
        var didCall = false
        core.renderer.desk.serve(
            at: seconds, request: { _ in ServiceRequest(readAheadFrames: frames, secondsToAir: latency) },
            call: { completion in
                didCall = true
                call(completion)
            })
        core.reportFaults()
        for event in core.takeSpeechEvents() {
            didCall = true
            call(event)
        }
        return didCall
    }

    /// Calls the program back.
    func call(_ job: @escaping @Sendable () -> Void) {
        guard let core else { return }
        let (mode, context) = core.locked { (core.mode, core.context) }
        if case .live = mode, let context {
            context.system.callbacks.deliver(.secondary, to: context, job)
        } else {
            callbacks.async { AppContext.run(in: context, job) }
        }
    }

    /// Waits for what was called before, a second at most: a callback may wait for whoever renders.
    func waitForCallbacks() {
        if DispatchQueue.getSpecific(key: Self.callbackKey) == true { return }
        let done = DispatchSemaphore(value: 0)
        callbacks.async { done.signal() }
        _ = done.wait(timeout: .now() + 1)
    }
}

/// A tap's buffer on its way to the block: made for this call alone.
struct TapCall: @unchecked Sendable {
    let buffer: AVAudioPCMBuffer
    let time: AVAudioTime
    let block: TapBlock

    func callAsFunction() { block.call(buffer, time) }
}

/// A tap of an engine, and the program's block.
final class EngineTap: Served, @unchecked Sendable {
    let tap: Tap
    var bell: ServiceBell? { tap.bell }
    private let format: AVAudioFormat
    private let block: TapBlock
    private let lock = NSLock()

    init(format: AVAudioFormat, bufferFrameCount: Int, maximumFrameCount: Int, block: TapBlock) {
        self.format = format
        self.block = block
        tap = Tap(format: format.bus, bufferFrameCount: bufferFrameCount, maximumFrameCount: maximumFrameCount)
    }

    /// Copies floats, or makes of them what the program wants.
    private static func fill(
        _ buffer: AVAudioPCMBuffer, from channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        let format = buffer.format
        let count = Int(format.channelCount)
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        guard let kind = PackedSample(format.commonFormat) else { return }
        if format.isInterleaved, let data = list[0].mData {
            SampleConversion.interleave(
                channels, channelCount: count, frameCount: frameCount, into: data, kind, .little)
        } else {
            for channel in 0..<count {
                guard let data = list[channel].mData else { continue }
                SampleConversion.encode(channels[channel], into: data, kind, .little, count: frameCount)
            }
        }
    }

    /// Hands out the buffers that have become full.
    func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
        lock.lock()
        defer { lock.unlock() }
        tap.collect { channels, sampleTime, hostNanoseconds in
            let count = AVAudioFrameCount(tap.bufferFrameCount)
            guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count) else { return }
            buffer.frameLength = count
            Self.fill(buffer, from: channels, frameCount: Int(count))
            let time = AVAudioTime(sampleTime, rate: format.sampleRate, hostNanoseconds: hostNanoseconds)
            let heard = TapCall(buffer: buffer, time: time, block: block)
            call { heard() }
        }
        return .whenRung
    }
}

extension EngineCore {
    func installTap(
        of node: AVAudioNode, _ bus: BusID, bufferSize: AVAudioFrameCount, format: AVAudioFormat?, block: TapBlock
    ) {
        locked {
            requireCondition(taps[bus] == nil, "required condition is false: nullptr == Tap()")
            let refusal = refusalOfTap(on: node, bus: bus.bus, format: format)
            requireCondition(refusal == nil, "required condition is false: format.sampleRate == hwFormat.sampleRate")
            let chosen = format ?? node.outputFormat(forBus: bus.bus)
            if graph.connections(from: bus).isEmpty {
                if node !== inputNode { formats[bus] = chosen.asStandard }
                graph.setOutputFormat(chosen.bus, of: bus)
            }
            // Apple's supported range, in frames.
            let frames = min(max(Double(bufferSize), chosen.sampleRate * 0.1), chosen.sampleRate * 0.4)
            let tap = EngineTap(
                format: chosen, bufferFrameCount: Int(frames.rounded()),
                maximumFrameCount: ManualRenderer.pieceFrames * 4, block: block)
            taps[bus] = tap
            renderer.desk.admit(tap)
            graphChanged()
        }
    }

    /// Why a tap cannot be installed, as a status; nil if it can.
    ///
    /// A bus that is connected, and the input, have a format already; any other takes on the tap's.
    func refusalOfTap(on node: AVAudioNode, bus: Int, format: AVAudioFormat?) -> OSStatus? {
        locked {
            guard let (_, id) = node.attachment, bus >= 0, bus < max(node.processor.outputBusCount, 0) else {
                return -10877  // kAudioUnitErr_InvalidElement
            }
            if taps[BusID(id, bus)] != nil { return -10849 }  // kAudioUnitErr_Initialized
            let own = node.outputFormat(forBus: bus)
            let chosen = format ?? own
            let isFixed = node === inputNode || !graph.connections(from: BusID(id, bus)).isEmpty
            let isPossible = chosen.sampleRate > 0 && chosen.channelCount > 0 && chosen.commonFormat != .otherFormat
            return isPossible && (!isFixed || chosen.bus == own.bus) ? nil : -10868  // kAudioUnitErr_FormatNotSupported
        }
    }

    func removeTap(_ bus: BusID) {
        locked {
            guard endTap(bus) else { return }
            graphChanged()
        }
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
