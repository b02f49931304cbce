import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoSignal

/// Renders sound for a source node: receives the time of the first frame, the number of frames and the list to fill.
///
/// The block sets its first argument for silence. Any returned status but 0 means silence.
public typealias AVAudioSourceNodeRenderBlock = (
    UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A node whose sound the program makes, block by block, while it is rendered.
///
/// The block runs on the render thread: it may not wait or take memory. What is not a number mutes the node until it is
/// reset.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    /// The format that the block delivers; nil for the format of the connection.
    let blockFormat: AVAudioFormat?

    /// Makes a source of deinterleaved floats, with the rate and channels of its connection, or 44.1 kHz stereo if that
    /// has no format.
    ///
    /// - Parameter block: Called once per block.
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        blockFormat = nil
        super.init(processor: Self.source(nil, block), role: .source(nil), mixing: MixingSource())
    }

    /// Makes a source of a PCM format.
    ///
    /// - Parameters:
    ///   - format: What the block makes. A mixer makes its own rate and channels of it; a connection to another node
    ///     must have them.
    ///   - block: Called once per block.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        blockFormat = format
        super.init(
            processor: Self.source(format, block), role: .source(format.asStandard.engine), mixing: MixingSource())
    }

    private static func source(
        _ format: AVAudioFormat?, _ block: @escaping AVAudioSourceNodeRenderBlock
    ) -> Source {
        var kind = PackedSample.float32
        if let format {
            guard let given = PackedSample(format.commonFormat), format.channelCount > 0 else {
                stopOnMisuse("required condition is false: isPCMFormat")
            }
            kind = given
        }
        let held = Held(
            ClientExchange { exchange in
                let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
                var isSilence = ObjCBool(false)
                var time = exchange.pointee.time
                let status = block(
                    &isSilence, &time, AVAudioFrameCount(exchange.pointee.frameCount), exchange.pointee.list)
                exchange.pointee.isSilence = isSilence.boolValue
                return status
            })
        return Source(
            held.client, kind: kind, isInterleaved: format?.isInterleaved ?? false,
            channelCount: format.map { Int($0.channelCount) }, keeping: held)
    }

    /// The block's format, or the connection's.
    @discardableResult
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        let own = blockFormat?.asStandard ?? AVAudioNode.defaultFormat
        guard let (core, id) = attachment else { return own }
        return core.outputFormat(of: BusID(id, bus))?.face ?? own
    }
}
