/// The silent node's step; its state is not looked at.
@_noAllocation @_noLocks
func runSilence(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    for bus in 0..<io.pointee.outputCount { io.pointee.outputs[bus].pointee.publishSilence() }
}
