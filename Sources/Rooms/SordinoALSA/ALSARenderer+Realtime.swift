import CALSA
import SordinoHardware
import SordinoSignal

extension UnsafeMutablePointer where Pointee == ALSARenderState {
    /// Renders one block of the whole device into `air`: input, programs, stage, fades, volume.
    ///
    /// - Thread: render. No heap, no lock.
    @_noAllocation @_noLocks
    func render(_ block: ALSABlock) {
        let frameCount = block.frameCount
        guard let plan = pointee.stage.beginBlock(frameCount: frameCount) else { return silence(frameCount) }
        for index in 0..<plan.pointee.inputs.count {
            let port = plan.pointee.inputs[index]
            port.state.pointee.isMissing = !block.hasInput
            for channel in 0..<min(port.channelCount, pointee.inputChannelCount) {
                Mixing.copy(pointee.input[channel], into: port.samples[channel], frameCount: frameCount)
            }
            pointee.stage.acceptInput(plan, port: index, frameCount: frameCount)
        }
        for index in 0..<plan.pointee.outputs.count { plan.pointee.outputs[index].state.pointee.isMissing = false }
        for index in plan.pointee.turns { callProgram(plan, index, block) }
        pointee.stage.mix(plan, frameCount: frameCount)
        pointee.isQuiet = plan.pointee.streams.count == 0 && pointee.tailDone == pointee.tailFrames
        guard plan.pointee.outputs.count > 0 else { return silence(frameCount) }
        let port = plan.pointee.outputs[0]
        addTail(port, frameCount)
        turn(port, frameCount, sampleRate: block.sampleRate)
    }

    @_noAllocation @_noLocks
    private func silence(_ frameCount: Int) {
        pointee.isQuiet = true
        pointee.ready = UnsafePointer(pointee.air)
        pointee.volume = pointee.wantedVolume
        for channel in 0..<pointee.outputChannelCount { Mixing.clear(pointee.air[channel], frameCount: frameCount) }
    }

    /// Gives a program its input and lets it render.
    @_noAllocation @_noLocks
    private func callProgram(_ plan: UnsafeMutablePointer<StagePlan>, _ index: Int, _ block: ALSABlock) {
        let stream = plan.pointee.streams[index]
        guard let peer = stream.peer else { return }
        pointee.stage.deliverInput(plan, stream: index, frameCount: block.frameCount)
        for channel in 0..<stream.outputChannelCount {
            Mixing.clear(stream.output[channel], frameCount: block.frameCount)
        }
        let isReferenced = stream.referencePort >= 0
        let reference = isReferenced ? plan.pointee.outputs[stream.referencePort].reference : nil
        let referenceCount = isReferenced ? plan.pointee.outputs[stream.referencePort].channelCount : 0
        pointee.cycle.pointee = StreamCycle(
            frameCount: block.frameCount, sampleTime: stream.state.pointee.sampleTime,
            hostNanoseconds: block.hostNanoseconds, sampleRate: block.sampleRate,
            output: stream.outputChannelCount > 0 ? UnsafePointer(stream.output) : nil,
            outputChannelCount: stream.outputChannelCount,
            input: stream.inputChannelCount > 0 ? UnsafePointer(stream.input) : nil,
            inputChannelCount: stream.inputChannelCount,
            reference: reference.map { UnsafePointer($0) }, referenceChannelCount: reference == nil ? 0 : referenceCount
        )
        peer.assumingMemoryBound(to: ALSAStreamCell.self).pointee.renderer.call(pointee.cycle)
        pointee.stage.accept(plan, stream: index, frameCount: block.frameCount)
    }

    /// Adds the fade-outs of streams that stopped before this block.
    @_noAllocation @_noLocks
    private func addTail(_ port: PlannedPort, _ frameCount: Int) {
        let (total, done) = (pointee.tailFrames, pointee.tailDone)
        guard done < total else { return }
        let count = min(total - done, frameCount)
        for channel in 0..<min(port.channelCount, pointee.outputChannelCount) {
            let samples = port.samples[channel]
            let tail = pointee.tail[channel] + done
            for frame in 0..<count { samples[frame] += tail[frame] }
        }
        pointee.tailDone = done + count
    }

    /// Applies the device's volume; another one is reached on a straight line within the stage's shortest fade.
    @_noAllocation @_noLocks
    private func turn(_ port: PlannedPort, _ frameCount: Int, sampleRate: Double) {
        let (from, to) = (pointee.volume, pointee.wantedVolume)
        pointee.volume = to
        let isUnchanged = from == 1 && to == 1 && port.channelCount >= pointee.outputChannelCount
        pointee.ready = isUnchanged ? UnsafePointer(port.samples) : UnsafePointer(pointee.air)
        if isUnchanged { return }
        for channel in 0..<pointee.outputChannelCount {
            let air = pointee.air[channel]
            guard channel < port.channelCount else {
                Mixing.clear(air, frameCount: frameCount)
                continue
            }
            let samples = port.samples[channel]
            if from == to {
                Mixing.scale(samples, gain: to, into: air, frameCount: frameCount)
                continue
            }
            let gliding = max(min(frameCount, Int(StageFade.seconds * sampleRate)), 1)
            let step = (to - from) / Float(gliding)
            for frame in 0..<frameCount {
                air[frame] = samples[frame] * (frame + 1 >= gliding ? to : from + step * Float(frame + 1))
            }
        }
    }
}

/// Frames as a device stores them.
enum ALSAFrames {
    /// Writes planes as interleaved frames.
    @_noAllocation @_noLocks
    static func write(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, _ frameCount: Int,
        into packed: UnsafeMutableRawPointer, _ format: calsa_format
    ) {
        SampleConversion.interleave(
            channels, channelCount: channelCount, frameCount: frameCount, into: packed, stored(format), .native)
        guard format.rawValue == calsa_int24_in_4.rawValue else { return }
        // Of 32 bits the upper 24, rounded, in the lower ones.
        let samples = packed.assumingMemoryBound(to: Int32.self)
        for index in 0..<(channelCount &* frameCount) {
            let sample = samples[index]
            samples[index] = min((sample >> 8) &+ ((sample >> 7) & 1), 8_388_607)
        }
    }

    /// Reads interleaved frames into planes, from `place` of each on.
    @_noAllocation @_noLocks
    static func read(
        _ packed: UnsafeMutableRawPointer, _ format: calsa_format, _ channelCount: Int, _ frameCount: Int,
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, at place: Int
    ) {
        let stored = stored(format)
        if format.rawValue == calsa_int24_in_4.rawValue {
            // The highest byte may hold anything.
            let samples = packed.assumingMemoryBound(to: Int32.self)
            for index in 0..<(channelCount &* frameCount) { samples[index] = samples[index] << 8 }
        }
        for channel in 0..<channelCount {
            SampleConversion.decode(
                packed + channel &* stored.byteCount, stored, .native, stride: channelCount,
                into: channels[channel] + place, count: frameCount)
        }
    }

    /// Bytes of one sample.
    @_noAllocation @_noLocks
    static func byteCount(_ format: calsa_format) -> Int { stored(format).byteCount }

    @_noAllocation @_noLocks
    private static func stored(_ format: calsa_format) -> PackedSample {
        switch format.rawValue {
        case calsa_float32.rawValue: .float32
        case calsa_int24_in_3.rawValue: .int24
        case calsa_int16.rawValue: .int16
        default: .int32
        }
    }
}
