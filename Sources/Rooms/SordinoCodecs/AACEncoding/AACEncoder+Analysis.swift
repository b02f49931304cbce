extension AACEncoder {
    /// Plans the windows of an element's frame, transforms it, and computes what noise in it would be worth.
    func analyse(_ element: AACEncoderElement, price: Float) {
        planWindows(element)
        let plan = element.plan
        for channel in element.channels {
            if let lowDelayBank {
                lowDelayBank.transform(channel.samples, channel.raw)
            } else {
                filterbank.transform(channel.samples, plan, channel.raw)
            }
            channel.shaping.order = 0
            if plan.isShort {
                weighShort(channel, plan)
                continue
            }
            weighLong(channel, isLow: element.kind == .lowFrequency)
            guard element.kind != .lowFrequency else { continue }
            if unsteadiness(channel) > Self.unsteadinessLimit {
                channel.shape(firstBand: shapingBand, limit: shapingLimit, allBands: longBands.count &- 1)
            }
            if isSparing && channel.shaping.order == 0 { channel.substituteNoise(firstBand: noiseBand, price: price) }
        }
        element.decideStereo(price: price, firstIntensityBand: isSparing && !plan.isShort ? noiseBand : Int.max)
        for channel in element.channels { channel.prepareTrials() }
    }

    /// Finds attacks in the next frame and chooses the sequence of windows.
    private func planWindows(_ element: AACEncoderElement) {
        var plan = element.plan
        plan.lastShape = plan.shape
        let last = plan.sequence
        guard core.objectType == .lowComplexity, element.kind != .lowFrequency else {
            // Low delay has no short windows, but examines how steady the newest samples are.
            let newest = (element.channels.first?.sampleCount ?? 0) &- lineCount
            if core.objectType != .lowComplexity {
                for channel in element.channels {
                    _ = channel.attack.find(channel.samples + newest, count: lineCount)
                }
            }
            element.plan = plan
            return
        }
        let part = element.attackNext
        var isShort = element.isShortNext
        var next: Int?
        for channel in element.channels {
            if let found = channel.attack.find(channel.samples + 1536, count: 1024) { next = min(next ?? 8, found) }
        }
        element.isShortNext = next != nil
        element.attackNext = next ?? 0
        // A long window cannot both follow and precede short ones.
        let isAfterShort = last == .short || last == .start
        if last == .start { isShort = true }
        if last == .short && next != nil { isShort = true }
        if isShort {
            plan.sequence = .short
        } else if isAfterShort {
            plan.sequence = .stop
        } else {
            plan.sequence = next != nil ? .start : .long
        }
        plan.groupCount = 1
        if plan.isShort { group(element, &plan, attack: part) }
        element.plan = plan
    }

    /// Indicates how unsteady the middle of the block is.
    private func unsteadiness(_ channel: AACEncoderChannel) -> Float {
        let attack = channel.attack
        let before = AACAttackDetector.unsteadiness(attack.energiesBefore)
        return lowDelay ? max(before, AACAttackDetector.unsteadiness(attack.energies)) : before
    }

    /// The unsteadiness from which on noise is shaped in time.
    static let unsteadinessLimit: Float = 1.5
    private var lowDelay: Bool { core.objectType != .lowComplexity }

    /// Groups short windows of similar energy; the attack begins a group.
    private func group(_ element: AACEncoderElement, _ plan: inout AACWindowPlan, attack: Int) {
        var energies = SIMD8<Float>(repeating: 1)
        for channel in element.channels { energies += channel.attack.energiesBefore }
        var lengths = SIMD8<Int32>(repeating: 0)
        var (count, reference): (Int, Float) = (0, 0)
        for window in 0..<8 {
            let energy = energies[window]
            let isAlike = energy < Self.groupRatio * reference && energy * Self.groupRatio > reference
            // Seven and more groups have too many scalefactors.
            if count > 0 && window != attack && (isAlike || count >= 6) {
                lengths[count &- 1] += 1
            } else {
                lengths[count & 7] = 1
                count &+= 1
                reference = energy
            }
        }
        plan.groupLengths = lengths
        plan.groupCount = count
    }

    /// The ratio of energies up to which windows share their scalefactors.
    static let groupRatio: Float = 4

    /// Computes the weights of a long window's bands, and stores its lines.
    private func weighLong(_ channel: AACEncoderChannel, isLow: Bool) {
        let count = lineCount
        let (raw, power) = (channel.raw, channel.power)
        powers(raw, power, count: count)
        longHearing.weigh(power: power, memory: channel.longMemory, rise: Self.longRise, weights: channel.rawWeights)
        let bands = isLow ? min(longLimit, 4) : longLimit
        channel.bandsPerGroup = bands
        channel.bandCount = bands
        for band in 0...bands { channel.bandStart[band] = longBands[band] }
        channel.lines.update(from: raw, count: count)
        for band in 0..<bands {
            channel.weights[band] = channel.rawWeights[band]
            channel.fixedBooks[band] = 0
        }
    }

    /// The most by which the mask of a block may exceed that of the one before: control of pre-echoes.
    static let longRise: Float = 4
    /// The same from one short window to the next.
    static let shortRise: Float = 4

    /// Computes the weights of eight short windows' bands by group, and stores their lines grouped.
    private func weighShort(_ channel: AACEncoderChannel, _ plan: AACWindowPlan) {
        let bands = shortLimit
        channel.bandsPerGroup = bands
        channel.bandCount = bands &* plan.groupCount
        var window = 0
        var (line, band) = (0, 0)
        for group in 0..<plan.groupCount {
            let length = Int(plan.groupLengths[group & 7])
            for index in 0..<bands { channel.weights[band &+ index] = 0 }
            for index in 0..<length {
                let raw = channel.raw + (window &+ index) &* 128
                powers(raw, channel.power, count: 128)
                shortHearing.weigh(
                    power: channel.power, memory: channel.shortMemory, rise: Self.shortRise, weights: channel.rawWeights
                )
                for b in 0..<bands { channel.weights[band &+ b] += channel.rawWeights[b] * (0.125 / Float(length)) }
            }
            for b in 0..<bands {
                channel.bandStart[band &+ b] = line
                channel.fixedBooks[band &+ b] = 0
                for index in 0..<length {
                    let raw = channel.raw + (window &+ index) &* 128
                    for place in shortBands[b]..<shortBands[b &+ 1] {
                        channel.lines[line] = raw[place]
                        line &+= 1
                    }
                }
            }
            window &+= length
            band &+= bands
        }
        channel.bandStart[band] = line
    }

    /// Estimates the power spectrum from the lines: the neighbours' difference stands for the missing quadrature part.
    private func powers(_ lines: UnsafePointer<Float>, _ power: UnsafeMutablePointer<Float>, count: Int) {
        power[0] = lines[0] * lines[0]
        power[count &- 1] = lines[count &- 1] * lines[count &- 1]
        for line in 1..<(count &- 1) {
            let other = lines[line &+ 1] - lines[line &- 1]
            power[line] = (lines[line] * lines[line] + other * other) * 0.3333333
        }
    }
}
