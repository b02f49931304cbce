import CoreAudioTypes
import SordinoSignal

/// Makes sound by a function of the program, which fills a buffer list block by block.
package final class Source: Processor, @unchecked Sendable {
    package let name = "Source"
    package let health = Health()
    private let block: ClientBlock
    private let kind: PackedSample
    private let isInterleaved: Bool
    private let channelCount: Int?
    private let keeper: AnyObject
    private var present: SourceMemory?

    /// The longest block that the function is asked for; longer ones come in pieces.
    static let maximumFrameCount = 4096

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - block: Exchanges a `SourceExchange`.
    ///   - kind: The type of the samples that the function makes.
    ///   - isInterleaved: Whether all channels come in one buffer.
    ///   - channelCount: Channels that the function makes; nil for as many as the source is connected with.
    ///   - keeping: An object that keeps the function's context.
    package init(
        _ block: ClientBlock, kind: PackedSample = .float32, isInterleaved: Bool = false, channelCount: Int?,
        keeping: AnyObject
    ) {
        self.block = block
        self.kind = kind
        self.isInterleaved = isInterleaved
        self.channelCount = channelCount
        keeper = keeping
    }

    package var isExamined: Bool { true }
    package var standsAlone: Bool { true }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        let wanted = wiring.outputs.first?.channelCount ?? channelCount ?? 2
        if let channelCount, wanted != channelCount, let output = wiring.outputs.first {
            throw .unsupportedFormat(wiring.node, output)
        }
        let memory: SourceMemory
        if let present, present.channelCount == wanted {
            memory = present
        } else {
            memory = SourceMemory(block, kind: kind, isInterleaved: isInterleaved, channelCount: wanted)
            present = memory
        }
        // The memory retains that object, so that the context lives as long as the plan.
        return StepRecipe(
            run: runSource, state: UnsafeMutableRawPointer(memory.pointer),
            owner: SourceOwner(source: self, memory: memory))
    }
}

/// The objects that a plan keeps alive.
private final class SourceOwner {
    private let source: Source
    private let memory: SourceMemory

    init(source: Source, memory: SourceMemory) { (self.source, self.memory) = (source, memory) }
}

/// The buffers that the function fills.
private final class SourceMemory {
    let channelCount: Int
    private let held: Held<SourceState>
    private let list: UnsafeMutableAudioBufferListPointer
    private let packed: UnsafeMutableRawPointer
    var pointer: UnsafeMutablePointer<SourceState> { held.pointer }

    init(_ block: ClientBlock, kind: PackedSample, isInterleaved: Bool, channelCount: Int) {
        self.channelCount = channelCount
        let bufferCount = isInterleaved ? 1 : channelCount
        list = AudioBufferList.allocate(maximumBuffers: bufferCount)
        let bytesPerBuffer = Source.maximumFrameCount * kind.byteCount * (isInterleaved ? channelCount : 1)
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
}

/// The render thread's state of a source.
struct SourceState {
    let block: ClientBlock
    let kind: PackedSample
    let isInterleaved: Bool
    let channelCount: Int
    let list: UnsafeMutablePointer<AudioBufferList>
    let packed: UnsafeMutableRawPointer
    let bytesPerBuffer: Int
}

/// The data passed between a source or sink and its function.
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
