import CoreAudioTypes

/// Passes its input to a function of the program, block by block: a root of the plan beside the output.
package final class Sink: Processor, @unchecked Sendable {
    package let name = "Sink"
    package let health = Health()
    private let block: ClientBlock
    private let keeper: AnyObject
    /// One for each number of channels that was asked for; kept, because an older plan may still use one.
    private var states: [Int: SinkMemory] = [:]

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - block: Exchanges a `SourceExchange` with deinterleaved floats.
    ///   - keeping: An object that keeps the function's context.
    package init(_ block: ClientBlock, keeping: AnyObject) {
        self.block = block
        keeper = keeping
    }

    package var inputBusLimit: Int { 1 }
    package var outputBusCount: Int { 0 }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        let channelCount = wiring.inputs.first?.format.channelCount ?? 1
        let memory = states[channelCount] ?? SinkMemory(block, channelCount: channelCount)
        states[channelCount] = memory
        return StepRecipe(run: runSink, state: UnsafeMutableRawPointer(memory.held.pointer), owner: self)
    }
}

/// The list that a sink shows its blocks in.
private final class SinkMemory {
    let held: Held<SinkState>
    private let list: UnsafeMutableAudioBufferListPointer

    init(_ block: ClientBlock, channelCount: Int) {
        list = AudioBufferList.allocate(maximumBuffers: channelCount)
        held = Held(SinkState(block: block, channelCount: channelCount, list: list.unsafeMutablePointer))
    }

    deinit { list.unsafeMutablePointer.deallocate() }
}

/// The render thread's state of a sink.
struct SinkState {
    let block: ClientBlock
    let channelCount: Int
    let list: UnsafeMutablePointer<AudioBufferList>
}
