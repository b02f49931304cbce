import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSignal

/// Makes sound for a source node: sets the first argument if it is silence, gets the time of the first frame, the frames wanted, and
/// the list to fill; returns a status, of which any but 0 means silence.
public typealias AVAudioSourceNodeRenderBlock = (
    UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A node whose sound the program makes, block by block, while it is rendered.
///
/// The block runs on the render thread: it may not wait or take memory. What is not a number mutes the node until it is reset.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private let format: AVAudioFormat

    /// Makes a source of deinterleaved floats, 44.1 kHz stereo.
    ///
    /// - Parameter block: Called once per block.
    public convenience init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        self.init(format: AVAudioNode.defaultFormat, renderBlock: block)
    }

    /// Makes a source of a PCM format.
    ///
    /// - Parameters:
    ///   - format: What the block makes; the connection must have its rate and channels.
    ///   - block: Called once per block.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        guard let kind = PackedSample(format.commonFormat), format.channelCount > 0 else {
            preconditionFailure("required condition is false: isPCMFormat")
        }
        self.format = format
        let held = SourceBlock(call: block)
        let client = ClientBlock(context: Unmanaged.passUnretained(held).toOpaque()) { context, exchange in
            let block = Unmanaged<SourceBlock>.fromOpaque(context).takeUnretainedValue()
            let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
            var isSilence = ObjCBool(false)
            var time = exchange.pointee.time
            let status = block.call(
                &isSilence, &time, AVAudioFrameCount(exchange.pointee.frameCount), exchange.pointee.list)
            exchange.pointee.isSilence = isSilence.boolValue
            return status
        }
        super.init(
            processor: Source(
                client, kind: kind, isInterleaved: format.isInterleaved, channelCount: Int(format.channelCount),
                keeping: held), mixing: MixingSource())
    }

    /// What the block makes, or what the node was connected with.
    @discardableResult
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let (core, id) = attachment else { return format.asStandard }
        return core.outputFormat(of: BusID(id, bus)) ?? format.asStandard
    }
}

/// The client's block.
private final class SourceBlock: @unchecked Sendable {
    let call: AVAudioSourceNodeRenderBlock

    init(call: @escaping AVAudioSourceNodeRenderBlock) { self.call = call }
}
