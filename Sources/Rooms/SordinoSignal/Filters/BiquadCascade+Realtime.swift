import CKernels

extension BiquadCascade {
    /// Sets a section out for coefficients.
    ///
    /// - Parameter frames: Of the way; 0 to be there at once.
    @_noAllocation @_noLocks
    package func aim(_ index: Int, at target: Biquad, frames: Int) {
        let section = sections + index
        if section.pointee.isIdle {
            if target.isIdentity { return }
            section.pointee.isIdle = false
            repack(adding: index, removing: -1)
        }
        let place = place(of: index)
        section.pointee.target = target
        section.pointee.framesLeft = frames
        if frames > 0 {
            write(coefficients(at: place).step(to: target, frames: frames), to: steps, at: place)
        } else {
            write(target, to: now, at: place)
            write(Biquad(resting: ()), to: steps, at: place)
        }
    }

    /// Filters a piece; in place where input and output are the same.
    @_noAllocation @_noLocks
    package func render(
        _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        into outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        if activeCount.pointee == 0 {
            for channel in 0..<channelCount where inputs[channel] != outputs[channel] {
                Mixing.copy(inputs[channel], into: outputs[channel], frameCount: frameCount)
            }
            return
        }
        var done = 0
        while done < frameCount {
            var frames = frameCount &- done
            var isMoving = false
            for place in 0..<activeCount.pointee {
                let left = sections[order[place]].framesLeft
                if left > 0 { (frames, isMoving) = (min(frames, left), true) }
            }
            run(inputs, outputs, from: done, frames: frames, isMoving: isMoving)
            if isMoving { land(frames) }
            done &+= frames
        }
    }

    /// Sets memories below -300 dB to zero, and takes sections that pass everything on out of work.
    @_noAllocation @_noLocks
    package func calm() {
        let groups = (activeCount.pointee &+ 3) / 4
        for index in 0..<groups &* 16 &* ((channelCount &+ 1) / 2) where abs(memories[index]) < 1e-15 {
            memories[index] = 0
        }
        for place in 0..<activeCount.pointee {
            let section = sections[order[place]]
            if section.framesLeft == 0 && section.target.isIdentity && isAtRest(place) {
                sections[order[place]].isIdle = true
                return repack(adding: -1, removing: order[place])
            }
        }
    }

    /// Sets the memories of all sections at work to zero.
    @_noAllocation @_noLocks
    package func clear() {
        let groups = (activeCount.pointee &+ 3) / 4
        for index in 0..<groups &* 16 &* ((channelCount &+ 1) / 2) { memories[index] = 0 }
    }

