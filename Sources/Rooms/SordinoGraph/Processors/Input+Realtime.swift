import CoreAudioTypes
import SordinoSignal
import Synchronization

/// Runs the step of an input: `state` is an `InputStep`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runInput(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    let step = state.assumingMemoryBound(to: InputStep.self)
    let state = step.pointee.state
    let isMuted = state.pointee.news.pointee.isMuted.load(ordering: .relaxed)
    if isMuted && state.pointee.news.pointee.isListening.load(ordering: .relaxed) {
        state.pointee.listen(io)
    } else if state.pointee.wasListening {
        state.pointee.endListening()
    }
    if io.pointee.frameCount == 0 || isMuted {
        io.pointee.outputs[0].pointee.publishSilence()
    } else if let block = state.pointee.block {
        state.pointee.ask(block, io)
    } else {
        step.pointee.lend(io)
    }
}

extension InputState {
    /// Detects speech in the stream while the input is muted.
    @_noAllocation @_noLocks
    mutating func listen(_ io: UnsafeMutablePointer<StepIO>) {
        wasListening = true
        let cycle = io.pointee.clock.pointee.cycle
        guard let input = cycle.input, cycle.inputChannelCount > 0 else { return }
        let (was, sampleRate) = (speech.isSpeech, io.pointee.clock.pointee.sampleRate)
        let isSpeech = speech.listen(
            input[0] + cycle.frameOffset, frameCount: min(io.pointee.frameCount, cycle.frameCount),
            sampleRate: sampleRate)
        if isSpeech != was { news.pointee.speechChanges.wrappingAdd(1, ordering: .releasing) }
    }

    /// Ends the detection, and with it any speech: it was switched off, or the input is no longer muted.
    @_noAllocation @_noLocks
    mutating func endListening() {
        wasListening = false
        if speech.isSpeech { news.pointee.speechChanges.wrappingAdd(1, ordering: .releasing) }
        speech.reset()
    }

    /// Asks the program for frames; missing ones are silence.
    @_noAllocation @_noLocks
    func ask(_ block: ClientBlock, _ io: UnsafeMutablePointer<StepIO>) {
        let output = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        var exchange = InputExchange(frameCount: frameCount)
        _ = withUnsafeMutablePointer(to: &exchange) { block(UnsafeMutableRawPointer($0)) }
        guard let list = exchange.list else {
            news.pointee.isShort.store(true, ordering: .relaxed)
            output.pointee.publishSilence()
            return
        }
        let buffers = bufferArray(of: list)
        let count = Int(list.pointee.mNumberBuffers)
        let channels = output.pointee.channelCount
        for channel in 0..<channels {
            let target = output.pointee.own[channel]
            let index = isInterleaved ? 0 : channel
            let stride = isInterleaved ? channels : 1
            guard index < count, let data = buffers[index].mData else {
                clearSamples(target, count: frameCount)
                continue
            }
            let given = min(frameCount, Int(buffers[index].mDataByteSize) / (kind.byteCount &* stride))
            let first = UnsafeRawPointer(data) + (isInterleaved ? channel &* kind.byteCount : 0)
            SampleConversion.decode(first, kind, .little, stride: stride, into: target, count: given)
            if given < frameCount {
                news.pointee.isShort.store(true, ordering: .relaxed)
                clearSamples(target + given, count: frameCount &- given)
            }
        }
        output.pointee.publishOwn()
    }
}

extension InputStep {
    /// The channel of the stream that a channel gives; below 0 for silence.
    @_noAllocation @_noLocks
    private func source(of channel: Int, count: Int) -> Int {
        guard mapCount > 0 else { return min(channel, count - 1) }
        return channel < mapCount && map[channel] < count ? map[channel] : -1
    }

    /// Shows the stream's samples where they are.
    @_noAllocation @_noLocks
    func lend(_ io: UnsafeMutablePointer<StepIO>) {
        let output = io.pointee.outputs[0]
        let cycle = io.pointee.clock.pointee.cycle
        guard let input = cycle.input, cycle.inputChannelCount > 0 else {
            output.pointee.publishSilence()
            return
        }
        guard io.pointee.frameCount <= cycle.frameCount else {
            lendPart(io, cycle)
            return
        }
        for channel in 0..<output.pointee.channelCount {
            let from = source(of: channel, count: cycle.inputChannelCount)
            if from >= 0 {
                output.pointee.borrow(input[from] + cycle.frameOffset, asChannel: channel)
            } else {
                clearSamples(output.pointee.own[channel], count: io.pointee.frameCount)
                output.pointee.borrow(output.pointee.own[channel], asChannel: channel)
            }
        }
        output.pointee.publishBorrowed()
    }

    /// Copies the stream when more frames are asked for than it has, as by a fast time unit; silence follows them.
    @_noAllocation @_noLocks
    private func lendPart(_ io: UnsafeMutablePointer<StepIO>, _ cycle: RenderCycle) {
        let output = io.pointee.outputs[0]
        guard let input = cycle.input else { return }
        for channel in 0..<output.pointee.channelCount {
            let from = source(of: channel, count: cycle.inputChannelCount)
            if from >= 0 {
                let samples = input[from] + cycle.frameOffset
                Mixing.copy(samples, into: output.pointee.own[channel], frameCount: cycle.frameCount)
            } else {
                clearSamples(output.pointee.own[channel], count: cycle.frameCount)
            }
        }
        output.pointee.clearOwn(from: cycle.frameCount, frameCount: io.pointee.frameCount &- cycle.frameCount)
        state.pointee.news.pointee.isShort.store(true, ordering: .relaxed)
        output.pointee.publishOwn()
    }
}

/// The buffers of a list, which begin where its one declared buffer is.
@_noAllocation @_noLocks
package func bufferArray(of list: UnsafePointer<AudioBufferList>) -> UnsafePointer<AudioBuffer> {
    // Behind the count, at the alignment of a buffer with a pointer in it.
    (UnsafeRawPointer(list) + 8).assumingMemoryBound(to: AudioBuffer.self)
}

extension InputShortage {
    /// Indicates whether there were too few frames since the last call.
    @_noAllocation @_noLocks
    package func take() -> Bool { news.pointee.isShort.exchange(false, ordering: .relaxed) }
}
