import SordinoRealtime
import SordinoSignal

extension SpaceStage {
    /// Clears the tails of heads, reverberation and filter.
    @_noAllocation @_noLocks
    mutating func reset() {
        heads.reset()
        reverb.reset()
        filter.clear()
        (isSet, seenRoom) = (false, .max)
    }

    /// The scene of a block or piece, whose outputs are zeros.
    @_noAllocation @_noLocks
    func begin(
        _ values: EnvironmentValues, _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
    ) -> VoiceScene {
        var scene = VoiceScene(
            outputs: outputs, channelCount: channelCount, heads: heads, ring: ring, sampleRate: sampleRate,
            scratch: scratch)
        (scene.left, scene.right, scene.curve, scene.number) = (left, right, values.curve, sceneNumber)
        if values.isReverbOn || !wetGain.isSilent {
            Mixing.clear(send, frameCount: frameCount)
            scene.send = send
        }
        return scene
    }

    /// Adds the room and applies the volume of the whole; returns whether there is sound.
    @_noAllocation @_noLocks
    mutating func end(
        _ scene: VoiceScene, _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int,
        isHeard: Bool
    ) -> Bool {
        var sounds = isHeard
        if heads.finish(left: outputs[left], right: outputs[right], frameCount: frameCount) { sounds = true }
        if scene.send != nil, reverberate(outputs, frameCount, isSilent: !isHeard) { sounds = true }
        if sounds, !output.isUnity {
            for channel in 0..<channelCount {
                output.scale(outputs[channel], into: outputs[channel], frameCount: frameCount)
            }
        }
        output.advance(frameCount)
        return sounds
    }

    /// Sets the targets of reverberation and filter from the settings.
    @_noAllocation @_noLocks
    mutating func aim(_ values: EnvironmentValues) {
        let frames = glideFrames(sampleRate: sampleRate)
        let wetTarget = values.isReverbOn ? RealtimeMath.pow(10, values.reverbLevel / 20) : 0
        if isSet {
            output.aim(at: values.outputVolume, frames: frames)
            wetGain.aim(at: wetTarget, frames: frames)
        } else {
            output.jump(to: values.outputVolume)
            wetGain.jump(to: wetTarget)
        }
        if seenRoom != values.roomNumber {
            var room = values.room
            room.mix = 100
            reverb.set(room, frames: isSet ? frames : 0)
            filter.aim(
                0,
                at: NBandEQKernel.section(
                    isBypassed: values.filter.isBypassed, kind: values.filter.kind, hertz: values.filter.hertz,
                    decibels: values.filter.decibels, octaves: values.filter.octaves, sampleRate: sampleRate),
                frames: isSet ? frames : 0)
            seenRoom = values.roomNumber
        }
        let hasSend = values.isReverbOn || !wetGain.isSilent
        if hasSend != hadSend || !seenCurve.isSame(values.curve) {
            (hadSend, seenCurve) = (hasSend, values.curve)
            sceneNumber &+= 1
        }
        isSet = true
    }

    /// Adds the room's sound; whether there is any.
    @_noAllocation @_noLocks
    private mutating func reverberate(
        _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, isSilent: Bool
    ) -> Bool {
        if isSilent && reverb.isAtRest && filter.isAtRest {
            wetGain.advance(frameCount)
            reverb.skip(frameCount)
            return false
        }
        Mixing.copy(send, into: wet[0], frameCount: frameCount)
        Mixing.copy(send, into: wet[1], frameCount: frameCount)
        reverb.process(UnsafePointer(wet), into: UnsafePointer(wet), frameCount: frameCount, isSilent: isSilent)
        filter.render(wet, into: wet, frameCount: frameCount)
        if isSilent { filter.calm() }
        wetGain.add(wet[0], to: outputs[left], frameCount: frameCount)
        if left == right {
            wetGain.add(wet[1], to: outputs[left], frameCount: frameCount)
        } else {
            wetGain.add(wet[1], to: outputs[right], frameCount: frameCount)
        }
        wetGain.advance(frameCount)
        return true
    }

    // MARK: Inputs

