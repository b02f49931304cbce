import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoGraph
import Synchronization

/// A bus of a node, counted from 0.
public typealias AVAudioNodeBus = Int

/// Gets what a tap heard: a buffer, and when its first frame was rendered.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// Called without news.
public typealias AVAudioNodeCompletionHandler = () -> Void

/// Something that makes, changes or takes sound, to be attached to an engine.
///
/// A node is made alone, attached to one engine and connected there by its buses. Its input and output formats are those of
/// its connections.
/// - Thread: any but the render thread.
open class AVAudioNode: NSObject, @unchecked Sendable {
    /// What renders the node.
    let processor: any Processor
    /// What mixers apply to this node's output; nil for nodes that no mixer can control.
    let mixing: MixingSource?
    private let place = Mutex(Place())
    private let unitLock = NSLock()
    private nonisolated(unsafe) var view: AUAudioUnit?

    private struct Place {
        weak var core: EngineCore?
        var id: NodeID?
    }

    init(processor: any Processor, mixing: MixingSource? = nil) {
        self.processor = processor
        self.mixing = mixing
        super.init()
    }

    /// Where the node is attached.
    var attachment: (core: EngineCore, id: NodeID)? {
        place.withLock { place in
            guard let core = place.core, let id = place.id else { return nil }
            return (core, id)
        }
    }

    func setAttachment(_ core: EngineCore?, _ id: NodeID?) { place.withLock { $0 = Place(core: core, id: id) } }

    /// The engine the node is attached to.
    open var engine: AVAudioEngine? { attachment?.core.face }

    // MARK: Buses

    /// How many input buses the node has.
    open var numberOfInputs: Int { 0 }

    /// How many output buses the node has.
    open var numberOfOutputs: Int { 1 }

    /// A bus's name; nil if it has none, as the buses of these nodes.
    @discardableResult
    open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }

    /// A bus's name; nil if it has none, as the buses of these nodes.
    @discardableResult
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

    /// What arrives at an input bus: the format of its connection.
    @discardableResult
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return Self.defaultFormat }
        return core.inputFormat(of: BusID(id, bus)) ?? Self.defaultFormat
    }

    /// What leaves an output bus: the format of its connection.
    @discardableResult
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return Self.defaultFormat }
        return core.outputFormat(of: BusID(id, bus)) ?? Self.defaultFormat
    }

    /// What a bus has before anything is connected: 44.1 kHz stereo.
    static let defaultFormat: AVAudioFormat = {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) else {
            preconditionFailure("the standard stereo format always exists")
        }
        return format
    }()

    // MARK: The unit

    /// The node as a unit: of a node that is no `AVAudioUnit` the busses and formats.
    open var auAudioUnit: AUAudioUnit {
        unitLock.lock()
        defer { unitLock.unlock() }
        let unit = view ?? AUAudioUnit.view(of: processor, codes: unitCodes)
        view = unit
        unit.follow(
            inputs: (0..<unit.inputBusses.count).map { inputFormat(forBus: $0) },
            outputs: (0..<unit.outputBusses.count).map { outputFormat(forBus: $0) })
        return unit
    }

    /// The node as a unit if anybody has asked for it.
    var knownUnit: AUAudioUnit? {
        unitLock.lock()
        defer { unitLock.unlock() }
        return view
    }

    /// Lends the node as a unit.
    open func withAUAudioUnit<R, E: Error>(_ body: (borrowing AUAudioUnit) throws(E) -> R) throws(E) -> R {
        try body(auAudioUnit)
    }

    /// The codes of the kind of unit that Apple's node of this kind has.
    var unitCodes: (type: StaticString, subtype: StaticString) { ("augn", "sspl") }

    // MARK: Time

    /// When the node rendered last, in frames of its output and, live, in host time; nil until then.
    open var lastRenderTime: AVAudioTime? {
        guard let (core, id) = attachment else { return nil }
        return core.lastRenderTime(of: id)
    }

    /// Seconds that the node itself adds.
    open var latency: TimeInterval {
        let rate = outputFormat(forBus: 0).sampleRate
        return rate > 0 ? Double(processor.latencyFrames) / rate : 0
    }

    /// Seconds from this node's output to the air: the nodes that follow, and the hardware.
    open var outputPresentationLatency: TimeInterval {
        guard let (core, id) = attachment else { return 0 }
        return core.presentationLatency(from: id)
    }

    /// Forgets what the node still holds of the past, such as tails.
    open func reset() { processor.reset() }

    // MARK: Taps

    /// Hands what leaves an output bus to a block, buffer by buffer.
    ///
    /// - Parameters:
    ///   - bus: One tap at a time.
    ///   - bufferSize: Frames of each buffer; taken to the nearest between 100 and 400 ms.
    ///   - format: The bus's own, or nil for it.
    ///   - tapBlock: Called on a thread of Sordino's, never while rendering; when it is too slow, blocks are lost.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        guard let (core, id) = attachment else {
            stopOnMisuse("required condition is false: _engine != nil")
        }
        core.installTap(
            of: self, BusID(id, bus), bufferSize: bufferSize, format: format, block: TapBlock(call: tapBlock))
    }

    /// Ends a bus's tap; nothing happens if there is none.
    open func removeTap(onBus bus: AVAudioNodeBus) {
        guard let (core, id) = attachment else { return }
        core.removeTap(BusID(id, bus))
    }
}

/// A tap's block on its way to the thread that calls it; the client says nothing about where it may run.
struct TapBlock: @unchecked Sendable {
    let call: AVAudioNodeTapBlock
}
