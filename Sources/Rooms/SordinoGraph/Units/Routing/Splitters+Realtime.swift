import SordinoSignal

/// The splitters' step: every output is the input's own samples.
@_noAllocation @_noLocks
func runSplitter(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    for index in 0..<io.pointee.outputCount {
        let output = io.pointee.outputs[index]
        guard io.pointee.inputCount > 0, !io.pointee.inputs[0].pointee.isSilent else {
            output.pointee.publishSilence()
            continue
        }
        let input = io.pointee.inputs[0]
        for channel in 0..<output.pointee.channelCount {
            output.pointee.borrow(
                input.pointee.channels[min(channel, input.pointee.channelCount &- 1)], asChannel: channel)
        }
        output.pointee.publishBorrowed()
    }
}

/// The merger's step: one input's channels after the other's.
@_noAllocation @_noLocks
func runMerger(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    let output = io.pointee.outputs[0]
    let frames = io.pointee.frameCount
    var channel = 0
    var isHeard = false
    for index in 0..<io.pointee.inputCount {
        let input = io.pointee.inputs[index]
        for from in 0..<input.pointee.channelCount where channel < output.pointee.channelCount {
            if input.pointee.isSilent {
                clearSamples(output.pointee.own[channel], count: frames)
            } else {
                Mixing.copy(input.pointee.channels[from], into: output.pointee.own[channel], frameCount: frames)
                isHeard = true
            }
            channel &+= 1
        }
    }
    while channel < output.pointee.channelCount {
        clearSamples(output.pointee.own[channel], count: frames)
        channel &+= 1
    }
    if isHeard { output.pointee.publishOwn() } else { output.pointee.publishSilence() }
}
