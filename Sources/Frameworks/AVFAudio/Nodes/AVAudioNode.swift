import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime

/// A bus of a node, counted from 0.
public typealias AVAudioNodeBus = Int

/// Receives the sound of a tap: a buffer, and the time at which its first frame was rendered.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// A completion handler without arguments.
public typealias AVAudioNodeCompletionHandler = () -> Void

/// Something that makes, changes or takes sound, to be attached to an engine.
///
/// A node is made alone, attached to one engine and connected there by its buses. Its input and output formats are
/// those of its connections.
/// - Thread: any but the render thread.
open class AVAudioNode: NSObject, @unchecked Sendable {
    /// The processor that renders the node.
    package let processor: any Processor
    /// The part that the node plays in an engine.
    package let role: EngineRole
    /// The place of the node in an engine; empty while it is not attached.
    package let seat = EngineSeat()
    /// The values that mixers apply to this node's output; nil for nodes that no mixer can control.
    let mixing: MixingSource?
    private let unitLock = NSLock()
    private nonisolated(unsafe) var view: AUAudioUnit?

    /// Makes a node that makes no sound, for programs that subclass it.
    public override init() {
        processor = Silence()
        role = .unit
        mixing = nil
        super.init()
    }

    init(processor: any Processor, role: EngineRole, mixing: MixingSource? = nil) {
        self.processor = processor
        self.role = role
        self.mixing = mixing
        super.init()
    }

    /// The engine core that the node is attached to, and its number there; nil while it is not attached.
    var attachment: (core: EngineCore, id: NodeID)? { seat.attachment }

    /// The engine the node is attached to.
    open var engine: AVAudioEngine? { attachment?.core.face as? AVAudioEngine }

    // MARK: Buses

    /// The lowest free input bus, of nodes that get a bus with each connection.
    var freeInputBus: AVAudioNodeBus {
        guard let (core, id) = attachment else { return 0 }
        return core.nextAvailableInputBus(of: id)
    }

    /// Input buses up to the highest connected one, 1 at least, of such nodes.
    var grownInputCount: Int {
        guard let (core, id) = attachment else { return 1 }
        return max(core.inputCount(of: id), 1)
    }

    /// The number of input buses the node has.
    open var numberOfInputs: Int { 0 }

    /// The number of output buses the node has.
    open var numberOfOutputs: Int { 1 }

    /// A bus's name; nil if it has none, as the buses of these nodes.
    @discardableResult
    open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }

    /// A bus's name; nil if it has none, as the buses of these nodes.
    @discardableResult
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

    /// Returns the format at an input bus: the format of its connection.
    @discardableResult
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return Self.defaultFormat }
        return core.inputFormat(of: BusID(id, bus))?.face ?? Self.defaultFormat
    }

    /// Returns the format at an output bus: the format of its connection.
    @discardableResult
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return Self.defaultFormat }
        return core.outputFormat(of: BusID(id, bus))?.face ?? Self.defaultFormat
    }

    /// The format of a bus that is not connected: 44.1 kHz stereo.
    static let defaultFormat = EngineFormat.unconnected.face

    // MARK: The unit

    /// The node as a unit: of a node that is no `AVAudioUnit` the busses and formats.
    open var auAudioUnit: AUAudioUnit {
        unitLock.lock()
        defer { unitLock.unlock() }
        let unit = view ?? makeView()
        view = unit
        unit.follow(
            inputs: (0..<unit.inputBusses.count).map { inputFormat(forBus: $0) },
            outputs: (0..<unit.outputBusses.count).map { outputFormat(forBus: $0) })
        return unit
    }

    private func makeView() -> AUAudioUnit {
        let unit = AUAudioUnit.view(of: processor, codes: unitCodes)
        unit.followChannelMap { [weak self] map in
            if let self { self.attachment?.core.setChannelMap(map, of: self) }
        }
        return unit
    }

    /// Lends the node as a unit.
    open func withAUAudioUnit<R, E: Error>(_ body: (borrowing AUAudioUnit) throws(E) -> R) throws(E) -> R {
        try body(auAudioUnit)
    }

    /// The codes of the kind of unit that Apple's node of this kind has.
    var unitCodes: (type: StaticString, subtype: StaticString) { ("augn", "sspl") }

    // MARK: Time

    /// The time of the last rendering, in frames of its output and, live, in host time; nil until then.
    open var lastRenderTime: AVAudioTime? {
        guard let (core, id) = attachment else { return nil }
        return core.lastRenderTime(of: id).map { AVAudioTime($0) }
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

    /// Clears the state of the node, such as tails.
    open func reset() { processor.reset() }

    // MARK: Taps

    /// Passes the sound of an output bus to a block, buffer by buffer.
    ///
    /// - Parameters:
    ///   - bus: One tap at a time.
    ///   - bufferSize: Frames of each buffer; taken to the nearest between 100 and 400 ms.
    ///   - format: Nil for the bus's own. A connected bus and the input node keep their rate, and channels are mixed as
    ///     by a mixer node; an unconnected bus is set to the format.
    ///   - tapBlock: Called on a thread of Sordino's, never while rendering; when it is too slow, blocks are lost.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        guard let core = attachment?.core else {
            stopOnMisuse("required condition is false: _engine != nil")
        }
        let own = outputFormat(forBus: bus)
        let chosen = format ?? own
        // Apple's supported range, in frames.
        let frames = min(max(Double(bufferSize), chosen.sampleRate * 0.1), chosen.sampleRate * 0.4)
        EngineError.stopping {
            guard chosen.commonFormat != .otherFormat else { throw EngineMisuse.invalidFormat }
            try core.installTap(
                of: self, bus: bus, bufferFrameCount: Int(nearest: frames), format: chosen.asStandard.engine,
                own: own.bus, deliver: TapBlock(format: chosen, call: Lent(tapBlock)).deliver)
        }
    }

    /// Ends the tap of a bus; does nothing without a tap.
    open func removeTap(onBus bus: AVAudioNodeBus) {
        guard let (core, id) = attachment else { return }
        core.removeTap(BusID(id, bus))
    }
}

extension AVAudioNode: EngineMember {
    /// The gains that mixers apply to the node's output.
    package var levels: MixLevels? { mixing?.levels }

    /// The class, without Apple's prefix.
    package var kindName: String {
        let type = String(describing: type(of: self))
        return type.hasPrefix("AVAudio") ? String(type.dropFirst(7)) : type
    }

    /// Sets whether the unit of the node renders offline or in real time.
    package func willRender(isOffline: Bool) { (self as? AVAudioUnit)?.unit.isRenderingOffline = isOffline }
}
