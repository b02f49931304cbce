import CKernels
import SordinoRealtime

extension SpatialVoice {
    /// Drops the past and lets the next block begin at its target, without a glide.
    @_noAllocation @_noLocks
    package mutating func reset() {
        isPlaced = false
        isInEars = false
        hasPast = false
        isSettled = false
        isFresh = true
        framesLeft = 0
        occluded = 0
        obstructed = 0
        quietFrames = Int.max / 2
        for channel in 0..<Self.channelLimit { gains[channel] = 0 }
    }

    /// Indicates whether silence in gives silence out.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get { quietFrames > Self.pastFrames && framesLeft == 0 }
    }

    /// Indicates whether the voice reaches any output.
    package var isSounding: Bool {
        @_noAllocation @_noLocks get {
            if isInEars { return true }
            for channel in 0..<Self.channelLimit where gains[channel] != 0 { return true }
            return false
        }
    }

    /// Adds a piece to the outputs and heads of a scene.
    ///
    /// - Parameters:
    ///   - input: Nil for silence.
    ///   - frameCount: `EarMix.pieceFrames` at most.
    @_noAllocation @_noLocks
    package mutating func render(_ input: UnsafePointer<Float>?, frameCount: Int, wish: VoiceWish, scene: VoiceScene) {
        set(wish, scene, frameCount)
        if input == nil && isAtRest {
            isSettled = false
            return
        }
        var done = 0
        while done < frameCount {
            var count = min(frameCount &- done, Self.pieceFrames)
            let isMoving = framesLeft > 0 || !isSettled
            if isMoving {
                if isInEars || wish.way.isEars {
                    // The place of a panned voice matters less from frame to frame than the delays of two ears. Steps
                    // end where the rows of the ears do.
                    if !isTurning { count = min(count, EarMix.segmentFrames) }
                } else if framesLeft > 0 {
                    count = min(count, framesLeft)
                }
                isTurning = false
            }
            let before = now
            move(count)
            let samples = takeIn(input, done, count, before, wish, scene)
            if isMoving { aim(wish, scene) }
            paint(samples, done, count, isMoving, wish, scene)
            keep(count)
            done &+= count
        }
        quietFrames = input == nil ? min(quietFrames &+ frameCount, Int.max / 2) : 0
    }

    /// The path that becomes the heard one next.
    private var nextPath: EarPath {
        @_noAllocation @_noLocks get { EarPath(memory + (1 &- pair) &* EarPath.floatCount) }
    }

    // MARK: Gliding

    /// Sets the target of the next glide; the first target after a reset is reached at once.
    @_noAllocation @_noLocks
    private mutating func set(_ wish: VoiceWish, _ scene: VoiceScene, _ frameCount: Int) {
        if seenScene != scene.number { (seenScene, isSettled) = (scene.number, false) }
        if !isPlaced {
            isPlaced = true
            isSettled = false
            now = wish.values
            goal = wish.values
            framesLeft = 0
            (way, hasDelays, head) = (wish.way, wish.hasDelays, wish.head.number)
            // The first block after a reset starts at full gain, without a fade.
            if !wish.way.isEars {
                aim(wish, scene)
                for channel in 0..<scene.channelCount { gains[channel] = nextGains[channel] }
            }
            return
        }
        let isOther = wish.way.isEars && (wish.hasDelays != hasDelays || wish.head.number != head)
        if wish.way.number != way.number || isOther {
            (way, hasDelays, head) = (wish.way, wish.hasDelays, wish.head.number)
            (isSettled, isTurning) = (false, true)
        }
        if wish.way.isFixed, isSettled { isSettled = hasGains(of: wish, scene) }
        if goal.isSame(wish.values) { return }
        goal = wish.values
        framesLeft = max(frameCount, Int(0.01 * scene.sampleRate))
        isSettled = false
    }

    @_noAllocation @_noLocks
    private func hasGains(of wish: VoiceWish, _ scene: VoiceScene) -> Bool {
        guard let wanted = wish.gains else { return !isSounding }
        for channel in 0..<scene.channelCount
        where gains[channel] != wanted[channel &* wish.stride] * now.volume { return false }
        return true
    }

    /// Goes on by some frames of the way.
    @_noAllocation @_noLocks
    private mutating func move(_ count: Int) {
        if framesLeft == 0 { return }
        if count >= framesLeft {
            (now, framesLeft) = (goal, 0)
        } else {
            now.move(to: goal, by: Float(count) / Float(framesLeft))
            framesLeft &-= count
        }
    }

    /// Computes the gains and filters of the place that has been reached.
    @_noAllocation @_noLocks
    private mutating func aim(_ wish: VoiceWish, _ scene: VoiceScene) {
        isSettled = framesLeft == 0
        let distance = now.place.length
        var gain = now.volume
        if wish.hasDistance { gain *= scene.curve.gain(at: distance) }
        if scene.send != nil, !wish.way.isFixed { gain *= RealtimeMath.cos(now.blend * (Float.pi / 2)) }
        for channel in 0..<scene.channelCount { nextGains[channel] = 0 }
        switch wish.way {
        case .fixed:
            guard let wanted = wish.gains else { return }
            for channel in 0..<scene.channelCount {
                nextGains[channel] = wanted[channel &* wish.stride] * now.volume
            }
        case .equalPower:
            // The sine of the lateral angle; half of the power goes over with it, so that the sum stays.
            let side = distance > 1e-4 ? min(max(now.place.x / distance, -1), 1) : 0
            nextGains[scene.left] = gain * RealtimeMath.sqrt((1 - side) / 2)
            nextGains[scene.right] = gain * RealtimeMath.sqrt((1 + side) / 2)
        case .ring:
            let place = distance > 1e-4 ? now.place : .ahead
            if let rows = wish.gains {
                place.decode(rows, channelCount: scene.channelCount, into: nextGains)
            } else {
                scene.ring.pan(place, into: nextGains)
            }
            for channel in 0..<scene.channelCount { nextGains[channel] *= gain }
        case .ears:
            nextDelays = scene.heads.mix(of: wish.head).pointee.head.ears(
                distance > 1e-4 ? now.place : .ahead, near: NearField(now.place, distance), gain: gain,
                hasDelays: wish.hasDelays, into: nextPath)
        }
    }

    // MARK: Samples

    /// Gives the reverberation its share, and the samples that go to the outputs.
    @_noAllocation @_noLocks
    private mutating func takeIn(
        _ input: UnsafePointer<Float>?, _ start: Int, _ count: Int, _ before: VoiceValues, _ wish: VoiceWish,
        _ scene: VoiceScene
    ) -> UnsafePointer<Float> {
        let needsPast = wish.way.isEars || isInEars
        let isMuffled =
            before.occlusion != 0 || now.occlusion != 0 || before.obstruction != 0 || now.obstruction != 0
        if needsPast, !hasPast {
            Mixing.clear(room, frameCount: Self.pastFrames)
            (write, hasPast) = (Self.pastFrames, true)
        } else if needsPast, write &+ count > Self.roomFrames {
            Mixing.copy(room + (write &- Self.pastFrames), into: room, frameCount: Self.pastFrames)
            write = Self.pastFrames
        }
        if !needsPast { hasPast = false }
        let own = needsPast ? room + write : scene.scratch
        let middle = scene.scratch + Self.pieceFrames
        guard let input else {
            Mixing.clear(own, frameCount: count)
            return UnsafePointer(own)
        }
        let source = input + start
        guard isMuffled else {
            (occluded, obstructed) = (source[count &- 1], source[count &- 1])
            sendOn(source, start, count, before, wish, scene)
            if !needsPast { return source }
            Mixing.copy(source, into: own, frameCount: count)
            return UnsafePointer(own)
        }
        muffle(source, into: middle, count, from: before.occlusion, to: now.occlusion, &occluded)
        sendOn(middle, start, count, before, wish, scene)
        muffle(middle, into: own, count, from: before.obstruction, to: now.obstruction, &obstructed)
        return UnsafePointer(own)
    }

    @_noAllocation @_noLocks
    private func sendOn(
        _ samples: UnsafePointer<Float>, _ start: Int, _ count: Int, _ before: VoiceValues, _ wish: VoiceWish,
        _ scene: VoiceScene
    ) {
        guard let send = scene.send, !wish.way.isFixed, before.blend > 0 || now.blend > 0 else { return }
        var ramp = GainRamp(share(before, wish, scene))
        ramp.glide(to: share(now, wish, scene), frames: count)
        ramp.add(samples, to: send + start, frameCount: count)
    }

    @_noAllocation @_noLocks
    private func share(_ values: VoiceValues, _ wish: VoiceWish, _ scene: VoiceScene) -> Float {
        let heard = wish.hasDistance ? scene.curve.gain(at: values.place.length) : 1
        return heard * values.volume * RealtimeMath.sin(values.blend * (Float.pi / 2))
    }

    /// A low-pass whose pole goes from one place to another.
    @_noAllocation @_noLocks
    private func muffle(
        _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, _ count: Int, from: Float, to: Float,
        _ memory: inout Float
    ) {
        let step = (to - from) / Float(count)
        var (pole, last) = (from, memory)
        for index in 0..<count {
            pole += step
            last = source[index] + pole * (last - source[index])
            target[index] = last
        }
        memory = last.isFinite ? last : 0
    }

    /// Adds the voice to the outputs.
    @_noAllocation @_noLocks
    private mutating func paint(
        _ samples: UnsafePointer<Float>, _ start: Int, _ count: Int, _ isMoving: Bool, _ wish: VoiceWish,
        _ scene: VoiceScene
    ) {
        for channel in 0..<scene.channelCount {
            let (from, to) = (gains[channel], isMoving ? nextGains[channel] : gains[channel])
            if from == 0 && to == 0 { continue }
            if from == to {
                Mixing.add(samples, gain: to, to: scene.outputs[channel] + start, frameCount: count)
            } else {
                var ramp = GainRamp(from)
                ramp.glide(to: to, frames: count)
                ramp.add(samples, to: scene.outputs[channel] + start, frameCount: count)
                gains[channel] = to
            }
        }
        if isInEars || wish.way.isEars { hear(samples, start, count, isMoving, wish, scene) }
    }

    /// Goes on in the memory of the past.
    @_noAllocation @_noLocks
    private mutating func keep(_ count: Int) {
        if hasPast { write &+= count }
        isFresh = false
    }
}

