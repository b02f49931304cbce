import SordinoSignal

extension StageRenderer {
    /// Sends an output's mix, or an input's copy, through the port's sections.
    ///
    /// New sections replace the old ones by a crossfade of `StageFade.seconds`, so that no change clicks; both cascades
    /// keep their own memory meanwhile. A request that arrives during a crossfade waits for its end.
    @_noAllocation @_noLocks
    func colour(
        _ plan: UnsafeMutablePointer<StagePlan>, _ port: PlannedPort,
        _ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        let cell = port.tone
        if cell.pointee.serial != port.toneSerial, cell.pointee.framesDone == cell.pointee.framesTotal {
            cell.pointee.serial = port.toneSerial
            begin(plan, port)
        }
        let heard = cell.pointee.cascades + cell.pointee.heard
        guard cell.pointee.framesDone < cell.pointee.framesTotal else {
            heard.pointee.render(samples, into: samples, frameCount: frameCount)
            return heard.pointee.calm()
        }
        let coming = cell.pointee.cascades + (1 &- cell.pointee.heard)
        coming.pointee.render(samples, into: cell.pointee.coming, frameCount: frameCount)
        heard.pointee.render(samples, into: samples, frameCount: frameCount)
        let step = 1 / Float(cell.pointee.framesTotal)
        for channel in 0..<port.channelCount {
            let (old, new) = (samples[channel], cell.pointee.coming[channel])
            for frame in 0..<frameCount {
                let share = min(Float(cell.pointee.framesDone &+ frame &+ 1) * step, 1)
                old[frame] += (new[frame] - old[frame]) * share
            }
        }
        cell.pointee.framesDone = min(cell.pointee.framesDone &+ frameCount, cell.pointee.framesTotal)
        if cell.pointee.framesDone == cell.pointee.framesTotal { cell.pointee.heard = 1 &- cell.pointee.heard }
    }

    /// Sets the idle cascade to the requested sections and starts the crossfade to it.
    @_noAllocation @_noLocks
    private func begin(_ plan: UnsafeMutablePointer<StagePlan>, _ port: PlannedPort) {
        let cell = port.tone
        let coming = cell.pointee.cascades + (1 &- cell.pointee.heard)
        for index in 0..<coming.pointee.sectionCount {
            let isThere = index < port.toneSections.count
            let target = isThere ? plan.pointee.toneSections[port.toneSections.lowerBound + index] : Biquad()
            coming.pointee.aim(index, at: target, frames: 0)
        }
        coming.pointee.clear()
        // Sections of before that let everything pass now are left out, one with each call.
        for _ in 0..<coming.pointee.sectionCount { coming.pointee.calm() }
        cell.pointee.framesDone = 0
        cell.pointee.framesTotal = max(Int(StageFade.seconds * plan.pointee.sampleRate), 1)
    }
}
