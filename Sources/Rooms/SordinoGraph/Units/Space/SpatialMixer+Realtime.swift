import SordinoRealtime
import SordinoSignal
import Synchronization

/// The spatial mixer's step.
@_noAllocation @_noLocks
func runSpatialMixer(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<SpatialMixerKernel>.self)
    runUnit(
        state, io, aim: { values, _ in unit.pointee.kernel.aim(values) },
        render: {
            unit.pointee.kernel.render($0, unit.pointee.core.values)
            unit.pointee.kernel.measure($0, unit.pointee.core)
        },
        clear: { unit.pointee.kernel.clear() }, isAtRest: { unit.pointee.kernel.isAtRest })
}

extension SpatialMixerKernel {
    // Slots of the parameters of inputs, in the order in which the unit lists them: each has `busLimit` slots.
    private enum Slot {
        @_noAllocation @_noLocks
        static func input(_ number: Int, _ bus: Int) -> Int { number &* 64 &+ bus }
        @_noAllocation @_noLocks
        static func whole(_ number: Int) -> Int { 17 &* 64 &+ number }
    }

    @_noAllocation @_noLocks
    mutating func clear() {
        stage.reset()
        for index in 0..<inputCount {
            for voice in 0..<spaces[index].pointee.voiceCount { spaces[index].pointee.voices[voice].reset() }
            lines[index]?.clear()
        }
        seenChanges = 0
    }