extension VoiceWay {
    // Equality of an enumeration is not for the render thread.
    var number: Int {
        @_noAllocation @_noLocks get {
            switch self {
            case .fixed: 0
            case .equalPower: 1
            case .ears: 2
            case .ring: 3
            }
        }
    }

    var isFixed: Bool {
        @_noAllocation @_noLocks get { number == 0 }
    }

    package var isEars: Bool {
        @_noAllocation @_noLocks get { number == 2 }
    }

    package var isRing: Bool {
        @_noAllocation @_noLocks get { number == 3 }
    }
}

extension VoiceHead {
    var number: Int {
        @_noAllocation @_noLocks get {
            switch self {
            case .sphere: 0
            case .plain: 1
            case .fine: 2
            case .own: 3
            }
        }
    }
}

extension VoiceValues {
    @_noAllocation @_noLocks
    func isSame(_ other: VoiceValues) -> Bool {
        place.x == other.place.x && place.y == other.place.y && place.z == other.place.z && volume == other.volume
            && blend == other.blend && occlusion == other.occlusion && obstruction == other.obstruction
    }

    @_noAllocation @_noLocks
    mutating func move(to goal: VoiceValues, by part: Float) {
        place.x += (goal.place.x - place.x) * part
        place.y += (goal.place.y - place.y) * part
        place.z += (goal.place.z - place.z) * part
        volume += (goal.volume - volume) * part
        blend += (goal.blend - blend) * part
        occlusion += (goal.occlusion - occlusion) * part
        obstruction += (goal.obstruction - obstruction) * part
    }

    /// The pole of the low-pass that takes so many decibels at 5 kHz.
    ///
    /// - Parameter decibels: -100 to 0.
    @_noAllocation @_noLocks
    package static func pole(decibelsAt5kHz decibels: Float, sampleRate: Double) -> Float {
        if !(decibels < -0.01) { return 0 }
        let level = RealtimeMath.pow(10, Double(max(decibels, -100)) / 10)
        let cosine = RealtimeMath.cos(min(2 * Double.pi * 5_000 / sampleRate, Double.pi))
        // (1 - p)^2 = level (1 - 2 p cos + p^2), solved for the p below 1.
        let half = (1 - level * cosine) / (1 - level)
        return Float(half - RealtimeMath.sqrt(max(half * half - 1, 0)))
    }
}
