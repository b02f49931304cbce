extension ChannelMatrix {
    /// A fold from one layout to another by the coefficients of ITU-R BS.775-3; see `gains(from:to:)`.
    ///
    /// - Returns: Nil where `gains` gives nil.
    package convenience init?(
        from sources: [ChannelPlace], to targets: [ChannelPlace], lowFrequencyGain: Float = 0
    ) {
        guard let gains = Self.gains(from: sources, to: targets, lowFrequencyGain: lowFrequencyGain) else { return nil }
        self.init(inputCount: sources.count, outputCount: targets.count, gains: gains)
    }

    /// The gains by which a source is heard wherever sounds of different channels meet: in mixers, players, outputs and
    /// converters that downmix.
    ///
    /// The coefficients are those of ITU-R BS.775-3 as it has them: a channel whose place is there keeps its level, and
    /// sums may exceed full scale, which floats can hold.
    /// - Parameters:
    ///   - sources: A place for each channel; nil for the usual ones of their count, which also count if any place is
    ///     no loudspeaker.
    ///   - targets: The same.
    /// - Returns: A row for each target. Nil where channels are matched by number: equal layouts; one channel, where
    ///   left and right are the first two; two channels into one, which receives their mean; and unknown layouts.
    package static func fold(
        from sources: [ChannelPlace]?, channelCount inputCount: Int, to targets: [ChannelPlace]?,
        channelCount outputCount: Int
    ) -> [Float]? {
        guard max(inputCount, outputCount) > 2 else { return nil }
        guard let from = loudspeakers(sources, inputCount), let to = loudspeakers(targets, outputCount), from != to
        else { return nil }
        if inputCount == 1 {
            // In both fronts, even where there is a centre.
            let fronts = Set([ChannelPlace.left, .right].compactMap { to.firstIndex(of: $0) })
            if fronts == [0, 1] { return nil }
            if fronts.count == 2 { return to.indices.map { fronts.contains($0) ? 1 : 0 } }
        }
        return gains(from: from, to: to)
    }

    private static func loudspeakers(_ places: [ChannelPlace]?, _ channelCount: Int) -> [ChannelPlace]? {
        guard let places, places.count == channelCount, places.allSatisfy(\.isLoudspeaker) else {
            return ChannelPlace.usual(channelCount: channelCount)
        }
        return places
    }

    /// The gains of a fold from one layout to another, row by row, a row for each target.
    ///
    /// A channel whose place the target has goes there unchanged. Others follow the recommendation, as far as it goes,
    /// and our choice beyond it (`Documentation/converter.md` has the tables). Upwards nothing is invented: places that
    /// the source does not have stay silent, except that mono is heard in both fronts.
    ///
    /// - Parameters:
    ///   - lowFrequencyGain: At which low-frequency effects are heard in the fronts when the target has no channel for
    ///     them; the recommendation leaves them out.
    /// - Returns: Nil if a list is empty, or if a source has a place about which nothing is known (ambisonics, numbered
    ///   channels) and which the target does not have: then a map is needed.
    package static func gains(
        from sources: [ChannelPlace], to targets: [ChannelPlace], lowFrequencyGain: Float = 0
    ) -> [Float]? {
        guard !sources.isEmpty, !targets.isEmpty else { return nil }
        var gains = [Float](repeating: 0, count: sources.count * targets.count)
        let fold = Fold(sources: sources, targets: targets, lowFrequencyGain: lowFrequencyGain)
        var taken: Set<Int> = []
        for (column, place) in sources.enumerated() {
            // Two channels of one place and two loudspeakers for it: each to its own.
            if let row = targets.indices.first(where: { targets[$0] == place && !taken.contains($0) }) {
                taken.insert(row)
                gains[row * sources.count + column] = 1
                continue
            }
            guard targets.contains(place) || ChannelFold.isKnown(place) else { return nil }
            fold.spread(place, gain: 1, depth: 0) { row, gain in gains[row * sources.count + column] += gain }
        }
        return gains
    }

    /// The fold from one layout to another.
    private struct Fold {
        let sources: [ChannelPlace]
        let targets: [ChannelPlace]
        let lowFrequencyGain: Float

        /// More moves than this lead nowhere: from a height over surround, front and centre to mono are five.
        private static let longestWay = 8

        func spread(_ place: ChannelPlace, gain: Float, depth: Int, to hear: (Int, Float) -> Void) {
            if let row = targets.firstIndex(of: place) { return hear(row, gain) }
            guard depth < Self.longestWay, gain != 0 else { return }
            if ChannelFold.isLowFrequency(place) { return spreadLow(gain: gain, depth: depth, to: hear) }
            let homes = ChannelFold.homes(of: place)
            guard let home = homes.first(where: { fits($0) }) ?? homes.last else { return }
            for share in shares(of: home) {
                spread(share.place, gain: gain * share.gain, depth: depth + 1, to: hear)
            }
        }

        private func spreadLow(gain: Float, depth: Int, to hear: (Int, Float) -> Void) {
            for place in [ChannelPlace.lowFrequency, .lowFrequency2, .lowFrequency3] {
                if let row = targets.firstIndex(of: place) { return hear(row, gain) }
            }
            for place in [ChannelPlace.left, .right] {
                spread(place, gain: gain * lowFrequencyGain * ChannelFold.half, depth: depth + 1, to: hear)
            }
        }

        private func fits(_ home: ChannelFold.Home) -> Bool {
            shares(of: home).allSatisfy { targets.contains($0.place) }
        }

        private func shares(of home: ChannelFold.Home) -> [ChannelFold.Share] {
            switch home {
            case .shares(let shares): shares
            case .neighbour(let place): [(place, sources.contains(place) ? ChannelFold.half : 1)]
            }
        }
    }
}
