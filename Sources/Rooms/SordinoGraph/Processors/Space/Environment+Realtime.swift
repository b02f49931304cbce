import SordinoRealtime
import SordinoSignal
import Synchronization

/// The environment's step.
@_noAllocation @_noLocks
func runEnvironment(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    guard let bank = io.pointee.bank else { return io.pointee.outputs[0].pointee.publishSilence() }
    state.assumingMemoryBound(to: EnvironmentState.self).pointee.render(io, bank)
}

extension EnvironmentState {
    /// Forgets tails.
    @_noAllocation @_noLocks
    mutating func reset() { stage.reset() }

    /// Renders one block.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>, _ bank: UnsafePointer<Bank>) {
        let buffer = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        var values = reader.latest()
        if values.isHeadTracked { values.listener = head.pointee.turned(values.listener) }
        stage.aim(values)
        let outputs = buffer.pointee.own
        for channel in 0..<buffer.pointee.channelCount { Mixing.clear(outputs[channel], frameCount: frameCount) }
        let scene = stage.begin(values, outputs, frameCount)
        var isHeard = false
        for number in 0..<bank.pointee.chunkCount {
            let chunk = bank.pointee.chunks[number]
            for index in 0..<chunk.inputCount {
                let input = chunk.inputs[index]
                guard let space = input.mix.pointee.space else { continue }
                let volume = input.mix.pointee.setting.pointee.volume.load(ordering: .relaxed)
                let placed = PlacedInput(
                    space, input.buffer, fold: input.fold, offset: 0, volume: Float(bitPattern: volume),
                    asked: space.pointee.reader.latest(), hasOwnDistance: false)
                if stage.render(placed, values, scene, frameCount) { isHeard = true }
            }
        }
        if stage.end(scene, outputs, frameCount, isHeard: isHeard) {
            buffer.pointee.publishOwn()
        } else {
            buffer.pointee.publishSilence()
        }
    }
}
