import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

/// Takes sound from a sink node: the time of the first frame, the frames, and where they are; returns a status.
public typealias AVAudioSinkNodeReceiverBlock = (
    UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>
) -> OSStatus

/// A node that passes its input to the program, block by block, while it is rendered.
///
/// It is rendered even if nothing is connected to the output. It does not convert: its input must have the rate of the
/// hardware, as the input node has.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    /// Makes a sink.
    ///
    /// - Parameter block: Called once per block on the render thread: it may not wait or take memory.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        let held = Held(
            ClientExchange { exchange in
                let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
                var time = exchange.pointee.time
                return block(&time, AVAudioFrameCount(exchange.pointee.frameCount), exchange.pointee.list)
            })
        super.init(processor: Sink(held.client, keeping: held), role: .sink)
    }

    open override var numberOfInputs: Int { 1 }
    open override var numberOfOutputs: Int { 0 }
}
