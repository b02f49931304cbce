// The timeline as text: one sentence for each moment of change, without technical terms.

extension Timeline {
    /// The sentence for one moment.
    package struct Sentence: Equatable {
        package var seconds: Double
        package var text: String

        package init(seconds: Double, text: String) {
            self.seconds = seconds
            self.text = text
        }
    }

    /// Changes within this time belong to the same moment, because a program fades before it is silent.
    private static let momentSeconds = 0.6
    /// A device event later than this begins another moment.
    private static let eventSeconds = 0.1

    /// A sentence for each moment, in order; the first describes the state at the beginning.
    package var sentences: [Sentence] {
        var times = events.map(\.seconds)
        for app in apps {
            times += app.actions.map(\.seconds) + app.states.flatMap { [$0.from, $0.to] } + app.gains.map(\.from)
        }
        var moments: [(first: Double, last: Double)] = []
        for time in times.sorted() where time < durationSeconds {
            let isEvent = events.contains { $0.seconds == time }
            if let moment = moments.last,
                time - moment.first < (isEvent ? Self.eventSeconds : Self.momentSeconds)
            {
                moments[moments.count - 1].last = time
            } else {
                moments.append((time, time))
            }
        }
        let changes = moments.compactMap { moment in
            sentence(of: moment.first...moment.last).map { Sentence(seconds: moment.first, text: $0) }
        }
        let begins = changes.first.map { $0.seconds > 0.1 } ?? true
        return (begins ? [Sentence(seconds: 0, text: "Nothing plays yet.")] : []) + changes
    }

    /// Returns the events of a moment and, after a colon, their effects; nil if nothing changed.
    private func sentence(of moment: ClosedRange<Double>) -> String? {
        let causes = events.filter { moment.contains($0.seconds) }.map { $0.detail.isEmpty ? $0.title : $0.detail }
        // Programs that start or stop come first, because the changes of others follow from them.
        let starters = apps.filter { app in
            let ends = [app.hearing(at: moment.lowerBound - 0.001), app.hearing(at: moment.upperBound + 0.001)]
            return ends.contains(.off)
        }
        let others = apps.filter { app in !starters.contains { $0.name == app.name } }
        let effects = (starters + others).flatMap { clauses($0, moment) } + movement(moment)
        let words = [Self.joined(causes), Self.joined(effects)].filter { !$0.isEmpty }
        guard let first = words.first?.first else { return nil }
        return first.uppercased() + words.joined(separator: ": ").dropFirst() + "."
    }

    /// Joins parts to a list such as "a, b and c".
    private static func joined(_ parts: [String]) -> String {
        parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    }

    // MARK: Changes

    private func clauses(_ app: AppLane, _ moment: ClosedRange<Double>) -> [String] {
        let actions = app.actions.filter { moment.contains($0.seconds) }.map(\.title)
        let refusals = actions.compactMap { title in
            title.firstRange(of: ": refused, ").map {
                "\(app.name) may not \(title[..<$0.lowerBound]) (\(title[$0.upperBound...]))"
            }
        }
        guard refusals.isEmpty else { return refusals }
        let before = app.hearing(at: moment.lowerBound - 0.001)
        let after = app.hearing(at: moment.upperBound + 0.001)
        let change: String? =
            switch (before, after) {
            case (.off, .full): "starts"
            case (.off, .quieter): "starts, more quietly"
            case (.off, .silent): "starts, but is not heard"
            case (.full, .quieter): "gets quieter"
            case (.quieter, .full): "returns to full volume"
            case (.full, .silent), (.quieter, .silent): "falls silent"
            case (.silent, .full): "goes on"
            case (.silent, .quieter): "goes on, more quietly"
            case (.full, .off), (.quieter, .off): "stops"
            case (.off, .off), (.full, .full), (.quieter, .quieter), (.silent, .silent), (.silent, .off): nil
            }
        if let change { return ["\(app.name) \(change)"] }
        // A further sound of an app that plays already.
        guard after != .off, let sound = actions.first(where: { $0.hasPrefix("play ") })?.dropFirst(5) else {
            return []
        }
        return ["\(app.name) plays “\(sound)”" + (after == .silent ? ", but is not heard" : "")]
    }

    /// Describes a change of the ports in use; empty if they are the same.
    private func movement(_ moment: ClosedRange<Double>) -> [String] {
        func used(at seconds: Double) -> [String] {
            ports.filter { $0.inUse.contains { $0.contains(seconds) } }.map(\.name)
        }
        let (before, after) = (used(at: moment.lowerBound - 0.05), used(at: moment.upperBound + 0.1))
        guard !before.isEmpty, !after.isEmpty, before != after else { return [] }
        let (lost, won) = (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
        if lost.isEmpty { return ["the sound comes from \(Self.joined(won)) as well"] }
        if won.isEmpty { return ["the sound stays on \(Self.joined(after)) alone"] }
        return ["the sound moves from \(Self.joined(lost)) to \(Self.joined(won))"]
    }
}

extension Timeline.AppLane {
    /// The audible state of an app at one time.
    fileprivate enum Hearing { case off, full, quieter, silent }

    fileprivate func hearing(at seconds: Double) -> Hearing {
        switch states.last(where: { $0.from <= seconds && seconds < $0.to })?.state ?? .inactive {
        case .inactive: .off
        case .interrupted: .silent
        case .active:
            switch gains.last(where: { $0.from <= seconds && seconds < $0.to })?.cause ?? .full {
            case .full: .full
            case .ducked: .quieter
            case .silenced: .silent
            }
        }
    }
}