    /// Adds one input; returns whether it has sound.
    @_noAllocation @_noLocks
    func render(_ input: PlacedInput, _ values: EnvironmentValues, _ scene: VoiceScene, _ frameCount: Int) -> Bool {
        let (space, buffer) = (input.space, input.buffer)
        if buffer.pointee.isSilent, space.pointee.isAtRest { return false }
        var wish = VoiceWish()
        wish.values.volume = input.volume
        wish.hasDistance = !input.hasOwnDistance
        wish.hasDelays = input.hasDelays
        switch stage(input.asked, buffer.pointee.channelCount, values) {
        case .pass: pass(input, &wish, scene, frameCount)
        case .head:
            wish.values.volume *= 0.707_106_77
            point(input, both, &wish, scene, frameCount)
        case .bed: bed(input, values, &wish, scene, frameCount)
        case .point:
            place(input.asked, values, &wish)
            wish.values.place = values.listener.seen(input.asked.position.finite)
            point(input, nil, &wish, scene, frameCount)
        }
        return true
    }

    /// Indicates whether silence in gives silence out.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get { heads.isAtRest && reverb.isAtRest && filter.isAtRest }
    }

    /// The treatment of the channels of an input.
    private enum Stage: BitwiseCopyable {
        /// They go to the outputs where they belong.
        case pass
        /// They are added up and heard from their place.
        case point
        /// They are added up and heard inside the head.
        case head
        /// Each is a distant source around the listener.
        case bed
    }

    @_noAllocation @_noLocks
    private func stage(_ asked: SpaceValues, _ channels: Int, _ values: EnvironmentValues) -> Stage {
        if asked.algorithm == 5 { return .pass }
        switch asked.sourceMode {
        case 0: return channels == 1 ? .point : .pass
        case 2:
            let isInside = values.listener.seen(asked.position.finite).length < 0.0875
            if asked.algorithm != 7 || !isInside { return .point }
            return asked.inHeadMode == 1 ? .pass : .head
        case 3: return .bed
        default: return .pass
        }
    }

    /// Chooses the rendering of a source that has a place, and sets its share of reverberation and its low-passes.
    @_noAllocation @_noLocks
    private func place(_ asked: SpaceValues, _ values: EnvironmentValues, _ wish: inout VoiceWish) {
        wish.values.blend = asked.reverbBlend
        wish.values.obstruction = VoiceValues.pole(decibelsAt5kHz: asked.obstruction, sampleRate: sampleRate)
        wish.values.occlusion = VoiceValues.pole(decibelsAt5kHz: asked.occlusion, sampleRate: sampleRate)
        if channelCount == 1 {
            wish.way = .ring
            return
        }
        switch asked.algorithm {
        case 1: (wish.way, wish.head) = (.ears, .sphere)
        case 2: (wish.way, wish.head) = (.ears, .plain)
        case 6: (wish.way, wish.head) = (.ears, .fine)
        case 3, 4: wish.way = channelCount > 2 ? .ring : .equalPower
        case 7:
            wish.way = channelCount > 2 ? .ring : values.isHeardOnHeadphones ? .ears : .equalPower
            wish.head = asked.isOwnHeadRefused ? .fine : .own
        default: wish.way = .equalPower
        }
    }

    /// Renders the channels added up by the first voice; the others fall silent.
    @_noAllocation @_noLocks
    private func point(
        _ input: PlacedInput, _ gains: UnsafePointer<Float>?, _ wish: inout VoiceWish, _ scene: VoiceScene,
        _ frameCount: Int
    ) {
        let (space, buffer) = (input.space, input.buffer)
        if gains != nil { (wish.way, wish.gains, wish.stride) = (.fixed, gains, 1) }
        let channels = buffer.pointee.channelCount
        if buffer.pointee.isSilent {
            space.pointee.voices[0].render(nil, frameCount: frameCount, wish: wish, scene: scene)
        } else if channels == 1 {
            space.pointee.voices[0].render(
                samples(input, 0), frameCount: frameCount, wish: wish, scene: scene)
        } else {
            let share = 1 / Float(channels)
            Mixing.scale(
                buffer.pointee.channels[0] + input.offset, gain: share, into: mono, frameCount: frameCount)
            for channel in 1..<channels {
                Mixing.add(
                    buffer.pointee.channels[channel] + input.offset, gain: share, to: mono, frameCount: frameCount)
            }
            space.pointee.voices[0].render(UnsafePointer(mono), frameCount: frameCount, wish: wish, scene: scene)
        }
        silence(input, from: 1, scene, frameCount)
    }

    /// Renders every channel to the outputs where it belongs.
    @_noAllocation @_noLocks
    private func pass(
        _ input: PlacedInput, _ wish: inout VoiceWish, _ scene: VoiceScene, _ frameCount: Int
    ) {
        let (space, buffer) = (input.space, input.buffer)
        let channels = buffer.pointee.channelCount
        wish.way = .fixed
        for channel in 0..<min(space.pointee.voiceCount, channels) {
            if let fold = input.fold {
                (wish.gains, wish.stride) = (fold + channel, channels)
            } else if channels == 1 {
                (wish.gains, wish.stride) = (both, 1)
            } else {
                (wish.gains, wish.stride) = (straight + channel, SpatialVoice.channelLimit)
            }
            space.pointee.voices[channel].render(
                samples(input, channel), frameCount: frameCount, wish: wish, scene: scene)
        }
    }

    /// Renders every channel as a distant source around the listener.
    @_noAllocation @_noLocks
    private func bed(
        _ input: PlacedInput, _ values: EnvironmentValues, _ wish: inout VoiceWish, _ scene: VoiceScene,
        _ frameCount: Int
    ) {
        let (space, buffer) = (input.space, input.buffer)
        place(input.asked, values, &wish)
        wish.hasDistance = false
        // The bed's front points to where its source is.
        let front = input.asked.position.finite
        let flat = RealtimeMath.sqrt(front.x * front.x + front.z * front.z)
        let (sine, cosine) = flat > 1e-4 ? (front.x / flat, 0 - front.z / flat) : (0, 1)
        let isField = space.pointee.decoder != nil
        var bend: UnsafePointer<Float>?
        if isField, !wish.way.isEars {
            let order = buffer.pointee.channelCount == 4 ? 1 : buffer.pointee.channelCount == 9 ? 2 : 3
            wish.values.volume *= order == 1 ? fieldGains.first : order == 2 ? fieldGains.second : fieldGains.third
            if let fieldRows, wish.way.isRing {
                wish.gains = fieldRows + (order &- 1) &* Self.decoderLength
            } else {
                bend = fieldBends + (order &- 1) &* Self.bendLength
            }
        }
        let count = isField ? space.pointee.voiceCount : min(space.pointee.voiceCount, buffer.pointee.channelCount)
        for channel in 0..<count {
            let own = space.pointee.directions[channel]
            let place = values.listener.turned(
                SpacePoint(own.x * cosine - own.z * sine, own.y, own.z * cosine + own.x * sine))
            if let bend { wish.values.place = place.bent(bend) } else { wish.values.place = place }
            space.pointee.voices[channel].render(
                isField ? decoded(input, channel, wish.way.isEars, frameCount) : samples(input, channel),
                frameCount: frameCount, wish: wish, scene: scene)
        }
    }

    /// The samples of a sound field in one of its directions; nil for silence.
    @_noAllocation @_noLocks
    private func decoded(_ input: PlacedInput, _ direction: Int, _ isForEars: Bool, _ frameCount: Int)
        -> UnsafePointer<Float>?
    {
        let (space, buffer) = (input.space, input.buffer)
        guard let decoder = space.pointee.decoder, !buffer.pointee.isSilent else { return nil }
        let channels = buffer.pointee.channelCount
        let row = decoder + (direction &+ (isForEars ? 0 : space.pointee.voiceCount)) &* channels
        Mixing.scale(buffer.pointee.channels[0] + input.offset, gain: row[0], into: mono, frameCount: frameCount)
        for channel in 1..<channels {
            Mixing.add(
                buffer.pointee.channels[channel] + input.offset, gain: row[channel], to: mono, frameCount: frameCount)
        }
        return UnsafePointer(mono)
    }

    /// Lets voices that are not used fall silent.
    @_noAllocation @_noLocks
    private func silence(
        _ input: PlacedInput, from first: Int, _ scene: VoiceScene, _ frameCount: Int
    ) {
        let space = input.space
        if first >= space.pointee.voiceCount { return }
        let wish = VoiceWish()
        for voice in first..<space.pointee.voiceCount where space.pointee.voices[voice].isSounding {
            space.pointee.voices[voice].render(
                samples(input, voice), frameCount: frameCount, wish: wish, scene: scene)
        }
    }

    @_noAllocation @_noLocks
    private func samples(_ input: PlacedInput, _ channel: Int) -> UnsafePointer<Float>? {
        let buffer = input.buffer
        if buffer.pointee.isSilent || channel >= buffer.pointee.channelCount { return nil }
        return UnsafePointer(buffer.pointee.channels[channel] + input.offset)
    }
}

extension SpaceInputState {
    /// Indicates whether silence in gives silence out.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            for voice in 0..<voiceCount where !voices[voice].isAtRest { return false }
            return true
        }
    }
}