    var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            if !stage.isAtRest { return false }
            for index in 0..<inputCount {
                if let line = lines[index], !line.isAtRest { return false }
                if !spaces[index].pointee.isAtRest { return false }
            }
            return true
        }
    }

    /// Takes up parameters; voices and room glide by themselves.
    @_noAllocation @_noLocks
    mutating func aim(_ parameters: ParameterValues) {
        values.outputVolume = RealtimeMath.pow(10, parameters[Slot.whole(4)] / 20)
        values.reverbLevel = parameters[Slot.whole(0)] + parameters[Slot.whole(5)]
        var filter = EnvironmentFilter()
        filter.hertz = parameters[Slot.whole(6)]
        filter.octaves = parameters[Slot.whole(7)]
        filter.decibels = parameters[Slot.whole(8)]
        filter.kind = parameters[Slot.whole(9)]
        filter.isBypassed = parameters[Slot.whole(10)] < 0.5
        if !filter.isSame(values.filter) {
            values.filter = filter
            values.roomNumber &+= 1
        }
        listener = ListenerPose(
            position: SpacePoint(0, 0, 0), yaw: parameters[Slot.whole(1)], pitch: parameters[Slot.whole(2)],
            roll: parameters[Slot.whole(3)])
        for index in 0..<inputCount {
            aim(index, parameters)
            let slot = Slot.input(16, buses[index])
            if parameters.hasChanged(slot), parameters[slot] != 1 { hasNewRate = true }
        }
    }

    @_noAllocation @_noLocks
    private func aim(_ index: Int, _ parameters: ParameterValues) {
        let bus = buses[index]
        let choices = readers[bus].latest()
        let radians = Float.pi / 180
        let (azimuth, elevation) = (
            parameters[Slot.input(0, bus)] * radians, parameters[Slot.input(1, bus)] * radians
        )
        let distance = parameters[Slot.input(2, bus)]
        let flat = distance * RealtimeMath.cos(elevation)
        var values = SpaceValues()
        values.algorithm = Int32(truncatingIfNeeded: choices.algorithm)
        values.sourceMode = Int32(truncatingIfNeeded: choices.sourceMode)
        values.inHeadMode = Int32(truncatingIfNeeded: choices.inHeadMode)
        values.position = SpacePoint(
            flat * RealtimeMath.sin(azimuth), distance * RealtimeMath.sin(elevation),
            0 - flat * RealtimeMath.cos(azimuth))
        if distance < 1e-3, parameters[Slot.input(0, bus)] != 0 || elevation != 0 {
            // At no distance the direction still counts.
            let near: Float = 0.1
            values.position = SpacePoint(
                near * RealtimeMath.cos(elevation) * RealtimeMath.sin(azimuth), near * RealtimeMath.sin(elevation),
                0 - near * RealtimeMath.cos(elevation) * RealtimeMath.cos(azimuth))
        }
        values.reverbBlend = max(parameters[Slot.input(7, bus)], parameters[Slot.input(13, bus)]) / 100
        values.occlusion = max(parameters[Slot.input(8, bus)] + parameters[Slot.input(14, bus)], -100)
        values.obstruction = max(parameters[Slot.input(9, bus)] + parameters[Slot.input(15, bus)], -100)
        if choices.flags & 8 != 0 {
            // The air takes 0.04 dB a metre at 5 kHz (ISO 9613-1 at 20 degrees and half of the vapour).
            values.obstruction = max(values.obstruction - 0.04 * distance, -100)
        }
        values.isOwnHeadRefused = board.pointee.ownHeadMode.load(ordering: .relaxed) == 0
        asked[index] = values
        (flags[index], distances[index]) = (choices.flags, distance)
        if let speed = speeds[index] { speed.pointee.set(parameters[Slot.input(16, bus)]) }
        var gain = RealtimeMath.pow(10, parameters[Slot.input(3, bus)] / 20)
        var curve = choices.distance
        if choices.flags & 32 != 0 { curve.curve = 3 }
        if choices.flags & 4 != 0 { gain *= curve.gain(at: distance) }
        let (floor, ceiling) = (parameters[Slot.input(11, bus)], parameters[Slot.input(12, bus)])
        let least = floor > -120 ? RealtimeMath.pow(10, floor / 20) : 0
        gain = min(max(max(gain, parameters[Slot.input(5, bus)]), least), parameters[Slot.input(6, bus)])
        if ceiling < 20 { gain = min(gain, RealtimeMath.pow(10, ceiling / 20)) }
        let isOn = parameters[Slot.input(4, bus)] >= 0.5 && parameters[Slot.input(10, bus)] >= 0.5
        volumes[index] = isOn ? gain : 0
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece, _ parameters: ParameterValues) {
        guard let io = piece.io else { return }
        if hasNewRate {
            hasNewRate = false
            bell.pointee.ring(io.pointee.clock.pointee.cycle)
        }
        let changes = board.pointee.changes.load(ordering: .acquiring)
        if changes != seenChanges {
            seenChanges = changes
            values.isReverbOn = board.pointee.usesReverb.load(ordering: .relaxed)
            values.isHeardOnHeadphones = board.pointee.outputType.load(ordering: .relaxed) == 1
            values.room = rooms[min(max(board.pointee.roomType.load(ordering: .relaxed), 0), 12)]
            values.roomNumber &+= 1
            for index in 0..<inputCount { aim(index, parameters) }
        }
        values.listener =
            board.pointee.isHeadTracked.load(ordering: .relaxed) ? head.pointee.turned(listener) : listener
        stage.aim(values)
        for channel in 0..<piece.channelCount { Mixing.clear(piece.outputs[channel], frameCount: piece.frameCount) }
        let scene = stage.begin(values, piece.outputs, piece.frameCount)
        var isHeard = false
        for index in 0..<min(inputCount, io.pointee.inputCount) {
            let source = io.pointee.inputs[index]
            let late = travelled(index, source, piece)
            var input = PlacedInput(
                spaces[index], late ?? source, fold: folds[index], offset: late == nil ? piece.offset : 0,
                volume: volumes[index], asked: asked[index], hasOwnDistance: true)
            input.hasDelays = flags[index] & 1 != 0
            if stage.render(input, values, scene, piece.frameCount) { isHeard = true }
        }
        _ = stage.end(scene, piece.outputs, piece.frameCount, isHeard: isHeard)
    }

    /// An input as it is heard after its way to the listener; nil without the Doppler effect.
    @_noAllocation @_noLocks
    private func travelled(
        _ index: Int, _ source: UnsafeMutablePointer<BusBuffer>, _ piece: UnitPiece
    ) -> UnsafeMutablePointer<BusBuffer>? {
        guard flags[index] & DopplerLine.flag != 0, let output = lines[index]?.output else { return nil }
        let isSilent = source.pointee.isSilent
        lines[index]?.render(
            isSilent ? nil : UnsafePointer(source.pointee.channels[0] + piece.offset), frameCount: piece.frameCount,
            metres: distances[index])
        return output
    }

    /// Measures the buses whose meters are on: the input, and the input times the gain and the attenuation by distance.
    ///
    /// Slots behind all others: four meters of each input, one kind after the other.
    @_noAllocation @_noLocks
    func measure(_ piece: UnitPiece, _ core: UnitCore) {
        guard let io = piece.io else { return }
        for index in 0..<min(inputCount, io.pointee.inputCount) where meters.isOn(input: buses[index]) {
            let input = io.pointee.inputs[index]
            var level = PieceLevel()
            if !input.pointee.isSilent {
                for channel in 0..<input.pointee.channelCount {
                    level.add(input.pointee.channels[channel] + piece.offset, frameCount: piece.frameCount)
                }
            }
            meters.noteClipping(buses[index], level)
            levels[index].take(level, frameCount: piece.frameCount, sampleRate: core.sampleRate)
            let slot = Slot.whole(11) &+ buses[index]
            levels[index].show(on: core.port, average: slot, peak: slot &+ 64, factor: 1)
            levels[index].show(on: core.port, average: slot &+ 128, peak: slot &+ 192, factor: volumes[index])
        }
    }
}

extension SpatialDistance {
    /// The factor at a distance: 1 up to the reference, and `attenuation` decibels less from the maximum on.
    @_noAllocation @_noLocks
    package func gain(at metres: Float) -> Float {
        let (near, far) = (max(reference, 1e-3), max(maximum, reference))
        let distance = min(max(metres, near), far)
        if far - near < 1e-6 { return 1 }
        let least = RealtimeMath.pow(10, 0 - max(attenuation, 0) / 20)
        let part = (distance - near) / (far - near)
        switch curve {
        case 0:
            return RealtimeMath.pow(least, RealtimeMath.log(distance / near) / RealtimeMath.log(far / near))
        case 1: return RealtimeMath.pow(least, part)
        case 2:
            // near / (near + rolloff (distance - near)), with the rolloff that gives `least` at the maximum.
            let rolloff = (1 / least - 1) * near / (far - near)
            return near / (near + rolloff * (distance - near))
        default: return 1 - (1 - least) * part
        }
    }
}
