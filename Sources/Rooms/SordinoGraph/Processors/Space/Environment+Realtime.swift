import SordinoRealtime
import SordinoSignal
import Synchronization

/// Runs the step of an environment: `state` is an `EnvironmentState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runEnvironment(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    guard let bank = io.pointee.bank else { return io.pointee.outputs[0].pointee.publishSilence() }
    state.assumingMemoryBound(to: EnvironmentState.self).pointee.render(io, bank)
}

extension EnvironmentState {
    /// Clears the tails of filters and reverberation.
    @_noAllocation @_noLocks
    mutating func reset() { stage.reset() }

    /// Renders one block of all inputs.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>, _ bank: UnsafePointer<Bank>) {
        let buffer = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        var values = reader.latest()
        if values.isHeadTracked { values.listener = head.pointee.turned(values.listener) }
        stage.aim(values)
        let outputs = buffer.pointee.own
        var isHeard = false
        var offset = 0
        while offset < frameCount {
            let count = min(EarMix.pieceFrames, frameCount &- offset)
            for channel in 0..<stage.channelCount { planes[channel] = outputs[channel] + offset }
            for channel in 0..<buffer.pointee.channelCount {
                Mixing.clear(outputs[channel] + offset, frameCount: count)
            }
            if render(bank, values, offset, count) { isHeard = true }
            offset &+= count
        }
        if isHeard {
            buffer.pointee.publishOwn()
        } else {
            buffer.pointee.publishSilence()
        }
    }

    /// Renders a piece of a block; returns whether it has sound.
    @_noAllocation @_noLocks
    private mutating func render(
        _ bank: UnsafePointer<Bank>, _ values: EnvironmentValues, _ offset: Int, _ frameCount: Int
    ) -> Bool {
        let scene = stage.begin(values, planes, frameCount)
        var isHeard = false
        for number in 0..<bank.pointee.chunkCount {
            let chunk = bank.pointee.chunks[number]
            for index in 0..<chunk.inputCount {
                let input = chunk.inputs[index]
                guard let space = input.mix.pointee.space else { continue }
                // Before anything of it is read: most of many sources are silent.
                if input.buffer.pointee.isSilent, space.pointee.isAtRest { continue }
                let volume = input.mix.pointee.setting.pointee.volume.load(ordering: .relaxed)
                let placed = PlacedInput(
                    space, input.buffer, fold: input.fold, offset: offset, volume: Float(bitPattern: volume),
                    asked: space.pointee.reader.latest(), hasOwnDistance: false)
                if stage.render(placed, values, scene, frameCount) { isHeard = true }
            }
        }
        return stage.end(scene, planes, frameCount, isHeard: isHeard)
    }
}