    /// Indicates whether silence stays silence.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            let groups = (activeCount.pointee &+ 3) / 4
            for index in 0..<groups &* 16 &* ((channelCount &+ 1) / 2) where memories[index] != 0 { return false }
            return true
        }
    }

    // MARK: Steps

    @_noAllocation @_noLocks
    private func run(
        _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, from start: Int, frames: Int, isMoving: Bool
    ) {
        let groups = (activeCount.pointee &+ 3) / 4
        var channel = 0
        while channel < channelCount {
            // An odd last channel is computed twice.
            let other = min(channel &+ 1, channelCount &- 1)
            let isLast = channel &+ 2 >= channelCount
            let memory = memories + channel / 2 &* groups &* 16
            ckernels_biquads(
                now, isMoving ? steps : nil, isMoving && isLast ? now : nil, memory, groups,
                inputs[channel] + start, inputs[other] + start, outputs[channel] + start, outputs[other] + start,
                frames)
            channel &+= 2
        }
    }

    /// Counts the frames of the ways, and ends those that are over.
    @_noAllocation @_noLocks
    private func land(_ frames: Int) {
        for place in 0..<activeCount.pointee {
            let section = sections + order[place]
            if section.pointee.framesLeft == 0 { continue }
            section.pointee.framesLeft &-= frames
            if section.pointee.framesLeft == 0 {
                write(section.pointee.target, to: now, at: place)
                write(Biquad(resting: ()), to: steps, at: place)
            }
        }
    }

    // MARK: Places

    /// Returns the number of working sections before this one.
    @_noAllocation @_noLocks
    private func place(of section: Int) -> Int {
        for place in 0..<activeCount.pointee where order[place] == section { return place }
        return 0
    }

    @_noAllocation @_noLocks
    private func coefficients(at place: Int) -> Biquad {
        let first = now + (place / 4 &* 40 &+ place % 4 &* 2)
        return Biquad(first[0], first[8], first[16], first[24], first[32])
    }

    @_noAllocation @_noLocks
    private func write(_ biquad: Biquad, to rows: UnsafeMutablePointer<Double>, at place: Int) {
        let first = rows + (place / 4 &* 40 &+ place % 4 &* 2)
        for lane in 0..<2 {
            first[lane] = biquad.b0
            first[8 &+ lane] = biquad.b1
            first[16 &+ lane] = biquad.b2
            first[24 &+ lane] = biquad.a1
            first[32 &+ lane] = biquad.a2
        }
    }

    @_noAllocation @_noLocks
    private func memory(at place: Int, channel: Int, groups: Int) -> UnsafeMutablePointer<Double> {
        memories + ((channel / 2 &* groups &+ place / 4) &* 16 &+ place % 4 &* 2 &+ channel % 2)
    }

    /// Indicates whether a section remembers nothing.
    @_noAllocation @_noLocks
    private func isAtRest(_ place: Int) -> Bool {
        let groups = (activeCount.pointee &+ 3) / 4
        for channel in 0..<channelCount {
            let memory = memory(at: place, channel: channel, groups: groups)
            if memory[0] != 0 || memory[8] != 0 { return false }
        }
        return true
    }

    /// Changes the set of sections at work; the memories and glides of the others are kept.
    @_noAllocation @_noLocks
    private func repack(adding added: Int, removing removed: Int) {
        let count = activeCount.pointee
        unpack()
        if added >= 0 {
            for channel in 0..<channelCount {
                resting[added &* channelCount &+ channel].s1 = 0
                resting[added &* channelCount &+ channel].s2 = 0
            }
            var place = count
            while place > 0 && order[place &- 1] > added {
                order[place] = order[place &- 1]
                move(place &- 1, to: place)
                place &-= 1
            }
            order[place] = added
            write(Biquad(), to: now, at: place)
            write(Biquad(resting: ()), to: steps, at: place)
            activeCount.pointee = count &+ 1
        } else {
            var place = place(of: removed)
            while place &+ 1 < count {
                order[place] = order[place &+ 1]
                move(place &+ 1, to: place)
                place &+= 1
            }
            activeCount.pointee = count &- 1
        }
        pack()
    }

    /// Moves the memories of all sections at work to their places by section, where they stay while the order changes.
    @_noAllocation @_noLocks
    private func unpack() {
        let groups = (activeCount.pointee &+ 3) / 4
        for place in 0..<activeCount.pointee {
            for channel in 0..<channelCount {
                let memory = memory(at: place, channel: channel, groups: groups)
                resting[order[place] &* channelCount &+ channel].s1 = memory[0]
                resting[order[place] &* channelCount &+ channel].s2 = memory[8]
            }
        }
    }

    /// Puts it back in the new order.
    @_noAllocation @_noLocks
    private func pack() {
        let groups = (activeCount.pointee &+ 3) / 4
        // Places that fill a group up let everything pass.
        for place in activeCount.pointee..<groups &* 4 {
            write(Biquad(), to: now, at: place)
            write(Biquad(resting: ()), to: steps, at: place)
        }
        for index in 0..<groups &* 16 &* ((channelCount &+ 1) / 2) { memories[index] = 0 }
        for place in 0..<activeCount.pointee {
            for channel in 0..<channelCount {
                let memory = memory(at: place, channel: channel, groups: groups)
                let remembered = resting[order[place] &* channelCount &+ channel]
                memory[0] = remembered.s1
                memory[8] = remembered.s2
                if channel % 2 == 0 && channel &+ 1 == channelCount {
                    memory[1] = remembered.s1
                    memory[9] = remembered.s2
                }
            }
        }
    }

    /// Moves coefficients and steps from one place to another.
    @_noAllocation @_noLocks
    private func move(_ from: Int, to place: Int) {
        write(coefficients(at: from), to: now, at: place)
        let first = steps + (from / 4 &* 40 &+ from % 4 &* 2)
        write(Biquad(first[0], first[8], first[16], first[24], first[32]), to: steps, at: place)
    }
}

extension Biquad {
    /// No coefficient at all: the step of a section that stays.
    @_noAllocation @_noLocks
    init(resting: Void) { self.init(0, 0, 0, 0, 0) }

    @_noAllocation @_noLocks
    init(_ b0: Double, _ b1: Double, _ b2: Double, _ a1: Double, _ a2: Double) {
        self.b0 = b0
        self.b1 = b1
        self.b2 = b2
        self.a1 = a1
        self.a2 = a2
    }

    /// Indicates whether it lets everything pass as it is.
    package var isIdentity: Bool {
        @_noAllocation @_noLocks get { b0 == 1 && b1 == 0 && b2 == 0 && a1 == 0 && a2 == 0 }
    }

    @_noAllocation @_noLocks
    func step(to target: Biquad, frames: Int) -> Biquad {
        let scale = 1 / Double(frames)
        return Biquad(
            (target.b0 - b0) * scale, (target.b1 - b1) * scale, (target.b2 - b2) * scale, (target.a1 - a1) * scale,
            (target.a2 - a2) * scale)
    }
}
