import SordinoSignal

extension StageRenderer {
    /// Sends a port's mix through its sections.
    ///
    /// Other sections are reached on the way of `StageFade.seconds`, so that no change clicks.
    @_noAllocation @_noLocks
    func colour(_ plan: UnsafeMutablePointer<StagePlan>, _ port: PlannedPort, frameCount: Int) {
        let cell = port.tone
        if cell.pointee.serial != port.toneSerial {
            cell.pointee.serial = port.toneSerial
            let frames = Int(StageFade.seconds * plan.pointee.sampleRate)
            for index in 0..<cell.pointee.cascade.sectionCount {
                let isThere = index < port.toneSections.count
                let target = isThere ? plan.pointee.toneSections[port.toneSections.lowerBound + index] : Biquad()
                cell.pointee.cascade.aim(index, at: target, frames: frames)
            }
        }
        cell.pointee.cascade.render(port.samples, into: port.samples, frameCount: frameCount)
        cell.pointee.cascade.calm()
    }
}
