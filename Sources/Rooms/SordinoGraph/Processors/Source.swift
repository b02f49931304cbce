import CoreAudioTypes
import SordinoSignal

/// Makes sound by a function of the program's, which fills a buffer list block by block.
package final class Source: Processor, @unchecked Sendable {
    package let name = "Source"
    package let health = Health()
    private let held: Held<SourceState>
    private let keeper: AnyObject
    private let list: UnsafeMutableAudioBufferListPointer
    private let packed: UnsafeMutableRawPointer

    /// The longest block that the function is asked for; longer ones come in pieces.
    static let maximumFrameCount = 4096

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - block: Exchanges a `SourceExchange`.
    ///   - kind: The type of the samples that the function makes.
    ///   - isInterleaved: Whether all channels come in one buffer.
    ///   - channelCount: Channels that the function makes.
    ///   - keeping: What keeps the function's context.
    package init(
        _ block: ClientBlock, kind: PackedSample = .float32, isInterleaved: Bool = false, channelCount: Int,
        keeping: AnyObject
    ) {
        keeper = keeping
        let bufferCount = isInterleaved ? 1 : channelCount
        list = AudioBufferList.allocate(maximumBuffers: bufferCount)
        let bytesPerBuffer = Self.maximumFrameCount * kind.byteCount * (isInterleaved ? channelCount : 1)
        packed = .allocate(byteCount: bytesPerBuffer * bufferCount, alignment: 64)
        for index in 0..<bufferCount {
            list[index] = AudioBuffer(
                mNumberChannels: UInt32(isInterleaved ? channelCount : 1), mDataByteSize: 0,
                mData: packed + index * bytesPerBuffer)
        }
        held = Held(
            SourceState(
                block: block, kind: kind, isInterleaved: isInterleaved, channelCount: channelCount,
                list: list.unsafeMutablePointer, packed: packed, bytesPerBuffer: bytesPerBuffer))
    }

    deinit {
        list.unsafeMutablePointer.deallocate()
        packed.deallocate()
    }

    package var isExamined: Bool { true }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        if let output = wiring.outputs.first, output.channelCount != held.pointer.pointee.channelCount {
            throw .unsupportedFormat(wiring.node, output)
        }
        // The processor itself, so that the function's context lives as long as the plan.
        return StepRecipe(run: runSource, state: UnsafeMutableRawPointer(held.pointer), owner: self)
    }
}

/// What the render thread knows of a source.
struct SourceState {
    let block: ClientBlock
    let kind: PackedSample
    let isInterleaved: Bool
    let channelCount: Int
    let list: UnsafeMutablePointer<AudioBufferList>
    let packed: UnsafeMutableRawPointer
    let bytesPerBuffer: Int
}

/// What a source or sink and its function exchange.
package struct SourceExchange {
    /// Frames to make, or given.
    package var frameCount: Int
    /// The first frame's time.
    package var time: AudioTimeStamp
    /// Where the frames go, or are.
    package var list: UnsafeMutablePointer<AudioBufferList>
    /// Set by a source that made silence.
    package var isSilence: Bool
}
