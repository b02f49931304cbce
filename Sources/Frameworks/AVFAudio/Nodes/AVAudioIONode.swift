import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoSignal

/// The connection of the engine with the hardware, or with the program that renders it by hand.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    /// Seconds from the node to the air, or from the air to the node; 0 when the engine is not on hardware.
    open var presentationLatency: TimeInterval { 0 }

    /// The unit in the older interface; valid as long as the node.
    open var audioUnit: AudioUnit? { auAudioUnit.handle }

    /// Lends the unit in the older interface.
    open func withAudioUnit<R, E: Error>(_ body: (borrowing AudioUnit?) throws(E) -> R) throws(E) -> R {
        try body(audioUnit)
    }

    override var unitCodes: (type: StaticString, subtype: StaticString) { ("auou", "rioc") }
}

/// The node that receives the engine's sound: the session's output, or the rendered buffer.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    let output = Output()

    /// Makes an output that belongs to no engine; engines make their own.
    public override init() { super.init(processor: output, role: .output(output)) }

    open override var numberOfInputs: Int { 1 }
    open override var numberOfOutputs: Int { 1 }

    /// The format of the connection, or the hardware's while nothing is connected.
    @discardableResult
    open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return Self.defaultFormat }
        return (core.inputFormat(of: BusID(id, bus)) ?? core.outputHardwareFormat).face
    }

    /// The format that the hardware plays, or the format of manual rendering.
    @discardableResult
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        attachment?.core.outputHardwareFormat.face ?? Self.defaultFormat
    }

    open override var presentationLatency: TimeInterval { attachment?.core.outputLatency ?? 0 }
}

/// Delivers the frames for an input node while the engine is rendered by hand.
///
/// Receives the number of frames; returns a list that stays valid until the next call, or nil without frames.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// The node through which sound enters from outside: the session's input, or a block while the engine is rendered by
/// hand.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    let input = Input()

    /// Makes an input that belongs to no engine; engines make their own.
    public override init() { super.init(processor: input, role: .input(input), mixing: MixingSource()) }

    open override var numberOfInputs: Int { 1 }

    /// The format that the hardware delivers; in manual rendering, that of the input block, or the rendered one until
    /// there is a block.
    ///
    /// 0 Hz and no channels when there is no input.
    @discardableResult
    open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        attachment?.core.inputHardwareFormat?.face ?? AVAudioFormat()
    }

    /// The format that the node delivers to the graph: that of its connection, or of the hardware.
    @discardableResult
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return AVAudioFormat() }
        return (core.outputFormat(of: BusID(id, bus)) ?? core.inputHardwareFormat)?.face ?? AVAudioFormat()
    }

    open override var presentationLatency: TimeInterval { attachment?.core.inputLatency ?? 0 }

    /// Sets the source of the frames while the engine is rendered by hand.
    ///
    /// - Parameters:
    ///   - format: Linear PCM, at the rate of the manual rendering.
    ///   - block: Called while rendering, so in realtime mode it may not wait.
    /// - Returns: False if the engine is not in manual rendering mode, runs, or cannot take the format; then nothing
    ///   changed.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard let core = attachment?.core, let kind = PackedSample(format.commonFormat) else { return false }
        let held = Held(
            ClientExchange(hearing: { exchange in
                let exchange = exchange.assumingMemoryBound(to: InputExchange.self)
                exchange.pointee.list = block(AVAudioFrameCount(exchange.pointee.frameCount))
            }))
        return core.setManualInput(
            format.engine, kind: kind, isInterleaved: format.isInterleaved, block: held.client, keeping: held)
    }
}
