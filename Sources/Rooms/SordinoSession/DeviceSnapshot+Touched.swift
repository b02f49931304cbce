import SordinoPolicy

extension DeviceSnapshot {
    /// The sessions whose getters answer otherwise than they did with `old`, ascending; nil for all.
    ///
    /// A session that is left out keeps a copy that differs and answers alike: whether an app other than itself plays.
    func sessionsTouched(since old: DeviceSnapshot) -> [AppID]? {
        var rest = old
        rest.playing = playing
        rest.playingWithoutMixing = playingWithoutMixing
        rest.callRecorders = callRecorders
        guard rest == self else { return nil }
        var touched = Set<AppID>()
        for (before, now) in [
            (old.playing, playing), (old.playingWithoutMixing, playingWithoutMixing),
            (old.callRecorders, callRecorders),
        ] {
            guard let apps = Players.touched(from: before, to: now) else { return nil }
            touched.formUnion(apps)
        }
        return touched.sorted()
    }
}

extension Players {
    /// The apps for which "another is among them" has changed; nil for all, or all but one.
    fileprivate static func touched(from old: Players, to new: Players) -> Set<AppID>? {
        switch (old, new) {
        case (.nobody, .nobody), (.several, .several): []
        // Only the app that was or is the single player sees a difference: for all others another app plays before and
        // after.
        case (.only(let app), .several), (.several, .only(let app)): [app]
        case (.only(let before), .only(let now)): before == now ? [] : [before, now]
        case (.nobody, .only), (.nobody, .several), (.only, .nobody), (.several, .nobody): nil
        }
    }
}
